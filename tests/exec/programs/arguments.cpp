// Calls with arguments that CUDA's documentation does not allow return an error and change nothing; answers about
// kernels and pointers are those of a card.
#include <cstdint>
#include <cstring>

#include "exec/programs/copy_types.h"
#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

extern "C" {
Format cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaMemcpy2DToArray(void* array, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                        std::size_t bytes, std::size_t rows, int kind);
int cudaMemcpy2DFromArray(void* to, std::size_t pitch, void* array, std::size_t x, std::size_t y, std::size_t bytes,
                          std::size_t rows, int kind);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
int cudaCreateSurfaceObject(unsigned long long* object, const Resource* resource);
int cudaMemcpy3D(const Copy3D* copy);
int cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t bytes, std::size_t rows);
int cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes);
int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
int cudaHostGetFlags(unsigned* flags, void* pointer);
int cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
int cudaPointerGetAttributes(void* attributes, const void* pointer);
int cudaEventCreateWithFlags(Event* event, unsigned flags);
int cudaStreamCreateWithFlags(Stream* stream, unsigned flags);
int cudaStreamCreateWithPriority(Stream* stream, unsigned flags, int priority);
int cudaStreamGetPriority(Stream stream, int* priority);
int cudaThreadExchangeStreamCaptureMode(int* mode);
int cudaFuncGetAttributes(void* attributes, const void* stub);
int cudaFuncSetAttribute(const void* stub, int attribute, int value);
int cudaGetFuncBySymbol(void** function, const void* stub);
int cudaDeviceCanAccessPeer(int* can, int device, int peer);
int cudaDeviceGetByPCIBusId(int* device, const char* text);
int cudaDeviceGetDefaultMemPool(void** pool, int device);
int cudaGetDeviceProperties(void* properties, int device);
int cuFuncGetAttribute(int* value, int attribute, void* function);
int cuMemsetD32_v2(std::uint64_t to, unsigned value, std::size_t count);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned dynamic,
                   void* stream, void** arguments, void** extra);
int cuLaunchCooperativeKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned dynamic, void* stream, void** arguments);
int cuDevicePrimaryCtxRetain(void** context, int device);
int cuCtxCreate_v2(void** context, unsigned flags, int device);
int cuCtxPushCurrent_v2(void* context);
int cuCtxPopCurrent_v2(void** context);
int cuCtxGetCurrent(void** context);
int cuCtxSetCurrent(void* context);
}

namespace {

constexpr int kInvalidValue = 1, kInvalidPitch = 12, kInvalidDirection = 21, kInvalidDevice = 101, kInvalidHandle = 400,
              kNotSupported = 801, kBothHost = 0;

void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
Module module(kHead + kScale + ".visible .const .align 1 .b8 more[5];\n");
int offset;
int registered = (module.kernel(kStub, "scale").variable(&offset, "offset", 4).end(), 0);

void copies_and_fills() {
  char host[256] = {}, *device = nullptr;
  CHECKED(cudaMalloc(reinterpret_cast<void**>(&device), 256));
  expect(cudaMemset(host, 1, 16) == kInvalidValue && host[0] == 0, "memory of the host is not filled");
  expect(cudaMemcpy2D(device, 8, host, 16, 16, 1, kToDevice) == kInvalidPitch, "a row longer than a pitch");
  expect(cudaMemcpy2D(host, 16, device, 8, 16, 1, kToHost) == kInvalidPitch, "a row longer than the other pitch");
  expect(cudaMemset2D(device, 8, 0, 16, 1) == kInvalidPitch, "a filled row longer than the pitch");
  CHECKED(cudaMemset2D(device, 16, 0, 16, 1));
  expect(cuMemsetD32_v2(reinterpret_cast<std::uint64_t>(device) + 2, 0, 1) == kInvalidValue, "words between words");
  expect(cudaMemcpyToSymbol(&offset, host, 4, 0, kToHost) == kInvalidDirection, "to a symbol is not to the host");
  expect(cudaMemcpyFromSymbol(host, &offset, 4, 0, kToDevice) == kInvalidDirection, "from a symbol");
  expect(cudaMemcpyToSymbol(&offset, host, 4, 0, kBothHost) == kInvalidDirection, "a symbol is not on the host");
  expect(cudaMemcpyPeer(device, 1, device, 0, 4) == kInvalidDevice, "a second device");
}

const Format kMixed{8, 16, 0, 0, 1};

// 4 rows of 8 texels of 4 bytes.
void arrays() {
  float texels[32], got[32];
  for (int i = 0; i < 32; ++i) texels[i] = static_cast<float>(i);
  const Format format = cudaCreateChannelDesc(32, 0, 0, 0, 2);
  void* array = nullptr;
  CHECKED(cudaMallocArray(&array, &format, 8, 4, 0));
  CHECKED(cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 4, kToDevice));
  const char* const what = "beyond the end of a row of an array";
  expect(cudaMemcpy2DToArray(array, 16, 0, texels, 32, 32, 3, kToDevice) == kInvalidValue, what);
  expect(cudaMemcpy2DFromArray(got, 32, array, 4, 0, 32, 1, kToHost) == kInvalidValue, what);
  Copy3D copy{};
  copy.from_memory = {texels, 32, 8, 4};
  copy.to_array = array;
  copy.to.x = 4;
  copy.extent = {8, 2, 1};
  copy.kind = kToDevice;
  expect(cudaMemcpy3D(&copy) == kInvalidValue, what);
  copy.to.x = 0;
  copy.kind = kToHost;
  expect(cudaMemcpy3D(&copy) == kInvalidValue, "a copy of three dimensions in the other direction");
  copy.kind = kToDevice;
  copy.to_memory = copy.from_memory;
  expect(cudaMemcpy3D(&copy) == kInvalidValue, "a copy to an array and to memory at once");
  Resource mixed{};
  CHECKED(cudaMallocArray(&mixed.array, &kMixed, 8, 4, 0));
  const Reading reading{};
  unsigned long long texture = 0;
  expect(cudaCreateTextureObject(&texture, &mixed, &reading, nullptr) == kInvalidValue, "channels of two sizes");
  Resource linear{};
  linear.kind = 2;
  expect(cudaCreateSurfaceObject(&texture, &linear) == kInvalidValue, "a surface of linear memory");
  CHECKED(cudaMemcpy2DFromArray(got, 32, array, 0, 0, 32, 4, kToHost));
  expect(std::memcmp(got, texels, sizeof got) == 0, "the texels are as before");
}

struct PointerAttributes {
  int type, device;
  void *of_device, *of_host;
  char behind[64];  // programs of CUDA 12 have no such bytes
};

PointerAttributes attributes_of(const void* pointer) {
  PointerAttributes found;
  std::memset(&found, 0x55, sizeof found);
  CHECKED(cudaPointerGetAttributes(&found, pointer));
  for (const char one : found.behind) expect(one == 0x55, "the bytes behind the attributes of a pointer");
  return found;
}

void memory() {
  void *device = nullptr, *host = nullptr, *managed = nullptr, *other = nullptr;
  unsigned flags = 9;
  CHECKED(cudaMalloc(&device, 64));
  CHECKED(cudaHostAlloc(&host, 64, 4));
  expect(cudaMallocManaged(&managed, 0, 1) == kInvalidValue, "no managed bytes");
  expect(cudaMallocManaged(&managed, 64, 7) == kInvalidValue, "unknown flags of managed memory");
  CHECKED(cudaMallocManaged(&managed, 64, 1));
  expect(attributes_of(device).type == 2 && attributes_of(host).type == 1, "the types of memory");
  expect(attributes_of(managed).type == 3 && attributes_of(&flags).type == 0, "the other types of memory");
  expect(cudaPointerGetAttributes(nullptr, device) == kInvalidValue, "no place for attributes");
  CHECKED(cudaHostGetFlags(&flags, host));
  expect(flags == 4, "the flags of pinned memory");
  expect(cudaHostGetFlags(&flags, device) == kInvalidValue, "the flags of other memory");
  expect(cudaHostGetDevicePointer(&other, device, 0) == kInvalidValue, "device memory is not the host's");
  expect(cudaFree(host) == kInvalidValue && cudaFreeHost(device) == kInvalidValue, "the other function frees it");
  expect(cudaFreeHost(managed) == kInvalidValue, "managed memory is freed by cudaFree()");
  CHECKED(cudaFree(device));
  CHECKED(cudaFree(managed));
  CHECKED(cudaFreeHost(host));
  expect(attributes_of(device).type == 0 && attributes_of(host).type == 0, "memory that has been freed");
}

void streams_and_events() {
  Event first = nullptr, second = nullptr;
  Stream stream = nullptr;
  float time = 0;
  int mode = 2, priority = 0;
  constexpr unsigned kWithoutTimes = 2, kForProcesses = 4;
  expect(cudaEventCreateWithFlags(&first, kForProcesses) == kInvalidValue, "an event of processes with times");
  CHECKED(cudaEventCreateWithFlags(&first, kForProcesses | kWithoutTimes));
  CHECKED(cudaEventCreateWithFlags(&first, 2));
  CHECKED(cudaEventCreateWithFlags(&second, 0));
  CHECKED(cudaEventRecord(first, nullptr));
  CHECKED(cudaEventRecord(second, nullptr));
  expect(cudaEventElapsedTime(&time, first, second) == kInvalidHandle, "an event without a time");
  expect(cudaLaunchHostFunc(nullptr, nullptr, nullptr) == kInvalidValue, "no function");
  expect(cudaStreamCreateWithFlags(&stream, 55) == kInvalidValue, "unknown flags of a stream");
  CHECKED(cudaStreamCreateWithPriority(&stream, 0, -100));
  CHECKED(cudaStreamGetPriority(stream, &priority));
  expect(priority == -5, "the highest priority");
  CHECKED(cudaThreadExchangeStreamCaptureMode(&mode));
  expect(mode == 0, "the mode before");
  CHECKED(cudaThreadExchangeStreamCaptureMode(&mode));
  expect(mode == 2, "the mode that was set");
}

void kernels() {
  struct {
    std::size_t scratchpad, constants, local;
    int threads, registers, ptx, binary, rest[40];
  } attributes{};
  void* function = nullptr;
  int value = 0;
  CHECKED(cudaFuncGetAttributes(&attributes, kStub));
  expect(attributes.ptx == 75 && attributes.binary == 80, "the target of the PTX and of the device");
  expect(attributes.constants == 9, "the bytes of constants");
  CHECKED(cudaGetFuncBySymbol(&function, kStub));
  CHECKED(cuFuncGetAttribute(&value, 5, function));
  expect(value == 75, "the target of the PTX through the driver");
  expect(cudaFuncSetAttribute(kStub, 11, 2) == kNotSupported, "a cluster as an attribute");
  expect(cudaFuncSetAttribute(kStub, 77, 2) == kInvalidValue, "an unknown attribute");
  struct {
    std::uint64_t values;
    int by, n;
  } block{0, 0, 0};
  std::size_t bytes = sizeof block;
  void* extra[] = {reinterpret_cast<void*>(1), &block, reinterpret_cast<void*>(2), &bytes, nullptr};
  void* arguments[] = {&block.values, &block.by, &block.n};
  const auto start = [&](unsigned blocks, unsigned z) {
    return cuLaunchKernel(function, blocks, 1, 1, 1, 1, z, 0, nullptr, nullptr, extra);
  };
  CHECKED(start(1, 64));
  expect(start(0, 1) == kInvalidValue && start(1, 128) == kInvalidValue, "shapes with a block of arguments");
  bytes = 8;
  expect(start(1, 1) == kInvalidValue, "too few bytes of arguments");
  expect(cuLaunchCooperativeKernel(function, 0, 1, 1, 1, 1, 1, 0, nullptr, arguments) == kInvalidValue, "no blocks");
}

void devices() {
  void *context = nullptr, *found = nullptr, *base = nullptr;
  int number = 0;
  expect(cudaDeviceCanAccessPeer(&number, 0, 1) == kInvalidDevice, "access to a second device");
  expect(cudaDeviceGetByPCIBusId(&number, "0000:65:00.0") == kInvalidDevice, "another bus");
  expect(cudaDeviceGetDefaultMemPool(&found, 1) == kInvalidDevice, "the pool of a second device");
  expect(cudaDeviceGetAttribute(nullptr, 10, 0) == kInvalidValue, "no place for an attribute");
  expect(cudaGetDeviceProperties(nullptr, 0) == kInvalidValue, "no place for properties");
  expect(cuDevicePrimaryCtxRetain(&context, 1) == kInvalidDevice, "the context of a second device");
  expect(cuCtxCreate_v2(&context, 0, 1) == kInvalidDevice, "a context for a second device");
  CHECKED(cuDevicePrimaryCtxRetain(&context, 0));
  CHECKED(cuCtxGetCurrent(&base));
  expect(base == context, "the context of the runtime");
  CHECKED(cuCtxSetCurrent(nullptr));
  CHECKED(cuCtxPushCurrent_v2(context));
  CHECKED(cuCtxPopCurrent_v2(&found));
  expect(found == context, "the context that was pushed");
  CHECKED(cuCtxGetCurrent(&found));
  expect(found == nullptr, "the context before it");
}

}  // namespace

int main() {
  copies_and_fills();
  arrays();
  memory();
  streams_and_events();
  kernels();
  devices();
  std::printf("PASSED\n");
  return registered;
}
