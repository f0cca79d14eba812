// Instructions that read other lanes: activemask shfl vote match redux.
#include <algorithm>
#include <sstream>

#include "ptx/instruction_table.h"
#include "simt/lane_fault.h"
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

// The lane that `lane` reads, and whether it is within its segment. `clamp` as in PTX: the bound in bits 0-4, the
// segment mask in bits 8-12.
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

[[noreturn]] void refuse_members(const Decoded& decoded, unsigned lane, LaneMask members, LaneMask wrong,
                                 const char* why) {
  std::ostringstream what;
  what << info(*decoded.instruction).name << ".sync: the member mask 0x" << std::hex << members << " names lanes 0x"
       << wrong << why;
  throw LaneFault{LaneMask{1} << lane, what.str()};
}

// With .sync, the last source is the member mask, which may differ between groups of lanes: a lane participates with
// the executing lanes in its mask. Without .sync, with all executing lanes.
class Members {
 public:
  Members(const Frame& frame, const Decoded& decoded)
      : frame_(frame), masks_(has(*decoded.instruction, ptx::kSync)
                                  ? row<std::uint32_t>(frame, decoded.source[decoded.sources - 1])
                                  : nullptr) {
    if (masks_ == nullptr) return;
    LaneMask checked = 0;
    for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(left));
      if ((checked >> lane & 1) == 0) checked |= check(decoded, lane);
    }
  }
  LaneMask of(unsigned lane) const { return masks_ == nullptr ? frame_.mask : masks_[lane] & frame_.mask; }

 private:
  // The lanes that share the lane's mask.
  LaneMask check(const Decoded& decoded, unsigned lane) const {
    const LaneMask members = masks_[lane], own = LaneMask{1} << lane;
    const LaneMask elsewhere = members & frame_.live & ~frame_.mask;
    if (elsewhere != 0) refuse_members(decoded, lane, members, elsewhere, " that are elsewhere in the program");
    if ((members & own) == 0) refuse_members(decoded, lane, members, members, " but not the lane that executes it");
    LaneMask agreed = 0;
    for (LaneMask left = members & frame_.mask; left != 0; left &= left - 1) {
      const unsigned other = static_cast<unsigned>(__builtin_ctz(left));
      if (masks_[other] == members) agreed |= LaneMask{1} << other;
    }
    const LaneMask differing = members & frame_.mask & ~agreed;
    if (differing != 0) refuse_members(decoded, lane, members, differing, " that have another mask");
    return agreed;
  }

  const Frame& frame_;
  const std::uint32_t* masks_;
};

// The value of a lane that does not participate is undefined; NVIDIA's 'reduction' relies on 0.
void shfl(const Frame& frame, const Decoded& decoded) {
  const Members members(frame, decoded);
  const auto mode = static_cast<ptx::Shuffle>(decoded.instruction->variant);
  const std::uint32_t* a = row<std::uint32_t>(frame, decoded.source[0]);
  const std::uint32_t* b = row<std::uint32_t>(frame, decoded.source[1]);
  const std::uint32_t* clamp = row<std::uint32_t>(frame, decoded.source[2]);
  alignas(32) std::uint32_t values[kWarpSize];
  LaneMask within = 0, no_source = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const Source source = shuffle_source(mode, l, b[l], clamp[l]);
    const bool takes_part = (members.of(l) >> source.lane & 1) != 0;
    values[l] = takes_part ? a[source.lane] : 0;
    if (source.within) within |= LaneMask{1} << l;
    if (!takes_part) no_source |= LaneMask{1} << l;
  }
  if ((no_source & frame.mask) != 0) *frame.no_source = no_source & frame.mask;
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
  if (decoded.has_result2) set_predicate(frame, decoded.result2, within);
}

bool holds(ptx::Vote vote, LaneMask yes, LaneMask among) {
  switch (vote) {
    case ptx::Vote::kAll: return yes == among;
    case ptx::Vote::kAny: return yes != 0;
    default: return yes == among || yes == 0;
  }
}

void vote(const Frame& frame, const Decoded& decoded) {
  const Members members(frame, decoded);
  const auto kind = static_cast<ptx::Vote>(decoded.instruction->variant);
  const LaneMask yes = predicate(frame, decoded.source[0]);
  LaneMask held = 0;
  alignas(32) std::uint32_t ballots[kWarpSize] = {};
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask among = members.of(l);
    ballots[l] = yes & among;
    if (holds(kind, ballots[l], among)) held |= LaneMask{1} << l;
  }
  if (kind == ptx::Vote::kBallot) blend(row<std::uint32_t>(frame, decoded.result), ballots, frame.mask);
  else set_predicate(frame, decoded.result, held);
}

// any: the members with the lane's value. all: all members if their values are equal, else none.
template <typename T>
void match(const Frame& frame, const Decoded& decoded) {
  const Members members(frame, decoded);
  const T* value = row<T>(frame, decoded.source[0]);
  const bool all = static_cast<ptx::Match>(decoded.instruction->variant) == ptx::Match::kAll;
  alignas(32) std::uint32_t values[kWarpSize] = {};
  LaneMask equal = 0;
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    const LaneMask among = members.of(l);
    for (LaneMask others = among; others != 0; others &= others - 1) {
      const unsigned other = static_cast<unsigned>(__builtin_ctz(others));
      if (value[other] == value[l]) values[l] |= LaneMask{1} << other;
    }
    if (values[l] == among) equal |= LaneMask{1} << l;
    else if (all) values[l] = 0;
  }
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
  if (decoded.has_result2) set_predicate(frame, decoded.result2, equal);
}

struct Add { template <typename T> static T run(T a, T b) { return a + b; } };  // unsigned
struct Min { template <typename T> static T run(T a, T b) { return std::min(a, b); } };
struct Max { template <typename T> static T run(T a, T b) { return std::max(a, b); } };
struct And { template <typename T> static T run(T a, T b) { return a & b; } };
struct Or { template <typename T> static T run(T a, T b) { return a | b; } };
struct Xor { template <typename T> static T run(T a, T b) { return a ^ b; } };

template <typename O, typename T>
void redux(const Frame& frame, const Decoded& decoded) {
  const Members members(frame, decoded);
  const std::uint32_t* value = row<std::uint32_t>(frame, decoded.source[0]);
  alignas(32) std::uint32_t values[kWarpSize] = {};
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) {
    const unsigned l = static_cast<unsigned>(__builtin_ctz(left));
    T result = static_cast<T>(value[l]);
    for (LaneMask others = members.of(l) & ~(LaneMask{1} << l); others != 0; others &= others - 1) {
      result = O::run(result, static_cast<T>(value[static_cast<unsigned>(__builtin_ctz(others))]));
    }
    values[l] = static_cast<std::uint32_t>(result);
  }
  blend(row<std::uint32_t>(frame, decoded.result), values, frame.mask);
}
Handler redux_handler(const ptx::Instruction& i) {
  const bool is_signed = i.type == ptx::Type::kS32;
  switch (static_cast<ptx::Atomic>(i.variant)) {
    case ptx::Atomic::kAdd: return &redux<Add, std::uint32_t>;
    case ptx::Atomic::kMin: return is_signed ? &redux<Min, std::int32_t> : &redux<Min, std::uint32_t>;
    case ptx::Atomic::kMax: return is_signed ? &redux<Max, std::int32_t> : &redux<Max, std::uint32_t>;
    case ptx::Atomic::kAnd: return &redux<And, std::uint32_t>;
    case ptx::Atomic::kOr: return &redux<Or, std::uint32_t>;
    case ptx::Atomic::kXor: return &redux<Xor, std::uint32_t>;
    default: return nullptr;
  }
}

}  // namespace

Handler warp_handler(const ptx::Instruction& i, Decoded&) {
  switch (op_of(i)) {
    case Op::kActivemask: return &activemask;
    case Op::kShfl: return &shfl;
    case Op::kVote: return &vote;
    case Op::kRedux: return redux_handler(i);
    case Op::kMatch: return for_cell(i.type, [](auto t) -> Handler { return &match<decltype(t)>; });
    default: return nullptr;
  }
}

}  // namespace unibank::simt
