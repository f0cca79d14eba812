#include "compiler/dependences.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/instruction_forms.h"
#include "compiler/memory_access.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::LatencyClass;
using ptx::Op;
using Kind = ptx::Operand::Kind;

constexpr std::uint32_t kBefore = ~std::uint32_t{0};  // the writer of a value: before the line

// Whether lanes synchronise at the instruction.
bool gathers(const ptx::Instruction& i) {
  switch (ptx::op_of(i)) {
    case Op::kActivemask: case Op::kBar: case Op::kMatch: case Op::kShfl: case Op::kVote: return true;
    default: return ptx::has(i, ptx::kSync);
  }
}

bool is_matrix(const ptx::Instruction& i) { return i.form >= 0; }

bool reads_carry(Op op) { return op == Op::kAddc || op == Op::kSubc || op == Op::kMadc; }

class Line {
 public:
  Line(const ptx::Kernel& body, const RegisterUse& use, std::uint32_t first, std::uint32_t last, bool free_matrices)
      : body_(body), use_(use), first_(first), free_matrices_(free_matrices), behind_(last - first) {}

  std::vector<std::vector<Dependence>> run() {
    for (std::uint32_t node = 0; node < behind_.size(); ++node) {
      const ptx::Instruction& i = body_.instructions[first_ + node];
      MemoryAccess access = memory_access(i, body_.symbols);
      find_base(node, access);
      add_memory(node, access);
      add_registers(node);
      if (reads_carry(ptx::op_of(i)) || ptx::has(i, ptx::kCarryOut)) behind_last(node, carry_);
      if (gathers(i) || (is_matrix(i) && !free_matrices_)) behind_last(node, gathering_);
      note_sum(node, i);
      tidy(behind_[node]);
    }
    return std::move(behind_);
  }

 private:
  // A value of a register: its writer, and its `offset` if it is another value plus a constant.
  struct Value {
    std::uint32_t writer = kBefore, used = 0;
    std::uint64_t offset = 0;
  };
  struct Users {
    std::uint32_t writer = kBefore;
    std::vector<std::uint32_t> readers;
  };

  void add(std::uint32_t node, std::uint32_t on, bool value) {
    if (on != kBefore && on != node) behind_[node].push_back({on, value});
  }

  void behind_last(std::uint32_t node, std::uint32_t& last) {
    add(node, last, false);
    last = node;
  }

  void add_registers(std::uint32_t node) {
    const Access& access = use_.accesses[first_ + node];
    const auto read = [&](std::uint32_t used) {
      Users& users = users_[used];
      add(node, users.writer, true);
      users.readers.push_back(node);
    };
    for (const std::uint32_t used : access.reads) read(used);
    if (!access.certain)
      for (const std::uint32_t used : access.writes) read(used);  // the old value may remain
    for (const std::uint32_t used : access.writes) {
      Users& users = users_[used];
      add(node, users.writer, false);
      for (const std::uint32_t reader : users.readers) add(node, reader, false);
      users = {node, {}};
      sums_.erase(used);
    }
  }

  // The value that an address is computed from: registers whose values differ by a constant have the same base. An
  // address of 32 bits wraps, so there an offset of 2^32 - 4 is one of -4.
  void find_base(std::uint32_t node, MemoryAccess& access) {
    if (access.base == MemoryAccess::kNoBase) return;
    const unsigned bytes = ptx::bytes_of(body_.registers[access.base].type);
    access.begin = extended_constant(access.begin, bytes);
    const std::vector<std::uint32_t>& reads = use_.accesses[first_ + node].reads;
    const auto names_base = [&](std::uint32_t used) { return use_.number[used] == access.base; };
    const Value value = value_of(*std::find_if(reads.begin(), reads.end(), names_base));
    access.begin += value.offset;
    access.base = base_number({value.writer, value.used});
  }

  Value value_of(std::uint32_t used) {
    const auto sum = sums_.find(used);
    if (sum != sums_.end()) return sum->second;
    return {users_[used].writer, used, 0};
  }

  std::uint32_t base_number(std::pair<std::uint32_t, std::uint32_t> value) {
    return bases_.emplace(value, static_cast<std::uint32_t>(bases_.size())).first->second;
  }

  // add.s64 d, a, 16: d is a's value plus 16.
  void note_sum(std::uint32_t node, const ptx::Instruction& i) {
    const bool plain = ptx::op_of(i) == Op::kAdd && i.guard.kind == Kind::kNone && i.modifiers == 0 &&
                       (i.type == ptx::Type::kU64 || i.type == ptx::Type::kS64) && i.operands.size() == 3 &&
                       i.operands[1].kind == Kind::kRegister && i.operands[2].kind == Kind::kImmediate;
    const Access& access = use_.accesses[first_ + node];
    if (!plain || access.writes.size() != 1 || access.reads.size() != 1 || access.reads[0] == access.writes[0]) return;
    Value value = value_of(access.reads[0]);
    value.offset += i.operands[2].bits;
    sums_[access.writes[0]] = value;
  }

  void add_memory(std::uint32_t node, const MemoryAccess& access) {
    if (access.spaces == 0) return;
    for (const auto& [other, earlier] : accesses_)
      if (conflict(earlier, access)) add(node, other, false);
    accesses_.emplace_back(node, access);
  }

  static void tidy(std::vector<Dependence>& all) {
    std::sort(all.begin(), all.end(), [](const Dependence& a, const Dependence& b) {
      return a.on != b.on ? a.on < b.on : a.value && !b.value;
    });
    const auto same = [](const Dependence& a, const Dependence& b) { return a.on == b.on; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
  }

  const ptx::Kernel& body_;
  const RegisterUse& use_;
  const std::uint32_t first_;
  const bool free_matrices_;
  std::vector<std::vector<Dependence>> behind_;
  std::map<std::uint32_t, Users> users_;  // by used register
  std::map<std::uint32_t, Value> sums_;   // by used register, for its current value
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> bases_;
  std::vector<std::pair<std::uint32_t, MemoryAccess>> accesses_;
  std::uint32_t carry_ = kBefore, gathering_ = kBefore;
};

}  // namespace

bool is_fixed(const ptx::Instruction& i) {
  if (i.origin != ptx::Origin::kSource || ptx::ends_block(i) || ptx::is_call(i) || reads_clock(i)) return true;
  if (ptx::is_memory(i) || ptx::op_of(i) == Op::kBar || ptx::op_of(i) == Op::kMembar) return false;
  switch (ptx::latency_class(i)) {
    case LatencyClass::kAlu:
    case LatencyClass::kSfu: return ptx::op_of(i) == Op::kRuntime;
    case LatencyClass::kTensor:
    case LatencyClass::kTexture: return false;
    default: return true;
  }
}

std::vector<std::vector<Dependence>> dependences(const ptx::Kernel& body, const RegisterUse& use, std::uint32_t first,
                                                 std::uint32_t last, bool free_matrices) {
  return Line(body, use, first, last, free_matrices).run();
}

}  // namespace unibank::compiler
