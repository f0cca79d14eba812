// A program that uses the library: a kernel, designs with different warp orders, and the cycles of each.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "design/load.h"
#include "gpu/timed_backend.h"
#include "host/device.h"
#include "simt/device_memory.h"

namespace {

using namespace unibank;

// out[i] = in[i] + in[i + 1] + ... + in[i + 15]: neighbours read the same lines, so most of it comes from the cache.
constexpr const char* kKernel = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry window_sum(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<2>; .reg .b32 %r<7>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
ADD:
  ld.global.u32 %r6, [%rd4];
  add.s32 %r4, %r4, %r6;
  add.s64 %rd4, %rd4, 4;
  add.s32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 16;
  @%p1 bra ADD;
  add.s64 %rd5, %rd2, %rd3;
  st.global.u32 [%rd5], %r4;
  ret;
}
)";
constexpr unsigned kWindow = 16, kBlocks = 64, kThreads = 128, kOutputs = kBlocks * kThreads;

// The result that a run's process sends to its parent.
struct Outcome {
  bool right = false;
  Cycle cycles = 0;
};

Outcome simulate(const std::vector<std::string>& overrides) {
  std::vector<std::uint32_t> in(kOutputs + kWindow), expected(kOutputs);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i * 2654435761u;
  for (unsigned i = 0; i < kOutputs; ++i) {
    for (unsigned k = 0; k < kWindow; ++k) expected[i] += in[i + k];
  }

  const LoadedDesign loaded = load_design("gebhart2012/unified-384k", {}, overrides);
  DeviceMemory memory;
  TimedBackend backend(loaded.design, memory);
  Device device(backend, memory);
  device.load(kKernel, "window_sum.ptx");
  device.plan({{"window_sum", {kThreads, 1, 1}}});
  const std::uint64_t device_in = device.upload(in, "in");
  const std::uint64_t device_out = device.allocate(kOutputs * sizeof(std::uint32_t), "out");
  device.launch("window_sum", {kBlocks, 1, 1}, {kThreads, 1, 1}, Arguments(device_in, device_out));
  backend.finish();

  RunResult result;
  backend.collect(result);
  return {device.download<std::uint32_t>(device_out, kOutputs) == expected, result.cycles};
}

// SystemC elaborates only once per process, so every design runs in its own process.
Outcome simulate_forked(const std::vector<std::string>& overrides) {
  int ends[2];
  if (::pipe(ends) != 0) throw RunError("cannot make a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw RunError("cannot start a process");
  if (child == 0) {
    try {
      const Outcome outcome = simulate(overrides);
      ::_exit(::write(ends[1], &outcome, sizeof outcome) == sizeof outcome ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "example_policy: error: %s\n", error.what());
      ::_exit(1);
    }
  }
  ::close(ends[1]);
  Outcome outcome;
  const bool complete = ::read(ends[0], &outcome, sizeof outcome) == sizeof outcome;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  if (!complete) throw RunError("a run ended without a result");
  return outcome;
}

}  // namespace

// SystemC's library needs sc_main; here main() is the program's own.
extern "C" int sc_main(int, char**) { return 0; }

int main() {
  try {
    bool right = true;
    for (const std::vector<std::string>& overrides : std::vector<std::vector<std::string>>{
             {"warp_order.policy=two-level"},
             {"warp_order.policy=youngest-first"},
             {"warp_order.policy=youngest-first", "warp_order.patience=1"}}) {
      const Outcome outcome = simulate_forked(overrides);
      std::string shown;
      for (const std::string& text : overrides) shown += text + " ";
      std::printf("%-56s %8llu cycles, %s\n", shown.c_str(), static_cast<unsigned long long>(outcome.cycles),
                  outcome.right ? "answers right" : "answers WRONG");
      right = right && outcome.right;
    }
    return right ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "example_policy: error: %s\n", error.what());
    return 1;
  }
}
