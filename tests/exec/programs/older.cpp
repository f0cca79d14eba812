// Functions as programs of CUDA 9 to 12 call them: with fewer arguments, and with smaller structures.
#include <cstdint>
#include <cstring>

#include "exec/programs/expect.h"
#include "exec/programs/kernels.h"
#include "exec/programs/runtime.h"
#include "exec/programs/texture_types.h"

// What a linker writes into a program that was linked with an older library.
#define FROM(version, own, name) asm(".symver " #own ", " #name "@libcudart.so." version);

struct Location {
  int type, id;
};

extern "C" {
int add_dependencies_12(void* graph, void* const* from, void* const* to, std::size_t count);
FROM("12", add_dependencies_12, cudaGraphAddDependencies)
int capture_info_11(Stream stream, int* status, unsigned long long* number);
FROM("11.0", capture_info_11, cudaStreamGetCaptureInfo)
int cudaGraphAddDependencies_v2(void* graph, void* const* from, void* const* to, const void* edges, std::size_t count);
int cudaGraphRemoveDependencies_v2(void* graph, void* const* from, void* const* to, const void* edges,
                                   std::size_t count);
int cudaEventElapsedTime_v2(float* milliseconds, Event from, Event to);
int cudaMemAdvise_v2(const void* pointer, std::size_t bytes, int advice, Location location);
int cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, Location location, unsigned flags, Stream stream);
int cudaStreamGetCaptureInfo_v2(Stream stream, int* status, unsigned long long* number, void** graph,
                                void* const** after, std::size_t* count);
int function_attributes_11(void* attributes, const void* stub);
FROM("11.0", function_attributes_11, cudaFuncGetAttributes)
int graph_update_11(void* executable, void* graph, void** node, int* result);
FROM("11.0", graph_update_11, cudaGraphExecUpdate)
int function_attributes_12(void* attributes, const void* stub);
FROM("12", function_attributes_12, cudaFuncGetAttributes)
int graph_update_12(void* executable, void* graph, void* result);
FROM("12", graph_update_12, cudaGraphExecUpdate)
int instantiate_11(void** executable, void* graph, void** node, char* log, std::size_t bytes);
FROM("11.0", instantiate_11, cudaGraphInstantiate)
int instantiate_12(void** executable, void* graph, unsigned long long flags);
FROM("12", instantiate_12, cudaGraphInstantiate)
int driver_function_12(const char* name, void** function, unsigned long long flags, int* status);
FROM("12", driver_function_12, cudaGetDriverEntryPoint)
int pointer_9(void* attributes, const void* pointer);
FROM("9.2", pointer_9, cudaPointerGetAttributes)
int pointer_10(void* attributes, const void* pointer);
FROM("10.2", pointer_10, cudaPointerGetAttributes)
int pointer_11(void* attributes, const void* pointer);
FROM("11.0", pointer_11, cudaPointerGetAttributes)
int pointer_12(void* attributes, const void* pointer);
FROM("12", pointer_12, cudaPointerGetAttributes)
int resource_12(void* resource, unsigned long long object);
FROM("12", resource_12, cudaGetTextureObjectResourceDesc)
int resource_of_surface_11(void* resource, unsigned long long object);
FROM("11.0", resource_of_surface_11, cudaGetSurfaceObjectResourceDesc)
int cudaMallocArray(void** array, const Format* format, std::size_t width, std::size_t height, unsigned flags);
int cudaCreateTextureObject(unsigned long long* object, const Resource* resource, const Reading* reading,
                            const void* view);
int cudaCreateSurfaceObject(unsigned long long* object, const Resource* resource);
int properties_12(void* properties, int device);
FROM("12", properties_12, cudaGetDeviceProperties)
int capture_info_12(Stream stream, int* status, unsigned long long* number);
FROM("12", capture_info_12, cudaStreamGetCaptureInfo)
int driver_function_11(const char* name, void** function, unsigned long long flags);
FROM("11.0", driver_function_11, cudaGetDriverEntryPoint)
int cuGetProcAddress_v2(const char* name, void** function, int version, unsigned long long flags, int* status);
int properties_11(void* properties, int device);
FROM("11.0", properties_11, cudaGetDeviceProperties)
int properties_10(void* properties, int device);
FROM("10.1", properties_10, cudaGetDeviceProperties)
int properties_9(void* properties, int device);
FROM("9.0", properties_9, cudaGetDeviceProperties)
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphDestroy(void* graph);
int cudaGraphAddEmptyNode(void** node, void* graph, void* const* after, std::size_t count);
int cudaGraphGetRootNodes(void* graph, void** nodes, std::size_t* count);
int cudaMemsetAsync(void* pointer, int value, std::size_t bytes, Stream stream);
}

namespace {

void scale_stub() {}
const void* const kStub = reinterpret_cast<const void*>(scale_stub);
Module module(kHead + kScale);
int registered = (module.kernel(kStub, "scale").end(), 0);

int attribute(int which) {
  int value = 0;
  CHECKED(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

// A structure of `bytes` bytes: nothing behind it is written.
class Structure {
 public:
  explicit Structure(std::size_t bytes) : bytes_(bytes) { std::memset(all_, 0x55, sizeof all_); }
  char* data() { return all_; }
  int number(std::size_t at) const {
    int value = 0;
    std::memcpy(&value, all_ + at, sizeof value);
    return value;
  }
  bool kept() const {
    for (std::size_t i = bytes_; i < sizeof all_; ++i)
      if (all_[i] != 0x55) return false;
    return true;
  }

 private:
  const std::size_t bytes_;
  char all_[2048];
};

// The numbers of SMs, of threads of an SM, and the most scratchpad of a block.
void properties(int (*get)(void*, int), std::size_t bytes, std::size_t sms, std::size_t threads, std::size_t most) {
  Structure all(bytes);
  CHECKED(get(all.data(), 0));
  expect(all.kept(), "the bytes behind the properties");
  expect(all.number(sms) == attribute(16), "the number of SMs");
  expect(all.number(threads) == attribute(39), "the threads of an SM");
  expect(all.number(most) == attribute(97), "the most scratchpad of a block");
}

template <typename Call>
Call function_of_driver(const char* name, int version) {
  void* function = nullptr;
  CHECKED(cuGetProcAddress_v2(name, &function, version, 0, nullptr));
  return reinterpret_cast<Call>(function);
}

// Contexts of device 0 and of a device 1, which there is not.
void contexts() {
  constexpr int kInvalidDevice = 101;
  void* context = nullptr;
  const auto plain = function_of_driver<int (*)(void**, unsigned, int)>("cuCtxCreate", 11000);
  const auto listed = function_of_driver<int (*)(void**, void*, int, unsigned, int)>("cuCtxCreate", 12000);
  const auto newest = function_of_driver<int (*)(void**, void*, unsigned, int)>("cuCtxCreate", 13000);
  CHECKED(plain(&context, 0, 0));
  CHECKED(listed(&context, nullptr, 0, 0, 0));
  CHECKED(newest(&context, nullptr, 0, 0));
  expect(plain(&context, 0, 1) == kInvalidDevice, "a context of CUDA 11.0");
  expect(listed(&context, nullptr, 0, 0, 1) == kInvalidDevice, "a context of CUDA 12.0");
  expect(newest(&context, nullptr, 0, 1) == kInvalidDevice, "a context of CUDA 13");
  const auto get = function_of_driver<int (*)(const char*, void**, int, unsigned long long)>("cuGetProcAddress", 11030);
  void* found = nullptr;
  CHECKED(get("cuInit", &found, 11030, 0));
  expect(found != nullptr && get != function_of_driver<decltype(get)>("cuGetProcAddress", 12000), "as in CUDA 11");
}

void graphs() {
  void *graph = nullptr, *one = nullptr, *other = nullptr, *executable = nullptr, *wrong = &graph, *plain = nullptr;
  int result = -1;
  std::size_t count = 0;
  CHECKED(cudaGraphCreate(&graph, 0));
  CHECKED(cudaGraphAddEmptyNode(&one, graph, nullptr, 0));
  CHECKED(cudaGraphAddEmptyNode(&other, graph, nullptr, 0));
  CHECKED(add_dependencies_12(graph, &one, &other, 1));
  CHECKED(cudaGraphGetRootNodes(graph, nullptr, &count));
  expect(count == 1, "a dependency");
  char log[8] = "log";
  CHECKED(instantiate_11(&executable, graph, &wrong, log, sizeof log));
  expect(wrong == nullptr && log[0] == '\0', "the log of an instantiation");
  wrong = &graph;
  CHECKED(graph_update_11(executable, graph, &wrong, &result));
  expect(result == 0 && wrong == nullptr, "the result of an update");
  // Another graph, without the dependency: one node more at the end.
  CHECKED(cudaGraphCreate(&plain, 0));
  CHECKED(cudaGraphAddEmptyNode(&one, plain, nullptr, 0));
  CHECKED(cudaGraphAddEmptyNode(&other, plain, nullptr, 0));
  expect(graph_update_11(executable, plain, &wrong, &result) != 0, "an update by a graph of another form");
  expect(result == 2 && wrong == one, "the node that differs");
  long long information[3] = {-1, 1, 1};
  CHECKED(instantiate_12(&executable, graph, 0));
  CHECKED(graph_update_12(executable, graph, information));
  const bool no_node = information[1] == 0 && information[2] == 0;
  expect(static_cast<int>(information[0]) == 0 && no_node, "the result of an update of CUDA 12");
}

// Attributes of managed memory: the numbers of bytes, and the places of the device and of the address.
void pointers() {
  void* managed = nullptr;
  CHECKED(cudaMallocManaged(&managed, 64, 1));
  const auto low = static_cast<int>(reinterpret_cast<std::uintptr_t>(managed) & 0xffffffff);
  struct {
    int (*get)(void*, const void*);
    std::size_t bytes, device, address, managed;
    int type;
  } const all[] = {{pointer_9, 32, 4, 8, 24, 2}, {pointer_10, 40, 8, 16, 32, 2}, {pointer_11, 24, 4, 8, 0, 3},
                   {pointer_12, 24, 4, 8, 0, 3}};
  for (const auto& one : all) {
    Structure found(one.bytes);
    CHECKED(one.get(found.data(), managed));
    expect(found.kept() && found.number(0) == one.type && found.number(one.device) == 0, "the type and the device");
    expect(found.number(one.address) == low && found.number(one.address + 8) == low, "the addresses");
    if (one.managed != 0) expect(found.number(one.managed) == 1, "managed memory");
    const bool is_error = one.get(found.data(), &managed) != 0;
    expect(is_error == (one.managed != 0), "memory that is none of CUDA's");
  }
}

// The resources of a texture in linear memory and of a surface: structures of 64 bytes before CUDA 13.
void resources() {
  constexpr std::size_t kBytes = 256;
  const Format format{8, 0, 0, 0, 1};
  const Reading reading{};
  Resource linear{}, array{};
  unsigned long long texture = 0, surface = 0;
  linear.kind = 2;
  CHECKED(cudaMalloc(&linear.array, kBytes));
  std::memcpy(linear.rest, &format, sizeof format);
  std::memcpy(linear.rest + 24, &kBytes, sizeof kBytes);
  CHECKED(cudaCreateTextureObject(&texture, &linear, &reading, nullptr));
  CHECKED(cudaMallocArray(&array.array, &format, 4, 4, 0));
  CHECKED(cudaCreateSurfaceObject(&surface, &array));
  Structure of_texture(64), of_surface(64);
  CHECKED(resource_12(of_texture.data(), texture));
  CHECKED(resource_of_surface_11(of_surface.data(), surface));
  expect(of_texture.kept() && of_surface.kept(), "the bytes behind the resources");
  expect(std::memcmp(of_texture.data(), &linear, 48) == 0, "the resource of a texture");
  expect(std::memcmp(of_surface.data(), &array, 16) == 0, "the resource of a surface");
  expect(resource_12(of_texture.data(), 12345) != 0, "no texture");
}

// Functions that only CUDA 12 has under these names.
void names_of_12() {
  constexpr int kInvalidHandle = 400, kNotSupported = 801;
  void *graph = nullptr, *managed = nullptr, *nodes[3] = {};
  std::size_t count = 0;
  float time = 0;
  CHECKED(cudaGraphCreate(&graph, 0));
  for (void*& node : nodes) CHECKED(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
  CHECKED(cudaGraphAddDependencies_v2(graph, nodes, nodes + 1, nullptr, 2));
  CHECKED(cudaGraphGetRootNodes(graph, nullptr, &count));
  expect(count == 1, "dependencies with properties");
  expect(cudaGraphRemoveDependencies_v2(graph, nodes, nodes + 1, nullptr, 1) == kNotSupported, "a missing function");
  expect(cudaEventElapsedTime_v2(&time, nullptr, nullptr) == kInvalidHandle, "the time between no events");
  CHECKED(cudaMallocManaged(&managed, 64, 1));
  CHECKED(cudaMemAdvise_v2(managed, 64, 1, {1, 0}));
  CHECKED(cudaMemPrefetchAsync_v2(managed, 64, {1, 0}, 0, nullptr));
}

// A function of the driver, and one that there is not.
void entry_points() {
  int status = -1;
  void *function = nullptr, *other = nullptr;
  CHECKED(driver_function_11("cuInit", &function, 0));
  expect(function != nullptr, "a function of the driver");
  CHECKED(driver_function_12("cuInit", &other, 0, &status));
  expect(other == function && status == 0, "a function of the driver for CUDA 12");
  CHECKED(driver_function_12("cuNothing", &other, 0, &status));
  expect(other == nullptr && status == 1, "no function of the driver");
}

void captures() {
  Stream stream = nullptr;
  void *graph = nullptr, *found = nullptr, *memory = nullptr;
  void* const* after = nullptr;
  int status = -1;
  std::size_t count = 0;
  unsigned long long number = 0;
  CHECKED(cudaMalloc(&memory, 4));
  CHECKED(cudaStreamCreate(&stream));
  CHECKED(capture_info_11(stream, &status, &number));
  CHECKED(capture_info_12(stream, &status, &number));
  expect(status == 0, "no capture");
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(cudaMemsetAsync(memory, 0, 4, stream));
  CHECKED(capture_info_11(stream, &status, &number));
  expect(status == 1 && number != 0, "a capture");
  CHECKED(cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &found, &after, &count));
  expect(count == 1 && after[0] != nullptr, "the last node of a capture");
  CHECKED(cudaStreamEndCapture(stream, &graph));
  expect(found == graph, "the graph of a capture");
  CHECKED(cudaGraphDestroy(graph));
  unsigned long long next = number;
  CHECKED(cudaStreamBeginCapture(stream, 0));
  CHECKED(capture_info_11(stream, &status, &next));
  CHECKED(cudaStreamEndCapture(stream, &graph));
  expect(next != number, "every capture has its own number");
}

}  // namespace

int main() {
  properties(properties_11, 728, 388, 624, 696);
  properties(properties_10, 712, 388, 620, 696);
  properties(properties_9, 672, 356, 588, 664);
  Structure attributes(56);
  CHECKED(function_attributes_11(attributes.data(), kStub));
  expect(attributes.kept() && attributes.number(32) == 75, "the attributes of a kernel");
  Structure all(144);
  CHECKED(function_attributes_12(all.data(), kStub));
  expect(all.kept() && all.number(32) == 75, "the attributes of a kernel of CUDA 12");
  properties(properties_12, 728, 388, 624, 696);
  entry_points();
  resources();
  contexts();
  pointers();
  graphs();
  names_of_12();
  captures();
  std::printf("PASSED\n");
  return registered;
}
