// cudaDeviceReset(): memory is free again, variables have their initial values and kernels their first attributes.
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/values.h"

extern "C" {
int cudaMemGetInfo(std::size_t* free, std::size_t* total);
int cudaDeviceReset();
int cudaDeviceSetLimit(int limit, std::size_t value);
int cudaDeviceGetLimit(std::size_t* value, int limit);
int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
int cudaFuncGetAttributes(void* attributes, const void* stub);
int cudaFuncSetAttribute(const void* stub, int attribute, int value);
}

namespace {

constexpr int kDynamicBytes = 8, kInvalidValue = 1, kInvalidHandle = 400;
void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
int offset, *counter;
Module module(kHead + kScale + ".visible .global .align 4 .b8 counter[8] = {5, 0, 0, 0};\n");
int registered = (module.kernel(kStub, "scale").variable(&offset, "offset", 4)
                      .managed(reinterpret_cast<void**>(&counter), "counter", 8).end(), 0);

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  CHECKED(cudaMemGetInfo(&free, &total));
  return free;
}

// values[0] = 1 * 10 + offset
int scaled() {
  int* values = nullptr;
  const int value = 1;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&values), 4));
  CHECKED(cudaMemcpy(values, &value, 4, kToDevice));
  CHECKED(launch(kStub, 1, 32, 0, nullptr, values, 10, 1));
  return value_at(values);
}

// 0 is a limit as any other.
void limits_of_nothing() {
  for (const int limit : {0, 1, 2, 5}) {
    std::size_t value = 1;
    CHECKED(cudaDeviceSetLimit(limit, 0));
    CHECKED(cudaDeviceGetLimit(&value, limit));
    expect(value == 0, "a limit of 0");
  }
  std::size_t stack = 0;
  CHECKED(cudaDeviceReset());
  CHECKED(cudaDeviceGetLimit(&stack, 0));
  expect(stack == 1024, "the first limit of the stack behind one of 0");
}

}  // namespace

int main() {
  const int seven = 7;
  void *some = nullptr, *pinned = nullptr;
  Stream stream = nullptr;
  static char own[8192];
  std::size_t stack = 0, heap = 0;
  const std::size_t before = free_bytes();
  CHECKED(cudaMemcpyToSymbol(&offset, &seven, sizeof seven, 0, kToDevice));
  counter[0] = counter[1] = 9;
  CHECKED(cudaMalloc(&some, 1 << 20));
  CHECKED(cudaMallocHost(&pinned, 1 << 20));
  own[100] = 3;
  CHECKED(cudaHostRegister(own, sizeof own, 0));
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(cudaFuncSetAttribute(kStub, kDynamicBytes, 100));
  CHECKED(cudaDeviceSetLimit(0, 4096));
  CHECKED(cudaDeviceSetLimit(2, 1 << 16));
  expect(scaled() == 17, "a variable");
  CHECKED(cudaDeviceReset());
  expect(free_bytes() == before, "the memory is free");
  expect(cudaFree(some) == kInvalidValue && cudaFreeHost(pinned) == kInvalidValue, "old pointers");
  CHECKED(cudaDeviceGetLimit(&stack, 0));
  CHECKED(cudaDeviceGetLimit(&heap, 2));
  expect(stack == 1024 && heap == 1 << 16, "the first limit of the stack, and the heap, which stays");
  expect(own[100] == 3, "registered memory is the host's again");
  expect(counter[0] == 5 && counter[1] == 0, "a managed variable has its initial value");
  expect(scaled() == 10, "a variable has its initial value");
  expect(cudaStreamSynchronize(stream) == kInvalidHandle, "an old stream");
  struct {
    std::size_t bytes[3];
    int numbers[5], most_dynamic, rest[40];
  } attributes{};
  CHECKED(cudaFuncGetAttributes(&attributes, kStub));
  expect(attributes.most_dynamic == 48 * 1024, "the first attributes of a kernel");
  limits_of_nothing();
  std::printf("PASSED\n");
  return registered;
}
