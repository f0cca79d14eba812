// printf, malloc, free and assertions in kernels, for both compilers. The tests run the same source on the host to
// obtain the expected results.
//   nvcc -ptx -arch=sm_75 runtime.cu -o nvcc.ptx
//   clang: as testbenches/workloads/make_ptx, with -D__noinline__='__attribute__((noinline))', to clang.ptx
#if defined(__clang__) && defined(__CUDA__)
extern "C" {
__device__ int printf(const char*, ...);
__device__ void* malloc(unsigned long);
__device__ void free(void*);
__device__ void __assertfail(const char*, const char*, unsigned, const char*, unsigned long) __attribute__((noreturn));
}
#define assert(holds) ((holds) ? (void)0 : __assertfail(#holds, "runtime.cu", __LINE__, __PRETTY_FUNCTION__, 1))
#elif defined(__CUDACC__)
#include <cassert>
#include <cstdio>
#endif

__device__ const char words[3][8] = {"bank", "line", "warp"};

// Arguments of every size and kind, a result that is used, and a format without arguments.
extern "C" __global__ void prints(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int v = in[i];
  const short s = (short)(v * 77);
  const float f = v * 0.25f;
  const double d = v / 3.0;
  const long long l = v * 0x100000001ll;
  int r = printf("%d: %d %u %x %c %hd|%s|\n", i, v, v * 3u, v, 'a' + v % 26, s, words[v % 3]);
  r += printf("%d: %f %g %lld %8.3f %-6d|%5s %%\n", i, f, d, l, d, v, "x");
  if (i % 32 == 0) r += printf("no arguments\n");
  r += printf("%d: %e %llx %c %ld\n", i, d, (unsigned long long)l, '#', (long)v);
  out[i] = r;
}

// Calls from functions: one with a frame, one that calls itself, one with many values live across it.
__device__ __noinline__ int show(const int* values, int count, const char* name) {
  int sum = 0;
  for (int k = 0; k < count; k++) sum += printf("%s[%d] = %d\n", name, k, values[k]);
  return sum;
}
__device__ __noinline__ int descend(int depth, int v) {
  if (depth == 0) return printf("bottom %d\n", v);
  const int below = descend(depth - 1, v + depth);
  return below + printf("%d above %d\n", depth, v);
}
extern "C" __global__ void calls(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int own[4];
  for (int k = 0; k < 4; k++) own[k] = in[i] * (k + 1);
  out[i] = show(own, 2 + i % 3, words[i % 3]) * 100 + descend(i % 4, own[3]);
}
extern "C" __global__ void pressure(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v[24];
  for (int k = 0; k < 24; k++) v[k] = in[(i + k) % n] * (k + 3);
  int sum = printf("%d %d %d\n", v[0], v[7], v[23]);
  for (int k = 0; k < 24; k++) sum = sum * 5 + v[k];
  out[i] = sum;
}

// Each thread builds a list of blocks of many sizes and frees some from the middle.
struct Node { Node* next; int value; };
__device__ __noinline__ Node* push(Node* head, int value) {
  Node* node = (Node*)malloc(sizeof(Node) + value % 5 * 8);
  node->next = head;
  node->value = value;
  return node;
}
extern "C" __global__ void lists(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Node* head = 0;
  for (int k = 0; k < 3 + in[i] % 6; k++) head = push(head, in[i] + k);
  Node* second = head->next;
  head->next = second->next;
  free(second);
  head = push(head, 7);
  int sum = 0;
  while (head) {
    sum = sum * 3 + head->value;
    Node* next = head->next;
    free(head);
    head = next;
  }
  free(head);
  out[i] = sum;
}

#if defined(__CUDACC__) || defined(__CUDA__)
__device__ __noinline__ void require(int v, int most) { assert(v <= most && "at most"); }
extern "C" __global__ void asserts(int* out, const int* in, int most) {
  const int i = threadIdx.x;
  require(in[i], most);
  out[i] = 1;
}
#endif
