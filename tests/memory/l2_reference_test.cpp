// The L2 slice compared with a cache written as plainly as possible: one access after the other, bytes in sets.
#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <set>

#include "memory/l2_slice_core.h"
#include "memory/slices.h"
#include "support/random.h"

using namespace unibank;

namespace {

class PlainCache {
 public:
  PlainCache(unsigned sets, unsigned ways) : sets_(sets), ways_(ways) {}

  void read(std::uint64_t address, unsigned length) {
    const std::uint64_t line = address / 128;
    unsigned first = 4, last = 0;
    const auto at = find(line);
    for (unsigned sector = address % 128 / 32; sector <= (address % 128 + length - 1) / 32; ++sector) {
      if (at != set_of(line).end() && whole(*at, sector)) continue;
      first = std::min(first, sector);
      last = sector;
    }
    ++counters.reads;
    if (first == 4) {
      ++counters.read_hits;
      touch(line);
      return;
    }
    touch(line);
    Line& entered = enter(line);
    ++counters.fills;
    counters.fill_bytes += 32 * (last - first + 1);
    for (unsigned byte = 32 * first; byte < 32 * (last + 1); ++byte) entered.bytes.insert(byte);
  }

  void write(std::uint64_t address, unsigned length) {
    const std::uint64_t line = address / 128;
    ++counters.writes;
    counters.write_hits += find(line) != set_of(line).end();
    Line& entered = enter(line);
    for (unsigned byte = address % 128; byte < address % 128 + length; ++byte) {
      entered.bytes.insert(byte);
      entered.dirty.insert(byte / 32);
    }
  }

  L2SliceCounters counters;

 private:
  struct Line {
    std::uint64_t number;
    std::set<unsigned> bytes, dirty;  // dirty sectors
  };
  using Set = std::list<Line>;  // the most recently used first
  Set& set_of(std::uint64_t line) { return content_[line % sets_]; }
  Set::iterator find(std::uint64_t line) {
    Set& set = set_of(line);
    return std::find_if(set.begin(), set.end(), [&](const Line& one) { return one.number == line; });
  }
  static bool whole(const Line& line, unsigned sector) {
    for (unsigned byte = 32 * sector; byte < 32 * sector + 32; ++byte) {
      if (line.bytes.count(byte) == 0) return false;
    }
    return true;
  }
  void touch(std::uint64_t line) {
    Set& set = set_of(line);
    const auto at = find(line);
    if (at != set.end()) set.splice(set.begin(), set, at);
  }
  Line& enter(std::uint64_t line) {
    Set& set = set_of(line);
    touch(line);
    if (!set.empty() && set.front().number == line) return set.front();
    if (set.size() == ways_) {
      counters.write_backs += !set.back().dirty.empty();
      counters.write_back_bytes += 32 * set.back().dirty.size();
      set.pop_back();
    }
    set.push_front({line, {}, {}});
    return set.front();
  }

  unsigned sets_, ways_;
  std::map<std::uint64_t, Set> content_;
};

void check_same(const L2SliceCounters& a, const L2SliceCounters& b) {
  CHECK((a.reads == b.reads && a.writes == b.writes));
  CHECK(a.read_hits == b.read_hits);
  CHECK(a.write_hits == b.write_hits);
  CHECK(a.fills == b.fills);
  CHECK(a.fill_bytes == b.fill_bytes);
  CHECK(a.write_backs == b.write_backs);
  CHECK(a.write_back_bytes == b.write_back_bytes);
}

// One access at a time; memory answers at once and accepts everything that leaves.
void access(L2SliceCore& core, std::uint64_t address, unsigned length, bool write, Cycle& now) {
  static char name;
  core.accept({&name, address - address % 128, L2SliceCore::touched_bytes(address, length, nullptr, 0), write}, now);
  REQUIRE(core.look_up(++now));
  while (core.in_flight() != 0) {
    ++now;
    if (const L2SliceCore::Send* send = core.next_send(now)) {
      const unsigned entry = send->entry;
      core.sent(now);
      if (entry == L2SliceCore::kNoEntry) {
        core.write_back_done();
      } else {
        core.data_came(entry, now);
      }
    }
    core.next_answer(now);
  }
}

}  // namespace

TEST_CASE("an L2 slice agrees with a plain cache access by access") {
  struct Shape {
    unsigned sets, ways, slices;
  };
  for (const Shape shape : {Shape{1, 1, 1}, Shape{4, 2, 1}, Shape{3, 8, 5}, Shape{8, 4, 12}}) {
    L2SliceParameters p;
    p.bytes = std::uint64_t{shape.sets} * shape.ways * 128;
    p.ways = shape.ways;
    p.slices = shape.slices;
    p.slice = shape.slices - 1;
    const SliceMap slices(p.slices);
    L2SliceCore core(p);
    PlainCache plain(shape.sets, shape.ways);
    test::Random random(shape.sets + shape.ways);
    Cycle now = 0;
    for (unsigned i = 0; i < 4000; ++i) {
      const std::uint64_t line = random.below(2 * shape.sets * shape.ways);
      const bool write = random.below(2) == 0;
      const unsigned step = write ? 8 : 32;
      const auto first = static_cast<unsigned>(random.below(128 / step));
      const unsigned offset = step * first;
      const unsigned length = step * (1 + static_cast<unsigned>(random.below(128 / step - first)));
      access(core, slices.line_address(line, p.slice) + offset, length, write, now);
      if (write) {
        plain.write(line * 128 + offset, length);
      } else {
        plain.read(line * 128 + offset, length);
      }
    }
    check_same(core.counters(), plain.counters);
    CHECK(core.counters().write_backs > 100);
    CHECK(core.counters().read_hits > 100);
  }
}

TEST_CASE("lines of a slice that share a set by modulo all stay present with a hashed index") {
  for (const char* index : {"modulo", "xor"}) {
    L2SliceParameters p;
    p.bytes = 16 * 2 * 128;  // 16 sets of 2 ways
    p.ways = 2;
    p.slices = 12;
    p.slice = 5;
    p.slice_hash = "xor";
    p.index = index;
    const SliceMap slices(p.slices, p.slice_hash);
    L2SliceCore core(p);
    Cycle now = 0;
    for (unsigned pass = 0; pass < 2; ++pass)
      for (std::uint64_t line = 0; line < 16 * 16; line += 16)
        access(core, slices.line_address(line, p.slice), 128, pass == 0, now);
    const bool hashed = p.index == "xor";
    CHECK(core.counters().read_hits == (hashed ? 16u : 0u));
    CHECK(core.counters().write_backs == (hashed ? 0u : 16u));
    std::size_t place = 0;
    L2SliceCore::ByteMask present;
    CHECK(core.find(slices.line_address(15 * 16, p.slice), place, present));
  }
}

TEST_CASE("the victim of a hashed slice is written back to its own address") {
  L2SliceParameters p;
  p.bytes = 12 * 128;  // 12 sets of one way
  p.ways = 1;
  p.slices = 12;
  p.slice = 7;
  p.slice_hash = p.index = "xor";
  const SliceMap slices(p.slices, p.slice_hash);
  const HashedIndex sets(12, p.index);
  L2SliceCore core(p);
  static char name;
  Cycle now = 0;
  for (std::uint64_t line = 0; line < 12; ++line) access(core, slices.line_address(line, p.slice), 128, true, now);
  for (std::uint64_t line = 12 * 30; line < 12 * 31; ++line) {
    core.accept({&name, slices.line_address(line, p.slice), {~0u, ~0u, ~0u, ~0u}, true}, now);
    REQUIRE(core.look_up(++now));
    while (!core.next_send(now)) ++now;
    CHECK(core.next_send(now)->address == slices.line_address(sets.place(line), p.slice));
    core.sent(now);
    core.write_back_done();
    while (!core.next_answer(now)) ++now;
  }
}
