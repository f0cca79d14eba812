// The part of the CUDA runtime's interface that these programs use, so that they can be built without a CUDA toolkit;
// and the code that nvcc generates for kernels: a fat binary with PTX, registered before main().
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "exec/containers.h"

struct Shape {
  unsigned x, y, z;
  Shape(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct KernelParameters {  // of a graph's node
  const void* stub;
  Shape grid, block;
  unsigned dynamic;
  void** arguments;
  void** extra;
};
using Stream = void*;
using Event = void*;

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** module);
void __cudaRegisterFunction(void** module, const char* stub, char* function, const char* name, int, void*, void*, void*,
                            void*, int*);
void __cudaRegisterVar(void** module, char* variable, char* address, const char* name, int, std::size_t bytes, int,
                       int);
void __cudaRegisterManagedVar(void** module, void** variable, char* address, const char* name, int, std::size_t bytes,
                              int, int);
char __cudaInitModule(void** module);
int cudaMalloc(void** pointer, std::size_t bytes);
int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags);
int cudaMallocHost(void** pointer, std::size_t bytes);
int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t bytes, std::size_t rows);
int cudaFree(void* pointer);
int cudaFreeHost(void* pointer);
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, Stream stream);
int cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t bytes,
                 std::size_t rows, int kind);
int cudaMemset(void* to, int value, std::size_t bytes);
int cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind);
int cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind);
int cudaLaunchKernel(const void* stub, Shape grid, Shape block, void** arguments, std::size_t dynamic, Stream stream);
int cudaLaunchCooperativeKernel(const void* stub, Shape grid, Shape block, void** arguments, std::size_t dynamic,
                                Stream stream);
int cudaGetLastError();
int cudaDeviceSynchronize();
const char* cudaGetErrorName(int error);
const char* cudaGetErrorString(int error);
int cudaGetDeviceCount(int* count);
int cudaGetDeviceProperties(void* properties, int device);
int cudaDeviceGetAttribute(int* value, int attribute, int device);
int cudaStreamCreate(Stream* stream);
int cudaStreamDestroy(Stream stream);
int cudaStreamSynchronize(Stream stream);
int cudaStreamWaitEvent(Stream stream, Event event, unsigned flags);
int cudaLaunchHostFunc(Stream stream, void (*function)(void*), void* data);
int cudaStreamBeginCapture(Stream stream, int mode);
int cudaStreamEndCapture(Stream stream, void** graph);
int cudaGraphInstantiate(void** executable, void* graph, unsigned long long flags);
int cudaGraphLaunch(void* executable, Stream stream);
int cudaEventCreate(Event* event);
int cudaEventRecord(Event event, Stream stream);
int cudaEventSynchronize(Event event);
int cudaEventElapsedTime(float* milliseconds, Event from, Event to);
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* stub, int threads, std::size_t dynamic);
}

constexpr int kToDevice = 1, kToHost = 2;

// One module, constructed before main().
class Module {
 public:
  explicit Module(const std::string& ptx, unsigned architecture = 75,
                  containers::Packing packing = containers::Packing::kZstd)
      : container_(containers::container(containers::entry(ptx, architecture, packing))),
        wrapper_{0x466243b1, 1, container_.data(), nullptr}, handle_(__cudaRegisterFatBinary(&wrapper_)) {}
  Module& kernel(const void* stub, const char* name) {
    __cudaRegisterFunction(handle_, static_cast<const char*>(stub), nullptr, name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
    return *this;
  }
  Module& variable(void* shadow, const char* name, std::size_t bytes) {
    __cudaRegisterVar(handle_, static_cast<char*>(shadow), nullptr, name, 0, bytes, 0, 0);
    return *this;
  }
  Module& managed(void** pointer, const char* name, std::size_t bytes) {
    __cudaRegisterManagedVar(handle_, pointer, nullptr, name, 0, bytes, 0, 0);
    return *this;
  }
  void end() {
    __cudaRegisterFatBinaryEnd(handle_);
    __cudaInitModule(handle_);
  }

 private:
  std::string container_;
  struct Wrapper {
    unsigned magic, version;
    const char* container;
    const void* more;
  } wrapper_;
  void** handle_;
};

template <typename... Values>
int launch(const void* stub, Shape grid, Shape block, std::size_t dynamic, Stream stream, Values... values) {
  void* arguments[] = {&values..., nullptr};
  return cudaLaunchKernel(stub, grid, block, arguments, dynamic, stream);
}

// Ends the program with status 3 and prints the place.
#define CHECKED(call)                                                                                     \
  do {                                                                                                    \
    if (const int error = (call)) {                                                                       \
      std::printf("line %d: %s gives %s (%s)\n", __LINE__, #call, cudaGetErrorName(error), cudaGetErrorString(error)); \
      std::exit(3);                                                                                       \
    }                                                                                                     \
  } while (false)
