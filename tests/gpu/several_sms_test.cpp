// Several SMs, an interconnect, an L2 cache and DRAM channels: the answer is right, the conservation laws hold, blocks
// go to SMs in turn, and neither the order in which modules are built nor late answers change a byte.
#include <catch2/catch.hpp>
#include <deque>

#include "gpu/kernel_machine.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// So small that tiny programs miss in it and write back.
Design with_l2(Design design, unsigned slices, unsigned channels) {
  design.l2.bytes = slices * 2048;
  design.l2.slices = slices;
  design.l2.ways = 4;
  design.l2.latency = 30;
  design.dram.channels = channels;
  return design;
}

Design with_channels(Design design, unsigned channels) {
  design.dram.channels = channels;
  return design;
}

Design with_dirty_lines(Design design) {
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

std::vector<std::pair<const char*, Design>> machines() {
  return {{"two SMs and one channel", with_sms(2)},
          {"one SM and three channels", with_channels(with_sms(1), 3)},
          {"three SMs and two channels", with_channels(with_sms(3, unified_design()), 2)},
          {"one SM and one L2 slice", with_l2(with_sms(1), 1, 1)},
          {"four SMs, four slices and two channels", with_l2(with_sms(4), 4, 2)},
          {"four SMs that leave dirty lines, and an L2 cache", with_dirty_lines(with_l2(with_sms(4), 2, 1))},
          {"15 SMs, 12 slices and 5 channels", with_l2(with_sms(15, unified_design()), 12, 5)}};
}

void all_machines(const std::string& workload) {
  for (const auto& [name, design] : machines()) {
    INFO(workload << " on " << name);
    CHECK(checked(workload, design) == "right");
  }
}

// Launches a test's kernel on so many words of 0; returns their values afterwards in one line.
std::string words_of_grid(const Design& design, const char* body, Dim3 grid, unsigned words) {
  return forked([&] {
    KernelMachine machine(design, body);
    const std::uint64_t at = machine.device.upload(std::vector<std::uint32_t>(words), "words");
    machine.device.launch("k", grid, {32, 1, 1}, Arguments(at));
    std::string text;
    for (const std::uint32_t word : machine.device.download<std::uint32_t>(at, words))
      text += std::to_string(word) + " ";
    return text;
  });
}

}  // namespace

TEST_CASE("several SMs compute vectoradd and all conservation laws hold") { all_machines("vectoradd"); }
TEST_CASE("several SMs compute matrixmul and all conservation laws hold") { all_machines("matrixmul"); }
TEST_CASE("several SMs compute needle and all conservation laws hold") { all_machines("needle"); }
TEST_CASE("several SMs compute bfs and all conservation laws hold") { all_machines("bfs"); }
TEST_CASE("several SMs compute srad and all conservation laws hold") { all_machines("srad"); }

TEST_CASE("building SMs and slices and channels in reverse order changes no byte") {
  for (const auto& [name, design] : machines()) {
    for (const char* workload : {"vectoradd", "needle", "bfs", "srad"}) {
      INFO(workload << " on " << name);
      const std::string forward = run_text(workload, design);
      CHECK(forward.substr(0, 2) == "1 ");  // verified
      CHECK(run_text(workload, design, BlockFactories(), {}, BuildOrder::kLastToFirst) == forward);
    }
  }
}

TEST_CASE("late answers of every block change no byte with several SMs") {
  const Design design = with_l2(with_sms(3), 3, 2);
  for (const char* workload : {"vectoradd", "needle", "bfs"}) {
    const std::string native = run_text(workload, design);
    LateChoice all{true, true, true, true, true};
    all.interconnect = all.l2_slice = true;
    LateChoice beyond;
    beyond.interconnect = beyond.l2_slice = beyond.dram = true;
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      INFO(workload << ", " << deltas << " deltas after the edge");
      CHECK(run_text(workload, design, late_blocks(all, {deltas, deltas % 2 == 1}, design.blocks)) == native);
      CHECK(run_text(workload, design, late_blocks(beyond, {deltas, deltas % 2 == 0}, design.blocks)) == native);
    }
    CHECK(run_text(workload, design, late_blocks(beyond, {0, false, false, 1}, design.blocks)) != native);
  }
}

TEST_CASE("SMs that share a port of the interconnect compute the answer later and in any order of building") {
  const auto ports_of = [](unsigned sms) {
    Design design = with_l2(with_sms(4), 4, 2);
    design.interconnect.bytes_per_cycle = 4;  // less than the channels have
    design.interconnect.sms_per_port = sms;
    return design;
  };
  for (const char* workload : {"vectoradd", "srad"}) {
    INFO(workload);
    const auto cycles = [&](unsigned sms) {
      return std::stoul(forked([&] {
        return std::to_string(measure(workload, ports_of(sms), BlockFactories()).result.cycles);
      }));
    };
    CHECK(checked(workload, ports_of(2)) == "right");
    CHECK(checked(workload, ports_of(4)) == "right");
    CHECK(cycles(1) < cycles(2));
    CHECK(cycles(2) < cycles(4));
    const std::string native = run_text(workload, ports_of(2));
    CHECK(run_text(workload, ports_of(2), BlockFactories(), {}, BuildOrder::kLastToFirst) == native);
    LateChoice all{true, true, true, true, true};
    all.interconnect = all.l2_slice = true;
    CHECK(run_text(workload, ports_of(2), late_blocks(all, {1, true})) == native);
    CHECK(run_text(workload, ports_of(2), late_blocks(all, {2, false})) == native);
  }
}

TEST_CASE("a slower interconnect and a slower L2 cache are noticed") {
  const Design design = with_l2(with_sms(2), 2, 1);
  Design slow_network = design, slow_l2 = design, narrow = design, poor = design;
  slow_network.interconnect.latency += 1;
  slow_l2.l2.latency += 1;
  narrow.interconnect.bytes_per_cycle = 8;
  poor.l2.mshr_entries = poor.l2.merges = 1;
  const std::string text = run_text("needle", design);
  for (const Design& other : {slow_network, slow_l2, narrow, poor}) CHECK(run_text("needle", other) != text);
}

TEST_CASE("SMs issue in the order of cycle and number") {
  const std::string order = forked([] {
    DeviceMemory memory;
    GpuBackend backend(with_sms(4), memory, BlockFactories(), BuildOrder::kLastToFirst);
    std::pair<Cycle, unsigned> last{0, 0};
    unsigned wrong = 0, together = 0;
    for (unsigned sm = 0; sm < 4; ++sm) {
      backend.gpu.sm(sm).on_issue = [&, sm](Cycle cycle, unsigned, unsigned) {
        const std::pair<Cycle, unsigned> now{cycle, sm};
        wrong += now < last;
        together += cycle == last.first && sm != last.second;
        last = now;
      };
    }
    Device device(backend, memory);
    const Workload& program = find_workload("srad");
    program.run(device, complete_arguments(program, Size::kTiny, {}));
    return std::to_string(wrong) + (together > 100 ? " wrong" : " wrong, but never together");
  });
  CHECK(order == "0 wrong");
}

TEST_CASE("blocks go to SMs in turn and each SM knows its number") {
  // Word b: the SM of block b; word 8: the number of SMs.
  const char* const body = R"(
.visible .entry k(.param .u64 out) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  mov.u32 %r2, %smid;
  st.global.u32 [%rd3], %r2;
  mov.u32 %r3, %nsmid;
  st.global.u32 [%rd1+32], %r3;
  ret;
})";
  CHECK(words_of_grid(with_sms(3), body, {8, 1, 1}, 9) == "0 1 2 0 1 2 0 1 3 ");
}

TEST_CASE("a block reads the scratchpad that it is allocated in the design's unit") {
  // Word 0: %total_smem_size of a block that declares 300 bytes.
  const char* const body = R"(
.visible .entry k(.param .u64 out) {
  .reg .u64 %rd1;
  .reg .u32 %r1;
  .shared .align 4 .b8 tile[300];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %total_smem_size;
  st.shared.u32 [tile], %r1;
  st.global.u32 [%rd1], %r1;
  ret;
})";
  Design design = with_sms(1);
  CHECK(words_of_grid(design, body, {1, 1, 1}, 1) == "300 ");
  design.storage.units.scratchpad_bytes = 128;
  CHECK(words_of_grid(design, body, {1, 1, 1}, 1) == "384 ");
}

TEST_CASE("one SM's stores are visible to another SM") {
  // Block 1, on the other SM, waits until block 0 has stored to word 1, and then takes word 0.
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<4>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [words];
  mov.u32 %r1, %ctaid.x;
  setp.eq.u32 %p1, %r1, 1;
  @%p1 bra WAIT;
  st.global.u32 [%rd1], 42;
  st.volatile.global.u32 [%rd1+4], 1;
  ret;
WAIT:
  ld.volatile.global.u32 %r2, [%rd1+4];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra WAIT;
  ld.global.u32 %r3, [%rd1];
  st.global.u32 [%rd1+8], %r3;
  ret;
})";
  CHECK(words_of_grid(with_l2(with_sms(2), 2, 1), body, {2, 1, 1}, 3) == "42 1 42 ");
}

TEST_CASE("atomics of all SMs meet in one counter") {
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  ld.param.u64 %rd1, [words];
  atom.global.add.u32 %r1, [%rd1], 1;
  ret;
})";
  CHECK(words_of_grid(with_sms(5), body, {100, 1, 1}, 1) == std::to_string(100 * 32) + " ");
}

TEST_CASE("counters of SMs are summed") {
  const std::string text = forked([] {
    Design design = with_l2(with_sms(4), 4, 2);
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    const Workload& program = find_workload("srad");
    program.run(device, complete_arguments(program, Size::kTiny, {}));
    RunResult all;
    backend.gpu.collect(all);
    CounterValues sum;
    unsigned working = 0;
    for (unsigned sm = 0; sm < 4; ++sm) {
      sum.add(backend.gpu.sm(sm).counters());
      working += backend.gpu.sm(sm).counters()["blocks"] != 0;
    }
    std::ostringstream out;
    out << all.sms << " " << working << " " << sum["thread_instructions"];
    for (const char* group : {"mshr.", "banks.", "cache.", "stalls.", "crossbar.", "registers."}) {
      const auto same = [&](unsigned number) { return all.counters[number] == sum[number]; };
      const std::vector<unsigned> numbers = counters_of(group);
      out << " " << std::all_of(numbers.begin(), numbers.end(), same);
    }
    return out.str();
  });
  CHECK_THAT(text, Catch::StartsWith("4 4 ") && Catch::EndsWith(" 1 1 1 1 1 1"));
}

TEST_CASE("one SM and four execute the same instructions under the same division") {
  const auto executed = [](unsigned sms) {
    return forked([sms] {
      const RunResult r = measure("matrixmul", with_l2(with_sms(sms), 4, 2), BlockFactories()).result;
      return std::to_string(r.counters["thread_instructions"]) + " " + std::to_string(r.counters["blocks"]) + " " +
             std::to_string(r.resident_blocks);
    });
  };
  CHECK(executed(1) == executed(4));
}

// Saves its number of reads when it is destroyed, at the end of the run.
class ReportingChannel : public DramChannel {
 public:
  ReportingChannel(const char* name, const DramParameters& parameters, std::uint64_t& reads)
      : DramChannel(name, parameters), reads_(reads) {}
  ~ReportingChannel() override { reads_ = counters().reads; }

 private:
  std::uint64_t& reads_;
};

TEST_CASE("lines go to the channels in turn through the slices of an L2 cache or without it") {
  const auto reads_of_channels = [](const Design& design) {
    return forked([&] {
      std::deque<std::uint64_t> reads;
      BlockFactories factories;
      factories.set<DramKind>([&reads](const char* name, const DramParameters& parameters) {
        return std::make_unique<ReportingChannel>(name, parameters, reads.emplace_back());
      });
      measure("vectoradd", design, factories, {{"n", "1024"}});
      std::string text;
      for (const std::uint64_t of_channel : reads) text += std::to_string(of_channel) + " ";
      return text;
    });
  };
  // Two vectors of 1024 words are 64 lines.
  CHECK(reads_of_channels(with_channels(with_sms(1), 1)) == "64 ");
  CHECK(reads_of_channels(with_channels(with_sms(2), 2)) == "32 32 ");
  CHECK(reads_of_channels(with_l2(with_sms(2), 4, 4)) == "16 16 16 16 ");
  CHECK(reads_of_channels(with_l2(with_sms(2), 4, 2)) == "32 32 ");
}

TEST_CASE("an L2 cache hits on lines that another SM has read") {
  // Both blocks read the same 32 words; the second block, on the other SM, reads them later.
  const char* const body = R"(
.visible .entry k(.param .u64 words) {
  .reg .u64 %rd<4>;
  .reg .u32 %r<4>;
  .reg .pred %p<2>;
  ld.param.u64 %rd1, [words];
  mov.u32 %r1, %ctaid.x;
  mul.lo.u32 %r1, %r1, 3000;
AGAIN:
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra READ;
  sub.u32 %r1, %r1, 1;
  bra AGAIN;
READ:
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  ret;
})";
  const std::string text = forked([&] {
    KernelMachine machine(with_l2(with_sms(2), 2, 1), body);
    const std::uint64_t at = machine.device.upload(std::vector<std::uint32_t>(32), "words");
    machine.device.launch("k", {2, 1, 1}, {32, 1, 1}, Arguments(at));
    RunResult r;
    machine.backend.gpu.collect(r);
    std::ostringstream out;
    out << r.counters["l2.reads"] << " " << r.counters["l2.read_hits"] << " " << r.counters["l2.fills"] << " "
        << r.counters["l2.fill_bytes"] << " " << r.counters["dram.reads"] << " " << r.counters["interconnect.requests"]
        << " " << r.counters["interconnect.request_bytes"] << " " << r.counters["interconnect.answer_bytes"];
    return out.str();
  });
  // Two requests of 8 bytes, two responses of 8 + 128 bytes.
  CHECK(text == "2 1 1 128 1 2 16 272");
}
