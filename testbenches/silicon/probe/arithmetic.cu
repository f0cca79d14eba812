// Latency and rate of instructions without memory, the cost of branches, and the reach of the instruction caches.
#include "probe.h"

using namespace probe;

// An operation is a step x = f(x, a, b), so that each step waits for the one before. What PTX optimisers merge is not
// among them: x + a + a, min(min(x, a), a) and a + b - x become one instruction or none.
#define OPERATION(type, value_type, text, ...)                                                              \
  struct type {                                                                                             \
    using value = value_type;                                                                               \
    static const char* name() { return text; }                                                              \
    static __device__ __forceinline__ void step(value& x, uint32_t a, uint32_t b) { asm volatile(__VA_ARGS__); } \
  };

OPERATION(FmaF32, uint32_t, "fma f32", "fma.rn.f32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b))
OPERATION(AddF32, uint32_t, "add f32", "add.rn.f32 %0, %0, %1;" : "+r"(x) : "r"(a))
OPERATION(MaxF32, uint32_t, "max f32", "max.f32 %0, %0, %1;" : "+r"(x) : "r"(a))
OPERATION(FmaF16x2, uint32_t, "fma f16x2", "fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b))
OPERATION(FmaF64, double, "fma f64", "fma.rn.f64 %0, %0, %0, %0;" : "+d"(x))
OPERATION(MadS32, uint32_t, "mad s32", "mad.lo.s32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(b))
OPERATION(AddLop, uint32_t, "add s32 and lop3",
          "add.s32 %0, %0, %1; lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(x) : "r"(a), "r"(b))
OPERATION(Lop3, uint32_t, "lop3", "lop3.b32 %0, %0, %1, %2, 0xe8;" : "+r"(x) : "r"(a), "r"(b))
OPERATION(Prmt, uint32_t, "prmt", "prmt.b32 %0, %0, %1, 0x6240;" : "+r"(x) : "r"(a))
OPERATION(MulWide, uint32_t, "mul.wide u32",
          "{ .reg .u64 t; .reg .u32 low; mul.wide.u32 t, %0, %1; mov.b64 {low, %0}, t; }" : "+r"(x) : "r"(a))
OPERATION(SetpSelp, uint32_t, "setp and selp",
          "{ .reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %2, p; }" : "+r"(x) : "r"(a), "r"(b))
OPERATION(SetpBallot, uint32_t, "setp and ballot",
          "{ .reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1; }" : "+r"(x) : "r"(a))
OPERATION(Ex2, uint32_t, "ex2", "ex2.approx.ftz.f32 %0, %0;" : "+r"(x))
OPERATION(Sin, uint32_t, "sin", "sin.approx.ftz.f32 %0, %0;" : "+r"(x))
OPERATION(Popc, uint32_t, "popc", "popc.b32 %0, %0;" : "+r"(x))
OPERATION(F32ToS32, uint32_t, "f32 to s32", "cvt.rni.s32.f32 %0, %0;" : "+r"(x))
OPERATION(S32ToF32, uint32_t, "s32 to f32", "cvt.rn.f32.s32 %0, %0;" : "+r"(x))
OPERATION(Shfl, uint32_t, "shfl", "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;" : "+r"(x))
OPERATION(Redux, uint32_t, "redux add", "redux.sync.add.u32 %0, %0, -1;" : "+r"(x))
// All lanes have different values: a is the lane's number, and the result of a step is a mask with the lane's bit
// alone.
OPERATION(MatchAny, uint32_t, "match.any of 32 values",
          "{ .reg .u32 t; mad.lo.u32 t, %1, 77, %2; xor.b32 t, t, %0; match.any.sync.b32 %0, t, -1; }"
          : "+r"(x) : "r"(a), "r"(b))

// So many that the loop itself, three instructions per turn, takes 1 % of the issue slots.
constexpr int kStepsPerTurn = 256;

// CHAINS 1: latency; more: rate. The first pass fetches the code, so that the second one finds it in the caches.
template <typename Operation, int CHAINS>
__global__ void chains(int turns, uint32_t a, uint32_t b, long long* cycles, uint32_t* sink) {
  typename Operation::value x[CHAINS];
  for (int i = 0; i < CHAINS; ++i) x[i] = threadIdx.x + i;
  a += threadIdx.x;
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    __syncthreads();
    start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
#pragma unroll
      for (int u = 0; u < kStepsPerTurn / CHAINS; ++u) {
#pragma unroll
        for (int j = 0; j < CHAINS; ++j) Operation::step(x[j], a, b);
      }
    }
    __syncthreads();
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
  uint32_t sum = 0;
  for (int i = 0; i < CHAINS; ++i) sum ^= static_cast<uint32_t>(x[i]);
  if (sum == kNever) *sink = sum;
}

template <typename Operation>
void operation_rows(const Card& card) {
  const int turns = 8;
  const double steps = turns * kStepsPerTurn;
  chains<Operation, 1><<<1, 32>>>(turns, 3, 5, card.cycles, card.sink);
  row("latency", Operation::name(), measured(card) / steps, "cycles");
  for (int warps : {4, 16, 32}) {
    chains<Operation, 8><<<1, warps * 32>>>(turns, 3, 5, card.cycles, card.sink);
    row("rate", std::string(Operation::name()) + "; " + std::to_string(warps) + " warps",
        steps * warps / measured(card), "steps of a warp/cycle and SM");
  }
}

template <typename... Operations>
void all_operations(const Card& card) {
  (operation_rows<Operations>(card), ...);
}

// A loop of one warp, whose body is STEPS steps of a chain. The cycles beyond those of the chain are the branch's.
template <int STEPS>
__global__ void loop(int turns, uint32_t a, uint32_t b, long long* cycles, uint32_t* sink) {
  uint32_t x = threadIdx.x;
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
#pragma unroll
      for (int u = 0; u < STEPS; ++u) MadS32::step(x, a, b);
    }
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
  if (x == kNever) *sink = x;
}

// A loop whose body is skipped by the lanes in which (lane & mask) equals the turn's lowest bit; mask 0: by all lanes
// or by none, in turns. The body is too long for the compiler to guard each instruction instead of branching.
constexpr int kBody = 32;
__global__ void if_loop(int turns, uint32_t mask, uint32_t a, uint32_t b, long long* cycles, uint32_t* sink) {
  uint32_t x = threadIdx.x;
  long long start = 0, end = 0;
#pragma unroll 1
  for (int pass = 0; pass < 2; ++pass) {
    start = now();
#pragma unroll 1
    for (int i = 0; i < turns; ++i) {
      if (((threadIdx.x & mask) ^ (i & 1)) != 0) {
#pragma unroll
        for (int u = 0; u < kBody; ++u) MadS32::step(x, a, b);
      }
      FmaF32::step(x, a, b);
    }
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
  if (x == kNever) *sink = x;
}

void branch_rows(const Card& card) {
  const int turns = 1024;
  loop<1><<<1, 32>>>(turns, 3, 5, card.cycles, card.sink);
  row("branch", "loop of 1 mad", measured(card) / turns, "cycles/turn");
  loop<16><<<1, 32>>>(turns, 3, 5, card.cycles, card.sink);
  row("branch", "loop of 16 mads", measured(card) / turns, "cycles/turn");
  if_loop<<<1, 32>>>(turns, 0, 3, 5, card.cycles, card.sink);
  row("branch", "loop of an if of 32 mads; taken by all lanes in half of the turns", measured(card) / turns,
      "cycles/turn");
  if_loop<<<1, 32>>>(turns, 1, 3, 5, card.cycles, card.sink);
  row("branch", "loop of an if of 32 mads; taken by half of the lanes", measured(card) / turns, "cycles/turn");
}

// N instructions in a row, by one warp, four times: if an instruction takes more than a cycle, it has waited for its
// fetch.
template <int N>
__global__ void straight(uint32_t a, uint32_t b, long long* cycles, uint32_t* sink) {
  uint32_t x[8];
  for (int i = 0; i < 8; ++i) x[i] = threadIdx.x + i;
#pragma unroll 1
  for (int pass = 0; pass < 4; ++pass) {
    const long long start = now();
#pragma unroll
    for (int u = 0; u < N; ++u) FmaF32::step(x[u % 8], a, b);
    const long long end = now();
    if (threadIdx.x == 0) cycles[pass] = end - start;
  }
  uint32_t sum = 0;
  for (int i = 0; i < 8; ++i) sum ^= x[i];
  if (sum == kNever) *sink = sum;
}

template <int N>
void code_row(const Card& card) {
  const std::string size = std::to_string(N * 16 / 1024) + " KB of code";
  long long cycles[4];
  for (const char* launch : {"first launch", "second launch"}) {
    straight<N><<<1, 32>>>(3, 5, card.cycles, card.sink);
    measured(card);
    CHECK(cudaMemcpy(cycles, card.cycles, sizeof cycles, cudaMemcpyDeviceToHost));
    row("code", size + "; first pass of the " + launch, cycles[0] / double(N), "cycles/instruction");
  }
  row("code", size + "; fourth pass of the second launch", cycles[3] / double(N), "cycles/instruction");
}

template <int... SIZES>
void code_rows(const Card& card) {
  (code_row<SIZES>(card), ...);
}

int main() {
  const Card card = open_card(4096);
  all_operations<FmaF32, AddF32, MaxF32, FmaF16x2, FmaF64, MadS32, AddLop, Lop3, Prmt, MulWide, SetpSelp, SetpBallot,
                 Ex2, Sin, Popc, F32ToS32, S32ToF32, Shfl, Redux, MatchAny>(card);
  branch_rows(card);
  code_rows<256, 1024, 2048, 3072, 4096, 6144, 7168, 8192, 12288, 16384>(card);
}
