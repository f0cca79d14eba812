#include "compiler/allocate.h"

#include <algorithm>
#include <bitset>
#include <string>

#include "base/input_error.h"
#include "compiler/interference.h"
#include "ptx/instruction_table.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {
namespace {

using Order = std::vector<std::uint32_t>;
constexpr unsigned kNone = ~0u;

// Used registers that a move connects.
std::vector<Order> move_partners(const ptx::Kernel& kernel, const RegisterUse& use) {
  std::vector<Order> partners(use.size());
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const Access& access = use.accesses[pc];
    const ptx::Instruction& instruction = kernel.instructions[pc];
    if (ptx::op_of(instruction) != ptx::Op::kMov || !access.certain) continue;
    if (access.writes.size() != 1 || access.reads.size() != 1) continue;
    const std::uint32_t to = access.writes[0], from = access.reads[0];
    if (use.units[to] != use.units[from]) continue;
    partners[to].push_back(from);
    partners[from].push_back(to);
  }
  return partners;
}

struct Colouring {
  std::vector<unsigned> place;  // of each used register; kNone for the other file's
  unsigned count = kNone;       // numbers needed
};

// One file of registers, and how the used registers constrain each other.
struct File {
  const RegisterUse& use;
  const char* what;  // for messages
  unsigned capacity, most_live;
  Order registers;  // used registers of this file
  Interference neighbours;
  std::vector<Order> partners;

  // Places never get near it: a capacity, and a pair's room above it.
  static constexpr unsigned kRoom = 2 * kMaxRegisters;
  using Taken = std::bitset<kRoom>;
};

// The place for a register that finds `taken` occupied, with `count` numbers in use so far: a move partner's, else a
// free one below `count`, best one whose other half of a pair is taken so that pairs stay whole, else the lowest.
unsigned choose(const File& file, const Colouring& colouring, std::uint32_t used, const File::Taken& taken) {
  const unsigned step = std::max<unsigned>(1, file.use.units[used]);
  const auto free = [&](unsigned place) { return !taken[place] && !(step == 2 && taken[place + 1]); };
  for (const std::uint32_t partner : file.partners[used]) {
    if (colouring.place[partner] != kNone && free(colouring.place[partner])) return colouring.place[partner];
  }
  unsigned lowest = 0;
  while (lowest < file.capacity && !free(lowest)) lowest += step;
  if (step == 2) return lowest;
  for (unsigned place = lowest; place < colouring.count; ++place) {
    if (free(place) && taken[place ^ 1]) return place;
  }
  return lowest;
}

// Gives each register in turn a place. A register that finds none within the capacity ends the attempt, with `count`
// above the capacity.
Colouring colour(const File& file, const Order& order) {
  Colouring colouring{std::vector<unsigned>(file.use.size(), kNone), 0};
  for (const std::uint32_t used : order) {
    File::Taken taken;
    for (const std::uint32_t other : file.neighbours[used]) {
      const unsigned place = colouring.place[other];
      if (place == kNone) continue;
      taken.set(place);
      if (file.use.units[other] == 2) taken.set(place + 1);
    }
    const unsigned place = choose(file, colouring, used, taken);
    colouring.place[used] = place;
    colouring.count = std::max(colouring.count, place + std::max<unsigned>(1, file.use.units[used]));
    if (colouring.count > file.capacity) break;
  }
  return colouring;
}

// Greedy colouring again, with the registers that did not fit below the bound moved to the front: they choose first.
Colouring improve(const File& file, Order order, Colouring best) {
  constexpr unsigned kRounds = 20;
  Colouring last = best;
  for (unsigned round = 0; round < kRounds && best.count > file.most_live && last.count <= file.capacity; ++round) {
    std::stable_partition(order.begin(), order.end(), [&](std::uint32_t used) {
      return last.place[used] + std::max<unsigned>(1, file.use.units[used]) > file.most_live;
    });
    last = colour(file, order);
    if (last.count < best.count) best = last;
  }
  return best;
}

[[noreturn]] void refuse(const ptx::Kernel& kernel, const File& file, const std::string& needed) {
  throw InputError(kernel.file, 0,
                   "kernel '" + kernel.name + "' needs " + needed + " " + file.what + " a thread; there are " +
                       std::to_string(file.capacity));
}

Colouring best_colouring(const ptx::Kernel& kernel, const ControlFlow& flow, const File& file) {
  Colouring best;
  for (const Order& order : colouring_orders(flow, file.use, file.neighbours, file.registers)) {
    Colouring found = improve(file, order, colour(file, order));
    if (found.count < best.count) best = std::move(found);
    if (best.count <= file.most_live) break;  // none can be lower
  }
  if (best.count > file.capacity) refuse(kernel, file, "more than " + std::to_string(file.capacity));
  return best;
}

}  // namespace

void allocate(ptx::Kernel& kernel, const AllocationContext& /*context*/) {
  const ControlFlow flow = control_flow(kernel);
  const RegisterUse use = register_use(kernel);
  const Liveness live = liveness(flow, use);
  // Asked before the conflicts are written down, which would be a great many in a kernel that is far too large.
  File data{use, "32-bit registers", kMaxRegisters, live.max_registers, {}, {}, {}};
  File predicates{use, "predicates", kMaxPredicates, live.max_predicates, {}, {}, {}};
  for (const File* file : {&data, &predicates}) {
    if (file->most_live > file->capacity) refuse(kernel, *file, std::to_string(file->most_live));
  }
  data.neighbours = predicates.neighbours = interference(flow, use, live);
  data.partners = predicates.partners = move_partners(kernel, use);
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    (use.units[used] == 0 ? predicates : data).registers.push_back(used);
  }
  kernel.physical.assign(kernel.registers.size(), 0);
  const auto place = [&](const File& file) {
    const Colouring colouring = best_colouring(kernel, flow, file);
    for (const std::uint32_t used : file.registers) {
      kernel.physical[use.number[used]] = static_cast<std::uint16_t>(colouring.place[used]);
    }
    return colouring.count;
  };
  kernel.registers_per_thread = place(data);
  kernel.predicates_per_thread = place(predicates);
}

}  // namespace unibank::compiler
