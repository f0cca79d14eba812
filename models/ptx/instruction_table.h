// The only table of PTX instructions. It gives the parser the suffixes and operands of an opcode, the compiler its
// destinations and unit, and the executor its identity. A new instruction is an Op, a row in
// instruction_table.cpp, and its meaning in simt/; a new suffix is a row in suffix_table.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/kernel.h"

namespace unibank::ptx {

// The value of Instruction::opcode, and the index of the row. Spelling variants share a row (barrier = bar, fence =
// membar, ldu = ld), so only the parser distinguishes them.
enum class Op : Opcode {
  kAbs, kActivemask, kAdd, kAddc, kAnd, kAtom, kBar, kBfe, kBfi, kBfind, kBra, kBrev, kBrkpt, kClz, kCnot, kCopysign,
  kCos, kCvt, kCvta, kDiv, kEx2, kExit, kFma, kIsspacep, kLd, kLg2, kMad, kMad24, kMadc, kMatch, kMax, kMembar, kMin,
  kMov, kMul, kMul24, kNanosleep, kNeg, kNop, kNot, kOr, kPopc, kPrefetch, kPrmt, kRcp, kRed, kRem, kRet, kRsqrt, kSad,
  kSelp, kSet, kSetp, kShf, kShfl, kShl, kShr, kSin, kSlct, kSqrt, kSt, kSub, kSubc, kTestp, kTrap, kVote, kXor,
  // kWmma is wmma.load and wmma.store, which the parser replaces (matrix_memory.cpp). wmma.mma is kMma.
  kBrx, kCall, kDp2a, kDp4a, kLdmatrix, kLop3, kMma, kRedux, kSuld, kSuq, kSured, kSust, kTanh, kTex, kTld4, kTxq,
  kVabsdiff4, kWmma, kBmsk, kFns, kSzext, kMovmatrix, kStmatrix, kCp, kMbarrier,
  kRelssp,  // not in PTX: the thread no longer needs the shared part of its block's scratchpad (Jatala et al., 6.2)
  kRuntime,  // not in PTX: a call of the CUDA runtime (a Runtime), results and arguments in registers
  kAcqreg, kRelreg,  // not in PTX: a thread's use of its warp's extended registers begins, ends (Khorasani et al.)
  kCount,
};
constexpr unsigned kOps = static_cast<unsigned>(Op::kCount);

// The SM latency of an instruction.
enum class LatencyClass : std::uint8_t {
  kAlu,      // integer, float, moves, conversions, predicates
  kSfu,      // special functions, divisions, square roots
  kMemory,   // loads, stores, atomics
  kTexture,  // texture and surface accesses
  kTensor,   // products of matrices
  kBarrier,  // waits for the other warps of the block
  kExit,     // the active lanes end
  kControl,  // branches, fences and other instructions without a result
};

// Instruction::modifiers. Suffixes without effect here (.aligned, .L2::128B, ...) set no bit.
enum Modifier : std::uint32_t {
  kWide = 1u << 0,          // mul, mad: the result is twice as wide
  kLo = 1u << 1,            // mul, mad, mul24, mad24: the low half of the product
  kHi = 1u << 2,            // mul, mad, mul24, mad24: the high half of the product
  kFtz = 1u << 3,           // subnormal f32 values become zero
  kSat = 1u << 4,           // clamp: float to [0, 1], integer to its range
  kApprox = 1u << 5,
  kFull = 1u << 6,          // div.full
  kUni = 1u << 7,           // bra.uni
  kMmio = 1u << 8,          // ld, st: comes with .relaxed.sys
  kNonCoherent = 1u << 9,   // ld.global.nc
  kCarryOut = 1u << 10,     // .cc
  kTo = 1u << 11,           // cvta.to.space: generic to space (without it: space to generic)
  kShiftAmount = 1u << 12,  // bfind.shiftamt
  kClamp = 1u << 13,        // shf
  kWrap = 1u << 14,         // shf
  kLeft = 1u << 15,         // shf.l
  kRight = 1u << 16,        // shf.r
  kSync = 1u << 17,         // shfl, vote, match, redux: .sync; the last source is the member mask
  kPropagateNan = 1u << 18, // min.NaN, max.NaN
  kRelu = 1u << 19,         // fma.relu and its like: negative results become zero
  kXorSign = 1u << 20,      // min.xorsign.abs, max.xorsign.abs
  kLevel = 1u << 21,        // tex.level, txq.level: the level is an operand
  kGradient = 1u << 22,     // tex.grad: two gradients are operands
  kSatFinite = 1u << 23,    // cvt.satfinite: a result beyond the largest number becomes that number
  kUpperHalf = 1u << 24,    // cvt, not in PTX: the source is the upper half of a 32-bit register
};

// Instruction::order: the memory order of ld, st, atom and red, and of a fence. By default ld and st are .weak, atom
// and red are .relaxed, fence is .acq_rel, and membar is .sc (it is fence.sc).
enum class Order : std::uint8_t { kWeak, kVolatile, kRelaxed, kAcquire, kRelease, kAcquireRelease, kSequential };
// Instruction::scope. By default atom and red have .gpu; .volatile means .sys. A fence without a scope is a proxy
// fence.
enum class SyncScope : std::uint8_t { kNone, kCta, kCluster, kGpu, kSys };  // .gl of membar is .gpu
// Instruction::cache, of ld and st
enum class CacheOp : std::uint8_t { kNone, kCa, kCg, kCs, kLu, kCv, kWb, kWt };

// Instruction::rounding
enum class Rounding : std::uint8_t {
  kNone,                        // none written
  kRn, kRz, kRm, kRp,           // to nearest even, to zero, down, up
  kRna,                         // to nearest, halves away from zero (cvt to tf32)
  kRni, kRzi, kRmi, kRpi,       // to an integral value: to nearest even, to zero, down, up (cvt)
};

// Instruction::variant of setp and set: the comparison in bits 0-4, the boolean operation after the comparison in bits
// 5-6.
enum class Comparison : std::uint8_t {
  kEq, kNe, kLt, kLe, kGt, kGe,
  kLo, kLs, kHi, kHs,           // unsigned lt, le, gt, ge
  kEqu, kNeu, kLtu, kLeu, kGtu, kGeu,  // float: true when an operand is NaN
  kNum, kNan,                   // float: neither is NaN, either is NaN
};
enum class Boolean : std::uint8_t { kNone, kAnd, kOr, kXor };

// The values of Instruction::variant; a comment at the end of a line names the opcode.
enum class Atomic : std::uint8_t { kAnd, kOr, kXor, kCas, kExch, kAdd, kInc, kDec, kMin, kMax };
enum class Shuffle : std::uint8_t { kUp, kDown, kBfly, kIdx };                                    // shfl
enum class Vote : std::uint8_t { kAll, kAny, kUni, kBallot };                                     // vote
enum class Match : std::uint8_t { kAny, kAll };                                                   // match
enum class Permute : std::uint8_t { kIndex, kF4e, kB4e, kRc8, kEcl, kEcr, kRc16 };                // prmt
enum class Test : std::uint8_t { kFinite, kInfinite, kNumber, kNotanumber, kNormal, kSubnormal }; // testp
// tex, tld4, suld, sust, sured: shape in bits 0-2, for surfaces the out-of-bounds mode in bits 3-4, .p (formatted) in
// bit 5; for tld4 the channel (.r .g .b .a) in bits 3-4. The operation of sured is in Instruction::operation, an
// Atomic.
enum class Geometry : std::uint8_t { k1d, k2d, k3d, kA1d, kA2d, kCube, kACube };
enum class Outside : std::uint8_t { kTrap, kClamp, kZero };
enum class Query : std::uint8_t { kWidth, kHeight, kDepth, kChannelType, kChannelOrder, kNormalized };  // txq, suq
enum class Combine : std::uint8_t { kNone, kAdd };                                                // vabsdiff4
enum class Barrier : std::uint8_t { kSync, kArrive, kRedPopc, kRedAnd, kRedOr, kWarp };           // bar

// cp.async. kCopy: a copy of `vector` bytes (type .b8) from memory to the scratchpad. kCommit: the end of a group of
// copies. kWaitGroup: a wait until all but the last N groups are done (N is the operand). kWaitAll: a wait for all
// copies. kArrive, kArriveNoInc: an arrival on an mbarrier when the thread's copies are done; with kArrive the mbarrier
// expects it in addition to its count, with kArriveNoInc it does not.
enum class AsyncCopy : std::uint8_t { kCopy, kCommit, kWaitGroup, kWaitAll, kArrive, kArriveNoInc };

// mbarrier. try_wait is a kTest too.
enum class Mbarrier : std::uint8_t {
  kInit, kInval, kExpectTx, kCompleteTx,
  kArrive, kArriveExpectTx, kArriveNoComplete,
  kDrop, kDropExpectTx, kDropNoComplete,
  kTest, kTestParity,
  kPendingCount,
};

// fence.proxy: a bit for the word itself, and bits for the words after it.
enum class Proxy : std::uint8_t { kProxy = 1, kAlias = 2, kAsync = 4, kOfGlobal = 8, kOfShared = 16 };

// Functions of the CUDA runtime that kernels call: Instruction::variant of kRuntime.
enum class Runtime : std::uint8_t { kPrintf, kMalloc, kAlignedMalloc, kFree };

using TypeSet = std::uint32_t;  // bit = Type
constexpr TypeSet type_bit(Type type) { return TypeSet{1} << static_cast<unsigned>(type); }

// Kinds of suffix of an opcode, besides types and modifiers.
enum SuffixKind : std::uint32_t {
  kSuffixRounding = 1u << 0,
  kSuffixComparison = 1u << 1,
  kSuffixBoolean = 1u << 2,
  kSuffixAtomic = 1u << 3,
  kSuffixShuffle = 1u << 4,
  kSuffixVote = 1u << 5,
  kSuffixMatch = 1u << 6,
  kSuffixPermute = 1u << 7,
  kSuffixTest = 1u << 8,
  kSuffixBarrier = 1u << 9,
  kSuffixSpace = 1u << 10,
  kSuffixVector = 1u << 11,
  kSuffixHint = 1u << 12,       // accepted, without effect: of ld and st
  kSuffixGeometry = 1u << 13,
  kSuffixOutside = 1u << 14,
  kSuffixFormat = 1u << 15,     // .b .p of surfaces
  kSuffixChannel = 1u << 16,    // .r .g .b .a of tld4
  kSuffixQuery = 1u << 17,
  kSuffixCombine = 1u << 18,    // vabsdiff4.add
  kSuffixIndex = 1u << 19,      // brx.idx
  kSuffixProxy = 1u << 20,      // fence.proxy: accepted, without effect: there is only one proxy
  kSuffixCache = 1u << 21,      // of ld and st; of surfaces it has no effect
  kSuffixAligned = 1u << 22,    // accepted, without effect: of barriers
  kSuffixNoftz = 1u << 23,      // accepted, without effect: of atom and red
  kSuffixPrefetch = 1u << 24,   // accepted, without effect: of prefetch
  kSuffixOrder = 1u << 25,
  kSuffixScope = 1u << 26,
  kSuffixEviction = 1u << 27,   // accepted, without effect: of ld and st
  kSuffixDependency = 1u << 28, // griddepcontrol; accepted, without effect: a kernel starts after those it depends on
};

// Operands are written one letter each; a capital letter marks an optional one.
//   t  value of the instruction's type (.pred: a predicate)
//   s  value of the second type; of the type if the opcode has only one
//   w  as t, twice as wide with .wide
//   u  32-bit value (shift amounts, masks, counts); i  an integer constant
//   p  predicate
//   m  data of a load or store: a register at least as wide as the type, or a vector
//   c  as m, but a single value (cvt: 8- and 16-bit values may be in wider registers)
//   v  source of mov: register, immediate, special register, address of a variable, or {vector}
//   g  an address in a register, or a variable
//   a  [address]
//   l  label
//   j  the name of a list of labels (.branchtargets)
//   d  texels: always a vector, of one element by default
//   x  [texture, coordinates] or [texture, sampler, coordinates]: two or three operands
//   q  [texture]
//   n  the callee of a call with its results and arguments
// The operands of some instructions: call has its results and arguments as kSymbol operands (.param variables of the
// call sequence), and between them the callee (kFunction, or a register and Instruction::prototype). brx: a register
// and a kVector of labels. tex: result kVector of registers; texture (kSymbol of a texture variable, or a register),
// the sampler if it is separate, coordinates (a kVector), then the operands of the modifiers. sust: surface,
// coordinates, data. suld: result; surface, coordinates.
struct InstructionInfo {
  Op op;
  const char* name;
  LatencyClass latency;
  const char* results;        // letters as above; two results are written d|p
  const char* sources;
  std::uint8_t least_types, most_types;
  TypeSet types, types2;      // of the first type, and of the others
  std::uint32_t modifiers;    // allowed Modifier bits
  std::uint32_t suffixes;     // allowed SuffixKind bits
  const char* without = "";   // suffixes of these kinds and modifiers that are not allowed, separated by blanks
  bool supported = true;
};

const InstructionInfo& info(Op op);
inline Op op_of(const Instruction& instruction) { return static_cast<Op>(instruction.opcode); }
inline const InstructionInfo& info(const Instruction& instruction) { return info(op_of(instruction)); }
const InstructionInfo* find_instruction(std::string_view name);  // null when unknown; also finds spelling variants
std::vector<std::string> supported_instructions();               // names in alphabetical order
// Why an instruction that PTX has is refused, for messages: "'wgmma', which works on ..."; empty for all others. The
// opcode includes its suffixes: `barrier` is known, `barrier.cluster` is refused.
std::string refused_instruction(std::string_view opcode);
std::vector<std::string> refused_instructions();                 // names in the order of the table
// Documentation of a row in one line: "add .u16 ... | value <- value, value | .ftz .sat ... | alu".
std::string describe(const InstructionInfo& row);

// Readers of a decoded instruction.
inline bool has(const Instruction& i, Modifier modifier) { return (i.modifiers & modifier) != 0; }
inline Comparison comparison_of(const Instruction& i) { return static_cast<Comparison>(i.variant & 31); }
inline Boolean boolean_of(const Instruction& i) { return static_cast<Boolean>(i.variant >> 5); }
inline Order order_of(const Instruction& i) { return static_cast<Order>(i.order); }
inline SyncScope scope_of(const Instruction& i) { return static_cast<SyncScope>(i.scope); }
inline CacheOp cache_of(const Instruction& i) { return static_cast<CacheOp>(i.cache); }
inline Rounding rounding_of(const Instruction& i) { return static_cast<Rounding>(i.rounding); }
inline bool is_branch(const Instruction& i) { return op_of(i) == Op::kBra; }
inline bool is_call(const Instruction& i) { return op_of(i) == Op::kCall; }
// `ret` of an entry ends its thread, as `exit` does; in a function it returns to the caller. A linked kernel has
// `exit` in its entry for each `ret` of the source. `trap` is an error of the run, not an exit.
inline bool is_exit(const Instruction& i) { return op_of(i) == Op::kExit || op_of(i) == Op::kRet; }
// Whether it ends a basic block, because the next instruction need not be the following one. A call returns, so it does
// not end a block.
inline bool ends_block(const Instruction& i) {
  return is_branch(i) || is_exit(i) || op_of(i) == Op::kTrap || op_of(i) == Op::kBrx;
}
inline bool is_load(const Instruction& i) { return op_of(i) == Op::kLd || op_of(i) == Op::kLdmatrix; }
inline bool is_store(const Instruction& i) { return op_of(i) == Op::kSt || op_of(i) == Op::kStmatrix; }
// A copy from global memory to the scratchpad: the first operand is the scratchpad address, the second the global one.
inline bool is_copy(const Instruction& i) {
  return op_of(i) == Op::kCp && static_cast<AsyncCopy>(i.variant) == AsyncCopy::kCopy;
}
inline bool is_atomic(const Instruction& i) { return op_of(i) == Op::kAtom || op_of(i) == Op::kRed; }
// cp.async.mbarrier.arrive: its operand is the address of an mbarrier.
inline bool is_arrival(const Instruction& i) {
  return op_of(i) == Op::kCp && static_cast<AsyncCopy>(i.variant) >= AsyncCopy::kArrive;
}
// Whether it reads or changes an mbarrier at an address.
inline bool is_mbarrier(const Instruction& i) {
  return is_arrival(i) || (op_of(i) == Op::kMbarrier && static_cast<Mbarrier>(i.variant) != Mbarrier::kPendingCount);
}
// Whether it accesses its mbarrier only later: an arrival without increment does so, other instructions access it when
// they execute.
inline bool is_later_arrival(const Instruction& i) {
  return op_of(i) == Op::kCp && static_cast<AsyncCopy>(i.variant) == AsyncCopy::kArriveNoInc;
}
inline bool is_memory(const Instruction& i) {
  return is_load(i) || is_store(i) || is_atomic(i) || is_copy(i) || is_mbarrier(i);
}
// Whether it waits for the block; bar.warp and the fences wait for no other warp.
inline bool is_barrier(const Instruction& i) {
  return op_of(i) == Op::kBar && static_cast<Barrier>(i.variant) != Barrier::kWarp;
}
LatencyClass latency_class(const Instruction& instruction);  // the row's, except for bar.warp, cp's waits and the like

}  // namespace unibank::ptx
