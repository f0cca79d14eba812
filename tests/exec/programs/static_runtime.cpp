// vector_add with the runtime of CUDA 12 linked statically, which is nvcc's default: every call of its own fails.
#include <cstddef>
#include <cstdio>

#include "exec/programs/runtime.h"

// The section by whose name a program compiled with nvcc is recognised.
[[gnu::section(".nv_fatbin"), gnu::used]] const char empty_container[16] = {0x50, '\xed', 0x55, '\xba', 1, 0, 16};

namespace {

// Long enough to hold a jump, and not merged with other functions.
int fails(const char* name) {
  std::printf("the program's own %s\n", name);
  return 999;
}

}  // namespace

#define OWN(name, ...) \
  __attribute__((noinline, used)) int name(__VA_ARGS__) { return fails(#name); }
#define OWN_NOTHING(name, ...) \
  __attribute__((noinline, used)) void name(__VA_ARGS__) { fails(#name); }

extern "C" {
__attribute__((noinline, used)) void** __cudaRegisterFatBinary(void*) {
  fails("__cudaRegisterFatBinary");
  return nullptr;
}
OWN_NOTHING(__cudaRegisterFatBinaryEnd, void**)
OWN_NOTHING(__cudaRegisterFunction, void**, const char*, char*, const char*, int, void*, void*, void*, void*, int*)
OWN_NOTHING(__cudaRegisterVar, void**, char*, char*, const char*, int, std::size_t, int, int)
OWN_NOTHING(__cudaRegisterManagedVar, void**, void**, char*, const char*, int, std::size_t, int, int)
__attribute__((noinline, used)) char __cudaInitModule(void**) { return static_cast<char>(fails("__cudaInitModule")); }
OWN(cudaMalloc, void**, std::size_t)
OWN(cudaFree, void*)
OWN(cudaMemcpy, void*, const void*, std::size_t, int)
OWN(cudaLaunchKernel, const void*, Shape, Shape, void**, std::size_t, Stream)
OWN(cudaDeviceSynchronize)
OWN(cudaGetDeviceProperties_v2, void*, int)
OWN(cudaGraphCreate, void**, unsigned)
OWN(cudaGraphAddMemcpyNode1D, void**, void*, void* const*, std::size_t, void*, const void*, std::size_t, int)
OWN(cudaGraphAddDependencies, void*, void* const*, void* const*, std::size_t)
OWN(cudaGraphGetRootNodes, void*, void**, std::size_t*)
__attribute__((noinline, used)) const char* cudaGetErrorName(int) {
  fails("cudaGetErrorName");
  return "its own";
}
__attribute__((noinline, used)) const char* cudaGetErrorString(int) {
  fails("cudaGetErrorString");
  return "its own";
}
}

#define main add_vectors
#include "exec/programs/vector_add.cpp"
#undef main

// A runtime with cudaGetDeviceProperties_v2() is CUDA 12's, where this function has four arguments.
int main() {
  if (const int failed = add_vectors()) return failed;
  void *graph = nullptr, *one = nullptr, *other = nullptr;
  int from = 0, to = 0;
  std::size_t roots = 0;
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddMemcpyNode1D(&one, graph, nullptr, 0, &to, &from, sizeof to, 4));
  CHECKED(cudaGraphAddMemcpyNode1D(&other, graph, nullptr, 0, &to, &from, sizeof to, 4));
  CHECKED(cudaGraphAddDependencies(graph, &one, &other, 1));
  CHECKED(cudaGraphGetRootNodes(graph, nullptr, &roots));
  std::printf("roots: %zu\n", roots);
}
