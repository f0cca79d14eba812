// Warp instructions per second of the functional executor: arithmetic only, scratchpad traffic, and whole workloads.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "base/input_error.h"
#include "forked.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "simt/device_memory.h"
#include "workloads/workload.h"

namespace unibank::bench {
namespace {

constexpr unsigned kBlocks = 4, kThreads = 256, kTurns = 1000;

// Four independent chains of fused multiply-adds.
constexpr const char* kFma = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry loop(.param .u32 turns)
{
  .reg .pred %p<2>; .reg .b32 %r<3>; .reg .f32 %f<7>;
  ld.param.u32 %r1, [turns];
  mov.u32 %r2, %tid.x;
  cvt.rn.f32.u32 %f1, %r2;
  mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;
  mov.f32 %f5, 0f3F000000;
  mov.f32 %f6, 0f3F800000;
AGAIN:
  fma.rn.f32 %f1, %f1, %f5, %f6;
  fma.rn.f32 %f2, %f2, %f5, %f6;
  fma.rn.f32 %f3, %f3, %f5, %f6;
  fma.rn.f32 %f4, %f4, %f5, %f6;
  sub.s32 %r1, %r1, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra AGAIN;
  ret;
}
)";

// Every thread adds to its own word of the scratchpad and reads a neighbour's.
constexpr const char* kScratchpad = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry loop(.param .u32 turns)
{
  .reg .pred %p<2>; .reg .b32 %r<8>;
  .shared .align 4 .b8 words[1024];
  ld.param.u32 %r1, [turns];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, words;
  shl.b32 %r4, %r2, 2;
  xor.b32 %r5, %r4, 4;
  add.s32 %r4, %r3, %r4;
  add.s32 %r5, %r3, %r5;
  st.shared.u32 [%r4], %r2;
AGAIN:
  ld.shared.u32 %r6, [%r5];
  ld.shared.u32 %r7, [%r4];
  add.s32 %r6, %r6, %r7;
  st.shared.u32 [%r4], %r6;
  sub.s32 %r1, %r1, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra AGAIN;
  ret;
}
)";

void functional(benchmark::State& state, const char* ptx) {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(ptx, "loop.ptx");
  for (auto _ : state) device.launch("loop", {kBlocks, 1, 1}, {kThreads, 1, 1}, Arguments(kTurns));
  state.counters["warp_instructions/s"] =
      benchmark::Counter(static_cast<double>(backend.counts().warp_instructions), benchmark::Counter::kIsRate);
}

// Times only the launches, not the host's copies or the CPU reference.
class LaunchTimer : public Backend {
 public:
  explicit LaunchTimer(Backend& backend) : backend_(backend) {}
  void plan(const std::vector<Launch>& kernels) override { backend_.plan(kernels); }
  void run(const Launch& launch) override {
    const double begin = cpu_seconds();
    backend_.run(launch);
    seconds_ += cpu_seconds() - begin;
  }
  double seconds() const { return seconds_; }

 private:
  Backend& backend_;
  double seconds_ = 0;
};

void workload(benchmark::State& state, const char* name) {
  const Workload& program = find_workload(name);
  double warp_instructions = 0;
  for (auto _ : state) {
    DeviceMemory memory;
    FunctionalBackend backend(memory);
    LaunchTimer timer(backend);
    Device device(timer, memory);
    const Verdict verdict = program.run(device, complete_arguments(program, Size::kTest, {}));
    if (!verdict.right) throw RunError(std::string(name) + ": " + verdict.text);
    state.SetIterationTime(timer.seconds());
    warp_instructions += static_cast<double>(backend.counts().warp_instructions);
  }
  state.counters["warp_instructions/s"] = benchmark::Counter(warp_instructions, benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(functional, fma, kFma)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(functional, scratchpad, kScratchpad)->Unit(benchmark::kMillisecond);
#define UNIBANK_FUNCTIONAL(name) \
  BENCHMARK_CAPTURE(workload, name, #name)->Name("functional/" #name)->UseManualTime()->Unit(benchmark::kMillisecond)
UNIBANK_FUNCTIONAL(matrixmul);
UNIBANK_FUNCTIONAL(bfs);
#undef UNIBANK_FUNCTIONAL

}  // namespace
}  // namespace unibank::bench
