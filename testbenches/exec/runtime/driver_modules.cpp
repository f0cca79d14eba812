// The driver's interface: modules, kernels, launches.
#include <fstream>
#include <iterator>

#include "exec/elf_file.h"
#include "exec/fat_binary.h"
#include "exec/runtime/driver.h"
#include "exec/runtime/launch.h"
#include "exec/runtime/limits_of_device.h"
#include "exec/runtime/occupancy.h"

namespace unibank::exec {
namespace {

std::string image_of(const FatBinaryWrapper& wrapper) {
  std::string image = wrapper.container ? image_at(wrapper.container) : std::string();
  if (wrapper.version == kWrapperOfParts && wrapper.parts)
    for (const char* const* part = wrapper.parts; *part; ++part) image += image_at(*part);
  return image;
}

}  // namespace

std::string image_at(const void* start) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, start, sizeof magic);
  if (magic == kWrapperMagic) {
    FatBinaryWrapper wrapper;
    std::memcpy(&wrapper, start, sizeof wrapper);
    return image_of(wrapper);
  }
  const char* const bytes = static_cast<const char*>(start);
  if (magic == kFatBinaryMagic) {
    std::uint16_t header = 0;
    std::uint64_t size = 0;
    std::memcpy(&header, bytes + 6, sizeof header);
    std::memcpy(&size, bytes + 8, sizeof size);
    return std::string(bytes, header + size);
  }
  return std::strncmp(bytes, "\x7f" "ELF", 4) == 0 ? std::string() : std::string(bytes);
}

}  // namespace unibank::exec

using namespace unibank::exec;

namespace {

CudaError load(Module** module, const void* image) {
  if (!module || !image) return CudaError::kInvalidValue;
  const std::string text = image_at(image);
  if (text.empty()) {
    complain("a module of machine code; expected PTX, or a fat binary with PTX in it");
    return CudaError::kNoKernelImageForDevice;
  }
  *module = Registry::get().add_module({text});
  return Registry::get().load(**module);
}

// Reads the list of a launch that passes its arguments as one block. Keys: 1 the block, 2 its size in bytes, 0 the end.
bool read_extra(void** extra, std::string& block) {
  const char* bytes = nullptr;
  std::size_t count = 0;
  for (; *extra; extra += 2) {
    if (reinterpret_cast<std::uintptr_t>(extra[0]) == 1) bytes = static_cast<const char*>(extra[1]);
    if (reinterpret_cast<std::uintptr_t>(extra[0]) == 2) count = *static_cast<const std::size_t*>(extra[1]);
  }
  if (bytes) block.assign(bytes, count);
  return bytes != nullptr;
}

// The driver's error for a shape that no GPU launches.
CudaError name_of_driver(CudaError error) {
  return error == CudaError::kInvalidConfiguration ? CudaError::kInvalidValue : error;
}

CudaError start(Function* function, const Shape& grid, const Shape& block, std::size_t dynamic_bytes, void* stream,
                void** arguments, void** extra, bool cooperative) {
  std::string values;
  if (!Registry::get().function(function)) return CudaError::kInvalidResourceHandle;
  if (!extra || !read_extra(extra, values))
    return launch(function, grid, block, arguments, dynamic_bytes, stream, cooperative);
  const CudaError error = Registry::get().complete(*function);
  if (error != CudaError::kSuccess) return error;
  if (values.size() < function->facts.parameter_bytes) return CudaError::kInvalidValue;
  values.resize(function->facts.parameter_bytes);
  return launch(*function, grid, block, dynamic_bytes, stream, values, cooperative);
}

}  // namespace

UNIBANK_EXPORTED CudaError cuModuleLoadData(Module** module, const void* image) { return load(module, image); }
UNIBANK_EXPORTED CudaError cuModuleLoadDataEx(Module** module, const void* image, unsigned, void*, void*) {
  return load(module, image);
}
UNIBANK_EXPORTED CudaError cuModuleLoadFatBinary(Module** module, const void* image) { return load(module, image); }
UNIBANK_EXPORTED CudaError cuModuleLoad(Module** module, const char* file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return CudaError::kFileNotFound;
  const std::string image{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return load(module, image.c_str());
}
UNIBANK_EXPORTED CudaError cuModuleUnload(Module*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cuModuleGetFunction(Function** function, Module* module, const char* name) {
  if (!function || !module || !name) return CudaError::kInvalidValue;
  *function = nullptr;
  const CudaError error = Registry::get().function_of(*module, name, *function);
  return error == CudaError::kInvalidDeviceFunction ? CudaError::kSymbolNotFound : error;
}
UNIBANK_EXPORTED CudaError cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, Module* module,
                                                const char* name) {
  DeviceVariable variable;
  const CudaError error = Registry::get().variable_of(*module, name, variable);
  if (error != CudaError::kSuccess) return CudaError::kSymbolNotFound;
  if (address) *address = variable.address;
  if (bytes) *bytes = variable.bytes;
  return error;
}
UNIBANK_EXPORTED CudaError cuLibraryLoadData(Module** library, const void* image, void*, void*, unsigned, void*, void*,
                                             unsigned) {
  return load(library, image);
}
UNIBANK_EXPORTED CudaError cuLibraryUnload(Module*) { return CudaError::kSuccess; }
UNIBANK_EXPORTED CudaError cuLibraryGetKernel(Function** kernel, Module* library, const char* name) {
  return cuModuleGetFunction(kernel, library, name);
}
UNIBANK_EXPORTED CudaError cuKernelGetFunction(Function** function, Function* kernel) {
  *function = kernel;
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cuLaunchKernel(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                          unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_bytes,
                                          void* stream, void** arguments, void** extra) {
  const CudaError error = start(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_bytes, stream,
                                arguments, extra, false);
  return name_of_driver(error);
}
UNIBANK_EXPORTED CudaError cuLaunchCooperativeKernel(Function* function, unsigned grid_x, unsigned grid_y,
                                                     unsigned grid_z, unsigned block_x, unsigned block_y,
                                                     unsigned block_z, unsigned dynamic_bytes, void* stream,
                                                     void** arguments) {
  return name_of_driver(start(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_bytes, stream,
                              arguments, nullptr, true));
}

// 0 threads at most, 1 scratchpad, 2 constants, 3 local memory, 4 registers, 5 and 6 versions, 8 dynamic scratchpad,
// 9 the preferred share of scratchpad
UNIBANK_EXPORTED CudaError cuFuncGetAttribute(int* value, int attribute, Function* function) {
  const CudaError error = Registry::get().complete(*function);
  const KernelFacts& facts = function->facts;
  const std::uint64_t values[] = {0,  facts.scratchpad_bytes, facts.constant_bytes, facts.local_bytes, facts.registers,
                                  facts.architecture, binary_version(Connection::get().facts()), 0,
                                  function->most_dynamic_bytes};
  if (attribute == 0) return *value = static_cast<int>(most_threads_of(function, facts.most_threads)), error;
  if (attribute == 9) return *value = function->preferred_percent, error;
  *value = attribute >= 0 && attribute < 9 ? static_cast<int>(values[attribute]) : 0;
  return error;
}
extern "C" CudaError cudaFuncSetAttribute(const void* key, int attribute, int value);
UNIBANK_EXPORTED CudaError cuFuncSetAttribute(Function* function, int attribute, int value) {
  return cudaFuncSetAttribute(function, attribute, value);
}
UNIBANK_EXPORTED CudaError cuFuncSetCacheConfig(Function*, int) { return CudaError::kSuccess; }

UNIBANK_EXPORTED CudaError cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function* function, int threads,
                                                                       std::size_t dynamic_bytes) {
  if (!blocks || threads <= 0) return CudaError::kInvalidValue;
  return launchable_blocks(function, static_cast<unsigned>(threads), dynamic_bytes, *blocks);
}
UNIBANK_EXPORTED CudaError cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function* function,
                                                                                int threads, std::size_t dynamic_bytes,
                                                                                unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_bytes);
}
UNIBANK_EXPORTED CudaError cuOccupancyMaxPotentialBlockSize(int* grid, int* block, Function* function,
                                                            std::size_t (*of_block)(int), std::size_t dynamic_bytes,
                                                            int most_threads) {
  const auto bytes = [=](int threads) { return of_block ? of_block(threads) : dynamic_bytes; };
  return best_block(function, bytes, static_cast<unsigned>(most_threads), *grid, *block);
}
