#include "compiler/allocate.h"

#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "compiler/colouring.h"
#include "compiler/spill_code.h"

namespace unibank::compiler {
namespace {

// Limits of neighbour visits per colouring: some 0.3 s for the colouring that determines the registers of a kernel, and
// some 20 ms for each one that tests a spill plan.
constexpr std::size_t kThorough = 200'000'000, kQuick = 10'000'000;

// Colours the registers of one file, and spills values until that succeeds.
class Fitting {
 public:
  Fitting(ptx::Kernel& kernel, const AllocationContext& context, bool predicates)
      : kernel_(kernel),
        context_(context),
        predicates_(predicates),
        most_(predicates ? kMaxPredicates : kMaxRegisters - context.reserved),
        limit_(predicates ? kMaxPredicates : context.limit - context.reserved) {}

  // Returns the numbers per thread.
  unsigned fit() {
    const Body body(kernel_, context_);
    const File file(body, predicates_);
    const unsigned unlimited = without_spills(file);
    if (!predicates_) {
      kernel_.allocation.max_live = file.most_live;
      kernel_.allocation.unlimited = unlimited;
    }
    return unlimited <= limit_ ? unlimited : with_spills(body);
  }

 private:
  // Numbers needed without spills; a lower bound if they exceed the limit.
  unsigned without_spills(const File& file) {
    // Checked first: a kernel that is far too large has very many conflicts.
    if (file.most_live > most_) return file.most_live;
    const Colouring colouring = best_colouring(file, {most_, file.most_live, kThorough});
    if (!colouring.failed.empty()) return most_ + 1;
    if (colouring.count <= limit_) place(kernel_, file, colouring);
    return colouring.count;
  }

  unsigned with_spills(const Body& body) {
    const Residence residence(body, predicates_);
    const std::vector<Recipe> ways = recipes(body);
    SpillPlan plan(residence, ways, limit_);
    for (unsigned by = 1;; by += 1 + by / 3) {  // with growing steps
      plan.solve();
      SpilledBody next = insert_spill_code(residence, plan, ways, context_);
      const Body spilled(next.kernel, context_);
      const File file(spilled, predicates_);
      const Colouring colouring = best_colouring(file, {limit_, limit_, kQuick});
      if (colouring.failed.empty()) {
        place(next.kernel, file, colouring);
        kernel_ = std::move(next.kernel);
        return colouring.count;
      }
      tighten(spilled, next, body, colouring, plan, by);
    }
  }

  // Terminates: bounds only fall, and never below the needs of single instructions.
  void tighten(const Body& spilled, const SpilledBody& next, const Body& body, const Colouring& colouring,
               SpillPlan& plan, unsigned by) {
    bool tighter = false;
    for (const std::uint32_t used : colouring.failed) {
      const std::uint32_t index = spilled.use.number[used];
      if (index < body.used_of.size()) {
        tighter |= plan.tighten(body.used_of[index], by);
        continue;
      }
      const SpilledBody::Piece& piece = next.pieces[index - body.used_of.size()];
      if (piece.used != kUnused) tighter |= plan.tighten(piece.first_pc, piece.last_pc, by);
    }
    if (!tighter) refuse(spilled, colouring.failed.front());
  }

  // Every value that can be spilled is spilled already.
  [[noreturn]] void refuse(const Body& body, std::uint32_t used) const {
    const auto names_it = [&](const Access& access) {
      return std::count(access.reads.begin(), access.reads.end(), used) +
                 std::count(access.writes.begin(), access.writes.end(), used) != 0;
    };
    const auto at = std::find_if(body.use.accesses.begin(), body.use.accesses.end(), names_it);
    const ptx::Instruction& i = body.kernel.instructions.at(static_cast<std::size_t>(at - body.use.accesses.begin()));
    throw InputError(kernel_.file, i.location.line, i.location.column,
                     quoted(i) + " of kernel '" + kernel_.name + "' has operands that do not fit in " +
                         std::to_string(limit_) + (predicates_ ? " predicates" : " 32-bit registers") + " of a thread");
  }

  static void place(ptx::Kernel& kernel, const File& file, const Colouring& colouring) {
    kernel.physical.resize(kernel.registers.size());
    for (const std::uint32_t used : file.registers) {
      kernel.physical[file.body.use.number[used]] = static_cast<std::uint16_t>(colouring.place[used]);
    }
  }

  ptx::Kernel& kernel_;
  const AllocationContext& context_;
  const bool predicates_;
  const unsigned most_, limit_;
};

// The number of moves whose source and destination have the same register.
unsigned coalesced_moves(const ptx::Kernel& kernel) {
  const RegisterUse use = register_use(kernel);
  unsigned count = 0;
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const Access& access = use.accesses[pc];
    if (!is_copy(kernel.instructions[pc], access, use)) continue;
    const std::uint32_t to = use.number[access.writes[0]], from = use.number[access.reads[0]];
    count += kernel.physical[to] == kernel.physical[from];
  }
  return count;
}

}  // namespace

void allocate(ptx::Kernel& kernel, const AllocationContext& context) {
  if (context.limit < kLeastRegisters || context.limit > kMaxRegisters) {
    throw InputError("a limit of " + std::to_string(context.limit) + " registers per thread; expected " +
                     std::to_string(kLeastRegisters) + " to " + std::to_string(kMaxRegisters));
  }
  kernel.allocation = {};
  kernel.allocation.limit = context.limit == kMaxRegisters ? 0 : context.limit;
  kernel.physical.assign(kernel.registers.size(), 0);
  kernel.predicates_per_thread = Fitting(kernel, context, true).fit();
  kernel.registers_per_thread = Fitting(kernel, context, false).fit();
  kernel.allocation.coalesced_moves = coalesced_moves(kernel);
}

}  // namespace unibank::compiler
