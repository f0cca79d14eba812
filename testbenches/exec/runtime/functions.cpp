// The attributes of kernels, and how many of their blocks an SM holds.
#include <algorithm>

#include "exec/runtime/limits_of_device.h"
#include "exec/runtime/occupancy.h"
#include "exec/runtime/registry.h"

namespace unibank::exec {

CudaError resident_blocks(const void* key, unsigned threads, std::uint64_t dynamic_bytes, int& blocks) {
  Function* const function = Registry::get().function(key);
  if (!function) return CudaError::kInvalidDeviceFunction;
  const CudaError error = Registry::get().complete(*function);
  if (error != CudaError::kSuccess) return error;
  if (threads == 0) return CudaError::kInvalidValue;
  Packed request;
  request.put(Call::kOccupancy).put(function->module->number).text(function->name);
  request.put(threads).put(dynamic_bytes);
  std::string values;
  const CudaError failed = Connection::get().call(request, &values);
  if (failed == CudaError::kSuccess) blocks = static_cast<int>(Unpacked(values).get<std::uint32_t>());
  return failed;
}

CudaError launchable_blocks(const void* key, unsigned threads, std::uint64_t dynamic_bytes, int& blocks) {
  const CudaError error = resident_blocks(key, threads, dynamic_bytes, blocks);
  if (error == CudaError::kSuccess && dynamic_bytes > Registry::get().function(key)->most_dynamic_bytes) blocks = 0;
  return error;
}

unsigned most_threads_of(const void* key, unsigned limit) {
  const auto fits = [key](unsigned threads) {
    int blocks = 0;
    return resident_blocks(key, threads, 0, blocks) == CudaError::kSuccess && blocks != 0;
  };
  if (limit == 0 || fits(limit)) return limit;
  unsigned warps = 0, too_many = (limit + 31) / 32;
  while (warps + 1 < too_many) {
    const unsigned middle = (warps + too_many) / 2;
    (fits(middle * 32) ? warps : too_many) = middle;
  }
  return warps != 0 ? warps * 32 : limit;
}

CudaError best_block(const void* key, const DynamicBytes& dynamic_bytes, unsigned most_threads, int& grid,
                     int& block) {
  int best = 0;
  if (most_threads == 0 || most_threads > 1024) most_threads = 1024;
  for (unsigned threads = most_threads; threads != 0; threads = (threads - 1) / 32 * 32) {
    int blocks = 0;
    const CudaError error = launchable_blocks(key, threads, dynamic_bytes(static_cast<int>(threads)), blocks);
    if (error != CudaError::kSuccess) return error;
    if (blocks * static_cast<int>(threads) <= best) continue;
    best = blocks * static_cast<int>(threads);
    block = static_cast<int>(threads);
    grid = blocks * static_cast<int>(Connection::get().facts().sms);
  }
  return best != 0 ? CudaError::kSuccess : CudaError::kLaunchOutOfResources;
}

}  // namespace unibank::exec

using namespace unibank::exec;

namespace {

CudaError prefer(Function& function, int percent) {
  const CudaError error = Registry::get().load(*function.module);
  if (error != CudaError::kSuccess) return error;
  Packed request;
  request.put(Call::kPrefer).put(function.module->number).text(function.name).put<std::int32_t>(percent);
  const CudaError refused = Connection::get().call(request);
  if (refused == CudaError::kSuccess) function.preferred_percent = percent;
  return refused;
}

// Refused if it is more than the device's most, or if not even a block of one warp fits with so many bytes: its static
// scratchpad counts, and where registers are in the same memory, they count, too.
CudaError allow_dynamic(Function& function, int bytes) {
  const auto most = static_cast<std::int64_t>(Connection::get().facts().scratchpad_per_block);
  if (bytes < 0 || bytes > most) return CudaError::kInvalidValue;
  const CudaError error = Registry::get().complete(function);
  if (error != CudaError::kSuccess) return error;
  int blocks = 0;
  const unsigned threads = std::min(32u, function.facts.most_threads);
  const CudaError failed = resident_blocks(&function, threads, static_cast<std::uint64_t>(bytes), blocks);
  if (failed != CudaError::kSuccess) return failed;
  if (blocks == 0) return CudaError::kInvalidValue;
  function.most_dynamic_bytes = static_cast<std::uint64_t>(bytes);
  return CudaError::kSuccess;
}

// 10 to 13: a launch must be in clusters, and their size. 14 and 15 permit or prefer something for clusters.
CudaError set_for_clusters(int attribute, int value) {
  if (attribute < 10 || attribute > 15) return CudaError::kInvalidValue;
  if (attribute > 13 || value == 0 || (attribute != 10 && value == 1)) return CudaError::kSuccess;
  complain("launches in clusters (attribute " + std::to_string(attribute) + " of a kernel) are not supported by "
           "'unibank exec'; expected blocks without clusters");
  return CudaError::kNotSupported;
}

}  // namespace

UNIBANK_EXPORTED CudaError cudaFuncGetAttributes(FunctionAttributes* attributes, const void* key) {
  Function* const function = Registry::get().function(key);
  if (!function || !attributes) return remember(CudaError::kInvalidDeviceFunction);
  const CudaError error = Registry::get().complete(*function);
  *attributes = FunctionAttributes();
  attributes->shared_bytes = function->facts.scratchpad_bytes;
  attributes->local_bytes = function->facts.local_bytes;
  attributes->constant_bytes = function->facts.constant_bytes;
  attributes->most_threads = static_cast<int>(most_threads_of(key, function->facts.most_threads));
  attributes->registers = static_cast<int>(function->facts.registers);
  attributes->ptx_version = static_cast<int>(function->facts.architecture);
  attributes->binary_version = static_cast<int>(binary_version(Connection::get().facts()));
  attributes->most_dynamic_bytes = static_cast<int>(function->most_dynamic_bytes);
  attributes->carve_out = function->preferred_percent;
  return remember(error);
}

// 8: bytes of dynamic scratchpad at most; 9: the preferred share of scratchpad, a hint for the partition.
UNIBANK_EXPORTED CudaError cudaFuncSetAttribute(const void* key, int attribute, int value) {
  Function* const function = Registry::get().function(key);
  if (!function) return remember(CudaError::kInvalidDeviceFunction);
  const CudaError error = Connection::get().ready();
  if (error != CudaError::kSuccess) return remember(error);
  if (attribute == 8) return remember(allow_dynamic(*function, value));
  if (attribute == 9) return remember(prefer(*function, value));
  return remember(set_for_clusters(attribute, value));
}
UNIBANK_EXPORTED CudaError cudaFuncSetCacheConfig(const void* key, int) {
  return remember(Registry::get().function(key) ? CudaError::kSuccess : CudaError::kInvalidDeviceFunction);
}
UNIBANK_EXPORTED CudaError cudaFuncSetSharedMemConfig(const void* key, int) { return cudaFuncSetCacheConfig(key, 0); }
UNIBANK_EXPORTED CudaError cudaGetFuncBySymbol(Function** function, const void* stub) {
  *function = Registry::get().function(stub);
  return remember(*function ? CudaError::kSuccess : CudaError::kInvalidDeviceFunction);
}
UNIBANK_EXPORTED CudaError cudaGetKernel(Function** kernel, const void* stub) {
  return cudaGetFuncBySymbol(kernel, stub);
}

UNIBANK_EXPORTED CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* key,
                                                                                  int threads,
                                                                                  std::size_t dynamic_bytes, unsigned) {
  if (!blocks || threads <= 0) return remember(CudaError::kInvalidValue);
  return remember(launchable_blocks(key, static_cast<unsigned>(threads), dynamic_bytes, *blocks));
}
UNIBANK_EXPORTED CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* key, int threads,
                                                                         std::size_t dynamic_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, key, threads, dynamic_bytes, 0);
}
// The most bytes with which the calculator still finds so many blocks.
UNIBANK_EXPORTED CudaError cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* key, int blocks,
                                                                     int threads) {
  if (!bytes || blocks <= 0 || threads <= 0) return remember(CudaError::kInvalidValue);
  const auto fit = [=](std::uint64_t dynamic_bytes) {
    int resident = 0;
    return launchable_blocks(key, static_cast<unsigned>(threads), dynamic_bytes, resident) == CudaError::kSuccess &&
           resident >= blocks;
  };
  int resident = 0;
  *bytes = 0;
  const CudaError error = resident_blocks(key, static_cast<unsigned>(threads), 0, resident);
  if (error != CudaError::kSuccess || resident < blocks) return remember(error);
  std::uint64_t most = 0, too_many = Connection::get().facts().scratchpad_per_block + 1;
  while (most + 1 < too_many) {
    const std::uint64_t middle = (most + too_many) / 2;
    (fit(middle) ? most : too_many) = middle;
  }
  *bytes = most;
  return CudaError::kSuccess;
}
