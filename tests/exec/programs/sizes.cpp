// Sizes that no memory has, and whose products or sums would be small ones in 64 or 32 bits: each call gives an error.
#include <cstdint>

#include "exec/programs/copy_types.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

namespace {

struct Properties {
  int type, shared_as, location_type, location, rest[4];
};

}  // namespace

extern "C" {
Format cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaMalloc3D(Pitched* pointer, Extent extent);
int cudaMemcpy3D(const Copy3D* copy);
int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
int cuMemsetD32_v2(std::uint64_t to, unsigned value, std::size_t count);
int cuMemAddressReserve(std::uint64_t* address, std::size_t bytes, std::size_t align, std::uint64_t,
                        unsigned long long);
int cuMemCreate(unsigned long long* handle, std::size_t bytes, const Properties* properties, unsigned long long);
int cuMemMap(std::uint64_t address, std::size_t bytes, std::size_t offset, unsigned long long handle,
             unsigned long long);
}

namespace {

constexpr std::size_t kTwoTo32 = std::size_t{1} << 32, kTwoTo62 = std::size_t{1} << 62;

void add_stub() {}
const void* const kAddStub = reinterpret_cast<const void*>(add_stub);
Module module(kHead + kAdd);
int registered = (module.kernel(kAddStub, "add").end(), 0);

void show(const char* what, int error) { std::printf("%s: %s\n", what, cudaGetErrorName(error)); }

void allocations() {
  void* some = nullptr;
  std::size_t pitch = 0;
  show("rows", cudaMallocPitch(&some, &pitch, 512, (kTwoTo62 >> 7) + 1));
  show("bytes of a row", cudaMallocPitch(&some, &pitch, ~std::size_t{0}, 1));
  Pitched volume{};
  show("slices", cudaMalloc3D(&volume, {512, kTwoTo32, kTwoTo32}));
  const Format format = cudaCreateChannelDesc(32, 0, 0, 0, 0);
  void* array = nullptr;
  show("texels of a row", cudaMallocArray(&array, &format, kTwoTo62 + 1, 1, 0));
  show("texels", cudaMallocArray(&array, &format, kTwoTo32, kTwoTo32, 0));
  show("pages", cudaHostRegister(&volume, ~std::size_t{0} - 100, 0));
}

void copies(void* device) {
  static char host[4096];
  show("rows copied", cudaMemcpy2D(device, kTwoTo62, host, 64, 64, 5, kToDevice));
  show("words filled", cuMemsetD32_v2(reinterpret_cast<std::uint64_t>(device), 1, kTwoTo62));
  const Format format = cudaCreateChannelDesc(32, 0, 0, 0, 0);
  Copy3D copy{};
  CHECKED(cudaMallocArray(&copy.to_array, &format, 16, 1, 0));
  copy.from_memory = {host, 64, 64, 1};
  copy.extent = {kTwoTo62, 1, 1};
  show("texels copied", cudaMemcpy3D(&copy));
}

void mapping() {
  constexpr std::size_t kPage = std::size_t{2} << 20;
  const Properties properties{1, 0, 1, 0, {}};
  std::uint64_t address = 0;
  unsigned long long memory = 0;
  CHECKED(cuMemAddressReserve(&address, kPage, 0, 0, 0));
  CHECKED(cuMemCreate(&memory, ~std::size_t{0} - kPage + 1, &properties, 0));
  show("bytes mapped", cuMemMap(address, ~std::size_t{0} - kPage + 1, 0, memory, 0));
}

void scratchpad(void* some) {
  for (const std::size_t bytes : {kTwoTo32, kTwoTo32 + 1024}) {
    int blocks = -1;
    CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kAddStub, 64, bytes));
    std::printf("blocks with %zu bytes: %d\n", bytes, blocks);
    show("launch", launch(kAddStub, 1, 64, bytes, nullptr, some, some, some, 64));
  }
}

}  // namespace

int main() {
  void* some = nullptr;
  CHECKED(cudaMalloc(&some, 4 * 64));
  allocations();
  copies(some);
  mapping();
  scratchpad(some);
  show("fine", launch(kAddStub, 1, 64, 1024, nullptr, some, some, some, 64));
  CHECKED(cudaDeviceSynchronize());
  return registered;
}
