// What looks at other lanes: activemask shfl vote match.
#include "ptx/instruction_table.h"
#include "simt/lanes.h"
#include "simt/types.h"

namespace unibank::simt {
namespace {

using ptx::Op;

void activemask(const Frame& frame, const Decoded& decoded) {
  std::uint32_t* result = row<std::uint32_t>(frame, decoded.result);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if (frame.mask >> l & 1) result[l] = frame.mask;
  }
}

// The lane that `lane` reads, and whether that lies within its segment. `clamp` as PTX has it: the bound in bits 0-4,
// the mask that makes segments in bits 8-12.
struct Source {
  unsigned lane;
  bool within;
};
Source shuffle_source(ptx::Shuffle mode, unsigned lane, std::uint32_t b, std::uint32_t clamp) {
  const int segment = static_cast<int>(clamp >> 8 & 31), bound = static_cast<int>(clamp & 31);
  const int own = static_cast<int>(lane), by = static_cast<int>(b & 31);
  const int highest = (own & segment) | (bound & ~segment);
  int from = own;
  bool within = false;
  switch (mode) {
    case ptx::Shuffle::kUp: from = own - by; within = from >= highest; break;
    case ptx::Shuffle::kDown: from = own + by; within = from <= highest; break;
    case ptx::Shuffle::kBfly: from = own ^ by; within = from <= highest; break;
    case ptx::Shuffle::kIdx: from = (own & segment) | (by & ~segment); within = from <= highest; break;
  }
  return {static_cast<unsigned>(within ? from : own), within};
}

void shfl(const Frame& frame, const Decoded& decoded) {
  const auto mode = static_cast<ptx::Shuffle>(decoded.instruction->variant);
  const std::uint32_t* a = row<std::uint32_t>(frame, decoded.source[0]);
  const std::uint32_t* b = row<std::uint32_t>(frame, decoded.source[1]);
  const std::uint32_t* clamp = row<std::uint32_t>(frame, decoded.source[2]);
  alignas(32) std::uint32_t values[kWarpSize];
  LaneMask within = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const Source source = shuffle_source(mode, l, b[l], clamp[l]);
    values[l] = a[source.lane];
    if (source.within) within |= LaneMask{1} << l;
  }
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
  if (decoded.has_result2) set_predicate(frame, decoded.result2, within);
}

// Lanes that take part: those that execute, and are in the member mask where there is one.
LaneMask members(const Frame& frame, const Decoded& decoded) {
  if (decoded.sources < 2) return frame.mask;
  const unsigned first = static_cast<unsigned>(__builtin_ctz(frame.mask));
  return frame.mask & row<std::uint32_t>(frame, decoded.source[1])[first];
}

void vote(const Frame& frame, const Decoded& decoded) {
  const LaneMask among = members(frame, decoded);
  const LaneMask yes = predicate(frame, decoded.source[0]) & among;
  switch (static_cast<ptx::Vote>(decoded.instruction->variant)) {
    case ptx::Vote::kAll: return set_predicate(frame, decoded.result, yes == among ? kAllLanes : 0);
    case ptx::Vote::kAny: return set_predicate(frame, decoded.result, yes != 0 ? kAllLanes : 0);
    case ptx::Vote::kUni: return set_predicate(frame, decoded.result, yes == among || yes == 0 ? kAllLanes : 0);
    case ptx::Vote::kBallot: break;
  }
  std::uint32_t* result = row<std::uint32_t>(frame, decoded.result);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    if (frame.mask >> l & 1) result[l] = yes;
  }
}

// any: the members with the lane's value. all: all members if their values are equal, else none.
template <typename T>
void match(const Frame& frame, const Decoded& decoded) {
  const LaneMask among = members(frame, decoded);
  const T* value = row<T>(frame, decoded.source[0]);
  const bool all = static_cast<ptx::Match>(decoded.instruction->variant) == ptx::Match::kAll;
  alignas(32) std::uint32_t values[kWarpSize] = {};
  bool equal = true;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    for (unsigned other = 0; other < kWarpSize; ++other) {
      if ((among >> other & 1) != 0 && value[other] == value[l]) values[l] |= LaneMask{1} << other;
    }
    equal = equal && values[l] == among;
  }
  if (all) {
    for (std::uint32_t& lanes : values) lanes = equal ? among : 0;
  }
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
  if (decoded.has_result2) set_predicate(frame, decoded.result2, equal ? kAllLanes : 0);
}

}  // namespace

Handler warp_handler(const ptx::Instruction& i, Decoded&) {
  switch (op_of(i)) {
    case Op::kActivemask: return &activemask;
    case Op::kShfl: return &shfl;
    case Op::kVote: return &vote;
    case Op::kMatch: return for_cell(i.type, [](auto t) -> Handler { return &match<decltype(t)>; });
    default: return nullptr;
  }
}

}  // namespace unibank::simt
