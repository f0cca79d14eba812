#include "exec/modules.h"

#include "base/input_error.h"
#include "exec/fat_binary.h"
#include "exec/launch_record.h"
#include "host/module_image.h"
#include "ptx/link_texts.h"
#include "ptx/parser.h"

namespace unibank::exec {
namespace {

// The compute capability that DeviceFacts report. PTX for a later one may use instructions that the parser does not
// know.
constexpr unsigned kHighestArchitecture = 80;
constexpr std::uint64_t kMostStackBytes = 512 * 1024;  // local memory of a thread (CUDA programming guide)

bool is_container(const std::string& image) {
  std::uint32_t magic = 0;
  if (image.size() >= sizeof magic) std::memcpy(&magic, image.data(), sizeof magic);
  return magic == kFatBinaryMagic;
}

std::string ptx_of(const std::string& image, const std::string& name) {
  if (!is_container(image)) return image.substr(0, image.find('\0'));
  const FatBinary binary = read_fat_binaries(image, "the program");
  const std::vector<const PtxText*> chosen = choose_ptx(binary, kHighestArchitecture);
  if (chosen.empty())
    throw CallError(CudaError::kNoKernelImageForDevice, "a fat binary of the program: " + how_to_compile(binary));
  if (chosen.size() == 1) return chosen.front()->text;
  std::vector<ptx::TextPart> parts;
  parts.reserve(chosen.size());
  for (const PtxText* const one : chosen)
    parts.push_back({one->text, name + " part " + std::to_string(parts.size() + 1)});
  return ptx::linked_text(parts);
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// CUDA's error for a launch that ended early. The executor reports the reason only as a text.
CudaError error_of(const RunError& error) {
  const std::string text = error.what();
  if (has(text, "Assertion `")) return CudaError::kAssert;
  if (has(text, "is not aligned to its size")) return CudaError::kMisalignedAddress;
  if (has(text, "is out of bounds") || has(text, "lies outside of")) return CudaError::kIllegalAddress;
  if (has(text, "run.instruction_limit")) return CudaError::kLaunchTimeout;
  return CudaError::kLaunchFailure;
}

template <typename Work>
decltype(auto) as_call_error(CudaError error, const Work& work) {
  try {
    return work();
  } catch (const InputError& refused) {
    throw CallError(error, refused.what());
  }
}

Texture texture_of(const TextureRequest& request) {
  Texture texture;
  texture.address = request.address;
  texture.dimensions = request.dimensions;
  texture.cube = request.cube != 0;
  texture.width = request.width;
  texture.height = request.height;
  texture.depth = request.depth;
  texture.pitch = request.pitch;
  texture.channels = request.channels;
  texture.channel_bits = request.channel_bits;
  texture.channel = static_cast<Texture::Channel>(request.channel % 3);
  for (unsigned axis = 0; axis < 3; ++axis)
    texture.outside[axis] = static_cast<Texture::Address>(request.outside[axis] % 4);
  for (unsigned channel = 0; channel < 4; ++channel) texture.border[channel] = request.border[channel];
  texture.filter = request.filter != 0 ? Texture::Filter::kLinear : Texture::Filter::kPoint;
  texture.normalized_coordinates = request.normalized_coordinates != 0;
  texture.normalized_values = request.normalized_values != 0;
  return texture;
}

}  // namespace

std::uint32_t Modules::load(const std::string& image) {
  const std::string name = "module" + std::to_string(devices_.size()) + ".ptx";
  as_call_error(CudaError::kInvalidPtx, [&] {
    auto device = std::make_unique<Device>(machine_.backend(), machine_.memory(), options_,
                                           machine_.request().compile);
    const std::string ptx = ptx_of(image, name);
    device->load(ptx, name);
    devices_.push_back(std::move(device));
    if (machine_.request().record) remember(ptx, name);
  });
  return static_cast<std::uint32_t>(devices_.size() - 1);
}

void Modules::remember(const std::string& ptx, const std::string& name) {
  Source source{ptx, {}, options_.stack_bytes};
  for (const ptx::Variable& one : ptx::parse(ptx, name).globals)
    if (in_device_memory(one) && one.object == ptx::Variable::Object::kData && one.bytes != 0)
      source.variables.push_back(one.name);
  sources_.push_back(std::move(source));
}

void Modules::record(const LaunchRequest& request, const std::string& kernel, const std::string& arguments) {
  LaunchRecord* const record = machine_.request().record;
  const bool wanted = machine_.request().functional || machine_.request().timed.takes(machine_.launches(), kernel);
  if (!record || !wanted) return;
  const Source& source = sources_[request.module];
  Device& of = device(request.module);
  if (arguments.size() != of.kernel(kernel).parameter_bytes) return;  // the launch will be refused
  RecordedCall call;
  call.number = machine_.launches();
  call.module = request.module;
  call.ptx = &source.ptx;
  call.kernel = &of.kernel(kernel);
  call.request = &request;
  call.arguments = &arguments;
  call.preferred_percent = of.preferred_scratchpad(kernel);
  call.stack_bytes = source.stack_bytes;
  for (const std::string& name : source.variables) call.variables[name] = of.symbol(name);
  record->write(call, machine_.memory());
}

void Modules::set_stack_bytes(std::uint64_t bytes) {
  if (bytes > kMostStackBytes)
    throw InputError("a stack of " + std::to_string(bytes) + " bytes per thread; expected at most " +
                     std::to_string(kMostStackBytes));
  options_.stack_bytes = bytes;
}

Device& Modules::device(std::uint32_t module) {
  if (module >= devices_.size())
    throw CallError(CudaError::kInvalidResourceHandle, "there is no module " + std::to_string(module));
  return *devices_[module];
}

const ptx::Kernel& Modules::kernel(std::uint32_t module, const std::string& name) {
  Device& of = device(module);
  return as_call_error(CudaError::kInvalidDeviceFunction, [&]() -> const ptx::Kernel& { return of.kernel(name); });
}

Modules::Variable Modules::variable(std::uint32_t module, const std::string& name) {
  Device& of = device(module);
  return as_call_error(CudaError::kInvalidSymbol, [&] {
    const std::uint64_t address = of.symbol(name);
    const DeviceMemory::Range range = machine_.memory().allocation_of(address);
    return Variable{address, range.end - range.begin};
  });
}

void Modules::restore_variables() {
  for (const auto& device : devices_) device->restore_variables();
}

// A larger number of bytes, cut to 32 bits, could be a small one.
unsigned Modules::dynamic_bytes_of(const LaunchRequest& request, const std::string& kernel) {
  if (request.dynamic_bytes <= kMostDynamicBytes) return static_cast<unsigned>(request.dynamic_bytes);
  throw InputError("kernel '" + kernel + "': " + std::to_string(request.dynamic_bytes) +
                   " bytes of dynamic scratchpad; expected at most " + std::to_string(kMostDynamicBytes));
}

void Modules::launch(const LaunchRequest& request, const std::string& kernel, const std::string& arguments) {
  Device& of = device(request.module);
  if (request.host_wrote != 0) machine_.memory().note_host_write();
  const Dim3 grid{request.grid[0], request.grid[1], request.grid[2]};
  const Dim3 block{request.block[0], request.block[1], request.block[2]};
  this->kernel(request.module, kernel);
  const std::uint64_t number = machine_.launches();
  const auto start = request.cooperative != 0 ? &Device::launch_cooperative : &Device::launch;
  const CudaError refused =
      request.cooperative != 0 ? CudaError::kCooperativeLaunchTooLarge : CudaError::kLaunchOutOfResources;
  try {
    as_call_error(refused, [&] {
      const unsigned dynamic_bytes = dynamic_bytes_of(request, kernel);
      record(request, kernel, arguments);
      (of.*start)(kernel, grid, block,
                  Arguments::of_bytes(std::vector<std::uint8_t>(arguments.begin(), arguments.end())), dynamic_bytes);
    });
  } catch (const CallError&) {  // refused
    if (LaunchRecord* const record = machine_.request().record) record->withdraw(number);
    throw;
  } catch (const RunError& error) {
    throw CallError(error_of(error), error.what(), true);
  }
}

std::uint64_t Modules::texture(const TextureRequest& request, const std::string& symbol) {
  const Texture texture = texture_of(request);
  const bool surface = request.surface != 0;
  if (request.module >= 0) {
    Device& of = device(static_cast<std::uint32_t>(request.module));
    as_call_error(CudaError::kInvalidTexture, [&] {
      surface ? of.bind_surface(symbol, texture) : of.bind_texture(symbol, texture);
    });
    return 0;
  }
  Device any(machine_.backend(), machine_.memory());
  return as_call_error(CudaError::kInvalidValue,
                       [&] { return surface ? any.create_surface(texture) : any.create_texture(texture); });
}

}  // namespace unibank::exec
