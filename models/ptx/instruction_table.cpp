#include "ptx/instruction_table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace unibank::ptx {
namespace {

constexpr TypeSet set_of(Type a) { return type_bit(a); }
template <typename... Types>
constexpr TypeSet set_of(Type a, Types... others) { return type_bit(a) | set_of(others...); }

using T = Type;
constexpr TypeSet kNoTypes = 0;
constexpr TypeSet kPredicate = set_of(T::kPred);
constexpr TypeSet kB32 = set_of(T::kB32), kB64 = set_of(T::kB64);
constexpr TypeSet kInt32 = set_of(T::kU32, T::kS32);
constexpr TypeSet kInt3264 = kInt32 | set_of(T::kU64, T::kS64);
constexpr TypeSet kInt = kInt3264 | set_of(T::kU16, T::kS16);
constexpr TypeSet kSigned = set_of(T::kS16, T::kS32, T::kS64);
constexpr TypeSet kFloat = set_of(T::kF32, T::kF64);
constexpr TypeSet kBits3264 = kB32 | kB64;
constexpr TypeSet kBits = kBits3264 | set_of(T::kB16);
constexpr TypeSet kHalf = set_of(T::kF16, T::kF16x2), kBrain = set_of(T::kBf16, T::kBf16x2);
constexpr TypeSet kSmallFloat = kHalf | kBrain;
constexpr TypeSet kArithmetic = kInt | kFloat;
constexpr TypeSet kAnyArithmetic = kArithmetic | kSmallFloat;
constexpr TypeSet kPairs = set_of(T::kU16x2, T::kS16x2);
constexpr TypeSet kValues = kInt | kFloat | kBits;                                    // 16 bits and wider
constexpr TypeSet kBytes = set_of(T::kU8, T::kS8, T::kB8);
constexpr TypeSet kStored = kValues | kBytes | set_of(T::kF16);
constexpr TypeSet kConverted = kInt | kFloat | set_of(T::kU8, T::kS8, T::kF16, T::kBf16);
constexpr TypeSet kPacked = set_of(T::kF16x2, T::kBf16x2), kSmallPairs = set_of(T::kE4m3x2, T::kE5m2x2);
constexpr TypeSet kReduced = kInt3264 | kBits3264 | kFloat | kSmallFloat;             // atom, red
constexpr TypeSet kTexels = set_of(T::kU32, T::kS32, T::kF32);
constexpr TypeSet kSurfaceBits = set_of(T::kB8, T::kB16, T::kB32, T::kB64);
constexpr TypeSet kShifted = kInt | kBits;

constexpr std::uint32_t kOrder = kSuffixOrder | kSuffixScope;
constexpr std::uint32_t kAccess = kSuffixSpace | kSuffixVector | kSuffixCache | kSuffixHint | kSuffixEviction | kOrder;
constexpr std::uint32_t kShiftModes = kLeft | kRight | kClamp | kWrap;
constexpr std::uint32_t kHalves = kWide | kLo | kHi;
constexpr std::uint32_t kExtremes = kFtz | kPropagateNan | kXorSign | kRelu;
constexpr std::uint32_t kSurface = kSuffixGeometry | kSuffixOutside | kSuffixFormat;
// Suffixes of cvt only.
constexpr const char* kOfCvt = "rni rzi rmi rpi rna e2m3x2 e3m2x2 e2m1x2 ue8m0x2";

constexpr LatencyClass kA = LatencyClass::kAlu, kS = LatencyClass::kSfu, kM = LatencyClass::kMemory,
                       kX = LatencyClass::kTexture, kC = LatencyClass::kControl;

constexpr InstructionInfo refused(Op op, const char* name, LatencyClass latency) {
  return {op, name, latency, "", "", 0, 0, kNoTypes, kNoTypes, 0, 0, "", false};
}

// op, name, unit, results, sources, types written (least, most), types, second types, modifiers, other suffixes, those
// of them that are not allowed
constexpr InstructionInfo kTable[] = {
    {Op::kAbs, "abs", kA, "t", "t", 1, 1, kSigned | kFloat | kSmallFloat, 0, kFtz, 0},
    {Op::kActivemask, "activemask", kA, "t", "", 1, 1, kB32, 0, 0, 0},
    {Op::kAdd, "add", kA, "t", "tt", 1, 1, kAnyArithmetic | kPairs, 0, kSat | kFtz | kCarryOut, kSuffixRounding,
     kOfCvt},
    {Op::kAddc, "addc", kA, "t", "tt", 1, 1, kInt3264, 0, kCarryOut, 0},
    {Op::kAnd, "and", kA, "t", "tt", 1, 1, kBits | kPredicate, 0, 0, 0},
    {Op::kAtom, "atom", kM, "t", "atT", 1, 1, kReduced | set_of(T::kB16), 0, 0,
     kSuffixSpace | kSuffixAtomic | kSuffixNoftz | kOrder,
     "local const param param::entry param::func weak volatile sc gl"},
    {Op::kBar, "bar", LatencyClass::kBarrier, "T", "uUP", 0, 1, set_of(T::kU32, T::kPred), 0, 0,
     kSuffixBarrier | kSuffixAligned},
    {Op::kBfe, "bfe", kA, "t", "tuu", 1, 1, kInt3264, 0, 0, 0},
    {Op::kBfi, "bfi", kA, "t", "ttuu", 1, 1, kBits3264, 0, 0, 0},
    {Op::kBfind, "bfind", kA, "u", "t", 1, 1, kInt3264, 0, kShiftAmount, 0},
    {Op::kBra, "bra", kC, "", "l", 0, 0, 0, 0, kUni, 0},
    {Op::kBrev, "brev", kA, "t", "t", 1, 1, kBits3264, 0, 0, 0},
    {Op::kBrkpt, "brkpt", kC, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kClz, "clz", kA, "u", "t", 1, 1, kBits3264, 0, 0, 0},
    {Op::kCnot, "cnot", kA, "t", "t", 1, 1, kBits, 0, 0, 0},
    {Op::kCopysign, "copysign", kA, "t", "tt", 1, 1, kFloat, 0, 0, 0},
    {Op::kCos, "cos", kS, "t", "t", 1, 1, set_of(T::kF32), 0, kApprox | kFtz, 0},
    {Op::kCvt, "cvt", kA, "c", "cC", 2, 2, kConverted | kPacked | kSmallPairs | set_of(T::kTf32),
     kConverted | kSmallPairs | set_of(T::kF16x2), kFtz | kSat | kRelu | kSatFinite, kSuffixRounding},
    {Op::kCvta, "cvta", kA, "t", "g", 1, 1, set_of(T::kU32, T::kU64), 0, kTo, kSuffixSpace},
    {Op::kDiv, "div", kS, "t", "tt", 1, 1, kArithmetic, 0, kApprox | kFull | kFtz, kSuffixRounding, kOfCvt},
    {Op::kEx2, "ex2", kS, "t", "t", 1, 1, set_of(T::kF32) | kSmallFloat, 0, kApprox | kFtz, 0},
    {Op::kExit, "exit", LatencyClass::kExit, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kFma, "fma", kA, "t", "ttt", 1, 1, kFloat | kSmallFloat, 0, kFtz | kSat | kRelu, kSuffixRounding,
     kOfCvt},
    {Op::kIsspacep, "isspacep", kA, "p", "g", 0, 0, 0, 0, 0, kSuffixSpace, "const param param::entry param::func"},
    {Op::kLd, "ld", kM, "m", "a", 1, 1, kStored, 0, kMmio | kNonCoherent, kAccess,
     "wb wt release acq_rel sc gl"},
    {Op::kLg2, "lg2", kS, "t", "t", 1, 1, set_of(T::kF32), 0, kApprox | kFtz, 0},
    {Op::kMad, "mad", kA, "w", "ttw", 1, 1, kArithmetic, 0, kHalves | kSat | kFtz | kCarryOut, kSuffixRounding,
     kOfCvt},
    {Op::kMad24, "mad24", kA, "t", "ttt", 1, 1, kInt32, 0, kLo | kHi | kSat, 0},
    {Op::kMadc, "madc", kA, "t", "ttt", 1, 1, kInt3264, 0, kLo | kHi | kCarryOut, 0},
    {Op::kMatch, "match", kA, "uP", "tu", 1, 1, kBits3264, 0, kSync, kSuffixMatch},
    {Op::kMax, "max", kA, "t", "tt", 1, 1, kAnyArithmetic | kPairs, 0, kExtremes, 0},
    {Op::kMembar, "membar", kC, "", "", 0, 0, 0, 0, 0, kOrder | kSuffixProxy, "weak volatile relaxed"},
    {Op::kMin, "min", kA, "t", "tt", 1, 1, kAnyArithmetic | kPairs, 0, kExtremes, 0},
    {Op::kMov, "mov", kA, "v", "v", 1, 1, kValues | kPredicate | kSmallFloat, 0, 0, 0},
    {Op::kMul, "mul", kA, "w", "tt", 1, 1, kAnyArithmetic, 0, kHalves | kSat | kFtz, kSuffixRounding, kOfCvt},
    {Op::kMul24, "mul24", kA, "t", "tt", 1, 1, kInt32, 0, kLo | kHi, 0},
    {Op::kNanosleep, "nanosleep", kC, "", "t", 1, 1, set_of(T::kU32), 0, 0, 0},
    {Op::kNeg, "neg", kA, "t", "t", 1, 1, kSigned | kFloat | kSmallFloat, 0, kFtz, 0},
    {Op::kNop, "nop", kC, "", "U", 0, 0, 0, 0, 0, kSuffixDependency},
    {Op::kNot, "not", kA, "t", "t", 1, 1, kBits | kPredicate, 0, 0, 0},
    {Op::kOr, "or", kA, "t", "tt", 1, 1, kBits | kPredicate, 0, 0, 0},
    {Op::kPopc, "popc", kA, "u", "t", 1, 1, kBits3264, 0, 0, 0},
    {Op::kPrefetch, "prefetch", kC, "", "aU", 0, 0, 0, 0, 0, kSuffixSpace | kSuffixPrefetch},
    {Op::kPrmt, "prmt", kA, "t", "ttu", 1, 1, kB32, 0, 0, kSuffixPermute},
    {Op::kRcp, "rcp", kS, "t", "t", 1, 1, kFloat, 0, kApprox | kFtz, kSuffixRounding, kOfCvt},
    {Op::kRed, "red", kM, "", "at", 1, 1, kReduced, 0, 0, kSuffixSpace | kSuffixAtomic | kSuffixNoftz | kOrder,
     "cas exch local const param param::entry param::func weak volatile acquire acq_rel sc gl"},
    {Op::kRem, "rem", kS, "t", "tt", 1, 1, kInt, 0, 0, 0},
    {Op::kRet, "ret", LatencyClass::kExit, "", "", 0, 0, 0, 0, kUni, 0},
    {Op::kRsqrt, "rsqrt", kS, "t", "t", 1, 1, kFloat, 0, kApprox | kFtz, 0},
    {Op::kSad, "sad", kA, "t", "ttt", 1, 1, kInt, 0, 0, 0},
    {Op::kSelp, "selp", kA, "t", "ttp", 1, 1, kValues, 0, 0, 0},
    {Op::kSet, "set", kA, "t", "ssP", 2, 2, set_of(T::kU16, T::kS16, T::kU32, T::kS32, T::kF32) | kSmallFloat,
     kValues | kSmallFloat, kFtz,
     kSuffixComparison | kSuffixBoolean},
    {Op::kSetp, "setp", kA, "pP", "ttP", 1, 1, kValues | kSmallFloat, 0, kFtz, kSuffixComparison | kSuffixBoolean},
    {Op::kShf, "shf", kA, "t", "ttu", 1, 1, kB32, 0, kShiftModes, 0},
    {Op::kShfl, "shfl", kA, "tP", "tuuU", 1, 1, kB32, 0, kSync, kSuffixShuffle},
    {Op::kShl, "shl", kA, "t", "tu", 1, 1, kBits, 0, 0, 0},
    {Op::kShr, "shr", kA, "t", "tu", 1, 1, kShifted, 0, 0, 0},
    {Op::kSin, "sin", kS, "t", "t", 1, 1, set_of(T::kF32), 0, kApprox | kFtz, 0},
    {Op::kSlct, "slct", kA, "t", "tts", 2, 2, kValues, set_of(T::kS32, T::kF32), kFtz, 0},
    {Op::kSqrt, "sqrt", kS, "t", "t", 1, 1, kFloat, 0, kApprox | kFtz, kSuffixRounding, kOfCvt},
    {Op::kSt, "st", kM, "", "am", 1, 1, kStored, 0, kMmio, kAccess,
     "ca lu cv const param::entry acquire acq_rel sc gl L2::64B L2::128B L2::256B"},
    {Op::kSub, "sub", kA, "t", "tt", 1, 1, kAnyArithmetic, 0, kSat | kFtz | kCarryOut, kSuffixRounding, kOfCvt},
    {Op::kSubc, "subc", kA, "t", "tt", 1, 1, kInt3264, 0, kCarryOut, 0},
    {Op::kTestp, "testp", kA, "p", "t", 1, 1, kFloat, 0, 0, kSuffixTest},
    {Op::kTrap, "trap", kC, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kVote, "vote", kA, "t", "pU", 1, 1, kB32 | kPredicate, 0, kSync, kSuffixVote},
    {Op::kXor, "xor", kA, "t", "tt", 1, 1, kBits | kPredicate, 0, 0, 0},
    {Op::kBrx, "brx", kC, "", "uj", 0, 0, 0, 0, kUni, kSuffixIndex},
    {Op::kCall, "call", kC, "", "n", 0, 0, 0, 0, kUni, 0},
    {Op::kDp2a, "dp2a", kA, "t", "ttt", 2, 2, kInt32, kInt32, kLo | kHi, 0},
    {Op::kDp4a, "dp4a", kA, "t", "ttt", 2, 2, kInt32, kInt32, 0, 0},
    {Op::kLdmatrix, "ldmatrix", kM, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kLop3, "lop3", kA, "t", "ttti", 1, 1, kB32, 0, 0, 0},
    {Op::kMma, "mma", LatencyClass::kTensor, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kRedux, "redux", kA, "t", "tu", 1, 1, kInt32 | kB32, 0, kSync, kSuffixAtomic, "cas exch inc dec"},
    {Op::kSuld, "suld", kX, "d", "x", 1, 1, kSurfaceBits, 0, 0, kSurface | kSuffixVector | kSuffixCache,
     "cube acube 2dms a2dms p wb lu wt"},
    {Op::kSuq, "suq", kX, "t", "q", 1, 1, kB32, 0, 0, kSuffixQuery},
    {Op::kSured, "sured", kX, "", "xt", 1, 1, kInt3264 | kB32, 0, 0, kSurface | kSuffixAtomic,
     "cube acube 2dms a2dms cas exch inc dec"},
    {Op::kSust, "sust", kX, "", "xd", 1, 1, kSurfaceBits, 0, 0, kSurface | kSuffixVector | kSuffixCache,
     "cube acube 2dms a2dms ca lu cv"},
    {Op::kTanh, "tanh", kS, "t", "t", 1, 1, set_of(T::kF32) | kSmallFloat, 0, kApprox, 0},
    {Op::kTex, "tex", kX, "d", "xS", 2, 2, kTexels, set_of(T::kS32, T::kF32), kLevel | kGradient,
     kSuffixGeometry | kSuffixVector, "v2"},
    {Op::kTld4, "tld4", kX, "d", "x", 2, 2, kTexels, set_of(T::kF32), 0,
     kSuffixChannel | kSuffixGeometry | kSuffixVector, "v2 1d 3d a1d 2dms a2dms"},
    {Op::kTxq, "txq", kX, "t", "qU", 1, 1, kB32, 0, kLevel, kSuffixQuery},
    {Op::kVabsdiff4, "vabsdiff4", kA, "t", "ttt", 3, 3, kInt32, kInt32, kSat, kSuffixCombine},
    {Op::kWmma, "wmma", kM, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kBmsk, "bmsk", kA, "t", "uu", 1, 1, kB32, 0, kClamp | kWrap, 0},
    {Op::kFns, "fns", kA, "t", "uuu", 1, 1, kB32, 0, 0, 0},
    {Op::kSzext, "szext", kA, "t", "tu", 1, 1, kInt32, 0, kClamp | kWrap, 0},
    {Op::kMovmatrix, "movmatrix", kA, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kStmatrix, "stmatrix", kM, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kCp, "cp", kM, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kMbarrier, "mbarrier", kM, "u", "t", 0, 0, 0, 0, 0, 0},  // the letters are pending_count's
    {Op::kRelssp, "relssp", kC, "", "", 0, 0, 0, 0, 0, 0},
    refused(Op::kRuntime, "call", kC),  // made from calls, has no text form: the name is kCall's
    {Op::kAcqreg, "acqreg", kC, "", "", 0, 0, 0, 0, 0, 0},
    {Op::kRelreg, "relreg", kC, "", "", 0, 0, 0, 0, 0, 0},
};

constexpr bool rows_stand_in_order() {
  for (unsigned i = 0; i < std::size(kTable); ++i)
    if (static_cast<unsigned>(kTable[i].op) != i) return false;
  return std::size(kTable) == kOps;
}
static_assert(rows_stand_in_order(), "the rows stand in the order of Op");

// Other spellings of the same instruction.
constexpr std::pair<std::string_view, Op> kSpellings[] = {
    {"barrier", Op::kBar},          {"fence", Op::kMembar},           {"ldu", Op::kLd},
    {"prefetchu", Op::kPrefetch},   {"applypriority", Op::kPrefetch}, {"discard", Op::kPrefetch},
    {"pmevent", Op::kNop},          {"griddepcontrol", Op::kNop}};

// Instructions of PTX that this model does not support, with the reason.
constexpr const char* kTensor =
    "works on matrices in the scratchpad or in a separate memory; that is not in this model";
constexpr const char* kSparse = "leaves out zeros of its first matrix; that is not in this model";
constexpr const char* kAsynchronous = "works asynchronously to its thread; that is not in this model";
constexpr const char* kCluster = "works on clusters of thread blocks; these are not in this model";
constexpr const char* kVideo = "is a video instruction; of these only vabsdiff4 is in this model";
constexpr std::pair<std::string_view, const char*> kRefused[] = {
    {"wgmma", kTensor}, {"tcgen05", kTensor}, {"mma.sp", kSparse}, {"mma.sp::ordered_metadata", kSparse},
    {"cp.async.bulk", kAsynchronous}, {"cp.reduce", kAsynchronous},
    {"multimem", kAsynchronous}, {"tensormap", kAsynchronous}, {"st.async", kAsynchronous},
    {"red.async", kAsynchronous},
    {"barrier.cluster", kCluster}, {"mapa", kCluster}, {"getctarank", kCluster}, {"clusterlaunchcontrol", kCluster},
    {"elect", "chooses a lane by an undefined rule; that is not in this model, but activemask is"},
    {"setmaxnreg", "moves registers between warps; that is not in this model"},
    {"createpolicy", "creates a cache policy; policies are not in this model"},
    {"alloca", "allocates local memory at run time; that is not in this model"},
    {"stacksave", "allocates local memory at run time; that is not in this model"},
    {"stackrestore", "allocates local memory at run time; that is not in this model"},
    {"istypep", "queries the kind of a handle; that is not in this model"},
    {"vadd", kVideo}, {"vsub", kVideo}, {"vabsdiff", kVideo}, {"vmin", kVideo}, {"vmax", kVideo}, {"vshl", kVideo},
    {"vshr", kVideo}, {"vmad", kVideo}, {"vset", kVideo}, {"vadd2", kVideo}, {"vsub2", kVideo}, {"vavrg2", kVideo},
    {"vabsdiff2", kVideo}, {"vmin2", kVideo}, {"vmax2", kVideo}, {"vset2", kVideo}, {"vadd4", kVideo},
    {"vsub4", kVideo}, {"vavrg4", kVideo}, {"vmin4", kVideo}, {"vmax4", kVideo}, {"vset4", kVideo}};

}  // namespace

const InstructionInfo& info(Op op) { return kTable[static_cast<unsigned>(op)]; }

const InstructionInfo* find_instruction(std::string_view name) {
  for (const InstructionInfo& row : kTable)
    if (name == row.name) return &row;
  for (const auto& [spelling, op] : kSpellings)
    if (name == spelling) return &info(op);
  return nullptr;
}

std::vector<std::string> supported_instructions() {
  std::vector<std::string> names;
  for (const InstructionInfo& row : kTable)
    if (row.supported) names.push_back(row.name);
  for (const auto& [spelling, op] : kSpellings) names.emplace_back(spelling);
  std::sort(names.begin(), names.end());
  return names;
}

std::string refused_instruction(std::string_view opcode) {
  for (const auto& [refused, reason] : kRefused) {
    const bool whole = opcode.size() == refused.size() || opcode.substr(0, refused.size() + 1).back() == '.';
    if (whole && opcode.substr(0, refused.size()) == refused)
      return "'" + std::string(refused) + "', which " + reason;
  }
  return "";
}

std::vector<std::string> refused_instructions() {
  std::vector<std::string> names;
  for (const auto& [refused, reason] : kRefused) names.emplace_back(refused);
  return names;
}

LatencyClass latency_class(const Instruction& instruction) {
  const Op op = op_of(instruction);
  if (op == Op::kBar && !is_barrier(instruction)) return LatencyClass::kControl;
  if (op == Op::kCp && (!is_memory(instruction) || is_later_arrival(instruction))) return LatencyClass::kControl;
  if (op == Op::kMbarrier && !is_memory(instruction)) return LatencyClass::kAlu;
  return info(instruction).latency;
}

unsigned bytes_of(Type type) {
  switch (type) {
    case Type::kU8: case Type::kS8: case Type::kB8: case Type::kE4m3: case Type::kE5m2: return 1;
    case Type::kU16: case Type::kS16: case Type::kB16: case Type::kF16: case Type::kBf16:
    case Type::kE4m3x2: case Type::kE5m2x2: return 2;
    case Type::kU32: case Type::kS32: case Type::kB32: case Type::kF32: case Type::kTf32:
    case Type::kF16x2: case Type::kBf16x2: case Type::kU16x2: case Type::kS16x2: return 4;
    case Type::kU64: case Type::kS64: case Type::kB64: case Type::kF64: return 8;
    case Type::kNone: case Type::kPred: case Type::kS4: case Type::kU4: case Type::kB1: break;
  }
  return 0;
}

}  // namespace unibank::ptx
