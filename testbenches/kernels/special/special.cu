// The special functions: they are approximate, so results agree only within PTX's bounds.
extern "C" __global__ void special(const float* from, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = from[i], positive = fabsf(x) + 0.5f;
  float r;
  asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  out[i] = r;
  asm("lg2.approx.f32 %0, %1;" : "=f"(r) : "f"(positive));
  out[n + i] = r;
  out[2 * n + i] = __sinf(x);
  out[3 * n + i] = __cosf(x);
  out[4 * n + i] = rsqrtf(positive);
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(positive));
  out[5 * n + i] = r;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(r) : "f"(positive));
  out[6 * n + i] = r;
  out[7 * n + i] = __fdividef(x, positive);
  asm("div.full.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(positive));
  out[8 * n + i] = r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(-positive));
  out[9 * n + i] = r;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(positive));
  out[10 * n + i] = r;
}
