// What a program may ask about memory, occupancy and limits, and textures that are refused; with the argument "clock"
// only the clock of an SM, with "threads" only the most threads of a block and of an SM.
#include <cstring>

#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

extern "C" {
Format cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
int cudaMemGetInfo(std::size_t* free, std::size_t* total);
int cudaFuncGetAttributes(void* attributes, const void* stub);
int cudaFuncSetAttribute(const void* stub, int attribute, int value);
int cudaDeviceGetAttribute(int* value, int attribute, int device);
int cudaGetDeviceProperties(void* properties, int device);
int cudaGetDeviceProperties_v2(void* properties, int device);
int cudaGetFuncBySymbol(void** function, const void* stub);
int cuFuncSetAttribute(void* function, int attribute, int value);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned dynamic,
                   void* stream, void** arguments, void** extra);
int cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* stub, int blocks, int threads);
int cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function, std::size_t (*bytes)(int),
                                     std::size_t dynamic_bytes, int most_threads);
}

namespace {

constexpr int kDynamicBytes = 8, kInvalidValue = 1;
void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
void bounded_stub() {}
void shaped_stub() {}
const void* const kBounded = reinterpret_cast<const void*>(bounded_stub);
const void* const kShaped = reinterpret_cast<const void*>(shaped_stub);
void holding_stub() {}
const void* const kHolding = reinterpret_cast<const void*>(holding_stub);
const std::string kBounds =
    ".visible .entry bounded() .maxntid 48, 2, 1 .minnctapersm 1 { ret; }\n"
    ".visible .entry shaped() .reqntid 8, 8 { ret; }\n"
    ".visible .entry holding() { .shared .align 4 .b8 some[4096]; ret; }\n";
int offset;
Module module(kHead + kScale + kBounds);
int registered = (module.kernel(kStub, "scale").kernel(kBounded, "bounded").kernel(kShaped, "shaped")
                      .kernel(kHolding, "holding").variable(&offset, "offset", 4).end(), 0);

void memory() {
  std::size_t before = 0, after = 0, again = 0, total = 0;
  void* some = nullptr;
  CHECKED(cudaMemGetInfo(&before, &total));
  CHECKED(cudaMalloc(&some, 1 << 20));
  CHECKED(cudaMemGetInfo(&after, &total));
  CHECKED(cudaFree(some));
  CHECKED(cudaMemGetInfo(&again, &total));
  expect(before <= total && before - after == 1 << 20 && again == before, "free memory");
}

int blocks_with(int threads, std::size_t bytes) {
  int blocks = 0;
  CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kStub, threads, bytes));
  return blocks;
}

void occupancy() {
  for (const int blocks : {1, 2, 3, 7}) {
    std::size_t bytes = 0;
    CHECKED(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kStub, blocks, 64));
    expect(bytes > 0 && blocks_with(64, bytes) >= blocks, "bytes with which so many blocks fit");
    expect(blocks_with(64, bytes + 1) < blocks, "the most such bytes");
  }
  int grid = 0, block = 0;
  void* function = nullptr;
  CHECKED(cudaGetFuncBySymbol(&function, kStub));
  CHECKED(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 1000));
  for (int threads = 32; threads < 1000; threads += 32)
    expect(blocks_with(block, 0) * block >= blocks_with(threads, 0) * threads, "the block with the most threads");
}

int attribute(int which) {
  int value = 0;
  CHECKED(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

std::size_t property(const std::vector<char>& properties, std::size_t at) {
  std::size_t value = 0;
  std::memcpy(&value, &properties[at], sizeof value);
  return value;
}

// Sets the largest attribute that is not refused.
int most_settable(const void* stub, int of_block) {
  int most = 0, too_many = of_block + 1;
  while (most + 1 < too_many) {
    const int middle = (most + too_many) / 2;
    (cudaFuncSetAttribute(stub, kDynamicBytes, middle) == 0 ? most : too_many) = middle;
  }
  CHECKED(cudaFuncSetAttribute(stub, kDynamicBytes, most));
  return most;
}

// The most bytes that a program may ask for are those with which a block is launched.
void scratchpad() {
  const int of_block = attribute(97), of_sm = attribute(81), reserved = attribute(111);
  std::printf("scratchpad: %d, %d, %d, %d\n", attribute(8), of_block, of_sm, reserved);
  std::vector<char> properties(2048);
  CHECKED(cudaGetDeviceProperties(properties.data(), 0));
  const auto is = [&properties](std::size_t at, int value) {
    return property(properties, at) == static_cast<std::size_t>(value);
  };
  expect(is(624, of_sm) && is(672, of_block) && is(696, reserved), "the properties of CUDA 13");
  CHECKED(cudaGetDeviceProperties_v2(properties.data(), 0));
  expect(is(640, of_sm) && is(696, of_block) && is(720, reserved), "the properties of CUDA 12");
  for (const void* const stub : {kBounded, kHolding}) {
    std::size_t most = 0;
    const int settable = most_settable(stub, of_block);
    CHECKED(cudaOccupancyAvailableDynamicSMemPerBlock(&most, stub, 1, 32));
    std::printf("dynamic: %zu\n", most);
    expect(most == static_cast<std::size_t>(settable), "the bytes of the attribute are available");
    CHECKED(cudaLaunchKernel(stub, 1, 32, nullptr, most, nullptr));
    CHECKED(cudaDeviceSynchronize());
    expect(cudaFuncSetAttribute(stub, kDynamicBytes, static_cast<int>(most) + 1) == kInvalidValue, "one byte more");
  }
  expect(cudaFuncSetAttribute(kBounded, kDynamicBytes, of_block + 1) == kInvalidValue, "more than a block can have");
  expect(cudaGetLastError() == kInvalidValue, "the error");
}

int most_dynamic_of(const void* stub) {
  int attributes[32] = {};
  CHECKED(cudaFuncGetAttributes(attributes, stub));
  return attributes[11];  // after three sizes of 8 bytes and five numbers
}

int driver_launch(const void* stub, unsigned bytes) {
  void* function = nullptr;
  CHECKED(cudaGetFuncBySymbol(&function, stub));
  return cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, bytes, nullptr, nullptr, nullptr);
}

// Without an attribute a block has 48 KB, the kernel's own scratchpad included. An attribute allows more or less.
void dynamic_scratchpad() {
  for (const auto& [stub, own] : {std::pair(kBounded, 0u), std::pair(kHolding, 4096u)}) {
    const unsigned most = 48 * 1024 - own;
    expect(most_dynamic_of(stub) == static_cast<int>(most), "the bytes without an attribute");
    CHECKED(cudaLaunchKernel(stub, 1, 32, nullptr, most, nullptr));
    CHECKED(driver_launch(stub, most));
    expect(cudaLaunchKernel(stub, 1, 32, nullptr, most + 1, nullptr) == kInvalidValue, "a byte more");
    expect(cudaLaunchCooperativeKernel(stub, 1, 32, nullptr, most + 1, nullptr) == kInvalidValue, "with a whole grid");
    expect(driver_launch(stub, most + 1) == kInvalidValue, "through the driver");
    std::size_t available = 0;
    int blocks = -1;
    CHECKED(cudaOccupancyAvailableDynamicSMemPerBlock(&available, stub, 1, 32));
    expect(available == most, "the bytes that are available without an attribute");
    CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stub, 32, most + 1));
    expect(blocks == 0, "no block with a byte more");
  }
  void* function = nullptr;
  CHECKED(cudaGetFuncBySymbol(&function, kHolding));
  CHECKED(cuFuncSetAttribute(function, kDynamicBytes, 100));
  expect(most_dynamic_of(kHolding) == 100, "the bytes of the attribute");
  CHECKED(cudaLaunchKernel(kHolding, 1, 32, nullptr, 100, nullptr));
  expect(cudaLaunchKernel(kHolding, 1, 32, nullptr, 101, nullptr) == kInvalidValue, "more than a small attribute");
  expect(driver_launch(kHolding, 101) == kInvalidValue, "and through the driver");
  expect(cudaGetLastError() == kInvalidValue && cudaDeviceSynchronize() == 0, "the program continues");
}

// .maxntid bounds the number of threads, .reqntid the shape.
void launch_bounds() {
  struct {
    std::size_t bytes[3];
    int most_threads, rest[29];
  } attributes{};
  CHECKED(cudaFuncGetAttributes(&attributes, kBounded));
  expect(attributes.most_threads == 96, "the most threads of .maxntid");
  CHECKED(cudaFuncGetAttributes(&attributes, kShaped));
  expect(attributes.most_threads == 64, "the most threads of .reqntid");
  int blocks = 0;
  CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kBounded, 96, 0));
  expect(blocks != 0, "blocks with as many threads as .maxntid allows");
  CHECKED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kBounded, 97, 0));
  expect(blocks == 0, "no block with more");
  CHECKED(cudaLaunchKernel(kBounded, 2, {4, 24}, nullptr, 0, nullptr));
  expect(cudaLaunchKernel(kBounded, 2, 97, nullptr, 0, nullptr) == kInvalidValue, "a block of too many threads");
  CHECKED(cudaLaunchKernel(kShaped, 2, {8, 8}, nullptr, 0, nullptr));
  expect(cudaLaunchKernel(kShaped, 2, 64, nullptr, 0, nullptr) == kInvalidValue, "a block of another shape");
  expect(cudaGetLastError() == kInvalidValue && cudaDeviceSynchronize() == 0, "the program goes on");
}

void textures() {
  const Format format = cudaCreateChannelDesc(8, 8, 8, 8, 1);
  Resource resource{};
  CHECKED(cudaMallocArray(&resource.array, &format, 4, 4, 0));
  Reading reading{};
  reading.read_as = reading.srgb = 1;
  unsigned long long texture = 0;
  struct {
    int format;
    std::size_t width, height, depth;
    unsigned levels[2], layers[2], reserved[16];
  } view{0x08, 4, 4, 0, {}, {}, {}};
  std::printf("sRGB: %s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &reading, nullptr)));
  reading.srgb = 0;
  std::printf("other format: %s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource, &reading, &view)));
  view.format = 0;
  CHECKED(cudaCreateTextureObject(&texture, &resource, &reading, &view));
}

}  // namespace

int main(int count, char** words) {
  if (count > 1 && std::strcmp(words[1], "clock") == 0) {
    std::printf("clock: %d kHz\n", attribute(13));
    return registered;
  }
  if (count > 1 && std::strcmp(words[1], "threads") == 0) {
    std::vector<char> properties(2048);
    CHECKED(cudaGetDeviceProperties(properties.data(), 0));
    std::printf("threads: %d of %d, %d\n", attribute(1), attribute(39), static_cast<int>(property(properties, 320)));
    return registered;
  }
  memory();
  occupancy();
  launch_bounds();
  dynamic_scratchpad();
  scratchpad();
  textures();
  std::printf("PASSED\n");
  return registered;
}
