// Launches other than plain ones: blocks that wait for the whole grid, a stack of the depth that the program asks for,
// a preferred carve-out, a block as large as its registers allow, events of launches, and clusters, which are refused.
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"

#include <cstring>

#include "support/grid_sync_kernel.h"

extern "C" {
int cudaLaunchKernelExC(const void* configuration, const void* stub, void** arguments);
int cudaDeviceSetLimit(int limit, std::size_t value);
int cudaDeviceGetLimit(std::size_t* value, int limit);
int cudaFuncSetAttribute(const void* stub, int attribute, int value);
int cudaFuncGetAttributes(void* attributes, const void* stub);
int cudaEventCreateWithFlags(Event* event, unsigned flags);
int cudaStreamIsCapturing(Stream stream, int* status);
}

namespace {

// void deep(int* result, int n): 1 + 2 + ... + n, by a function that calls itself.
const std::string kDeep = R"(.func (.param .b32 total) sum(.param .b32 upto)
{
  .reg .pred %p<2>; .reg .b32 %r<6>;
  ld.param.u32 %r1, [upto];
  mov.u32 %r2, 0;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra END;
  add.u32 %r3, %r1, -1;
  { .param .b32 less; .param .b32 part;
    st.param.b32 [less], %r3;
    call.uni (part), sum, (less);
    ld.param.b32 %r4, [part]; }
  add.u32 %r2, %r4, %r1;
END:
  st.param.b32 [total], %r2;
  ret;
}
.visible .entry deep(.param .u64 result, .param .u32 n)
{
  .reg .b32 %r<3>; .reg .b64 %l<3>;
  ld.param.u64 %l1, [result]; ld.param.u32 %r1, [n];
  { .param .b32 upto; .param .b32 total;
    st.param.b32 [upto], %r1;
    call.uni (total), sum, (upto);
    ld.param.b32 %r2, [total]; }
  cvta.to.global.u64 %l2, %l1;
  st.global.u32 [%l2], %r2;
  ret;
}
)";

// void wide(int* values): values[0] = values[0] + ... + values[63], with all of them in registers at once.
std::string wide_text() {
  std::string loads, sums;
  for (int i = 0; i < 64; ++i) {
    const std::string n = std::to_string(i);
    loads += "  ld.volatile.global.u32 %v" + n + ", [%l2 + " + std::to_string(4 * i) + "];\n";
    sums += "  add.u32 %r1, %r1, %v" + n + ";\n";
  }
  return kHead + ".visible .entry wide(.param .u64 values)\n{\n  .reg .b32 %r<3>, %v<64>; .reg .b64 %l<3>;\n"
                 "  ld.param.u64 %l1, [values]; cvta.to.global.u64 %l2, %l1; mov.u32 %r1, 0;\n" +
         loads + "  bar.sync 0;\n" + sums + "  st.global.u32 [%l2], %r1;\n  ret;\n}\n";
}

void rounds_stub() {}
void wide_stub() {}
void deep_stub() {}
const void* const kRounds = reinterpret_cast<const void*>(rounds_stub);
const void* const kDeepStub = reinterpret_cast<const void*>(deep_stub);
const void* const kWide = reinterpret_cast<const void*>(wide_stub);
Module grid(unibank::test::kGridSync);
Module stack(kHead + kDeep);
Module registers(wide_text());
int registered = (grid.kernel(kRounds, "rounds").end(), stack.kernel(kDeepStub, "deep").end(),
                  registers.kernel(kWide, "wide").end(), 0);

struct Attribute {
  int id = 0, pad = 0;
  unsigned value[16] = {};
};
struct Configuration {
  Shape grid, block;
  std::size_t dynamic = 0;
  void* stream = nullptr;
  Attribute* attributes = nullptr;
  unsigned count = 0;
};

int whole_grid(unsigned attribute, unsigned value) {
  const auto first = unibank::test::first_values(256);
  const auto last = unibank::test::after_rounds(first, 3);
  void *values = nullptr, *sums = nullptr;
  CHECKED(cudaMalloc(&values, 1024));
  CHECKED(cudaMalloc(&sums, 1024));
  CHECKED(cudaMemcpy(values, first.data(), 1024, kToDevice));
  Attribute asked;
  asked.id = static_cast<int>(attribute);
  asked.value[0] = value;
  asked.value[1] = asked.value[2] = 1;
  Configuration as;
  as.grid = Shape(4);
  as.block = Shape(64);
  as.attributes = &asked;
  as.count = 1;
  int rounds = 3;
  void* arguments[] = {&values, &sums, &rounds};
  if (const int error = cudaLaunchKernelExC(&as, kRounds, arguments)) return error;
  std::vector<std::uint32_t> got(256);
  CHECKED(cudaMemcpy(got.data(), values, 1024, kToHost));
  std::printf("the grid waits: %s\n", got == last ? "right" : "wrong");
  return 0;
}

int deep(int n) {
  int *result = nullptr, sum = 0;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&result), 4));
  if (const int error = launch(kDeepStub, 1, 32, 0, nullptr, result, n)) return error;
  if (const int error = cudaMemcpy(&sum, result, 4, kToHost)) return error;
  std::printf("sum to %d: %d\n", n, sum);
  return 0;
}

// Prints how many blocks of 16 KB an SM holds for several preferred shares of scratchpad, and runs a launch with a
// preference.
int carve_out() {
  constexpr int kPreferred = 9, kDynamic = 16384;
  struct {
    std::size_t bytes[3];
    int numbers[5];
    int most_dynamic, preferred, others[64];
  } attributes = {};
  for (const int percent : {-1, 0, 50, 100}) {
    int blocks = 0;
    CHECKED(cudaFuncSetAttribute(kRounds, kPreferred, percent));
    CHECKED(cudaFuncGetAttributes(&attributes, kRounds));
    CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kRounds, 64, kDynamic));
    std::printf("preferred %d: %d blocks\n", attributes.preferred, blocks);
  }
  std::printf("preferred 101: %s\n", cudaGetErrorName(cudaFuncSetAttribute(kRounds, kPreferred, 101)));
  int* result = nullptr;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&result), 4));
  for (const int percent : {0, 100}) {
    CHECKED(cudaFuncSetAttribute(kDeepStub, kPreferred, percent));
    CHECKED(launch(kDeepStub, 1, 32, kDynamic, nullptr, result, 2));
  }
  return cudaDeviceSynchronize();
}

// The largest block and one of a warp more.
int wide() {
  struct {
    std::size_t bytes[3];
    int most_threads, registers, others[70];
  } attributes = {};
  CHECKED(cudaFuncGetAttributes(&attributes, kWide));
  int *values = nullptr, sum = 0;
  std::vector<int> ones(64, 1);
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), 256));
  CHECKED(cudaMemcpy(values, ones.data(), 256, kToDevice));
  const auto threads = static_cast<unsigned>(attributes.most_threads);
  CHECKED(launch(kWide, 1, threads, 0, nullptr, values));
  CHECKED(cudaMemcpy(&sum, values, 4, kToHost));
  std::printf("%d registers: %u threads, sum %d\n", attributes.registers, threads, sum);
  std::printf("more: %s\n", cudaGetErrorName(launch(kWide, 1, threads + 32, 0, nullptr, values)));
  return 0;
}

// A launch that records an event.
int launch_with_event(int attribute, Event event, int flags, int* result, Stream stream) {
  Attribute asked;
  asked.id = attribute;
  std::memcpy(asked.value, &event, sizeof event);
  std::memcpy(asked.value + 2, &flags, sizeof flags);
  Configuration as;
  as.block = Shape(32);
  as.stream = stream;
  as.attributes = &asked;
  as.count = 1;
  int n = 2;
  void* arguments[] = {&result, &n};
  return cudaLaunchKernelExC(&as, kDeepStub, arguments);
}

// Only events without times can be recorded by a launch. The event is one of the launch's capture, which the other
// stream joins.
void events_of_launches() {
  constexpr int kProgrammatic = 7, kCompletion = 12, kWithoutTimes = 2, kForProcesses = 4, kOutsideOfGraph = 1;
  int* result = nullptr;
  Event timed = nullptr, event = nullptr, shared = nullptr;
  Stream stream = nullptr, other = nullptr;
  void* graph = nullptr;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&result), 4));
  CHECKED(cudaMemset(result, 0, 4));
  CHECKED(cudaEventCreate(&timed));
  CHECKED(cudaEventCreateWithFlags(&event, kWithoutTimes));
  CHECKED(cudaEventCreateWithFlags(&shared, kWithoutTimes | kForProcesses));
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaStreamCreate(&other));
  for (const int attribute : {kProgrammatic, kCompletion}) {
    std::printf("with times: %s\n", cudaGetErrorName(launch_with_event(attribute, timed, 0, result, stream)));
    int value = 1, status = 0;
    const bool refused = launch_with_event(attribute, shared, 0, result, stream) == 1 &&
                         launch_with_event(attribute, nullptr, 0, result, stream) == 1 &&
                         launch_with_event(attribute, event, kOutsideOfGraph, result, stream) == 1;
    CHECKED(cudaMemcpy(&value, result, 4, kToHost));
    CHECKED(cudaStreamBeginCapture(stream, 0));
    CHECKED(launch_with_event(attribute, event, 0, result, stream));
    CHECKED(cudaStreamWaitEvent(other, event, 0));
    CHECKED(cudaStreamIsCapturing(other, &status));
    CHECKED(cudaStreamEndCapture(stream, &graph));
    std::printf("recorded: %d, refused: %d, value: %d\n", status, refused, value);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t bytes = 0;
  if (argc > 1 && argv[1] == std::string("carve")) return carve_out();
  if (argc > 1 && argv[1] == std::string("wide")) return wide();
  CHECKED(whole_grid(2, 1));
  std::printf("a cluster: %s\n", cudaGetErrorName(whole_grid(4, 2)));
  CHECKED(cudaDeviceGetLimit(&bytes, 0));
  std::printf("stack: %d\n", static_cast<int>(bytes));
  std::printf("too deep a stack: %s\n", cudaGetErrorName(cudaDeviceSetLimit(0, std::size_t{1} << 20)));
  std::printf("no such limit: %s\n", cudaGetErrorName(cudaDeviceSetLimit(99, 1)));
  if (argc == 1) CHECKED(cudaDeviceSetLimit(0, 65536));
  CHECKED(cudaDeviceGetLimit(&bytes, 0));
  std::printf("stack: %d\n", static_cast<int>(bytes));
  events_of_launches();
  std::printf("deep: %s\n", cudaGetErrorName(deep(1000)));
  return registered;
}
