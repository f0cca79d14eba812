// Launches of kernels.
#include <algorithm>
#include <vector>

#include "exec/runtime/launch.h"
#include "exec/runtime/streams.h"
#include "ptx/expected_blocks.h"

using namespace unibank;
using namespace unibank::exec;

namespace {

struct Configuration {
  Shape grid, block;
  std::size_t dynamic_bytes = 0;
  void* stream = nullptr;
};

thread_local std::vector<Configuration> configurations;

// The limits of every GPU since compute capability 3.0 (CUDA programming guide, technical specifications).
bool fits(const Shape& grid, const Shape& block) {
  const auto threads = std::uint64_t{block.x} * block.y * block.z;
  const bool some = grid.x != 0 && grid.y != 0 && grid.z != 0 && threads != 0;
  return some && threads <= 1024 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 && grid.x <= 0x7fffffff &&
         grid.y <= 65535 && grid.z <= 65535;
}

// The launch bounds of the kernel. A launch against them is an invalid value for a card, too.
bool allowed(const Function& function, const Shape& shape) {
  const KernelFacts& facts = function.facts;
  const Dim3 block{shape.x, shape.y, shape.z};
  const Dim3 required{facts.required[0], facts.required[1], facts.required[2]};
  const std::string expected = ptx::expected_blocks(facts.most_threads, required, block);
  if (expected.empty()) return true;
  complain("kernel '" + function.name + "': a block of " + ptx::shape_text(block) + " threads; expected " + expected);
  return false;
}

// A card refuses the launch with the same error.
bool asked_for(const Function& function, std::size_t dynamic_bytes) {
  if (dynamic_bytes <= function.most_dynamic_bytes) return true;
  complain("kernel '" + function.name + "': a launch with " + std::to_string(dynamic_bytes) +
           " bytes of dynamic scratchpad; expected at most " + std::to_string(function.most_dynamic_bytes) +
           ", or a larger cudaFuncAttributeMaxDynamicSharedMemorySize");
  return false;
}

std::string packed_arguments(const Function& function, void* const* arguments) {
  std::string bytes(function.facts.parameter_bytes, '\0');
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const FactsOfParameter& one = function.parameters[i];
    std::copy_n(static_cast<const char*>(arguments[i]), one.bytes, bytes.data() + one.offset);
  }
  return bytes;
}

Packed launch_request(const Function& function, const Configuration& as, bool cooperative,
                      const std::string& arguments) {
  LaunchRequest request;
  request.module = function.module->number;
  const Shape* const shapes[] = {&as.grid, &as.block};
  for (unsigned which = 0; which < 2; ++which) {
    std::uint32_t* const to = which == 0 ? request.grid : request.block;
    to[0] = shapes[which]->x;
    to[1] = shapes[which]->y;
    to[2] = shapes[which]->z;
  }
  request.dynamic_bytes = as.dynamic_bytes;
  request.cooperative = cooperative ? 1 : 0;
  request.host_wrote = host_shares_memory() ? 1 : 0;
  Packed packed;
  packed.put(Call::kLaunch).put(request).text(function.name).text(arguments);
  return packed;
}

// Makes the work of a launch.
CudaError prepared(const Function& function, const Configuration& as, const std::string& arguments, bool cooperative,
                   Work& work) {
  if (!fits(as.grid, as.block)) return CudaError::kInvalidConfiguration;
  if (!allowed(function, as.block) || !asked_for(function, as.dynamic_bytes)) return CudaError::kInvalidValue;
  // The request is made when the launch runs, because a graph may run after the program has got memory for the host.
  work = [&function, as, cooperative, arguments] {
    return Connection::get().call(launch_request(function, as, cooperative, arguments));
  };
  return CudaError::kSuccess;
}

CudaError prepared(const void* key, const Configuration& as, void* const* arguments, bool cooperative, Work& work) {
  Function* const function = Registry::get().function(key);
  if (!function) return CudaError::kInvalidDeviceFunction;
  if (!fits(as.grid, as.block)) return CudaError::kInvalidConfiguration;
  const CudaError error = Registry::get().complete(*function);
  if (error != CudaError::kSuccess) return error;
  if (!function->parameters.empty() && !arguments) return CudaError::kInvalidValue;
  return prepared(*function, as, packed_arguments(*function, arguments), cooperative, work);
}

// cudaLaunchAttributeID; the other attributes change no result here.
constexpr int kCooperative = 2, kCluster = 4, kProgrammaticEvent = 7, kCompletionEvent = 12;

bool asks_for_cluster(const LaunchConfiguration::Attribute& cluster) {
  const Shape& shape = cluster.value.shape;
  return shape.x * shape.y * shape.z > 1;
}
CudaError refuse_cluster(const LaunchConfiguration::Attribute& cluster) {
  const Shape& shape = cluster.value.shape;
  complain("a launch in clusters of " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
           std::to_string(shape.z) + " blocks is not supported by 'unibank exec'; expected blocks without clusters");
  return CudaError::kNotSupported;
}

bool records_event(const LaunchConfiguration::Attribute& one) {
  return one.id == kProgrammaticEvent || one.id == kCompletionEvent;
}

// What is refused before the launch. An event's flag 1 asks for a node of its own in a capture, which a launch's event
// cannot have.
CudaError refused(const LaunchConfiguration::Attribute& one) {
  if (one.id == kCluster && asks_for_cluster(one)) return refuse_cluster(one);
  if (!records_event(one)) return CudaError::kSuccess;
  const bool possible = is_for_launches(one.value.record.event) && (one.value.record.flags & 1) == 0;
  return possible ? CudaError::kSuccess : CudaError::kInvalidValue;
}

}  // namespace

namespace unibank::exec {

CudaError launch(Function& function, const Shape& grid, const Shape& block, std::size_t dynamic_bytes, void* stream,
                 const std::string& arguments, bool cooperative) {
  Work work;
  const CudaError error = prepared(function, {grid, block, dynamic_bytes, stream}, arguments, cooperative, work);
  return error == CudaError::kSuccess ? submit(stream, std::move(work), GraphNode::Kind::kKernel) : error;
}

CudaError launch(const void* key, const Shape& grid, const Shape& block, void* const* arguments,
                 std::size_t dynamic_bytes, void* stream, bool cooperative) {
  Work work;
  const CudaError error = prepared(key, {grid, block, dynamic_bytes, stream}, arguments, cooperative, work);
  return error == CudaError::kSuccess ? submit(stream, std::move(work), GraphNode::Kind::kKernel) : error;
}

CudaError launch_later(const void* key, const Shape& grid, const Shape& block, void* const* arguments,
                       std::size_t dynamic_bytes, Work& work) {
  return prepared(key, {grid, block, dynamic_bytes, nullptr}, arguments, false, work);
}

}  // namespace unibank::exec

UNIBANK_EXPORTED unsigned __cudaPushCallConfiguration(Shape grid, Shape block, std::size_t dynamic_bytes,
                                                      void* stream) {
  configurations.push_back({grid, block, dynamic_bytes, stream});
  return 0;
}

UNIBANK_EXPORTED CudaError __cudaPopCallConfiguration(Shape* grid, Shape* block, std::size_t* dynamic_bytes,
                                                      void** stream) {
  if (configurations.empty()) return remember(CudaError::kMissingConfiguration);
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *dynamic_bytes = last.dynamic_bytes;
  *stream = last.stream;
  return CudaError::kSuccess;
}

UNIBANK_EXPORTED CudaError cudaLaunchKernel(const void* function, Shape grid, Shape block, void** arguments,
                                            std::size_t dynamic_bytes, void* stream) {
  return remember(launch(function, grid, block, arguments, dynamic_bytes, stream, false));
}
UNIBANK_EXPORTED CudaError __cudaLaunchKernel(const void* kernel, Shape grid, Shape block, void** arguments,
                                              std::size_t dynamic_bytes, void* stream) {
  return cudaLaunchKernel(kernel, grid, block, arguments, dynamic_bytes, stream);
}
UNIBANK_EXPORTED CudaError cudaLaunchCooperativeKernel(const void* function, Shape grid, Shape block, void** arguments,
                                                       std::size_t dynamic_bytes, void* stream) {
  return remember(launch(function, grid, block, arguments, dynamic_bytes, stream, true));
}

extern "C" CudaError cudaEventRecord(void* event, void* stream);
UNIBANK_EXPORTED CudaError cudaLaunchKernelExC(const LaunchConfiguration* as, const void* function, void** arguments) {
  if (!as) return remember(CudaError::kInvalidValue);
  bool cooperative = false;
  for (unsigned i = 0; i < as->attribute_count; ++i) {
    const LaunchConfiguration::Attribute& one = as->attributes[i];
    const CudaError wrong = refused(one);
    if (wrong != CudaError::kSuccess) return remember(wrong);
    cooperative = cooperative || (one.id == kCooperative && one.value.number != 0);
  }
  CudaError error = launch(function, as->grid, as->block, arguments, as->dynamic_bytes, as->stream, cooperative);
  for (unsigned i = 0; i < as->attribute_count && error == CudaError::kSuccess; ++i) {
    const LaunchConfiguration::Attribute& one = as->attributes[i];
    if (records_event(one)) error = cudaEventRecord(one.value.record.event, as->stream);
  }
  return remember(error);
}
