#include "ptx/suffix_table.h"

#include <algorithm>
#include <utility>

namespace unibank::ptx {
namespace {

template <typename Value>
constexpr Suffix row(const char* name, SuffixKind kind, Value value) {
  return {name, kind, static_cast<std::uint32_t>(value)};
}
constexpr Suffix modifier(const char* name, std::uint32_t bits) { return {name, 0, bits}; }
constexpr Suffix hint(const char* name, SuffixKind kind = kSuffixHint) { return {name, kind, 0}; }
// A suffix of PTX that this model does not support.
constexpr Suffix refused(const char* name, std::uint32_t kind, std::uint32_t value, const char* reason) {
  return {name, kind, value, reason};
}
constexpr const char* kSmall = "converts to or from floats of 6 and 4 bits, or scales of 8 bits";
constexpr const char* kSamples = "reads textures with several samples per texel";

using C = Comparison;
constexpr Suffix kSuffixes[] = {
    modifier("wide", kWide), modifier("lo", kLo), modifier("hi", kHi), modifier("ftz", kFtz), modifier("sat", kSat),
    modifier("approx", kApprox), modifier("full", kFull), modifier("uni", kUni), modifier("mmio", kMmio),
    modifier("nc", kNonCoherent), modifier("cc", kCarryOut), modifier("to", kTo), modifier("shiftamt", kShiftAmount),
    modifier("clamp", kClamp), modifier("wrap", kWrap), modifier("l", kLeft), modifier("r", kRight),
    modifier("sync", kSync), modifier("NaN", kPropagateNan), modifier("relu", kRelu),
    modifier("xorsign", kXorSign), modifier("abs", kXorSign), modifier("level", kLevel),
    modifier("grad", kGradient), modifier("satfinite", kSatFinite),

    row("weak", kSuffixOrder, Order::kWeak), row("volatile", kSuffixOrder, Order::kVolatile),
    row("relaxed", kSuffixOrder, Order::kRelaxed), row("acquire", kSuffixOrder, Order::kAcquire),
    row("release", kSuffixOrder, Order::kRelease), row("acq_rel", kSuffixOrder, Order::kAcquireRelease),
    row("sc", kSuffixOrder, Order::kSequential), row("cta", kSuffixScope, SyncScope::kCta),
    row("cluster", kSuffixScope, SyncScope::kCluster), row("gpu", kSuffixScope, SyncScope::kGpu),
    row("gl", kSuffixScope, SyncScope::kGpu), row("sys", kSuffixScope, SyncScope::kSys),
    row("ca", kSuffixCache, CacheOp::kCa), row("cg", kSuffixCache, CacheOp::kCg), row("cs", kSuffixCache, CacheOp::kCs),
    row("lu", kSuffixCache, CacheOp::kLu), row("cv", kSuffixCache, CacheOp::kCv), row("wb", kSuffixCache, CacheOp::kWb),
    row("wt", kSuffixCache, CacheOp::kWt),

    row("rn", kSuffixRounding, Rounding::kRn), row("rz", kSuffixRounding, Rounding::kRz),
    row("rm", kSuffixRounding, Rounding::kRm), row("rp", kSuffixRounding, Rounding::kRp),
    row("rna", kSuffixRounding, Rounding::kRna),
    row("rni", kSuffixRounding, Rounding::kRni), row("rzi", kSuffixRounding, Rounding::kRzi),
    row("rmi", kSuffixRounding, Rounding::kRmi), row("rpi", kSuffixRounding, Rounding::kRpi),

    row("eq", kSuffixComparison, C::kEq), row("ne", kSuffixComparison, C::kNe), row("lt", kSuffixComparison, C::kLt),
    row("le", kSuffixComparison, C::kLe), row("gt", kSuffixComparison, C::kGt), row("ge", kSuffixComparison, C::kGe),
    row("lo", kSuffixComparison, C::kLo), row("ls", kSuffixComparison, C::kLs), row("hi", kSuffixComparison, C::kHi),
    row("hs", kSuffixComparison, C::kHs), row("equ", kSuffixComparison, C::kEqu),
    row("neu", kSuffixComparison, C::kNeu), row("ltu", kSuffixComparison, C::kLtu),
    row("leu", kSuffixComparison, C::kLeu), row("gtu", kSuffixComparison, C::kGtu),
    row("geu", kSuffixComparison, C::kGeu), row("num", kSuffixComparison, C::kNum),
    row("nan", kSuffixComparison, C::kNan),
    row("and", kSuffixBoolean, Boolean::kAnd), row("or", kSuffixBoolean, Boolean::kOr),
    row("xor", kSuffixBoolean, Boolean::kXor),

    row("and", kSuffixAtomic, Atomic::kAnd), row("or", kSuffixAtomic, Atomic::kOr),
    row("xor", kSuffixAtomic, Atomic::kXor), row("cas", kSuffixAtomic, Atomic::kCas),
    row("exch", kSuffixAtomic, Atomic::kExch), row("add", kSuffixAtomic, Atomic::kAdd),
    row("inc", kSuffixAtomic, Atomic::kInc), row("dec", kSuffixAtomic, Atomic::kDec),
    row("min", kSuffixAtomic, Atomic::kMin), row("max", kSuffixAtomic, Atomic::kMax),

    row("up", kSuffixShuffle, Shuffle::kUp), row("down", kSuffixShuffle, Shuffle::kDown),
    row("bfly", kSuffixShuffle, Shuffle::kBfly), row("idx", kSuffixShuffle, Shuffle::kIdx),
    row("all", kSuffixVote, Vote::kAll), row("any", kSuffixVote, Vote::kAny), row("uni", kSuffixVote, Vote::kUni),
    row("ballot", kSuffixVote, Vote::kBallot), row("any", kSuffixMatch, Match::kAny),
    row("all", kSuffixMatch, Match::kAll),
    row("f4e", kSuffixPermute, Permute::kF4e), row("b4e", kSuffixPermute, Permute::kB4e),
    row("rc8", kSuffixPermute, Permute::kRc8), row("ecl", kSuffixPermute, Permute::kEcl),
    row("ecr", kSuffixPermute, Permute::kEcr), row("rc16", kSuffixPermute, Permute::kRc16),
    row("finite", kSuffixTest, Test::kFinite), row("infinite", kSuffixTest, Test::kInfinite),
    row("number", kSuffixTest, Test::kNumber), row("notanumber", kSuffixTest, Test::kNotanumber),
    row("normal", kSuffixTest, Test::kNormal), row("subnormal", kSuffixTest, Test::kSubnormal),

    // The largest value written wins: .red.and is kRedAnd, .warp.sync is kWarp.
    row("sync", kSuffixBarrier, Barrier::kSync), row("arrive", kSuffixBarrier, Barrier::kArrive),
    row("red", kSuffixBarrier, Barrier::kRedPopc), row("popc", kSuffixBarrier, Barrier::kRedPopc),
    row("and", kSuffixBarrier, Barrier::kRedAnd), row("or", kSuffixBarrier, Barrier::kRedOr),
    row("warp", kSuffixBarrier, Barrier::kWarp),

    row("global", kSuffixSpace, StateSpace::kGlobal), row("shared", kSuffixSpace, StateSpace::kShared),
    row("shared::cta", kSuffixSpace, StateSpace::kShared), row("local", kSuffixSpace, StateSpace::kLocal),
    row("const", kSuffixSpace, StateSpace::kConst), row("param", kSuffixSpace, StateSpace::kParam),
    row("param::entry", kSuffixSpace, StateSpace::kParam),
    row("param::func", kSuffixSpace, StateSpace::kParam),
    row("v2", kSuffixVector, 2), row("v4", kSuffixVector, 4),

    row("1d", kSuffixGeometry, Geometry::k1d), row("2d", kSuffixGeometry, Geometry::k2d),
    row("3d", kSuffixGeometry, Geometry::k3d), row("a1d", kSuffixGeometry, Geometry::kA1d),
    row("a2d", kSuffixGeometry, Geometry::kA2d), row("trap", kSuffixOutside, Outside::kTrap),
    row("clamp", kSuffixOutside, Outside::kClamp), row("zero", kSuffixOutside, Outside::kZero),
    row("b", kSuffixFormat, 0), row("p", kSuffixFormat, 1), row("r", kSuffixChannel, 0), row("g", kSuffixChannel, 1),
    row("b", kSuffixChannel, 2), row("a", kSuffixChannel, 3), row("width", kSuffixQuery, Query::kWidth),
    row("height", kSuffixQuery, Query::kHeight), row("depth", kSuffixQuery, Query::kDepth),
    row("channel_data_type", kSuffixQuery, Query::kChannelType),
    row("channel_order", kSuffixQuery, Query::kChannelOrder),
    row("normalized_coords", kSuffixQuery, Query::kNormalized), row("add", kSuffixCombine, Combine::kAdd),
    row("idx", kSuffixIndex, 0), row("proxy", kSuffixProxy, Proxy::kProxy),
    row("alias", kSuffixProxy, Proxy::kAlias), row("async", kSuffixProxy, Proxy::kAsync),
    row("global", kSuffixProxy, Proxy::kOfGlobal), row("shared::cta", kSuffixProxy, Proxy::kOfShared),
    row("wait", kSuffixDependency, 0), row("launch_dependents", kSuffixDependency, 0),

    row("cube", kSuffixGeometry, Geometry::kCube), row("acube", kSuffixGeometry, Geometry::kACube),
    refused("2dms", kSuffixGeometry, 0, kSamples), refused("a2dms", kSuffixGeometry, 0, kSamples),
    refused("e2m3x2", kSuffixRounding, 0, kSmall),
    refused("e3m2x2", kSuffixRounding, 0, kSmall), refused("e2m1x2", kSuffixRounding, 0, kSmall),
    refused("ue8m0x2", kSuffixRounding, 0, kSmall),
    refused("shared::cluster", kSuffixSpace, 0, "accesses the scratchpad of other blocks of a cluster"),
    refused("L2::cache_hint", kSuffixHint, 0, "names a cache policy"),

    hint("aligned", kSuffixAligned), hint("cta", kSuffixAligned), hint("noftz", kSuffixNoftz),
    hint("L1", kSuffixPrefetch), hint("L2", kSuffixPrefetch),
    hint("L2::evict_last", kSuffixPrefetch), hint("L2::evict_normal", kSuffixPrefetch),
    hint("L2::evict_normal", kSuffixEviction), hint("L2::evict_first", kSuffixEviction),
    hint("L2::evict_last", kSuffixEviction), hint("L1::evict_normal", kSuffixEviction),
    hint("L1::evict_unchanged", kSuffixEviction), hint("L1::evict_first", kSuffixEviction),
    hint("L1::evict_last", kSuffixEviction), hint("L1::no_allocate", kSuffixEviction), hint("L2::64B"),
    hint("L2::128B"), hint("L2::256B"),
};

constexpr std::pair<const char*, Type> kTypes[] = {
    {"u8", Type::kU8},   {"u16", Type::kU16}, {"u32", Type::kU32}, {"u64", Type::kU64},
    {"s8", Type::kS8},   {"s16", Type::kS16}, {"s32", Type::kS32}, {"s64", Type::kS64},
    {"b8", Type::kB8},   {"b16", Type::kB16}, {"b32", Type::kB32}, {"b64", Type::kB64},
    {"f16", Type::kF16}, {"f32", Type::kF32}, {"f64", Type::kF64}, {"pred", Type::kPred},
    {"f16x2", Type::kF16x2}, {"bf16", Type::kBf16}, {"bf16x2", Type::kBf16x2},
    {"u16x2", Type::kU16x2}, {"s16x2", Type::kS16x2},
    {"e4m3x2", Type::kE4m3x2}, {"e5m2x2", Type::kE5m2x2}, {"tf32", Type::kTf32}};
// Types that occur only in the forms of matrices (matrix_forms.h).
constexpr std::pair<const char*, Type> kMatrixTypes[] = {
    {"e4m3", Type::kE4m3}, {"e5m2", Type::kE5m2}, {"s4", Type::kS4}, {"u4", Type::kU4}, {"b1", Type::kB1}};

bool names(std::string_view list, std::string_view name) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(' ', begin), list.size());
    if (list.substr(begin, end - begin) == name) return true;
    begin = end + 1;
  }
  return false;
}

bool takes(const InstructionInfo& row, const Suffix& suffix) {
  if (names(row.without, suffix.name)) return false;
  if (suffix.kind == 0) return (suffix.value & row.modifiers) == suffix.value;
  return (suffix.kind & row.suffixes) != 0;
}

std::vector<std::string> suffixes_of(const InstructionInfo& row, bool refused) {
  std::vector<std::string> names;
  for (const Suffix& suffix : kSuffixes)
    if (takes(row, suffix) && (suffix.refused != nullptr) == refused) names.push_back(std::string(".") + suffix.name);
  return names;
}

}  // namespace

const Suffix* find_suffix(const InstructionInfo& row, std::string_view name) {
  for (const Suffix& suffix : kSuffixes)
    if (name == suffix.name && takes(row, suffix)) return &suffix;
  return nullptr;
}

std::vector<std::string> suffixes_of(const InstructionInfo& row) { return suffixes_of(row, false); }
std::vector<std::string> refused_suffixes_of(const InstructionInfo& row) { return suffixes_of(row, true); }

std::vector<std::string> suffixes_of(const InstructionInfo& row, SuffixKind kind) {
  std::vector<std::string> names;
  for (const std::string& name : suffixes_of(row))
    if (find_suffix(row, name.substr(1))->kind == kind) names.push_back(name);
  return names;
}

Type find_type(std::string_view name) {
  for (const auto& [known, type] : kTypes)
    if (name == known) return type;
  return Type::kNone;
}

const char* name_of(Type type) {
  for (const auto& [name, known] : kTypes)
    if (type == known) return name;
  for (const auto& [name, known] : kMatrixTypes)
    if (type == known) return name;
  return "";
}

std::vector<std::string> names_of(TypeSet types) {
  std::vector<std::string> names;
  for (const auto& [name, type] : kTypes)
    if (types & type_bit(type)) names.push_back(std::string(".") + name);
  return names;
}

const char* name_of(StateSpace space) {
  switch (space) {
    case StateSpace::kGeneric: return "generic";
    case StateSpace::kGlobal: return "global";
    case StateSpace::kShared: return "shared";
    case StateSpace::kLocal: return "local";
    case StateSpace::kConst: return "const";
    case StateSpace::kParam: return "param";
  }
  return "";
}

bool is_packed(Type type) { return type == Type::kF16x2 || type == Type::kBf16x2; }

bool is_float(Type type) {
  return type == Type::kF16 || type == Type::kBf16 || type == Type::kF32 || type == Type::kF64 ||
         type == Type::kTf32 || is_packed(type) || is_small_pair(type);
}

bool is_small_pair(Type type) { return type == Type::kE4m3x2 || type == Type::kE5m2x2; }

}  // namespace unibank::ptx
