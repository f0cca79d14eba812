// Latency and rate of mma.sync by form. A chain adds to the same accumulators again and again. The forms of e4m3 and
// e5m2 are not measured: sm_90 has no instruction for them, and the compiler moves the code that replaces them out of
// the loop.
#include "probe.h"

using namespace probe;

struct Registers {
  uint32_t a[4], b[2];
  double a64, b64;
};

struct Accumulators {
  uint32_t d[4];
  double d64[2];
};

#define FORM(type, text, ...)                                                                   \
  struct type {                                                                                 \
    static const char* name() { return text; }                                                  \
    static __device__ __forceinline__ void step(Accumulators& x, const Registers& r) {          \
      asm volatile("mma.sync.aligned." __VA_ARGS__);                                            \
    }                                                                                           \
  };
// A of four registers and B of two; A of two and B of one.
#define FORM_4_2(type, text, form)                                                                             \
  FORM(type, text, form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                     \
       : "+r"(x.d[0]), "+r"(x.d[1]), "+r"(x.d[2]), "+r"(x.d[3])                                                \
       : "r"(r.a[0]), "r"(r.a[1]), "r"(r.a[2]), "r"(r.a[3]), "r"(r.b[0]), "r"(r.b[1]))
#define FORM_2_1(type, text, form)                                                                             \
  FORM(type, text, form " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                                 \
       : "+r"(x.d[0]), "+r"(x.d[1]), "+r"(x.d[2]), "+r"(x.d[3]) : "r"(r.a[0]), "r"(r.a[1]), "r"(r.b[0]))

FORM_2_1(F16K8, "m16n8k8 f16; sum f32", "m16n8k8.row.col.f32.f16.f16.f32")
FORM_4_2(F16K16, "m16n8k16 f16; sum f32", "m16n8k16.row.col.f32.f16.f16.f32")
FORM_4_2(Bf16K16, "m16n8k16 bf16; sum f32", "m16n8k16.row.col.f32.bf16.bf16.f32")
FORM_2_1(Tf32K4, "m16n8k4 tf32; sum f32", "m16n8k4.row.col.f32.tf32.tf32.f32")
FORM_4_2(Tf32K8, "m16n8k8 tf32; sum f32", "m16n8k8.row.col.f32.tf32.tf32.f32")
FORM_2_1(S8K16, "m16n8k16 s8; sum s32", "m16n8k16.row.col.s32.s8.s8.s32")
FORM_4_2(S8K32, "m16n8k32 s8; sum s32", "m16n8k32.row.col.s32.s8.s8.s32")
FORM(F16SumF16K16, "m16n8k16 f16; sum f16",
     "m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
     : "+r"(x.d[0]), "+r"(x.d[1])
     : "r"(r.a[0]), "r"(r.a[1]), "r"(r.a[2]), "r"(r.a[3]), "r"(r.b[0]), "r"(r.b[1]))
FORM(F64K4, "m8n8k4 f64; sum f64", "m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
     : "+d"(x.d64[0]), "+d"(x.d64[1]) : "d"(r.a64), "d"(r.b64))

constexpr int kStepsPerTurn = 16;

template <typename Form, int CHAINS>
__global__ void mma(int turns, long long* cycles, uint32_t* sink) {
  const uint32_t t = threadIdx.x;
  const Registers r{{t, t + 1, t + 2, t + 3}, {t, 5}, double(t), 3.0};
  Accumulators x[CHAINS] = {};
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
        for (int j = 0; j < CHAINS; ++j) Form::step(x[j], r);
      }
    }
    // Every accumulator is read before the clock, because an mma may end after the next instruction is issued.
    uint32_t sum = 0;
#pragma unroll
    for (int j = 0; j < CHAINS; ++j) {
      sum ^= x[j].d[0] ^ x[j].d[1] ^ x[j].d[2] ^ x[j].d[3];
      sum ^= static_cast<uint32_t>(__double2loint(x[j].d64[0]) ^ __double2loint(x[j].d64[1]));
    }
    if (sum == kNever) *sink = sum;
    __syncthreads();
    end = now();
  }
  if (threadIdx.x == 0) *cycles = end - start;
}

template <typename Form>
void form_rows(const Card& card) {
  const int turns = 64;
  const double steps = turns * kStepsPerTurn;
  mma<Form, 1><<<1, 32>>>(turns, card.cycles, card.sink);
  row("latency", std::string(Form::name()) + "; one chain of one warp", measured(card) / steps, "cycles");
  for (int warps : {4, 8, 16, 32}) {
    mma<Form, 4><<<1, warps * 32>>>(turns, card.cycles, card.sink);
    row("rate", std::string(Form::name()) + "; " + std::to_string(warps) + " warps of four chains",
        measured(card) / (steps * warps), "cycles/mma of a warp and SM");
  }
}

template <typename... Forms>
void all_forms(const Card& card) {
  (form_rows<Forms>(card), ...);
}

int main() {
  const Card card = open_card(4096);
  all_forms<F16K8, F16K16, F16SumF16K16, Bf16K16, Tf32K4, Tf32K8, S8K16, S8K32, F64K4>(card);
}
