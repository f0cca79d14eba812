#include "trace/instructions.h"

#include <algorithm>

#include "trace/matrix_product.h"
#include "trace/memory_order.h"
#include "trace/opcodes.h"
#include "trace/record_header.h"

namespace unibank::trace {
namespace {

constexpr unsigned kMostVariants = 1u << 20;  // variants of instructions; a kernel has a few thousand
constexpr std::uint64_t kMostGroups = 1u << 20;  // that a DEPBAR leaves
constexpr unsigned kVolta = 70, kFirstWithPredicates = 6;  // binary version; tracer version
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

// The number of registers of an operand; the trace lists only the first.
class Widths {
 public:
  Widths(const Opcode& opcode, const LineMiddle& middle, unsigned bytes, bool before_volta)
      : opcode_(opcode),
        text_(middle.opcode),
        data_(opcode.has(Opcode::kMatrix) ? matrices_of(middle.opcode) : (bytes + 3) / 4),
        factors_(has_immediate(middle) ? 1 : 2),
        before_volta_(before_volta),
        product_(opcode.unit == Unit::kTensor ? matrix_product(middle.opcode) : MatrixProduct{}) {}

  const MatrixProduct& product() const { return product_; }

  unsigned result() const {
    if (opcode_.memory != MemoryOp::kNone) return data_;
    if (opcode_.unit == Unit::kTensor) return product_.c;
    if (opcode_.has(Opcode::kConverts)) return converts_wide(true) ? 2 : 1;
    if (opcode_.name == "CS2R") return before_volta_ || has_part(text_, "32") ? 1 : 2;
    const bool wide = opcode_.has(Opcode::kWideResult) && has_part(text_, "WIDE");
    return opcode_.has(Opcode::kDouble) || opcode_.has(Opcode::kPairs) || wide ? 2 : 1;
  }
  // Operand `index` of the sources.
  unsigned source(unsigned index) const {
    if (opcode_.memory != MemoryOp::kNone) {
      const unsigned address = opcode_.name == "LDGSTS" ? 1 : 0;  // LDGSTS: after the scratchpad's address
      const bool moves_data = opcode_.memory != MemoryOp::kLoad && opcode_.memory != MemoryOp::kCopy;
      return index == address ? (has_part(text_, "E") ? 2 : 1) : moves_data ? data_ : 1;
    }
    if (opcode_.unit == Unit::kTensor) return product_.source(index);
    if (opcode_.has(Opcode::kConverts)) return converts_wide(false) ? 2 : 1;
    if (opcode_.has(Opcode::kDouble) || opcode_.has(Opcode::kPairs)) return 2;
    const bool wide_addend = has_part(text_, "WIDE") || has_part(text_, "HI");
    return opcode_.has(Opcode::kWideResult) && wide_addend && index >= factors_ ? 2 : 1;
  }

 private:
  // From version 5 on, the line ends with the immediate, which is not 0 when it is a factor of IMAD.WIDE. Earlier
  // versions do not show whether the second register of two is a factor or the addend: it counts as a factor.
  static bool has_immediate(const LineMiddle& middle) {
    Words words(middle.rest);
    std::uint64_t value = 0;
    return middle.memory_bytes == 0 && !words.at_end() && to_number(words.word(""), value) && value != 0;
  }

  // Whether a conversion's result or source has 64 bits. I2F and F2I may omit the type of 32 bits (F2I.F64 has a result
  // of 32 bits), FRND has one type for both, and the others have first the result's type and then the source's.
  bool converts_wide(bool result) const {
    if (opcode_.name == "FRND") return has_part(text_, "F64");
    if (opcode_.name != "I2F" && opcode_.name != "F2I") return wide_type(result ? 0 : 1);
    const bool is_float = result == (opcode_.name == "I2F");
    return is_float ? has_part(text_, "F64") : has_part(text_, "S64") || has_part(text_, "U64");
  }

  // Whether type number `wanted` among the opcode's types has 64 bits.
  bool wide_type(unsigned wanted) const {
    unsigned seen = 0;
    std::string_view left = text_;
    while (!left.empty()) {
      const std::string_view part = left.substr(0, left.find('.'));
      left.remove_prefix(std::min(part.size() + 1, left.size()));
      const bool type = part.size() >= 2 && (part[0] == 'F' || part[0] == 'S' || part[0] == 'U') && part[1] >= '1' &&
                        part[1] <= '9' && part.find_first_not_of("0123456789", 1) == part.npos;
      if (type && seen++ == wanted) return part.substr(1) == "64";
    }
    return false;
  }

  const Opcode& opcode_;
  const std::string& text_;
  unsigned data_, factors_;  // registers of a memory instruction's data; registers that IMAD.WIDE multiplies
  bool before_volta_;
  MatrixProduct product_;
};

void add_registers(const LineMiddle& middle, const Widths& widths, const KernelHeader& header,
                   StaticInstruction& what) {
  std::vector<RegisterName> results = middle.results, sources = middle.sources;
  if (header.version < kFirstWithPredicates && results.empty() && !sources.empty() &&
      result_after_predicate(middle.opcode)) {
    results.push_back(sources.front());
    sources.erase(sources.begin());
  }
  using Numbers = std::vector<std::uint16_t>;
  const auto add = [&](const RegisterName& name, unsigned width, Numbers& numbers, RegisterSet& set) {
    if (name.reads_as_zero()) return;
    if (name.file != RegisterName::File::kVector) return set.add_predicate(place_of(name));
    for (unsigned i = 0; i < width && name.number + i < header.registers; ++i) {
      add_once(static_cast<std::uint16_t>(name.number + i), numbers);
      set.add_register(name.number + i);
    }
  };
  for (unsigned i = 0; i < sources.size(); ++i) add(sources[i], widths.source(i), what.sources, what.touches);
  for (const RegisterName& name : results) add(name, widths.result(), what.results, what.writes);
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
                      " different instructions; expected a kernel's");
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
  if (opcode->has(Opcode::kMatrix)) known.address_lanes = 8 * matrices_of(middle.opcode);
  const bool accesses = opcode->memory != MemoryOp::kNone;
  const unsigned bytes = opcode->has(Opcode::kMatrix) ? 16 : accesses ? width_of(middle.opcode) : 0;
  what.bytes_per_lane = static_cast<std::uint8_t>(bytes);
  const Widths widths(*opcode, middle, bytes, header_.binary_version < kVolta);
  if (what.unit == Unit::kTensor) {
    what.tensor_products = widths.product().work;
    what.double_precision = widths.product().doubles;
    what.lanes_instead = true;
  }
  add_registers(middle, widths, header_, what);
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
