// The features counted for each launch, and the launch from which on caches must be filled to be as in the whole
// program.
#include <catch2/catch.hpp>

#include "sampling/features.h"

using namespace unibank;

namespace {

class Program {
 public:
  explicit Program(const Survival& survival) : counter_(survival) {}

  void stores(std::uint64_t first, unsigned lines) { reads(first, lines, false, Unit::kMemory, MemoryOp::kStore); }
  // A launch that loads the lines from `first` on, a lane each.
  void reads(std::uint64_t first, unsigned lines, bool memory_changed = false, Unit unit = Unit::kMemory,
             MemoryOp memory = MemoryOp::kLoad) {
    ExecutedLaunch launch;
    launch.kernel = "reads";
    launch.memory_changed = memory_changed;
    counter_.launch_begins(launch);
    load_.unit = unit;
    load_.memory = memory;
    load_.space = Space::kGlobal;
    load_.bytes_per_lane = 4;
    for (std::uint64_t line = first; line < first + lines; ++line) {
      WarpInstruction one;
      one.decoded = &load_;
      one.active = one.live = 1;
      one.address[0] = line * kLineBytes + 8;
      counter_.executes(0, one);
    }
    counter_.launch_ends();
  }
  const LaunchFeatures& operator[](std::size_t launch) const { return counter_.launches().at(launch); }

 private:
  LaunchCounter counter_;
  StaticInstruction load_;
};

Survival cache_of(std::uint64_t lines) {
  Survival survival;
  survival.lines = lines;
  return survival;
}

}  // namespace

TEST_CASE("lines of an instruction are counted once each") {
  LaunchCounter counter(cache_of(0));
  StaticInstruction load;
  load.unit = Unit::kMemory;
  load.memory = MemoryOp::kLoad;
  load.space = Space::kGlobal;
  WarpInstruction one;
  one.decoded = &load;
  one.active = 0xff;
  for (unsigned lane = 0; lane < 8; ++lane) one.address[lane] = (lane % 2) * kLineBytes + 4 * lane;
  ExecutedLaunch launch;
  counter.launch_begins(launch);
  counter.executes(0, one);
  counter.executes(0, one);
  counter.launch_ends();
  const LaunchFeatures& features = counter.launches().front();
  CHECK(features.warp_instructions == 2);
  CHECK(features.thread_instructions == 16);
  CHECK(features.accesses == 2);
  CHECK(features.line_accesses == 4);
  CHECK(features.lines == 2);
  CHECK(features.new_lines == 2);
}

TEST_CASE("without caches that last no launch needs another") {
  Program program(cache_of(0));
  for (unsigned i = 0; i < 4; ++i) program.reads(0, 10);
  for (unsigned i = 0; i < 4; ++i) CHECK(program[i].warm_from == i);
}

TEST_CASE("a small program needs the launches that touched its lines last") {
  Program program(cache_of(1000));
  program.reads(0, 10);
  program.reads(100, 10);
  program.reads(200, 10);
  program.reads(100, 5);   // last touched by launch 1
  program.reads(100, 10);  // by launches 3 and 1
  program.reads(300, 10);  // by none: the launch before
  CHECK(program[3].warm_from == 1);
  CHECK(program[3].new_lines == 0);
  CHECK(program[4].warm_from == 1);
  CHECK(program[5].warm_from == 4);
  CHECK(program[5].new_lines == 10);
}

TEST_CASE("where lines may be evicted all launches before are needed") {
  Program program(cache_of(24));
  for (unsigned i = 0; i < 4; ++i) program.reads(6 * i, 6);
  CHECK(program[1].warm_from == 0);
  CHECK(program[1].lines == 6);
  CHECK(program[2].warm_from == 0);
  program.reads(0, 6);
  CHECK(program[3].warm_from == 0);
  Program larger(cache_of(48));
  for (unsigned i = 0; i < 4; ++i) larger.reads(6 * i, 6);
  CHECK(larger[3].warm_from == 2);
}

TEST_CASE("a launch needs the one that loaded its lines and not only the one that stored to them") {
  Program program(cache_of(1000));
  program.reads(0, 10);
  program.reads(100, 10);
  program.stores(0, 10);
  program.reads(0, 10);
  program.stores(200, 10);
  program.reads(100, 1);
  program.reads(200, 10);
  CHECK(program[3].warm_from == 0);
  CHECK(program[3].unloaded_lines == 0);
  CHECK(program[6].warm_from == 4);
  CHECK(program[6].new_lines == 0);
  CHECK(program[6].unloaded_lines == 10);
}

TEST_CASE("a copy by the host ends what an L1 keeps") {
  Survival survival = cache_of(1000);
  survival.ends_with_copies = true;
  Program program(survival);
  program.reads(0, 10);
  program.reads(0, 10, true);
  program.reads(0, 10);
  CHECK(program[1].warm_from == 1);
  CHECK(program[1].new_lines == 10);
  CHECK(program[2].warm_from == 1);
  CHECK(program[2].new_lines == 0);
}

TEST_CASE("after a texture fetch every launch before is needed") {
  Program program(cache_of(1000));
  program.reads(0, 10);
  program.reads(10, 10);
  program.reads(20, 10, false, Unit::kTexture);
  program.reads(30, 10);
  CHECK(program[1].warm_from == 0);
  CHECK(program[2].warm_from == 0);
  CHECK(program[3].warm_from == 0);
}

namespace {

// The signature of a launch of two instructions.
std::uint64_t signature(const WarpInstruction& first, const WarpInstruction& second, const Survival& survival = {}) {
  LaunchCounter counter(survival);
  counter.launch_begins(ExecutedLaunch());
  counter.executes(0, first);
  counter.executes(1, second);
  counter.launch_ends();
  return counter.launches().front().signature;
}

}  // namespace

TEST_CASE("a signature tells instructions and lanes and addresses apart and what each warp executes") {
  StaticInstruction load, add;
  load.memory = MemoryOp::kLoad;
  load.space = Space::kScratchpad;
  add.pc = 1;
  WarpInstruction loads, adds;
  loads.decoded = &load;
  adds.decoded = &add;
  loads.active = adds.active = 0xf;
  const std::uint64_t usual = signature(loads, adds);
  CHECK(signature(loads, adds) == usual);
  CHECK(signature(adds, loads) != usual);  // the other warp loads
  WarpInstruction other = loads;
  for (std::uint64_t& address : other.address) address += 4;  // the last lane is in another row of 16 bytes
  CHECK(signature(other, adds) != usual);
  other = loads;
  other.address[2] += 4;
  CHECK(signature(other, adds) != usual);
  other = loads;
  other.address[4] += 4;  // of no active lane
  CHECK(signature(other, adds) == usual);
  other = loads;
  other.active = 0x7;
  CHECK(signature(other, adds) != usual);
  CHECK(signature(loads, loads) != usual);
}

TEST_CASE("a signature tells lines apart and sectors where loads fetch sectors") {
  StaticInstruction load;
  load.memory = MemoryOp::kLoad;
  load.space = Space::kGlobal;
  WarpInstruction loads;
  loads.decoded = &load;
  loads.active = 0xff;
  for (unsigned lane = 0; lane < 8; ++lane) loads.address[lane] = 4 * lane;
  const auto moved = [&loads](std::uint64_t bytes) {
    WarpInstruction other = loads;
    for (std::uint64_t& address : other.address) address += bytes;
    return other;
  };
  const auto equal = [&](std::uint64_t bytes, bool whole_lines) {
    Survival survival;
    survival.whole_lines = whole_lines;
    return signature(moved(bytes), loads, survival) == signature(loads, loads, survival);
  };
  CHECK(equal(64, true));
  CHECK_FALSE(equal(kLineBytes - 4, true));  // all lanes but the first are in the next line
  CHECK_FALSE(equal(kLineBytes, true));
  CHECK_FALSE(equal(16, false));  // the last lanes are in another sector
  CHECK_FALSE(equal(32, false));
  load.cache = CacheOperator::kGlobal;  // past the L1: sectors
  CHECK_FALSE(equal(16, true));
  load.memory = MemoryOp::kStore;
  load.cache = CacheOperator::kWriteBack;
  CHECK_FALSE(equal(16, true));
}

TEST_CASE("a signature tells sleeps and barriers and copies to the scratchpad apart") {
  StaticInstruction sleep, barrier, copy;
  sleep.sleeps = true;
  barrier.unit = Unit::kBarrier;
  copy.memory = MemoryOp::kCopy;
  copy.space = Space::kGlobal;
  std::array<std::uint64_t, kWarpSize> here{}, there{};
  there[1] = 128;
  WarpInstruction one;
  one.active = 3;
  const auto differ = [&one](const StaticInstruction& decoded, auto change) {
    one.decoded = &decoded;
    WarpInstruction other = one;
    change(other);
    return signature(one, one) != signature(other, one);
  };
  CHECK(differ(sleep, [](WarpInstruction& other) { other.sleep = 100; }));
  CHECK(differ(barrier, [](WarpInstruction& other) { other.barrier.id = 1; }));
  CHECK(differ(barrier, [](WarpInstruction& other) { other.barrier.threads = 64; }));
  one.copied_to = &here;
  CHECK(differ(copy, [&there](WarpInstruction& other) { other.copied_to = &there; }));
  CHECK(differ(copy, [](WarpInstruction& other) { other.zero_filled = 1; }));
}

TEST_CASE("a signature tells texels apart") {
  StaticInstruction fetch;
  fetch.unit = Unit::kTexture;
  WarpInstruction fetches;
  fetches.decoded = &fetch;
  fetches.active = 1;
  const auto of_texel = [&fetches](std::uint64_t texel) {
    LaunchCounter counter(cache_of(0));
    CHECK(counter.follows_texels());
    counter.launch_begins(ExecutedLaunch());
    counter.executes(0, fetches);
    counter.texels_read(0, {texel});
    counter.launch_ends();
    return counter.launches().front().signature;
  };
  CHECK(of_texel(4096) == of_texel(4096));
  CHECK(of_texel(4096) != of_texel(4100));
}
