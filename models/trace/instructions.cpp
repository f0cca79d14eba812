#include "trace/instructions.h"

#include <algorithm>

#include "trace/matrix_product.h"
#include "trace/memory_order.h"
#include "trace/opcodes.h"
#include "trace/operands.h"
#include "trace/record_header.h"

namespace unibank::trace {
namespace {

constexpr unsigned kMostVariants = 1u << 20;  // variants of instructions; a kernel has a few thousand
constexpr std::uint64_t kMostGroups = 1u << 20;  // that a DEPBAR leaves
constexpr unsigned kUniformPredicates = 8, kUniforms = 16;  // places in the scoreboard, after those of predicates

void add_once(std::uint16_t number, std::vector<std::uint16_t>& numbers) {
  if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
}

// Returns the place of a register that is only in the scoreboard, not in the banks. There are fewer places than uniform
// registers, so the registers above the 48th share the places of the first ones.
unsigned place_of(RegisterName name) {
  switch (name.file) {
    case RegisterName::File::kUniformPredicate: return kUniformPredicates + name.number;
    case RegisterName::File::kUniform: return kUniforms + name.number % (kMaxPredicates - kUniforms);
    default: return name.number;
  }
}

void add_registers(const Operands& operands, const KernelHeader& header, StaticInstruction& what) {
  using Numbers = std::vector<std::uint16_t>;
  const auto add = [&](const Operand& operand, Numbers& numbers, RegisterSet& set) {
    const RegisterName& name = operand.first;
    if (name.is_constant(header.binary_version)) return;
    if (name.file != RegisterName::File::kVector) return set.add_predicate(place_of(name));
    for (unsigned i = 0; i < operand.registers && name.number + i < header.registers; ++i) {
      add_once(static_cast<std::uint16_t>(name.number + i), numbers);
      set.add_register(name.number + i);
    }
  };
  for (const Operand& source : operands.sources) add(source, what.sources, what.touches);
  for (const Operand& result : operands.results) add(result, what.results, what.writes);
}

// Finds the registers of a barrier's number and count of threads among those of its line. The number is the first
// operand, which the tracer lists as a result.
void find_barrier_registers(const LineMiddle& middle, Instructions::Known& known) {
  using File = RegisterName::File;
  const auto is_number = [](const RegisterName& name) {
    return name.file == File::kVector || name.file == File::kUniform;
  };
  if (!middle.results.empty() && is_number(middle.results.front())) known.number_at = 0;
  for (std::size_t i = 0; i < middle.sources.size() && known.threads_at < 0; ++i)
    if (is_number(middle.sources[i])) known.threads_at = static_cast<int>(middle.results.size() + i);
}

}  // namespace

Instructions::Instructions(const KernelHeader& header)
    : header_(header), recorded_(recorded_instructions(header)) {}

bool Instructions::begins_with(const Known& known, std::string_view text, std::string_view& rest) {
  const std::size_t length = known.text.size();
  if (text.substr(0, length) != known.text || (text.size() > length && !is_blank(text[length]))) return false;
  rest = text.substr(length);
  return true;
}

const Instructions::Known& Instructions::find(std::uint32_t pc, std::string_view text, std::string_view& rest) {
  const Known*& recent = recent_[pc / 16 % recent_.size()];
  if (recent && recent->pc == pc && begins_with(*recent, text, rest)) return *recent;
  for (const Known* known : by_pc_[pc])
    if (begins_with(*known, text, rest)) return *(recent = known);
  const Known& added = add(pc, text);
  rest = text.substr(added.text.size());
  return *(recent = &added);
}

const Instructions::Known& Instructions::add(std::uint32_t pc, std::string_view text) {
  const LineMiddle middle = read_middle(text, header_.version);
  if (all_.size() == kMostVariants) {
    throw FormatError("found more than " + std::to_string(kMostVariants) +
                      " different instructions; expected at most as many");
  }
  Known known;
  known.pc = pc;
  known.text = middle.text;
  known.opcode = middle.opcode;
  known.id = static_cast<unsigned>(all_.size());
  known.has_addresses = middle.memory_bytes != 0;
  if (header_.own.empty()) {
    check_registers(middle);
    describe(middle, pc, known);
  } else {
    const auto recorded = recorded_.find(pc);
    if (recorded == recorded_.end()) {
      throw FormatError("found an instruction at " + hexadecimal_pc(pc) + "; expected one that the header describes");
    }
    known.decoded = recorded->second;
    known.recorded = true;
    if (known.has_addresses != (known.decoded.unit == Unit::kMemory)) {
      throw FormatError("found an access of " + std::to_string(middle.memory_bytes) +
                        " bytes; expected those in the header for " + hexadecimal_pc(pc));
    }
  }
  all_.push_back(std::move(known));
  by_pc_[pc].push_back(&all_.back());
  by_id_.push_back(&all_.back());
  return all_.back();
}

void Instructions::check_registers(const LineMiddle& middle) const {
  for (const auto* names : {&middle.results, &middle.sources}) {
    for (const RegisterName& name : *names) {
      if (name.file != RegisterName::File::kVector || name.reads_as_zero() || name.number < header_.registers) continue;
      throw FormatError("found R" + std::to_string(name.number) + "; expected a register below R" +
                        std::to_string(header_.registers) + ", from -nregs");
    }
  }
}

void Instructions::describe(const LineMiddle& middle, std::uint32_t pc, Known& known) const {
  const Opcode* opcode = find_opcode(middle.opcode);
  if (opcode == nullptr) {
    const char* const because = refused_because(middle.opcode);
    throw FormatError("found the opcode " + shown(middle.opcode) +
                      (because ? std::string(", ") + because + "; expected a kernel without it"
                               : "; expected one of Maxwell, Pascal, Volta, Turing, Ampere, Ada, Hopper or Blackwell"));
  }
  StaticInstruction& what = known.decoded;
  what.pc = pc / 16;
  what.unit = opcode->unit;
  what.arithmetic = opcode->arithmetic;
  what.double_precision = opcode->has(Opcode::kDouble);
  what.space = opcode->space;
  what.memory = opcode->memory;
  what.text = middle.opcode + " (at " + hexadecimal_pc(pc) + ")";
  known.generic = opcode->has(Opcode::kGeneric);
  if (opcode->has(Opcode::kMatrix)) {
    known.address_lanes = 8 * matrices_of(middle.opcode);
    what.matrices = true;
    what.addressing = ~LaneMask{0} >> (kWarpSize - known.address_lanes);
  }
  const bool accesses = opcode->memory != MemoryOp::kNone;
  const unsigned bytes = opcode->has(Opcode::kMatrix) ? 16 : accesses ? width_of(middle.opcode) : 0;
  what.bytes_per_lane = static_cast<std::uint8_t>(bytes);
  MatrixProduct product;
  if (what.unit == Unit::kTensor) {
    product = matrix_product(middle.opcode);
    what.tensor_products = product.work;
    what.double_precision = product.doubles;
    what.lanes_instead = true;
  }
  if (what.unit == Unit::kBarrier) find_barrier_registers(middle, known);
  add_registers(operands_of(*opcode, middle, header_, bytes, product), header_, what);
  what.conditional = opcode->name == "BRA" && !what.touches.empty();
  what.touches.add(what.writes);
  what.result_registers = static_cast<std::uint8_t>(what.results.size());
  if (what.memory == MemoryOp::kAtomic && what.results.empty()) what.memory = MemoryOp::kReduction;
  describe_order(middle.opcode, what);
  describe_groups(middle, what);
}

// LDGDEPBAR ends a group of copies; DEPBAR.LE SB0, n waits until at most n groups are not done. Versions before 5 do
// not have n: the warp waits for all groups. A trace does not name the scoreboard; without copies no warp waits.
void Instructions::describe_groups(const LineMiddle& middle, StaticInstruction& what) const {
  what.commits_copies = middle.opcode == "LDGDEPBAR";
  if (middle.opcode == "DEPBAR.LE") {
    const LineTail tail = read_tail(middle.rest, header_.version, middle.opcode, false, 0);
    what.copy_groups_left = static_cast<std::int32_t>(std::min(tail.immediate[0], kMostGroups));
  }
}

const StaticInstruction* Instructions::variant(const Known& known, Shown shown, std::uint32_t last_use) {
  if (shown == Shown::kAsIs && last_use == known.decoded.last_use) return &known.decoded;
  for (const Variant& one : known.variants)
    if (one.shown == shown && one.last_use == last_use) return one.decoded;
  shown_.push_back(known.decoded);
  StaticInstruction& what = shown_.back();
  if (shown == Shown::kScratchpad) what.space = Space::kScratchpad;
  if (shown == Shown::kLocal) what.space = Space::kLocal;
  if (shown == Shown::kPartOfBarrier) what.unit = Unit::kAlu;
  what.last_use = last_use;
  what.dead_after.clear();
  for (std::size_t i = 0; i < what.sources.size(); ++i)
    if (last_use >> i & 1) what.dead_after.push_back(what.sources[i]);
  known.variants.push_back({shown, last_use, &what});
  return &what;
}

}  // namespace unibank::trace
