// Calls of every kind, for both compilers. The tests run the same source on the host to obtain the expected results.
//   nvcc -ptx -arch=sm_75 calls.cu -o nvcc.ptx
//   clang: as testbenches/workloads/make_ptx, with -D__noinline__='__attribute__((noinline))', to clang.ptx
#if defined(__clang__) && defined(__CUDA__)
__device__ void* operator new(unsigned long, void* place) noexcept { return place; }
#else
#include <new>
#endif

struct Pair { int a; float b; int c[3]; };

__device__ __noinline__ int mix(int x, int y) { return (x ^ (y * 31)) + (x >> 3); }

// Arguments of 8, 4, 2 and 1 bytes, and a call in a loop.
__device__ __noinline__ long long wide(long long x, int y, short z, unsigned char w) {
  long long s = x * 7;
  for (int i = 0; i < (y & 7); i++) s = s * 3 + mix((int)s & 4095, z) - w;
  return s;
}

// Takes a structure and returns one; an element is chosen at run time.
__device__ __noinline__ Pair twist(Pair p, int k) {
  Pair q;
  q.a = p.c[k % 3] + 1;
  q.b = p.b * 2.0f;
  for (int i = 0; i < 3; i++) q.c[i] = p.a + p.c[(k + i) % 3];
  return q;
}

// More arguments than fit into registers.
__device__ __noinline__ int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, long long k) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + (int)(k % 1000);
}

// An array in local memory of a function; the entry that calls it has a frame too.
__device__ __noinline__ int table(int x, int n) {
  int t[16];
  for (int i = 0; i < 16; i++) t[i] = x * i + n;
  int s = 0;
  for (int i = 0; i < n; i++) {
    t[(x + i) & 15] += mix(s & 255, i);
    s += t[(i * 5 + x) & 15] & 1023;
  }
  return s;
}

__device__ __noinline__ void bump(int* p, int by) { *p += by; }

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : (odd(n - 1) & 65535) * 3 + n; }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1) + 2 * n; }

extern "C" __global__ void direct(int* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int x = in[t];
  out[t] = mix(x, t) + mix(t, x + 1);
  out[n + t] = (int)(wide(x, t, (short)x, (unsigned char)(x >> 2)) >> 3);
  Pair p;
  p.a = x;
  p.b = t * 0.5f;
  p.c[0] = t;
  p.c[1] = x + t;
  p.c[2] = x - t;
  Pair q = twist(p, t);
  out[2 * n + t] = q.a + (int)q.b + q.c[0] * 3 + q.c[1] * 5 + q.c[2] * 7;
  out[3 * n + t] = many(x, t, n, x + 1, t * 2, n & 6, x & 7, x >> 1, n + t, x - t, (long long)x * t);
  out[4 * n + t] = table(x & 63, t % 20);
  int local = x;
  bump(&local, t);
  bump(out + 5 * n + t, local);
}

extern "C" __global__ void recursion(int* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int x = in[t];
  out[t] = fib(x & 7) + x;
  out[n + t] = even(x & 15) + odd(t & 15);
}

typedef int (*Operation)(int, int);
__device__ __noinline__ int op_add(int a, int b) { return a + b; }
__device__ __noinline__ int op_mul(int a, int b) { return a * b + 1; }
__device__ __noinline__ int op_rec(int a, int b) { return b <= 0 ? a : op_rec(a + b, b - 3) + 1; }
__device__ Operation operations[3] = {op_add, op_mul, op_rec};

extern "C" __global__ void pointers(int* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  int x = in[t];
  Operation f = x & 1 ? op_add : op_mul;
  out[t] = f(x, t) + x;
  out[n + t] = operations[x % 3](x, t & 15) * 2;
}

struct Shape {
  int w;
  __device__ Shape(int v) : w(v) {}
  __device__ virtual int area(int k) const = 0;
};
struct Square : Shape {
  __device__ Square(int v) : Shape(v) {}
  __device__ int area(int k) const override { return w * w + k; }
};
struct Line : Shape {
  int h;
  __device__ Line(int v) : Shape(v), h(v + 2) {}
  __device__ int area(int k) const override { return w - h * k; }
};

// One kernel creates objects; another calls their virtual methods and does not mention the tables of methods itself.
extern "C" __global__ void shapes(Shape** all, char* room, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  if (in[t] & 1) all[t] = new (room + t * 32) Square(in[t]);
  else all[t] = new (room + t * 32) Line(in[t]);
}

extern "C" __global__ void areas(int* out, Shape** all, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  out[t] = all[t]->area(t) + t;
}
