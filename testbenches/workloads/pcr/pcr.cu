// Parallel cyclic reduction of many tridiagonal systems: a x[i-1] + b x[i] + c x[i+1] = d. A block has one system,
// whose number of equations is a power of two, and each thread has one equation with 20 bytes of scratchpad. A step
// eliminates the unknowns that are `distance` away from every equation, which leaves those that are twice as far away;
// in the end each equation has two unknowns, n / 2 apart. Indices wrap around: a of the first equations and c of the
// last ones are zero at every distance.
extern __shared__ float scratchpad[];

struct Equation {
  float a, b, c, d;
};

// The equation after eliminating its two neighbours' unknowns.
static __device__ __forceinline__ Equation reduce(const Equation& left, const Equation& own, const Equation& right) {
  const float of_left = own.a / left.b, of_right = own.c / right.b;
  Equation reduced;
  reduced.a = -left.a * of_left;
  reduced.b = fmaf(-right.a, of_right, fmaf(-left.c, of_left, own.b));
  reduced.c = -right.c * of_right;
  reduced.d = fmaf(-right.d, of_right, fmaf(-left.d, of_left, own.d));
  return reduced;
}

// A block has one thread for each of its system's n equations; system s has equations s * n .. s * n + n - 1 of the
// arrays.
extern "C" __global__ void pcr(const float* __restrict__ a, const float* __restrict__ b, const float* __restrict__ c,
                               const float* __restrict__ d, float* __restrict__ x) {
  const int n = blockDim.x, t = threadIdx.x;
  float *const on_a = scratchpad, *const on_b = on_a + n, *const on_c = on_b + n, *const on_d = on_c + n;
  float* const on_x = on_d + n;

  // The first step reads its equations from global memory.
  const int first = blockIdx.x * n, here = first + t;
  const int before = first + ((t - 1) & (n - 1)), after = first + ((t + 1) & (n - 1));
  Equation own = reduce({a[before], b[before], c[before], d[before]}, {a[here], b[here], c[here], d[here]},
                        {a[after], b[after], c[after], d[after]});
  on_a[t] = own.a;
  on_b[t] = own.b;
  on_c[t] = own.c;
  on_d[t] = own.d;
  __syncthreads();

#pragma unroll 1
  for (int distance = 2; distance < n / 2; distance *= 2) {
    const int left = (t - distance) & (n - 1), right = (t + distance) & (n - 1);
    own = reduce({on_a[left], on_b[left], on_c[left], on_d[left]}, {on_a[t], on_b[t], on_c[t], on_d[t]},
                 {on_a[right], on_b[right], on_c[right], on_d[right]});
    __syncthreads();
    on_a[t] = own.a;
    on_b[t] = own.b;
    on_c[t] = own.c;
    on_d[t] = own.d;
    __syncthreads();
  }

  // Solves two equations with the same two unknowns by Cramer's rule.
  if (t < n / 2) {
    const int other = t + n / 2;
    const float determinant = fmaf(on_b[t], on_b[other], -(on_c[t] * on_a[other]));
    on_x[t] = fmaf(on_d[t], on_b[other], -(on_c[t] * on_d[other])) / determinant;
    on_x[other] = fmaf(on_b[t], on_d[other], -(on_d[t] * on_a[other])) / determinant;
  }
  __syncthreads();
  x[here] = on_x[t];
}
