#include "ptx/instruction_check.h"

#include "ptx/suffix_table.h"

namespace unibank::ptx {
namespace {

bool is_bits(Type type) {
  return type == Type::kB8 || type == Type::kB16 || type == Type::kB32 || type == Type::kB64;
}
bool is_unsigned(Type type) {
  return type == Type::kU8 || type == Type::kU16 || type == Type::kU32 || type == Type::kU64;
}

bool has_format(const Instruction& instruction) {
  return op_of(instruction) == Op::kSured && (instruction.variant >> 5 & 1) != 0;
}

struct Check {
  Cursor& cursor;
  const Token& opcode;
  const Instruction& instruction;
  Op op;
  void require(bool right, const std::string& expected) const {
    if (!right) cursor.fail(opcode, "found " + quoted(opcode) + "; expected " + expected);
  }
};

void check_required_suffixes(const Check& check, std::uint32_t seen) {
  constexpr SuffixKind kRequired[] = {kSuffixComparison, kSuffixAtomic,   kSuffixShuffle,  kSuffixVote,
                                      kSuffixMatch,      kSuffixTest,     kSuffixBarrier,  kSuffixGeometry,
                                      kSuffixFormat,     kSuffixChannel,  kSuffixQuery,    kSuffixIndex};
  const InstructionInfo& row = info(check.op);
  for (const SuffixKind kind : kRequired) {
    if (!(row.suffixes & kind) || (seen & kind)) continue;
    std::string known;
    for (const std::string& name : suffixes_of(row, kind)) known += (known.empty() ? "" : ", ") + name;
    check.require(false, "one of " + known);
  }
  if (check.op == Op::kCvta || check.op == Op::kIsspacep)
    check.require((seen & kSuffixSpace) != 0, "a space, such as .global");
}

// Modifiers that are allowed only with some types of their opcode.
void check_modifiers(const Check& check) {
  const Instruction& i = check.instruction;
  const Type type = i.type;
  const bool f64 = type == Type::kF64;
  const auto flushable = [](Type t) { return is_float(t) && t != Type::kF64; };
  const bool reciprocal = check.op == Op::kRcp || check.op == Op::kRsqrt;
  const bool extreme = check.op == Op::kMin || check.op == Op::kMax;
  if (has(i, kFtz)) check.require(flushable(type) || flushable(i.type2) || reciprocal, ".ftz with .f32 or smaller");
  if (has(i, kApprox)) check.require(flushable(type) || (f64 && reciprocal), ".approx with .f32 or smaller");
  if (has(i, kFull)) check.require(type == Type::kF32, ".full with .f32");
  if (has(i, kCarryOut)) {
    check.require(!is_float(type) && bytes_of(type) >= 4, ".cc with integers of 32 or 64 bits");
    check.require(!has(i, kSat), ".cc or .sat");
  }
  if (has(i, kXorSign)) {
    const auto written = [&check](const char* word) { return check.opcode.text.find(word) != std::string_view::npos; };
    check.require(written(".xorsign") && written(".abs"), ".xorsign with .abs, and .abs with .xorsign");
  }
  if (has(i, kPropagateNan) || has(i, kXorSign))
    check.require(flushable(type), ".NaN and .xorsign.abs with .f32 or smaller");
  if (has(i, kRelu) && extreme) check.require(type == Type::kS32 || type == Type::kS16x2, ".relu with .s32 or .s16x2");
  if (has(i, kRelu) && check.op == Op::kFma) check.require(bytes_of(type) == 2 || is_packed(type), ".relu with .f16");
  const bool any_sat = check.op == Op::kCvt || check.op == Op::kVabsdiff4;
  if (has(i, kSat) && !any_sat) check.require(flushable(type) || type == Type::kS32, ".sat with .s32, .f32 or smaller");
  const Rounding rounding = rounding_of(i);
  if (check.op == Op::kCvt || rounding == Rounding::kNone) return;
  check.require(is_float(type), "no rounding of integers");
  check.require(rounding <= Rounding::kRp, "one of .rn, .rz, .rm, .rp");
  const bool any_rounding = type == Type::kF32 || f64;
  check.require(rounding == Rounding::kRn || any_rounding, ".rn: floats of 16 bits have no other rounding");
}

void check_product(const Check& check) {
  const std::uint32_t half = check.instruction.modifiers & (kWide | kLo | kHi);
  const Type type = check.instruction.type;
  if (is_float(type)) return check.require(half == 0, "no .lo, .hi or .wide with floats");
  check.require(half == kWide || half == kLo || half == kHi, "one of .lo, .hi, .wide");
  check.require(half != kWide || bytes_of(type) < 8, ".wide with a type of 16 or 32 bits");
  check.require(half != kWide || !has(check.instruction, kCarryOut), ".lo or .hi with .cc");
  if (has(check.instruction, kSat))
    check.require(half == kHi && check.op != Op::kMul, ".sat with mad.hi.s32 and mad24.hi.s32 only");
}

// Division and roots of floats: approximate or rounded, and PTX has no default.
void check_precision(const Check& check) {
  const Instruction& i = check.instruction;
  if (!is_float(i.type)) return;
  const bool approximate = has(i, kApprox) || has(i, kFull), rounded = rounding_of(i) != Rounding::kNone;
  const bool both = has(i, kApprox) && has(i, kFull);
  if (check.op == Op::kRsqrt) return check.require(approximate, ".approx");
  if (i.type == Type::kF32)
    return check.require(approximate != rounded && !both, "one of .approx, .rn, .rz, .rm, .rp");
  check.require(approximate != rounded && (rounded || check.op == Op::kRcp), "one of .rn, .rz, .rm, .rp");
  check.require(approximate == has(i, kFtz), "rcp.approx.ftz.f64, or a rounding without .ftz");
}

void check_comparison(const Check& check, Type compared) {
  const Comparison comparison = comparison_of(check.instruction);
  const bool equality = comparison == Comparison::kEq || comparison == Comparison::kNe;
  if (is_bits(compared)) return check.require(equality, ".eq or .ne for a .b type");
  if (comparison >= Comparison::kLo && comparison <= Comparison::kHs)
    check.require(is_unsigned(compared), ".lo, .ls, .hi, .hs with an unsigned type only");
  if (comparison >= Comparison::kEqu)
    check.require(is_float(compared), "a float type with comparisons that may be unordered");
}

void check_set(const Check& check) {
  const Instruction& i = check.instruction;
  check_comparison(check, i.type2);
  const bool word = bytes_of(i.type) == 4 && i.type != Type::kF32;
  check.require(is_packed(i.type2) ? word : !is_packed(i.type), "a packed type or an integer of 32 bits as the result "
                                                                "for packed sources, no packed one for others");
}

void check_atomic(const Check& check) {
  const auto operation = static_cast<Atomic>(check.instruction.variant);
  const Type type = check.instruction.type;
  check.require(type != Type::kB16 || operation == Atomic::kCas, ".b16 with .cas only");
  switch (operation) {
    case Atomic::kAnd: case Atomic::kOr: case Atomic::kXor: case Atomic::kCas: case Atomic::kExch:
      check.require(!is_float(type), "a type without .f for this operation");
      break;
    case Atomic::kInc: case Atomic::kDec:
      check.require(type == Type::kU32, ".u32 for .inc and .dec");
      break;
    case Atomic::kAdd:
      check.require(!is_bits(type), "a .u, .s or .f type for .add");
      break;
    case Atomic::kMin: case Atomic::kMax:
      check.require(!is_bits(type) && !is_float(type), "a .u or .s type for .min and .max");
      break;
  }
}

// redux and sured: reductions over the lanes, or in a surface.
void check_reduction(const Check& check, Atomic operation) {
  const Type type = check.instruction.type;
  switch (operation) {
    case Atomic::kAnd: case Atomic::kOr: case Atomic::kXor:
      return check.require(is_bits(type), "a .b type for .and, .or and .xor");
    case Atomic::kAdd: case Atomic::kMin: case Atomic::kMax:
      return check.require(!is_bits(type) || has_format(check.instruction), "a .u or .s type for .add, .min and .max");
    default: break;  // the rows do not allow these
  }
}

// To and from pairs of floats of 8 bits.
void check_small_pairs(const Check& check) {
  const Type to = check.instruction.type, from = check.instruction.type2;
  const bool finite = has(check.instruction, kSatFinite);
  const bool exact = !has(check.instruction, kSat) && !has(check.instruction, kFtz);
  check.require(rounding_of(check.instruction) == Rounding::kRn && exact, ".rn, and no .sat or .ftz");
  const bool widens = is_small_pair(from);
  if (widens) return check.require(to == Type::kF16x2 && !finite, ".f16x2 without .satfinite as the result");
  check.require((from == Type::kF32 || from == Type::kF16x2) && finite, ".satfinite, and .f32 or .f16x2 as the source");
}

void check_tf32(const Check& check) {
  const Instruction& i = check.instruction;
  const Rounding rounding = rounding_of(i);
  check.require(i.type2 == Type::kF32 && !has(i, kSat) && !has(i, kFtz), ".f32 as the source, and no .sat or .ftz");
  if (rounding == Rounding::kRna) return check.require(!has(i, kRelu), ".rna without .relu");
  check.require(rounding == Rounding::kRn || rounding == Rounding::kRz, ".rna, .rn or .rz");
}

void check_conversion(const Check& check) {
  const Type to = check.instruction.type, from = check.instruction.type2;
  if (is_small_pair(to) || is_small_pair(from)) return check_small_pairs(check);
  if (to == Type::kTf32) return check_tf32(check);
  const Rounding rounding = rounding_of(check.instruction);
  check.require(rounding != Rounding::kRna, ".rna with .tf32 only");
  check.require(!is_packed(from), "a pair as the source of .e4m3x2 and .e5m2x2 only");
  if (has(check.instruction, kSatFinite))
    check.require(from == Type::kF32 && (bytes_of(to) == 2 || is_packed(to)) && is_float(to),
                  ".satfinite from .f32 to a smaller float");
  const bool none = rounding == Rounding::kNone, integral = rounding >= Rounding::kRni;
  if (is_packed(to)) {
    check.require(from == Type::kF32, ".f32 as the source of a packed type");
    return check.require(rounding == Rounding::kRn || rounding == Rounding::kRz, ".rn or .rz");
  }
  check.require(!has(check.instruction, kRelu) || to == Type::kF16 || to == Type::kBf16,
                ".relu with results of .f16, .bf16, .f16x2 or .bf16x2 only");
  if (!is_float(to)) {
    if (is_float(from)) return check.require(integral, "one of .rni, .rzi, .rmi, .rpi");
    return check.require(none, "no rounding between integers");
  }
  if (!is_float(from) || bytes_of(to) < bytes_of(from) || (bytes_of(to) == 2 && to != from))
    return check.require(!none && !integral, "one of .rn, .rz, .rm, .rp");
  if (bytes_of(to) > bytes_of(from)) return check.require(none, "no rounding to a wider float");
  check.require(none || integral, "no rounding, or one of .rni, .rzi, .rmi, .rpi");
}

void check_texels(const Check& check) {
  const Instruction& i = check.instruction;
  const bool texture = check.op == Op::kTex || check.op == Op::kTld4;
  check.require(!texture || i.vector == 4, ".v4: a texel has four values");
  const auto geometry = static_cast<Geometry>(i.variant & 7);
  const bool cube = geometry == Geometry::kCube || geometry == Geometry::kACube, gradient = has(i, kGradient);
  check.require(!texture || i.type2 == Type::kF32 || !(cube || gradient), ".f32 coordinates with cubes and .grad");
  check.require(!gradient || !has(i, kLevel), ".grad or .level");
  check.require(check.op != Op::kSust || (i.variant >> 5 & 1) == 0 || i.type == Type::kB32, ".b32 with sust.p");
}

void check_barrier(const Check& check) {
  const Type type = check.instruction.type;
  switch (static_cast<Barrier>(check.instruction.variant)) {
    case Barrier::kRedPopc: return check.require(type == Type::kU32, ".red.popc.u32, .red.and.pred or .red.or.pred");
    case Barrier::kRedAnd: case Barrier::kRedOr:
      return check.require(type == Type::kPred, ".red.popc.u32, .red.and.pred or .red.or.pred");
    default: return check.require(type == Type::kNone, "no type");
  }
}

// txq: texture; tex: texture, sampler where it is separate, coordinates; then the level, or the gradients.
void check_level(const Check& check, std::size_t sources) {
  const auto& operands = check.instruction.operands;
  const bool sampler = check.op == Op::kTex && operands[2].kind != Operand::Kind::kVector;
  const std::size_t without = check.op == Op::kTxq ? 1 : sampler ? 3 : 2;
  const bool more = has(check.instruction, kLevel) || has(check.instruction, kGradient);
  check.require((sources > without) == more, "a level with, and only with, .level; gradients with .grad");
}

void check_memory(const Check& check) {
  const Instruction& i = check.instruction;
  check.require(bytes_of(i.type) * i.vector <= 16, "at most 16 bytes per thread");
  const bool writes = check.op != Op::kLd;
  check.require(!writes || i.space != StateSpace::kConst,
                ".global, .shared, .local or no space: nothing else can be written");
  const bool local = i.space == StateSpace::kParam || i.space == StateSpace::kLocal;  // by a variable's name
  check.require(!is_atomic(i) || !local, ".global, .shared or no space");
  check.require(!has(i, kNonCoherent) || i.space == StateSpace::kGlobal, ".nc with .global only");
}

}  // namespace

bool is_barrier_reduction(const Instruction& instruction) {
  const auto barrier = static_cast<Barrier>(instruction.variant);
  return op_of(instruction) == Op::kBar &&
         (barrier == Barrier::kRedPopc || barrier == Barrier::kRedAnd || barrier == Barrier::kRedOr);
}

void check_opcode(Cursor& cursor, const Token& opcode, const Instruction& instruction, std::uint32_t seen) {
  const Check check{cursor, opcode, instruction, op_of(instruction)};
  check_required_suffixes(check, seen);
  check_modifiers(check);
  switch (check.op) {
    case Op::kMul: case Op::kMad: case Op::kMul24: case Op::kMad24: case Op::kMadc: check_product(check); break;
    case Op::kSetp: check_comparison(check, instruction.type); break;
    case Op::kSet: check_set(check); break;
    case Op::kDiv: case Op::kRcp: case Op::kRsqrt: case Op::kSqrt: check_precision(check); break;
    case Op::kAtom: case Op::kRed: check_atomic(check); break;
    case Op::kCvt: check_conversion(check); break;
    case Op::kBar: check_barrier(check); break;
    case Op::kRedux: check_reduction(check, static_cast<Atomic>(instruction.variant)); break;
    case Op::kSured:
      check_reduction(check, static_cast<Atomic>(instruction.operation));
      check.require(!has_format(instruction) || instruction.type == Type::kB32, ".b32 with sured.p");
      break;
    case Op::kTex: case Op::kTld4: case Op::kSuld: case Op::kSust: check_texels(check); break;
    case Op::kBmsk: case Op::kSzext:
      check.require(has(instruction, kClamp) != has(instruction, kWrap), "one of .clamp, .wrap");
      break;
    case Op::kDp2a:
      check.require(has(instruction, kLo) != has(instruction, kHi), "one of .lo, .hi");
      break;
    case Op::kVote:
      check.require((static_cast<Vote>(instruction.variant) == Vote::kBallot) == (instruction.type == Type::kB32),
                    ".ballot.b32, or .all, .any, .uni with .pred");
      break;
    case Op::kShf: {
      const bool one = has(instruction, kLeft) != has(instruction, kRight);
      check.require(one && has(instruction, kClamp) != has(instruction, kWrap), "shf.l or shf.r with .clamp or .wrap");
      break;
    }
    default: break;
  }
  if (is_memory(instruction)) check_memory(check);
}

void check_operands(Cursor& cursor, const Token& opcode, const Instruction& instruction) {
  const Check check{cursor, opcode, instruction, op_of(instruction)};
  const std::size_t sources = instruction.operands.size() - instruction.destinations;
  switch (check.op) {
    case Op::kSetp: case Op::kSet:
      check.require((sources == 3) == (boolean_of(instruction) != Boolean::kNone),
                    "a third source with, and only with, .and, .or or .xor");
      break;
    case Op::kAtom:
      check.require((sources == 3) == (static_cast<Atomic>(instruction.variant) == Atomic::kCas),
                    "two values for .cas, one for other operations");
      break;
    case Op::kCvt:
      check.require((sources == 2) == ((is_packed(instruction.type) || is_small_pair(instruction.type)) &&
                                       instruction.type2 == Type::kF32),
                    "two sources for, and only for, a packed type");
      break;
    case Op::kTex: case Op::kTxq: check_level(check, sources); break;
    case Op::kBar:
      check.require(static_cast<Barrier>(instruction.variant) != Barrier::kArrive || sources == 2,
                    "a number of threads after the barrier of .arrive");
      break;
    case Op::kShfl: case Op::kVote:
      check.require((sources == (check.op == Op::kShfl ? 4 : 2)) == has(instruction, kSync),
                    "a member mask with, and only with, .sync");
      break;
    case Op::kMov:
      check.require(instruction.operands[0].kind != Operand::Kind::kVector ||
                        instruction.operands[1].kind != Operand::Kind::kVector,
                    "a vector on one side only");
      break;
    default: break;
  }
  if (is_memory(instruction)) check_memory(check);
}

}  // namespace unibank::ptx
