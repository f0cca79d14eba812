// The L1 after blocks that were not timed: it holds the lines that they would have loaded into it.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Thread t of the only warp loads word t of `from`, and stores it.
constexpr const char* kCopy = R"(
.visible .entry k(.param .u64 from, .param .u64 to)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd1, %rd1, %rd3;
  add.s64 %rd2, %rd2, %rd3;
  ld.global.u32 %r2, [%rd1];
  st.global.u32 [%rd2], %r2;
  ret;
})";

StaticInstruction load(CacheOperator cache, bool strong = false, Scope scope = Scope::kBlock) {
  StaticInstruction how;
  how.memory = MemoryOp::kLoad;
  how.space = Space::kGlobal;
  how.bytes_per_lane = 4;
  how.cache = cache;
  how.strong = strong;
  how.scope = scope;
  return how;
}

// A machine with launches that load a line, and accesses of blocks that are not timed between them.
class WarmBench {
 public:
  explicit WarmBench(StorePolicy policy) : machine_(design_of(policy), kCopy) {}
  void next_line() { line_ += kLineBytes; }
  void launch() { machine_.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(line_, to_)); }
  // Hits of a launch that comes after such an access.
  std::uint64_t hits_after(const StaticInstruction& how) {
    WarpInstruction one;
    one.decoded = &how;
    one.active = 1;
    one.address[0] = line_;
    machine_.backend.gpu.warm(0, one);
    const std::uint64_t before = hits();
    launch();
    return hits() - before;
  }

 private:
  static Design design_of(StorePolicy policy) {
    Design design;
    design.cache.global_stores = policy;
    return design;
  }
  std::uint64_t hits() {
    RunResult run;
    machine_.backend.gpu.collect(run);
    return run.counters["cache.load_hits"];
  }

  KernelMachine machine_;
  const std::uint64_t to_ = machine_.device.allocate(kLineBytes, "to");
  std::uint64_t line_ = machine_.device.allocate(16 * kLineBytes, "lines");
};

// Of a line that an earlier launch has loaded.
std::uint64_t hits_after(WarmBench& bench, MemoryOp operation, CacheOperator cache) {
  bench.next_line();
  bench.launch();
  StaticInstruction how = load(cache);
  how.memory = operation;
  return bench.hits_after(how);
}

// Loads and atomics are the same under every policy of stores.
void check_loads_and_atomics(WarmBench& bench) {
  CHECK(hits_after(bench, MemoryOp::kLoad, CacheOperator::kAll) == 1);
  CHECK(hits_after(bench, MemoryOp::kLoad, CacheOperator::kVolatile) == 0);
  CHECK(hits_after(bench, MemoryOp::kAtomic, CacheOperator::kAll) == 0);
  CHECK(hits_after(bench, MemoryOp::kReduction, CacheOperator::kAll) == 0);
}

}  // namespace

TEST_CASE("a block that is not timed leaves in the L1 the lines of the loads that do not go past it") {
  WarmBench bench(Design().cache.global_stores);
  bench.launch();  // there are no tags before the first launch
  const auto hits_after = [&bench](const StaticInstruction& how) {
    bench.next_line();
    return bench.hits_after(how);
  };
  CHECK(hits_after(load(CacheOperator::kAll)) == 1);
  CHECK(hits_after(load(CacheOperator::kStreaming)) == 1);
  CHECK(hits_after(load(CacheOperator::kLastUse)) == 1);
  CHECK(hits_after(load(CacheOperator::kAll, true, Scope::kBlock)) == 1);
  CHECK(hits_after(load(CacheOperator::kGlobal)) == 0);
  CHECK(hits_after(load(CacheOperator::kVolatile)) == 0);
  CHECK(hits_after(load(CacheOperator::kAll, true, Scope::kDevice)) == 0);
}

TEST_CASE("a block that is not timed drops the L1's lines as a timed one does under write-through") {
  WarmBench bench(StorePolicy::kWriteThrough);
  check_loads_and_atomics(bench);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kAll) == 1);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kWriteThrough) == 1);
}

TEST_CASE("a block that is not timed drops the L1's lines as a timed one does under write-back") {
  WarmBench bench(StorePolicy::kWriteBack);
  check_loads_and_atomics(bench);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kAll) == 1);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kWriteThrough) == 0);
}

TEST_CASE("a block that is not timed drops the L1's lines as a timed one does under write-evict") {
  WarmBench bench(StorePolicy::kWriteEvict);
  check_loads_and_atomics(bench);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kAll) == 0);
  CHECK(hits_after(bench, MemoryOp::kStore, CacheOperator::kWriteThrough) == 0);
}
