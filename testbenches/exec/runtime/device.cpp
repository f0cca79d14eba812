// The properties of the one device, from the design.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "exec/runtime/arrays.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/launch.h"
#include "exec/runtime/graph_memory.h"
#include "exec/runtime/graphs.h"
#include "exec/runtime/limits_of_device.h"
#include "exec/runtime/memory.h"
#include "exec/runtime/registered_memory.h"
#include "exec/runtime/registry.h"

namespace unibank::exec {

std::map<int, std::int64_t> device_attributes(const DeviceFacts& facts) {
  const auto scratchpad = static_cast<std::int64_t>(facts.scratchpad_per_block);
  std::map<int, std::int64_t> all;
  for (const int one : {15, 19, 31, 41, 78, 79, 80, 83, 89, 90, 95, 99, 101, 102, 115}) all[one] = 1;  // supported
  all[88] = 0;  // memory that the program has not allocated through CUDA
  all[1] = all[2] = all[3] = std::min(1024u, facts.max_threads_per_sm);  // threads per block
  all[4] = 64;
  all[5] = 0x7fffffff;               // blocks a grid
  all[6] = all[7] = 65535;
  all[8] = static_cast<std::int64_t>(scratchpad_without_request(facts));
  all[9] = 64 * 1024;                // bytes of constants
  all[10] = 32;
  all[11] = 0x7fffffff;              // pitch
  all[12] = all[82] = facts.registers_per_sm;
  all[13] = facts.clock_kilohertz;
  all[14] = 512;                     // alignment of textures
  all[16] = facts.sms;
  all[21] = all[22] = 131072;        // texels an axis
  all[23] = 65536;
  all[24] = all[25] = all[26] = 16384;
  all[29] = all[43] = 2048;          // layers
  all[27] = all[28] = all[42] = 32768;
  all[30] = 512;
  all[36] = facts.memory_clock_kilohertz;
  all[37] = facts.memory_bus_bits;
  all[38] = static_cast<std::int64_t>(facts.l2_bytes);
  all[39] = facts.max_threads_per_sm;
  all[40] = 1;                       // copy engines
  all[51] = 32;
  all[69] = 1 << 27;
  all[70] = all[71] = 131072;
  all[72] = 1 << 21;
  all[75] = facts.major;
  all[76] = facts.minor;
  all[81] = static_cast<std::int64_t>(facts.scratchpad_per_sm);
  all[97] = scratchpad;
  all[111] = static_cast<std::int64_t>(facts.scratchpad_reserved);
  all[87] = 2;
  all[106] = facts.max_blocks_per_sm;
  return all;
}

CudaError known_device(int device) {
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  return device == 0 ? CudaError::kSuccess : CudaError::kInvalidDevice;
}

}  // namespace unibank::exec

using namespace unibank::exec;

namespace {

// cudaDeviceProp by its offsets. CUDA 12 has eight more members than CUDA 13: at 348 the clock, at 384 the overlap,
// after the number of SMs the timeout, the mode, linear textures, the clock of memory and two more.
struct Layout {
  std::size_t bytes, sms, map_host, surface_alignment, concurrent, unified, bus_bits, threads_per_sm, shared_per_sm;
  std::size_t cooperative, shared_optin, blocks_per_sm, texture_1d, texture_2d, texture_3d;
};
constexpr Layout kLayout13{1008, 384, 392, 552, 560, 588, 592, 604, 624, 668, 672, 688, 396, 404, 440};
constexpr Layout kLayout12{1032, 388, 400, 568, 576, 604, 612, 624, 640, 688, 696, 712, 408, 420, 456};
// CUDA 11 has the first members of CUDA 12. CUDA 9 and 10 have no persisting lines before the threads per SM.
constexpr Layout kLayout10{1032, 388, 400, 568, 576, 604, 612, 620, 640, 688, 696, 712, 408, 420, 456};

class DeviceProperties {
 public:
  DeviceProperties(char* bytes, const Layout& layout) : bytes_(bytes), layout_(layout) {}

  void fill(const DeviceFacts& facts) {
    const std::map<int, std::int64_t> all = device_attributes(facts);
    const auto attribute = [&all](int which) { return static_cast<int>(all.at(which)); };
    std::memset(bytes_, 0, layout_.bytes);
    std::memcpy(bytes_, facts.name, sizeof facts.name);
    put<std::size_t>(288, facts.memory_bytes);
    put<std::size_t>(296, static_cast<std::size_t>(attribute(8)));
    numbers(304, {attribute(12), 32});
    put<std::size_t>(312, static_cast<std::size_t>(attribute(11)));
    numbers(320, {attribute(1), attribute(2), attribute(3), 64, attribute(5), 65535, 65535});
    put<std::size_t>(352, 64 * 1024);
    numbers(360, {attribute(75), attribute(76)});
    put<std::size_t>(368, 512);
    put<std::size_t>(376, 32);
    numbers(layout_.sms, {attribute(16)});
    numbers(layout_.map_host, {1});
    numbers(layout_.texture_1d, {131072});
    numbers(layout_.texture_2d, {131072, 65536});
    numbers(layout_.texture_3d, {16384, 16384, 16384});
    put<std::size_t>(layout_.surface_alignment, 512);
    numbers(layout_.concurrent, {1});
    numbers(layout_.unified - 4, {1, 1});  // copy engines before it
    numbers(layout_.bus_bits, {attribute(37), attribute(38)});
    numbers(layout_.threads_per_sm, {attribute(39), 1, 1, 1});
    put<std::size_t>(layout_.shared_per_sm, static_cast<std::size_t>(attribute(81)));
    numbers(layout_.shared_per_sm + 8, {attribute(82), 1});
    numbers(layout_.cooperative, {1});
    put<std::size_t>(layout_.shared_optin, static_cast<std::size_t>(attribute(97)));
    numbers(layout_.blocks_per_sm, {attribute(106)});
    put<std::size_t>(layout_.blocks_per_sm + 8, static_cast<std::size_t>(attribute(111)));
    numbers(layout_.cooperative - 12, {attribute(89), attribute(90)});  // managed memory for both sides at once
    numbers(layout_.shared_optin + 12, {attribute(101)});
    numbers(layout_.blocks_per_sm + 16, {attribute(99)});               // host memory may be registered
    numbers(layout_.blocks_per_sm + 32, {attribute(115)});              // pools of memory
    if (layout_.bytes == kLayout12.bytes) fill_older(facts);
  }

 private:
  void fill_older(const DeviceFacts& facts) {
    numbers(348, {static_cast<int>(facts.clock_kilohertz)});
    numbers(384, {1});
    numbers(layout_.bus_bits - 4, {static_cast<int>(facts.memory_clock_kilohertz)});
  }
  template <typename Number>
  void put(std::size_t at, Number number) {
    std::memcpy(bytes_ + at, &number, sizeof number);
  }
  void numbers(std::size_t at, std::initializer_list<int> all) {
    for (const int one : all) {
      put<int>(at, one);
      at += sizeof one;
    }
  }
  char* const bytes_;
  const Layout& layout_;
};

CudaError get_properties(void* properties, int device, const Layout& layout) {
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  if (device != 0) return CudaError::kInvalidDevice;
  if (!properties) return CudaError::kInvalidValue;
  DeviceProperties(static_cast<char*>(properties), layout).fill(Connection::get().facts());
  return CudaError::kSuccess;
}

CudaError get_older_properties(char* properties, int device, int version) {
  constexpr std::size_t kBytes9 = 672, kBytes10 = 712, kBytes11 = 728, kName = 256, kAfterIds = 288;
  char all[kLayout12.bytes];
  const CudaError error = get_properties(properties ? all : nullptr, device, version < 11 ? kLayout10 : kLayout12);
  if (error != CudaError::kSuccess) return error;
  if (version == 9) std::memmove(all + kName, all + kAfterIds, sizeof all - kAfterIds);  // it has no identifiers
  std::memcpy(properties, all, version == 9 ? kBytes9 : version == 10 ? kBytes10 : kBytes11);
  return error;
}

unsigned device_flags = 0;
constexpr char kBusId[] = "0000:00:00.0";

// Indexed by cudaLimit: stack and heap, which the model applies, then values that limit nothing here: printf's buffer,
// depth and launches of kernels that launch kernels, the L2's granularity and its persisting lines.
constexpr std::size_t kLimits[] = {1024, std::size_t{1} << 20, std::size_t{8} << 20, 2, 2048, 128, 0};
std::optional<std::size_t> limits[std::size(kLimits)];  // set by the program
std::size_t limit_now(int limit) { return limits[limit].value_or(kLimits[limit]); }

// Frees what the program has allocated, but for memory of cudaMallocAsync(). Its streams, captures, events, arrays,
// textures and reserved addresses are gone. Gives variables and kernels the values and attributes that they had at
// first. The heap of kernels stays, and an error that has ended a kernel, too.
CudaError reset() {
  CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return error;
  error = unregister_all();
  forget_streams();
  forget_host_memory();
  forget_graph_memory();
  forget_arrays();
  forget_textures();
  forget_reserved_addresses();
  if (error == CudaError::kSuccess) error = release_all();
  if (error == CudaError::kSuccess) error = call(Call::kReset);
  if (error == CudaError::kSuccess) error = Registry::get().reset();
  if (error == CudaError::kSuccess && limits[0])
    error = call(Call::kLimit, Limit::kStack, std::uint64_t{kLimits[0]});
  const std::optional<std::size_t> heap = limits[2];
  std::fill(std::begin(limits), std::end(limits), std::nullopt);
  limits[2] = heap;
  device_flags = 0;
  return error;
}

}  // namespace

CudaError unibank::exec::properties_before_12(void* properties, int device, int version) {
  return remember(get_older_properties(static_cast<char*>(properties), device, version));
}

UNIBANK_EXPORTED CudaError cudaGetDeviceCount(int* count) {
  if (!count) return remember(CudaError::kInvalidValue);
  const CudaError error = Connection::get().ready();
  *count = error == CudaError::kSuccess ? 1 : 0;
  return remember(error);
}
UNIBANK_EXPORTED CudaError cudaGetDevice(int* device) {
  if (!device) return remember(CudaError::kInvalidValue);
  *device = 0;
  return remember(Connection::get().ready());
}
UNIBANK_EXPORTED CudaError cudaSetDevice(int device) { return remember(known_device(device)); }
UNIBANK_EXPORTED CudaError cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
UNIBANK_EXPORTED CudaError cudaSetValidDevices(int*, int) { return remember(Connection::get().ready()); }
UNIBANK_EXPORTED CudaError cudaChooseDevice(int* device, const void*) { return cudaGetDevice(device); }
UNIBANK_EXPORTED CudaError cudaGetDeviceProperties(void* properties, int device) {
  return remember(get_properties(properties, device, kLayout13));
}
UNIBANK_EXPORTED CudaError cudaGetDeviceProperties_v2(void* properties, int device) {
  return remember(get_properties(properties, device, kLayout12));
}
UNIBANK_EXPORTED CudaError cudaDeviceGetAttribute(int* value, int attribute, int device) {
  const CudaError error = known_device(device);
  if (error != CudaError::kSuccess) return remember(error);
  if (!value || attribute <= 0) return remember(CudaError::kInvalidValue);
  const std::map<int, std::int64_t> all = device_attributes(Connection::get().facts());
  const auto known = all.find(attribute);
  *value = known == all.end() ? 0 : static_cast<int>(known->second);
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  const CudaError error = known_device(device);
  if (error != CudaError::kSuccess) return remember(error);
  if (!text || bytes < static_cast<int>(sizeof kBusId)) return remember(CudaError::kInvalidValue);
  std::memcpy(text, kBusId, sizeof kBusId);
  return error;
}
UNIBANK_EXPORTED CudaError cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (!device || !text) return remember(CudaError::kInvalidValue);
  return std::strcmp(text, kBusId) == 0 ? cudaGetDevice(device) : remember(CudaError::kInvalidDevice);
}
UNIBANK_EXPORTED CudaError cudaDeviceSynchronize() { return remember(call(Call::kTime)); }
UNIBANK_EXPORTED CudaError cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
UNIBANK_EXPORTED CudaError cudaDeviceReset() { return remember(reset()); }
UNIBANK_EXPORTED CudaError cudaThreadExit() { return cudaDeviceReset(); }
UNIBANK_EXPORTED CudaError cudaProfilerStart() { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaProfilerStop() { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cudaSetDeviceFlags(unsigned flags) {
  device_flags = flags;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaGetDeviceFlags(unsigned* flags) {
  *flags = device_flags;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaDriverGetVersion(int* version) {
  if (!version) return remember(CudaError::kInvalidValue);
  *version = kCudaVersion;
  return CudaError::kSuccess;
}
UNIBANK_EXPORTED CudaError cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

// Preferences that the design's partition ignores.
UNIBANK_EXPORTED CudaError cudaDeviceSetCacheConfig(int) { return remember(Connection::get().ready()); }
UNIBANK_EXPORTED CudaError cudaThreadSetCacheConfig(int) { return remember(Connection::get().ready()); }
UNIBANK_EXPORTED CudaError cudaDeviceGetCacheConfig(int* config) {
  *config = 0;
  return remember(Connection::get().ready());
}
UNIBANK_EXPORTED CudaError cudaDeviceSetSharedMemConfig(int) { return remember(Connection::get().ready()); }
UNIBANK_EXPORTED CudaError cudaDeviceGetSharedMemConfig(int* config) { return cudaDeviceGetCacheConfig(config); }
UNIBANK_EXPORTED CudaError cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = kLowestPriority;
  if (greatest) *greatest = kHighestPriority;
  return remember(Connection::get().ready());
}

// There is no other device.
UNIBANK_EXPORTED CudaError cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return remember(CudaError::kInvalidValue);
  *can = 0;
  const CudaError error = known_device(device);
  return remember(error == CudaError::kSuccess ? known_device(peer) : error);
}
UNIBANK_EXPORTED CudaError cudaDeviceEnablePeerAccess(int, unsigned) { return remember(CudaError::kInvalidDevice); }
UNIBANK_EXPORTED CudaError cudaDeviceDisablePeerAccess(int) { return remember(CudaError::kPeerAccessNotEnabled); }

UNIBANK_EXPORTED CudaError cudaDeviceSetLimit(int limit, std::size_t value) {
  if (limit < 0 || limit >= static_cast<int>(std::size(limits))) return remember(CudaError::kUnsupportedLimit);
  const CudaError error = limit == 0 || limit == 2
                              ? call(Call::kLimit, limit == 0 ? Limit::kStack : Limit::kHeap, std::uint64_t{value})
                              : Connection::get().ready();
  if (error == CudaError::kSuccess) limits[limit] = value;
  return remember(error);
}
UNIBANK_EXPORTED CudaError cudaDeviceGetLimit(std::size_t* value, int limit) {
  if (!value) return remember(CudaError::kInvalidValue);
  if (limit < 0 || limit >= static_cast<int>(std::size(limits))) return remember(CudaError::kUnsupportedLimit);
  *value = limit_now(limit);
  return remember(Connection::get().ready());
}
