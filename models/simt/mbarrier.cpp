// mbarrier: the lanes one after the other, lowest first. The object is opaque to programs; here its 64 bits are, from
// the lowest: 20 bits for the arrivals that the phase waits for, 20 for the arrivals of a whole phase, 22 for the
// expected bytes (signed), the parity of the phase, and 1 in a valid object. A state is the object before the arrival.
#include "simt/mbarrier.h"

#include <algorithm>

#include "ptx/instruction_table.h"
#include "simt/lane_fault.h"

namespace unibank::simt {

namespace {

using ptx::Mbarrier;

constexpr std::uint32_t kMost = (1u << 20) - 1;  // arrivals, and bytes in either direction
constexpr std::int32_t kMostBytes = kMost;

struct Object {
  std::uint32_t pending = 0, expected = 0;
  std::int32_t bytes = 0;
  bool odd = false, valid = false;
};

std::uint32_t pending_of(std::uint64_t bits) { return bits & kMost; }
bool is_odd(std::uint64_t bits) { return (bits >> 62 & 1) != 0; }

Object unpacked(std::uint64_t bits) {
  Object object;
  object.pending = pending_of(bits);
  object.expected = bits >> 20 & kMost;
  object.bytes = static_cast<std::int32_t>(static_cast<std::int64_t>(bits << 2) >> 42);
  object.odd = is_odd(bits);
  object.valid = bits >> 63 != 0;
  return object;
}

std::uint64_t packed(const Object& object) {
  constexpr std::uint64_t kBytes = (1u << 22) - 1;
  return object.pending | std::uint64_t{object.expected} << 20 |
         (static_cast<std::uint64_t>(object.bytes) & kBytes) << 40 | std::uint64_t{object.odd} << 62 |
         std::uint64_t{object.valid} << 63;
}

[[noreturn]] void fault(LaneMask lane, const std::string& what) { throw LaneFault{lane, "mbarrier: found " + what}; }

void check_count(std::uint32_t count, LaneMask lane) {
  if (count == 0 || count > kMost)
    fault(lane, "a count of " + std::to_string(count) + "; expected 1 to " + std::to_string(kMost));
}

void end_phase_if_complete(Object& object) {
  if (object.pending != 0 || object.bytes != 0) return;
  object.odd = !object.odd;
  object.pending = object.expected;
}

void add_bytes(Object& object, std::uint32_t count, bool expects, LaneMask lane) {
  const auto change = static_cast<std::int32_t>(std::min(count, kMost));
  const std::int32_t sum = object.bytes + (expects ? change : -change);
  if (count > kMost || sum > kMostBytes || sum < -kMostBytes) {
    fault(lane, "a change of " + std::to_string(count) + " bytes where " + std::to_string(object.bytes) +
                    " are expected; expected at most " + std::to_string(kMost) + " in either direction");
  }
  object.bytes = sum;
}

void take_arrivals(Object& object, std::uint32_t count, LaneMask lane) {
  check_count(count, lane);
  if (count > object.pending) {
    fault(lane, std::to_string(count) + " arrivals in a phase that waits for " + std::to_string(object.pending) +
                    "; expected no more");
  }
  object.pending -= count;
}

// Reduces the count of the later phases, too.
void drop(Object& object, std::uint32_t count, LaneMask lane) {
  if (count > object.expected) {
    fault(lane, std::to_string(count) + " arrivals to drop of " + std::to_string(object.expected) +
                    " of a phase; expected no more");
  }
  object.expected -= count;
}

void keep_phase(const Object& object, LaneMask lane) {
  if (object.pending == 0 && object.bytes == 0)
    fault(lane, "the last arrival of a phase with .noComplete; expected another one to complete the phase");
}

void change(Object& object, Mbarrier what, std::uint32_t operand, LaneMask lane) {
  switch (what) {
    case Mbarrier::kExpectTx: add_bytes(object, operand, true, lane); break;
    case Mbarrier::kCompleteTx: add_bytes(object, operand, false, lane); break;
    case Mbarrier::kArrive: take_arrivals(object, operand, lane); break;
    case Mbarrier::kArriveNoComplete:
      take_arrivals(object, operand, lane);
      return keep_phase(object, lane);
    case Mbarrier::kDrop:
      drop(object, operand, lane);
      take_arrivals(object, operand, lane);
      break;
    case Mbarrier::kDropNoComplete:
      drop(object, operand, lane);
      take_arrivals(object, operand, lane);
      return keep_phase(object, lane);
    case Mbarrier::kArriveExpectTx: case Mbarrier::kDropExpectTx:
      add_bytes(object, operand, true, lane);
      if (what == Mbarrier::kDropExpectTx) drop(object, 1, lane);
      take_arrivals(object, 1, lane);
      break;
    default: break;
  }
  end_phase_if_complete(object);
}

std::uint64_t load(const Frame& frame, unsigned lane) {
  std::uint64_t bits;
  std::memcpy(&bits, frame.memory + frame.address[lane], sizeof bits);
  if (bits >> 63 == 0) fault(LaneMask{1} << lane, "no object at the address; expected one that mbarrier.init has made");
  return bits;
}
void store(const Frame& frame, unsigned lane, std::uint64_t bits) {
  std::memcpy(frame.memory + frame.address[lane], &bits, sizeof bits);
}

template <typename Each>
void for_lanes(const Frame& frame, const Each& each) {
  for (LaneMask left = frame.mask; left != 0; left &= left - 1) each(static_cast<unsigned>(__builtin_ctz(left)));
}

void initialise(const Frame& frame, const Decoded& decoded) {
  for_lanes(frame, [&](unsigned lane) {
    Object object;
    object.pending = object.expected = row<std::uint32_t>(frame, decoded.source[0])[lane];
    object.valid = true;
    check_count(object.expected, LaneMask{1} << lane);
    store(frame, lane, packed(object));
  });
}

void invalidate(const Frame& frame, const Decoded&) {
  for_lanes(frame, [&](unsigned lane) {
    load(frame, lane);
    store(frame, lane, 0);
  });
}

void count(const Frame& frame, const Decoded& decoded) {
  const ptx::Instruction& i = *decoded.instruction;
  for_lanes(frame, [&](unsigned lane) {
    const std::uint64_t before = load(frame, lane);
    Object object = unpacked(before);
    const std::uint32_t operand = decoded.sources == 0 ? 1 : row<std::uint32_t>(frame, decoded.source[0])[lane];
    change(object, static_cast<Mbarrier>(i.variant), operand, LaneMask{1} << lane);
    store(frame, lane, packed(object));
    if (i.destinations != 0) row<std::uint64_t>(frame, decoded.result)[lane] = before;
  });
}

// Whether the phase of the state, or the one of the parity, is complete.
void test(const Frame& frame, const Decoded& decoded) {
  const bool parity = static_cast<Mbarrier>(decoded.instruction->variant) == Mbarrier::kTestParity;
  LaneMask complete = 0;
  for_lanes(frame, [&](unsigned lane) {
    const bool odd = parity ? (row<std::uint32_t>(frame, decoded.source[0])[lane] & 1) != 0
                            : is_odd(row<std::uint64_t>(frame, decoded.source[0])[lane]);
    if (is_odd(load(frame, lane)) != odd) complete |= LaneMask{1} << lane;
  });
  set_predicate(frame, decoded.result, complete);
}

void arrive_once(const Frame& frame, const Decoded&) {
  for_lanes(frame, [&](unsigned lane) {
    Object object = unpacked(load(frame, lane));
    change(object, Mbarrier::kArrive, 1, LaneMask{1} << lane);
    store(frame, lane, packed(object));
  });
}

void expect_one_more(const Frame& frame, const Decoded&) {
  for_lanes(frame, [&](unsigned lane) {
    Object object = unpacked(load(frame, lane));
    if (object.pending == kMost)
      fault(LaneMask{1} << lane, "one more arrival than " + std::to_string(kMost) + "; expected no more");
    ++object.pending;
    store(frame, lane, packed(object));
  });
}

void pending_count(const Frame& frame, const Decoded& decoded) {
  for_lanes(frame, [&](unsigned lane) {
    row<std::uint32_t>(frame, decoded.result)[lane] = pending_of(row<std::uint64_t>(frame, decoded.source[0])[lane]);
  });
}

}  // namespace

Handler mbarrier_handler(const ptx::Instruction& i) {
  switch (static_cast<Mbarrier>(i.variant)) {
    case Mbarrier::kInit: return &initialise;
    case Mbarrier::kInval: return &invalidate;
    case Mbarrier::kTest: case Mbarrier::kTestParity: return &test;
    default: return &count;
  }
}
Handler arrival_handler() { return &arrive_once; }
Handler increment_handler() { return &expect_one_more; }
std::string missing_in_phase(std::uint64_t bits) {
  const Object object = unpacked(bits);
  return std::to_string(object.pending) + " arrivals and " + std::to_string(object.bytes) + " bytes";
}

Handler pending_handler(const ptx::Instruction& i, Decoded&) {
  return ptx::op_of(i) == ptx::Op::kMbarrier ? &pending_count : nullptr;
}

}  // namespace unibank::simt
