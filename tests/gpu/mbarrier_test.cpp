// mbarriers in time: an arrival after copies takes effect when they are done, and its warp does not wait for it.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Of each block, warp 0 copies 32 words and arrives after them; warp 1 waits and reads the words. A thread of warp 0
// writes its clock before and after the arrival; one of warp 1 writes its clock after the wait, and its word.
std::string arrival_kernel(const std::string& arrival) {
  return R"(
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .pred %p<3>; .reg .b32 %r<12>; .reg .b64 %l<12>;
  .shared .align 8 .b64 full; .shared .align 16 .b8 words[128];
  ld.param.u64 %l0, [in]; ld.param.u64 %l1, [out];
  mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, full; mov.u32 %r3, words;
  mad.lo.u32 %r4, %r1, 64, %r0; mul.wide.u32 %l2, %r4, 8; add.u64 %l1, %l1, %l2;
  and.b32 %r5, %r0, 31; shl.b32 %r6, %r5, 2; add.u32 %r3, %r3, %r6;
  mad.lo.u32 %r7, %r1, 32, %r5; mul.wide.u32 %l3, %r7, 4; add.u64 %l0, %l0, %l3;
  setp.ne.u32 %p1, %r0, 0; @%p1 bra READY;
  mbarrier.init.shared.b64 [%r2], 32;
READY:
  bar.sync 0;
  setp.ge.u32 %p1, %r0, 32; @%p1 bra CONSUME;
  mov.u32 %r8, %clock;
  cp.async.ca.shared.global [%r3], [%l0], 4;
)" + arrival + R"(
  mov.u32 %r9, %clock;
  st.global.v2.u32 [%l1], {%r8, %r9};
  ret;
CONSUME:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
  @!%p2 bra CONSUME;
  mov.u32 %r8, %clock;
  ld.shared.u32 %r9, [%r3];
  st.global.v2.u32 [%l1], {%r8, %r9};
  ret;
}
)";
}
const std::string kCounted = "cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];";
const std::string kAdded = "cp.async.mbarrier.arrive.shared.b64 [%r2];\nmbarrier.arrive.shared.b64 %l4, [%r2];";

struct Times {
  long producer = 0, consumer = 0;
  bool right = true;
};
std::string times_text(const Times& times) {
  return std::to_string(times.producer) + " " + std::to_string(times.consumer) + (times.right ? " right" : " wrong");
}

// The shortest times of all blocks from the copy to the instruction after the arrival, and to the one after the wait.
std::string arrival_times(const Design& design, const std::string& arrival, unsigned blocks, unsigned cores) {
  return forked([&] {
    KernelMachine machine(design, arrival_kernel(arrival).c_str());
    machine.backend.gpu.use_cores(cores, 0);
    std::vector<std::uint32_t> in(32 * blocks);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(7 * i + 1);
    const std::uint64_t from = machine.device.upload(in, "in");
    const std::uint64_t to = machine.device.upload(std::vector<std::uint32_t>(128 * blocks), "out");
    machine.device.launch("k", {blocks, 1, 1}, {64, 1, 1}, Arguments(from, to));
    const auto out = machine.device.download<std::uint32_t>(to, 128 * blocks);
    Times times{1 << 30, 1 << 30, true};
    for (unsigned block = 0; block < blocks; ++block) {
      const std::uint32_t* const own = out.data() + 128 * block;
      times.producer = std::min<long>(times.producer, own[1] - own[0]);
      times.consumer = std::min<long>(times.consumer, own[64] - own[0]);
      for (unsigned i = 0; i < 32; ++i) times.right &= own[64 + 2 * i + 1] == in[32 * block + i];
    }
    return times_text(times);
  });
}

Times times_of(const std::string& text) {
  Times times;
  times.right = text.find(" right") != std::string::npos;
  times.producer = std::stol(text);
  times.consumer = std::stol(text.substr(text.find(' ')));
  return times;
}

Design a100(unsigned sms, const char* check = "run.check_data=true") {
  return load_design("nvidia/a100", {}, {check, "instruction_cache.bytes=0", "gpu.sms=" + std::to_string(sms)}).design;
}

}  // namespace

TEST_CASE("an arrival behind copies does not hold its warp and the wait ends when they are done") {
  const Design design = a100(1);
  for (const std::string& arrival : {kCounted, kAdded}) {
    const std::string text = arrival_times(design, arrival, 1, 1);
    INFO(text);
    const Times times = times_of(text);
    CHECK(times.right);
    CHECK(times.producer < static_cast<long>(design.l2.latency) / 2);
    CHECK(times.consumer > static_cast<long>(design.sm.cache_hit_latency + design.l2.latency));  // and DRAM after it
  }
}

TEST_CASE("mbarriers are the same on any number of cores and with checked values") {
  for (const std::string& arrival : {kCounted, kAdded}) {
    const std::string one = arrival_times(a100(3), arrival, 20, 1);
    CHECK(one.find(" right") != std::string::npos);
    CHECK(arrival_times(a100(3), arrival, 20, 2) == one);
    CHECK(arrival_times(a100(3, "run.check_data=false"), arrival, 20, 3) == one);
  }
}

TEST_CASE("mbarriers are right where conflicts are counted per instruction and where scratchpad is shared") {
  for (const char* name : {"gebhart2012/unified-384k", "jing2016/integrated-prioritized", "jatala/shared-owf-opt"}) {
    const Design design = load_design(name, {}, {"run.check_data=true"}).design;
    for (const std::string& arrival : {kCounted, kAdded}) {
      INFO(name);
      CHECK(arrival_times(design, arrival, 4, 1).find(" right") != std::string::npos);
    }
  }
}

// Each of a block's 32 warps arrives and then polls; one that has polled in vain sleeps. The two-level order would
// never let the last warps arrive if those that poll kept their places.
TEST_CASE("warps that poll an mbarrier and sleep let the others arrive in the orders two-level, gto and lrr") {
  const char* const text = R"(
.visible .entry k(.param .u64 out) {
  .reg .pred %p<3>; .reg .b32 %r<8>; .reg .b64 %l<4>;
  .shared .align 8 .b64 all;
  ld.param.u64 %l0, [out]; mov.u32 %r0, %tid.x; mov.u32 %r1, all; mov.u32 %r2, %ntid.x;
  setp.ne.u32 %p1, %r0, 0; @%p1 bra READY;
  mbarrier.init.shared.b64 [%r1], %r2;
READY:
  bar.sync 0;
  mbarrier.arrive.shared.b64 %l1, [%r1];
POLL:
  mbarrier.test_wait.shared.b64 %p2, [%r1], %l1;
  @%p2 bra DONE;
  nanosleep.u32 500;
  bra POLL;
DONE:
  mul.wide.u32 %l2, %r0, 4; add.u64 %l2, %l0, %l2; st.global.u32 [%l2], %r0;
  ret;
}
)";
  for (const char* order : {"two-level", "gto", "lrr"}) {
    const std::string wrong = forked([&] {
      Design design = load_design("gebhart2012/unified-384k").design;
      design.warp_order = {order, {}};
      if (order == std::string("two-level")) design.warp_order.values["active_warps"] = 2;
      design.register_hierarchy.enabled = order == std::string("two-level");
      design.run.instruction_limit = 100'000;
      KernelMachine machine(design, text);
      const std::uint64_t to = machine.device.upload(std::vector<std::uint32_t>(1024), "out");
      machine.device.launch("k", {1, 1, 1}, {1024, 1, 1}, Arguments(to));
      const auto out = machine.device.download<std::uint32_t>(to, 1024);
      unsigned different = 0;
      for (std::uint32_t i = 0; i < out.size(); ++i) different += out[i] != i;
      return std::to_string(different);
    });
    INFO(order);
    CHECK(wrong == "0");
  }
}
