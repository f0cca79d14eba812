// Pairs of blocks that share scratchpad, in whole programs: more blocks are resident, answers stay right, the
// conservation laws hold, blocks go to the slots that the paper gives them, and neither late answers nor their order
// change a byte.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "report/invariants.h"

using namespace unibank;
using namespace unibank::test;

namespace {

using Given = std::map<std::string, std::string>;
const Given kNeedleArguments = {{"block", "32"}, {"size", "128"}};  // 8452 bytes of scratchpad a block

// 16 KB of scratchpad hold one block of needle; with t = 0.1 a second one shares with it.
Design small(const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> set = {"storage.scratchpad_bytes=16384", "scratchpad_gate.policy=sharing",
                                  "run.check_data=true", "register_hierarchy.enabled=false"};
  set.insert(set.end(), overrides.begin(), overrides.end());
  return load_design("gebhart2012/partitioned", {}, set).design;
}

Design design_with(const std::string& name, const std::vector<std::string>& overrides) {
  return load_design(name, {}, overrides).design;
}

std::string gate_text(const CounterValues& counters) {
  std::ostringstream text;
  for (const unsigned number : counters_of("sharing."))
    text << DeclaredCounters::instance()[number].name << " " << counters[number] << " ";
  return text.str();
}

// "right, 2 = 1 + 1 blocks" when the answer is right and the conservation laws hold.
std::string residents(const std::string& workload, const Design& design, const Given& arguments) {
  return forked([&] {
    const RunResult run = measure(workload, design, BlockFactories(), arguments).result;
    std::ostringstream text;
    text << (run.verified ? "right" : "wrong: " + run.verification) << ", " << run.resident_blocks << " = "
         << run.default_blocks << " + " << run.sharing_pairs << " blocks";
    for (const std::string& broken : broken_invariants(run)) text << "; " << broken;
    for (const std::string& broken : run.broken_invariants) text << "; " << broken;
    if (run.sharing_pairs != 0 && run.counters["sharing.locks_taken"] == 0) text << "; no lock was requested";
    return text.str();
  });
}

}  // namespace

TEST_CASE("one block of needle fits in 16 KB and sharing adds one under every warp order") {
  Design open = small();
  open.scratchpad_gate = {"open", {}};
  CHECK(residents("needle", open, kNeedleArguments) == "right, 1 = 1 + 0 blocks");
  for (const char* order : {"lrr", "gto", "owf", "two-level"}) {
    INFO(order);
    CHECK(residents("needle", small({std::string("warp_order.policy=") + order}), kNeedleArguments) ==
          "right, 2 = 1 + 1 blocks");
  }
}

TEST_CASE("blocks share scratchpad in separate banks, beside a unified memory and in one") {
  const std::vector<std::string> sharing = {"scratchpad_gate.policy=sharing", "run.check_data=true",
                                            "register_hierarchy.enabled=false"};
  const auto with = [&sharing](std::vector<std::string> more) {
    more.insert(more.end(), sharing.begin(), sharing.end());
    return more;
  };
  const std::vector<std::string> apart = {"storage.layout=unified-scratchpad-apart", "storage.scratchpad_bytes=16384"};
  // 96 KB hold 11 blocks of 8452 bytes, and the rest is 6 tenths of a block.
  CHECK(residents("needle", design_with("gebhart2012/fermi-like-96-32", with({"sm.max_blocks=16"})),
                  kNeedleArguments) == "right, 16 = 11 + 5 blocks");
  CHECK(residents("needle", design_with("gebhart2012/unified-384k", with(apart)), kNeedleArguments) ==
        "right, 2 = 1 + 1 blocks");
  const std::string inside = residents(
      "needle", design_with("gebhart2012/unified-128k", with({"storage.unified_bytes=32768"})), kNeedleArguments);
  CHECK(inside.substr(0, 7) == "right, ");
  CHECK(inside.find(" + 0 ") == std::string::npos);
  CHECK(inside.find(";") == std::string::npos);
}

TEST_CASE("where sharing adds no block nothing changes") {
  const Design sharing =
      design_with("gebhart2012/partitioned", {"scratchpad_gate.policy=sharing", "register_hierarchy.enabled=false"});
  Design open = sharing;
  open.scratchpad_gate = {"open", {}};
  for (const char* workload : {"matrixmul", "srad"}) {
    INFO(workload);
    CHECK(run_text(workload, sharing) == run_text(workload, open));
  }
}

TEST_CASE("several SMs sum what their gates count") {
  const std::string text = forked([] {
    DeviceMemory memory;
    GpuBackend backend(small({"gpu.sms=3", "warp_order.policy=owf"}), memory, BlockFactories());
    Device device(backend, memory);
    const Workload& program = find_workload("needle");
    program.run(device, complete_arguments(program, Size::kTiny, kNeedleArguments));
    RunResult run;
    backend.gpu.collect(run);
    CounterValues sum;
    for (unsigned sm = 0; sm < 3; ++sm) sum.add(backend.gpu.sm(sm).counters());
    const bool all = sum["sharing.shared_blocks"] == run.counters["blocks"] && sum["sharing.locks_taken"] > 0 &&
                     sum["sharing.hand_overs"] > 0;
    return std::string(gate_text(sum) == gate_text(run.counters) && all ? "same" : gate_text(run.counters));
  });
  CHECK(text == "same");
}

TEST_CASE("late answers change no byte of a run whose blocks share scratchpad") {
  for (const char* retry : {"0", "1"}) {
    const Design design = small({"gpu.sms=2", "sm.schedulers=2", "sm.lanes=16", "warp_order.policy=owf",
                                 std::string("scratchpad_gate.retry_takes_slot=") + retry});
    const auto run = [&](const BlockFactories& factories) {
      return forked([&] {
        const Measured measured = measure("needle", design, factories, kNeedleArguments);
        return text_of(measured) + gate_text(measured.result.counters);
      });
    };
    const std::string native = run(BlockFactories());
    CHECK(native.substr(0, 2) == "1 ");
    LateChoice all{true, true, true, true, true};
    all.interconnect = all.l2_slice = true;
    for (unsigned deltas = 0; deltas < 2; ++deltas) {
      INFO(deltas << " deltas after the edge, a retry takes " << retry << " slots");
      CHECK(run(late_blocks(all, {deltas, deltas % 2 == 1}, design.blocks)) == native);
    }
  }
}

TEST_CASE("in the first round SM i of p gets block i + p k in slot k, and the block in slot D + k shares with slot k") {
  // A block stores its SM and the cycle in which it began; the slot that issued its first instruction in that cycle is
  // its slot.
  constexpr const char* kKernel = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
{
  .shared .align 4 .b8 s[4096];
  .reg .u32 %r<8>; .reg .u64 %d<4>;
  mov.u32 %r0, %clock;
  mov.u32 %r1, %smid;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, s;
  st.shared.u32 [%r3+4092], %r0;
  mov.u32 %r4, %clock;
  ld.param.u64 %d0, [out];
  mul.wide.u32 %d1, %r2, 12;
  add.u64 %d2, %d0, %d1;
  st.global.u32 [%d2], %r0;
  st.global.u32 [%d2+4], %r1;
  st.global.u32 [%d2+8], %r4;
  ret;
})";
  constexpr unsigned kSms = 3, kDefault = 3, kPairs = 2, kSlots = kDefault + kPairs;
  const std::string text = forked([&] {
    Design design = small({"gpu.sms=3", "sm.max_blocks=5", "warp_order.policy=lrr"});
    design.storage.scratchpad_bytes = 16384 - 2048;  // 3.5 blocks
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    std::map<std::pair<unsigned, Cycle>, unsigned> first;  // slot by SM and cycle
    for (unsigned sm = 0; sm < kSms; ++sm) {
      backend.gpu.sm(sm).on_issue = [&first, sm](Cycle cycle, unsigned warp, unsigned pc) {
        if (pc == 0) first[{sm, cycle}] = warp;
      };
    }
    Device device(backend, memory);
    device.load(kKernel, "k.ptx");
    const std::uint64_t at = device.upload(std::vector<std::uint32_t>(3 * kSms * kSlots), "out");
    device.launch("k", {kSms * kSlots, 1, 1}, {32, 1, 1}, Arguments(at));
    const std::vector<std::uint32_t> out = device.download<std::uint32_t>(at, 3 * kSms * kSlots);
    std::string wrong;
    for (unsigned block = 0; block < kSms * kSlots; ++block) {
      const unsigned slot = first.at({out[3 * block + 1], out[3 * block]});
      if (out[3 * block + 1] != block % kSms || slot != block / kSms) wrong += " " + std::to_string(block);
    }
    for (unsigned sm = 0; sm < kSms; ++sm) {
      const auto touched = [&](unsigned slot) { return out[3 * (sm + kSms * slot) + 2]; };
      for (unsigned k = 0; k < kPairs; ++k)
        if (touched(kDefault + k) < touched(k) + 20) wrong += " pair " + std::to_string(k);
      if (touched(kPairs) > touched(0) + 20) wrong += " the unshared block";
    }
    return "wrong:" + wrong;
  });
  CHECK(text == "wrong:");
}
