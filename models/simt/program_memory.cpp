// Steps that access memory, and textures.
#include <algorithm>

#include "ptx/instruction_table.h"
#include "simt/decoder.h"
#include "simt/mbarrier.h"
#include "simt/types.h"

namespace unibank::simt {

using ptx::Op;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

void Decoder::elements(const ptx::Instruction& i, const Operand& vector, std::uint8_t bytes, Decoded& decoded) {
  decoded.element_bytes = bytes;
  if (vector.elements.size() > 4) refuse(i, "a vector has more than 4 elements");
  for (const Operand& element : vector.elements) decoded.element[decoded.elements++] = data(i, element, bytes);
  for (unsigned e = 1; e < decoded.elements; ++e) {
    Ref& ref = decoded.element[e];
    if (ref.wide != decoded.element[0].wide) refuse(i, "the elements of a vector have different widths");
  }
}

bool Decoder::is_part(const Operand& operand) const {
  return operand.kind == Operand::Kind::kRegister &&
         kernel_.registers[static_cast<std::size_t>(operand.index)].part != ptx::Register::Part::kWhole;
}

Ref Decoder::data(const ptx::Instruction& i, const Operand& operand, unsigned bytes) {
  switch (operand.kind) {
    case Operand::Kind::kRegister:
      return is_part(operand) ? registers_.part(operand.index) : registers_.reg(operand.index);
    case Operand::Kind::kImmediate: return registers_.immediate(operand.bits, bytes == 8);
    case Operand::Kind::kSink: return registers_.sink(bytes == 8);
    default: refuse(i, "expected registers or immediates as data");
  }
}

// The copy is executed at once; only the timing model waits for it.
void Decoder::copy(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kCopy;
  Step to;
  to.space = StateSpace::kShared;
  address(i.operands.at(0), to);
  step.destination = std::make_shared<const Step>(std::move(to));
  step.space = StateSpace::kGlobal;
  address(i.operands.at(1), step);
  step.bytes = i.vector;
  step.reads = step.writes = true;
  if (i.operands.size() < 3) return;
  const Operand& size = i.operands[2];
  const bool predicate = size.kind == Operand::Kind::kRegister &&
                         kernel_.registers[static_cast<std::size_t>(size.index)].type == Type::kPred;
  step.ignores_source = predicate;
  step.decoded.source[step.decoded.sources++] = operand_ref(i, size, predicate ? 0 : 4, false, step);
}

// Without .noinc the instruction increments the mbarrier's count when it commits. In both forms the arrival follows
// later.
void Decoder::arrival(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kArrival;
  step.space = i.space;
  step.in_scratchpad = true;
  address(i.operands.at(0), step);
  step.bytes = ptx::bytes_of(i.type);
  step.reads = step.writes = true;
  if (!ptx::is_later_arrival(i)) step.decoded.run = increment_handler();
  step.decoded.inner = arrival_handler();
}

// In timed runs the arrival is a separate access, without registers.
void Decoder::attach_arrival(Program& program, Step& step) {
  StaticInstruction arrival;
  arrival.pc = step.shown->pc;
  arrival.unit = Unit::kMemory;
  arrival.space = Space::kScratchpad;
  arrival.memory = MemoryOp::kReduction;
  arrival.bytes_per_lane = static_cast<std::uint8_t>(step.bytes);
  arrival.text = step.shown->text;
  program.generic_instructions.push_back(std::move(arrival));
  step.shown_arrival = &program.generic_instructions.back();
}

// A state, a count or a parity; then the limit of try_wait.
void Decoder::mbarrier_source(const ptx::Instruction& i, const Operand& operand, Step& step) {
  Decoded& decoded = step.decoded;
  const bool state = static_cast<ptx::Mbarrier>(i.variant) == ptx::Mbarrier::kTest && decoded.sources == 0;
  decoded.source[decoded.sources++] = operand_ref(i, operand, state ? 8 : 4, false, step);
}

// The limit of try_wait has no effect: it returns at once.
void Decoder::mbarrier(const ptx::Instruction& i, Step& step) {
  using ptx::Mbarrier;
  const auto what = static_cast<Mbarrier>(i.variant);
  step.kind = StepKind::kMemory;
  step.space = i.space;
  step.in_scratchpad = true;
  step.bytes = ptx::bytes_of(i.type);
  const bool tests = what == Mbarrier::kTest || what == Mbarrier::kTestParity;
  Decoded& decoded = step.decoded;
  for (unsigned n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (operand.kind == Operand::Kind::kAddress) address(operand, step);
    else if (n < i.destinations) decoded.result = operand_ref(i, operand, tests ? 0 : 8, false, step);
    else mbarrier_source(i, operand, step);
  }
  step.reads = what > Mbarrier::kInval;
  step.writes = !tests;
  step.polls = tests;
  decoded.run = mbarrier_handler(i);
}

// Each addressing lane has the address of a line of a matrix in the scratchpad.
void Decoder::matrix_access(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kMemory;
  step.gathers = Gathers::kWarp;
  step.whole_warp = step.in_scratchpad = true;
  step.space = i.space;
  for (const Operand& operand : i.operands) {
    if (operand.kind == Operand::Kind::kAddress) address(operand, step);
    else elements(i, operand, 4, step.decoded);
  }
  step.bytes = ptx::bytes_of(i.type) * i.vector;
  step.reads = ptx::is_load(i);
  step.writes = !step.reads;
  step.decoded.run = matrix_handler(i, step.decoded);
}

void Decoder::memory(const ptx::Instruction& i, Step& step) {
  if (i.form >= 0) return matrix_access(i, step);
  step.kind = StepKind::kMemory;
  step.space = i.space;
  Decoded& decoded = step.decoded;
  const unsigned bytes = ptx::bytes_of(i.type);
  decoded.element_bytes = static_cast<std::uint8_t>(bytes);
  for (unsigned n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (operand.kind == Operand::Kind::kAddress) address(operand, step);
    else if (ptx::is_atomic(i)) atomic_operand(i, operand, n < i.destinations, step);
    else if (operand.kind == Operand::Kind::kVector) elements(i, operand, decoded.element_bytes, decoded);
    else decoded.element[decoded.elements++] = data(i, operand, bytes);
  }
  step.bytes = bytes * (ptx::is_atomic(i) ? 1u : decoded.elements);
  step.reads = !ptx::is_store(i);
  step.writes = !ptx::is_load(i);
  step.polls = polls(i);
  const bool part =
      std::any_of(i.operands.begin(), i.operands.end(), [this](const Operand& operand) { return is_part(operand); });
  decoded.run = ptx::is_atomic(i) ? atomic_handler(i, decoded)
                : part            ? part_handler(i)
                                  : memory_handler(i, decoded);
  const bool read_only = i.space == StateSpace::kParam || i.space == StateSpace::kConst;
  if (!decoded.run || (read_only && !ptx::is_load(i))) {
    refuse(i, std::string("'") + info(i).name + "' cannot do this in this state space");
  }
}

bool Decoder::allocates(const ptx::Instruction& i) {
  const auto called = static_cast<ptx::Runtime>(i.variant);
  return op_of(i) == Op::kRuntime && (called == ptx::Runtime::kMalloc || called == ptx::Runtime::kAlignedMalloc);
}

// Loads of the latest value, and atomics that acquire locks.
bool Decoder::polls(const ptx::Instruction& i) {
  const auto atomic = static_cast<ptx::Atomic>(i.variant);
  if (ptx::is_load(i)) return ptx::order_of(i) != ptx::Order::kWeak;
  return op_of(i) == Op::kAtom && (atomic == ptx::Atomic::kCas || atomic == ptx::Atomic::kExch);
}

void Decoder::atomic_operand(const ptx::Instruction& i, const Operand& operand, bool result, Step& step) {
  const Ref ref = operand_ref(i, operand, ptx::bytes_of(i.type), false, step);
  if (result) step.decoded.result = ref;
  else step.decoded.source[step.decoded.sources++] = ref;
}

// The handle and the coordinates become sources, and the texels become elements. The operand after the coordinates of
// tex is the level of detail; a texture has only one.
void Decoder::texture(const ptx::Instruction& i, Step& step) {
  step.kind = StepKind::kTexture;
  step.writes = op_of(i) == Op::kSust || op_of(i) == Op::kSured;
  Decoded& decoded = step.decoded;
  const unsigned handle = i.destinations;
  const bool query = op_of(i) == Op::kTxq || op_of(i) == Op::kSuq, fetch = op_of(i) == Op::kTex;
  for (unsigned n = 0; n < i.operands.size(); ++n) {
    const Operand& operand = i.operands[n];
    if (n == handle) texture_handle(i, operand, step);
    else if (n == handle + 1 && !query) coordinates(i, operand, step);
    else if (n < handle || !(query || fetch)) texels(i, operand, decoded);
  }
  decoded.run = texture_handler(i);
  if (!decoded.run) decoded.run = surface_handler(i, decoded);
  if (!decoded.run) refuse_form(i);
}

// The location of a parameter is not an address of device memory, so the handler gets it separately.
void Decoder::texture_handle(const ptx::Instruction& i, const Operand& operand, Step& step) {
  step.decoded.source[step.decoded.sources++] = operand_ref(i, operand, 8, true, step);
  step.decoded.handle_is_parameter =
      operand.kind == Operand::Kind::kSymbol &&
      kernel_.symbols.at(static_cast<std::size_t>(operand.symbol)).space == StateSpace::kParam;
}

void Decoder::coordinates(const ptx::Instruction& i, const Operand& operand, Step& step) {
  if (operand.kind != Operand::Kind::kVector)
    refuse(i, "found a separate sampler; expected the unified mode, in which the texture defines how it is read");
  for (const Operand& element : operand.elements)
    step.decoded.source[step.decoded.sources++] = operand_ref(i, element, 4, false, step);
}

void Decoder::texels(const ptx::Instruction& i, const Operand& operand, Decoded& decoded) {
  const auto bytes = static_cast<std::uint8_t>(ptx::bytes_of(i.type));
  if (operand.kind == Operand::Kind::kVector) return elements(i, operand, bytes, decoded);
  decoded.element_bytes = bytes;
  decoded.element[decoded.elements++] = data(i, operand, bytes);
}

void Decoder::address(const Operand& operand, Step& step) {
  step.offset = operand.bits;
  if (operand.symbol >= 0) {
    step.offset += symbol_address(operand.symbol);
    if (step.space == StateSpace::kGeneric) step.offset += window(operand.symbol);
  }
  if (operand.index >= 0) {
    step.has_address_register = true;
    step.address_register = registers_.reg(operand.index);
  }
}

// The address in the variable's own space. The dynamic array follows the static variables.
std::uint64_t Decoder::symbol_address(std::int32_t symbol) const {
  const ptx::Variable& variable = kernel_.symbols.at(static_cast<std::size_t>(symbol));
  if (variable.space == StateSpace::kShared && variable.bytes == 0) return dynamic_scratchpad_begin(kernel_);
  return variable.offset;
}

std::uint64_t Decoder::window(std::int32_t symbol) const {
  switch (kernel_.symbols.at(static_cast<std::size_t>(symbol)).space) {
    case StateSpace::kShared: return kSharedWindow;
    case StateSpace::kLocal: return kLocalWindow;
    default: return 0;
  }
}

}  // namespace unibank::simt
