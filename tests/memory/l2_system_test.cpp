// Several SMs' MSHRs, the interconnect, atomic units, slices and DRAM channels together: nothing is lost, the counters
// agree, and the order in which the blocks were built changes nothing.
#include <catch2/catch.hpp>

#include "memory/atomic_unit.h"
#include "memory/dram_channel.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"
#include "memory/mshr.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::atomic_at;
using test::LateOptions;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kSms = 3, kSlices = 4, kChannels = 2;

struct Stream {
  unsigned gap;          // most cycles between two requests
  bool atomics = false;  // in place of writes
};

Access change_at(Cycle cycle, std::uint64_t address, bool atomically, test::Random& random) {
  if (!atomically) return write_at(cycle, address, 16);
  Access access = atomic_at(cycle, address, 1 + static_cast<unsigned>(random.below(4)));
  access.returns = random.below(2) == 0;
  return access;
}

std::vector<Access> stream_of_lines(unsigned seed, const Stream& stream_of) {
  test::Random random(seed);
  std::vector<Access> stream;
  Cycle cycle = 0;
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t line = random.below(60) * 128;
    switch (random.below(4)) {
      case 0: stream.push_back(change_at(cycle, line + random.below(4) * 32, stream_of.atomics, random)); break;
      case 1: stream.push_back(read_at(cycle, line + random.below(4) * 32, 32)); break;
      default: stream.push_back(read_at(cycle, line, 128));
    }
    cycle += random.below(stream_of.gap);
  }
  return stream;
}

// The native block, or its late double.
template <typename Interface, typename Native, typename Late, typename Parameters>
std::unique_ptr<Interface> make(const std::string& name, const Parameters& parameters, const LateOptions* late) {
  if (late) return std::make_unique<Late>(name.c_str(), parameters, *late);
  return std::make_unique<Native>(name.c_str(), parameters);
}

struct WholeSystem {
  // `late` (null: native blocks) and the order of construction; neither may change the results.
  WholeSystem(const std::string& name, const LateOptions* late, bool reverse, const Stream& stream) {
    const auto named = [&](const char* what, unsigned i) { return name + what + std::to_string(i); };
    requesters.resize(kSms), mshrs.resize(kSms), slices.resize(kSlices), drams.resize(kChannels);
    units.resize(stream.atomics ? kSlices : 0);
    const auto in_order = [&](unsigned count, auto make) {
      for (unsigned i = 0; i < count; ++i) make(reverse ? count - 1 - i : i);
    };
    const auto build_sms = [&] {
      in_order(kSms, [&](unsigned i) {
        requesters[i] = std::make_unique<Requester>(named("_r", i).c_str(), stream_of_lines(i + 1, stream), 0);
        mshrs[i] = make<MshrInterface, Mshr, test::LateMshr>(named("_mshr", i), MshrParameters{8, 4, 1}, late);
        requesters[i]->port.bind(mshrs[i]->socket(0));
      });
    };
    if (!reverse) build_sms();
    interconnect = make<InterconnectInterface, Interconnect, test::LateInterconnect>(
        name + "_x", InterconnectParameters{kSms, kSlices, 5, 32, 2}, late);
    in_order(kSlices, [&](unsigned i) {
      slices[i] = make<L2SliceInterface, L2Slice, test::LateL2Slice>(
          named("_l2_", i), L2SliceParameters{2 * 4 * 128, 4, kSlices, i, 12, 4, 4, 2}, late);
    });
    in_order(static_cast<unsigned>(units.size()), [&](unsigned i) {
      units[i] = std::make_unique<AtomicUnit>(named("_atomics", i).c_str(), AtomicUnitParameters{});
    });
    in_order(kChannels, [&](unsigned i) {
      drams[i] = make<DramInterface, DramChannel, test::LateDram>(named("_dram", i),
                                                             DramParameters{kSlices / kChannels, 60, 8, 4}, late);
    });
    if (reverse) build_sms();
    bind();
  }

  void bind() {
    for (unsigned i = 0; i < kSms; ++i) mshrs[i]->memory().bind(interconnect->from_sm(i));
    for (unsigned i = 0; i < kSlices; ++i) {
      interconnect->to_slice(i).bind(units.empty() ? slices[i]->socket() : units[i]->socket());
      if (!units.empty()) units[i]->memory().bind(slices[i]->socket());
      slices[i]->memory().bind(drams[i % kChannels]->socket(i / kChannels));
    }
  }

  unsigned in_flight() const {
    unsigned sum = interconnect->in_flight();
    for (const auto& one : mshrs) sum += one->in_flight() + one->occupancy();
    for (const auto& one : slices) sum += one->in_flight() + one->occupancy();
    for (const auto& one : drams) sum += one->in_flight();
    return sum;
  }
  L2SliceCounters l2() const {
    L2SliceCounters sum;
    for (const auto& one : slices) sum += one->counters();
    return sum;
  }

  std::vector<std::unique_ptr<Requester>> requesters;
  std::vector<std::unique_ptr<MshrInterface>> mshrs;
  std::unique_ptr<InterconnectInterface> interconnect;
  std::vector<std::unique_ptr<AtomicUnit>> units;  // none: the streams have no atomics
  std::vector<std::unique_ptr<L2SliceInterface>> slices;
  std::vector<std::unique_ptr<DramInterface>> drams;
};

void check_books(const WholeSystem& system) {
  CHECK(system.in_flight() == 0);
  std::uint64_t sent = 0, reads = 0, writes = 0, read_bytes = 0, write_bytes = 0;
  for (const auto& one : system.requesters) CHECK((one->done() && one->double_answers() == 0));
  for (const auto& one : system.mshrs) sent += one->counters().reads + one->counters().writes;
  for (const auto& one : system.drams) {
    reads += one->counters().reads, read_bytes += one->counters().read_bytes;
    writes += one->counters().writes, write_bytes += one->counters().write_bytes;
  }
  const L2SliceCounters l2 = system.l2();
  const InterconnectCounters interconnect = system.interconnect->counters();
  CHECK(interconnect.requests == sent);
  CHECK(interconnect.answers == sent);
  if (system.units.empty()) CHECK(l2.reads + l2.writes == sent);  // an atomic is a read and a write there
  CHECK(reads == l2.fills);
  CHECK(read_bytes == l2.fill_bytes);
  CHECK(writes == l2.write_backs);
  CHECK(write_bytes == l2.write_back_bytes);
  CHECK(l2.fills == l2.reads - l2.read_hits - l2.merges);
}

void check_same(const WholeSystem& a, const WholeSystem& b) {
  for (unsigned sm = 0; sm < kSms; ++sm) {
    for (std::size_t i = 0; i < a.requesters[sm]->size(); ++i) {
      CHECK((*a.requesters[sm])[i].accepted == (*b.requesters[sm])[i].accepted);
      CHECK((*a.requesters[sm])[i].answered == (*b.requesters[sm])[i].answered);
    }
  }
  CHECK(a.l2().stalls == b.l2().stalls);
  CHECK(a.interconnect->counters().request_waits == b.interconnect->counters().request_waits);
  CHECK(a.interconnect->counters().answer_waits == b.interconnect->counters().answer_waits);
}

void compare(const Stream& stream) {
  const LateOptions two_deltas{2, true}, one_delta{1, false};
  WholeSystem reference("native", nullptr, false, stream), reversed("reversed", nullptr, true, stream);
  WholeSystem late("late", &two_deltas, false, stream), both("both", &one_delta, true, stream);
  test::run_out();
  check_books(reference);
  for (WholeSystem* other : {&reversed, &late, &both}) {
    check_books(*other);
    check_same(reference, *other);
  }
}

}  // namespace

TEST_CASE("several SMs and an L2 cache: sparse streams") { compare({60}); }
TEST_CASE("several SMs and an L2 cache: dense streams") { compare({3}); }
// The result of an atomic and a response of the slice may be due in the same cycle.
TEST_CASE("several SMs and an L2 cache: sparse streams with atomics") { compare({60, true}); }
TEST_CASE("several SMs and an L2 cache: dense streams with atomics") { compare({6, true}); }

TEST_CASE("a miss through interconnect and L2 slice takes the sum of their latencies") {
  Requester requester("requester", {read_at(10, 0, 128), read_at(1000, 0, 128)});
  Mshr mshr("mshr", {4, 4, 1});
  Interconnect interconnect("interconnect", {1, 1, 20, 32, 8});
  L2Slice slice("slice", {65536, 8, 1, 0, 30, 32, 8, 8});
  DramChannel dram("dram", {1, 100, 8, 64});
  requester.port.bind(mshr.socket(0));
  mshr.memory().bind(interconnect.from_sm(0));
  interconnect.to_slice(0).bind(slice.socket());
  slice.memory().bind(dram.socket(0));
  test::run_out();
  // 20 cycles there, lookup in the next cycle; 30 until it leaves for memory, which accepts it in the next cycle; 100
  // for the data; 20 + 5 - 1 for the 136 bytes on the way back. The second read hits in the slice.
  CHECK(requester[0].answered == 10 + 20 + 1 + 30 + 1 + 100 + 24);
  CHECK(requester[1].answered == 1000 + 20 + 1 + 30 + 24);
}
