// cudaDeviceReset(): memory is free again, variables have their initial values and kernels their first attributes;
// events, arrays, textures and reserved addresses are gone, and memory of cudaMallocAsync() stays.
#include <cstdint>

#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"
#include "exec/programs/values.h"

extern "C" {
int cudaMemGetInfo(std::size_t* free, std::size_t* total);
int cudaDeviceReset();
int cudaDeviceSetLimit(int limit, std::size_t value);
int cudaDeviceGetLimit(std::size_t* value, int limit);
int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
int cudaFuncGetAttributes(void* attributes, const void* stub);
int cudaFuncSetAttribute(const void* stub, int attribute, int value);
int cudaEventQuery(Event event);
int cudaMallocAsync(void** pointer, std::size_t bytes, Stream stream);
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaMemcpy2DToArray(void* array, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                        std::size_t bytes, std::size_t rows, int kind);
int cudaFreeArray(void* array);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
int cudaDestroyTextureObject(unsigned long long object);
int cudaCreateSurfaceObject(unsigned long long* object, const Resource* resource);
int cudaDestroySurfaceObject(unsigned long long object);
int cuArrayDestroy(void* array);
int cuMemAddressReserve(std::uint64_t* address, std::size_t bytes, std::size_t align, std::uint64_t,
                        unsigned long long);
int cuMemAddressFree(std::uint64_t address, std::size_t bytes);
int cuMemCreate(unsigned long long* handle, std::size_t bytes, const void* properties, unsigned long long);
int cuMemRelease(unsigned long long handle);
int cuMemMap(std::uint64_t address, std::size_t bytes, std::size_t offset, unsigned long long handle,
             unsigned long long);
int cuMemUnmap(std::uint64_t address, std::size_t bytes);
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

// Objects other than memory.
void objects() {
  const Format format{32, 0, 0, 0, 2};
  const Reading reading{};
  Resource resource{};
  unsigned long long texture = 0, surface = 0;
  Event event = nullptr;
  CHECKED(cudaMallocArray(&resource.array, &format, 4, 4, 0));
  CHECKED(cudaCreateTextureObject(&texture, &resource, &reading, nullptr));
  CHECKED(cudaCreateSurfaceObject(&surface, &resource));
  CHECKED(cudaEventCreate(&event));
  CHECKED(cudaDeviceReset());
  expect(cudaEventQuery(event) == kInvalidHandle && cudaEventRecord(event, nullptr) == kInvalidHandle, "an old event");
  expect(cudaDestroyTextureObject(texture) == kInvalidValue, "an old texture");
  expect(cudaDestroySurfaceObject(surface) == kInvalidValue, "an old surface");
  const float texel = 1;
  const int copied = cudaMemcpy2DToArray(resource.array, 0, 0, &texel, 4, 4, 1, kToDevice);
  expect(copied == kInvalidHandle, "a copy to an old array");
  expect(cudaCreateTextureObject(&texture, &resource, &reading, nullptr) == kInvalidValue, "a texture of an old array");
  expect(cuArrayDestroy(resource.array) == kInvalidHandle, "an old array of the driver");
  expect(cudaFreeArray(resource.array) == kInvalidValue, "an old array");
}

void reserved_addresses() {
  constexpr std::size_t kPage = std::size_t{2} << 20;
  const int properties[8] = {1, 0, 1};
  std::uint64_t address = 0;
  unsigned long long memory = 0, other = 0;
  CHECKED(cuMemAddressReserve(&address, 2 * kPage, 0, 0, 0));
  CHECKED(cuMemCreate(&memory, kPage, properties, 0));
  CHECKED(cuMemMap(address, kPage, 0, memory, 0));
  CHECKED(cudaDeviceReset());
  expect(cuMemUnmap(address, kPage) == kInvalidValue, "memory is mapped no more");
  expect(cuMemRelease(memory) == kInvalidValue, "old memory for mapping");
  CHECKED(cuMemCreate(&other, kPage, properties, 0));
  expect(cuMemMap(address + kPage, kPage, 0, other, 0) == kInvalidValue, "addresses are reserved no more");
  expect(cuMemAddressFree(address, 2 * kPage) == kInvalidValue, "old addresses");
}

void asynchronous_memory() {
  void* memory = nullptr;
  const int seven = 7;
  const std::size_t before = free_bytes();
  CHECKED(cudaMallocAsync(&memory, 1 << 20, nullptr));
  CHECKED(cudaMemcpy(memory, &seven, sizeof seven, kToDevice));
  CHECKED(cudaDeviceReset());
  expect(value_at(memory) == 7, "asynchronous memory stays");
  CHECKED(cudaFree(memory));
  expect(free_bytes() == before, "asynchronous memory is freed by the program");
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
  objects();
  reserved_addresses();
  asynchronous_memory();
  limits_of_nothing();
  std::printf("PASSED\n");
  return registered;
}
