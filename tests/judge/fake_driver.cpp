#include "judge/fake_driver.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <set>
#include <sstream>

#include "base/input_error.h"

namespace unibank::cuda {
namespace {

struct Format {
  unsigned number;
  Texture::Channel channel;
  unsigned bits;
};
constexpr Format kFormats[] = {
    {0x01, Texture::Channel::kUnsigned, 8}, {0x02, Texture::Channel::kUnsigned, 16},
    {0x03, Texture::Channel::kUnsigned, 32}, {0x08, Texture::Channel::kSigned, 8},
    {0x09, Texture::Channel::kSigned, 16}, {0x0a, Texture::Channel::kSigned, 32},
    {0x10, Texture::Channel::kFloat, 16}, {0x20, Texture::Channel::kFloat, 32},
};

constexpr int kFakeKilohertz = 1500000;
constexpr std::uint64_t kStartCycles = 100;  // of a launch, in addition to its instructions; no SM's clock counts them

}  // namespace

struct FakeDriver::Memory {
  Memory() { memory.allocate(4096); }  // differs from the model's own address

  DeviceMemory memory;
  FunctionalBackend backend{memory};
  std::unique_ptr<Device> device;  // has the modules
  std::set<Pointer> allocated;
  std::size_t stack_bytes = 1024;
  bool clocked = false;
  bool fetches_texels = false, has_linear = false;  // by integer coordinates; a texture in linear memory
  std::uint64_t launches = 0;
  std::vector<std::unique_ptr<ArrayMemory>> arrays;
  std::vector<std::unique_ptr<std::string>> functions;
  std::map<std::string, Reference> references;
};

bool FakeDriver::misbehaves(const std::string& word) const {
  const char* said = std::getenv("FAKE_CUDA");
  std::istringstream words(said ? said : "");
  for (std::string one; words >> one;)
    if (one == word) return true;
  return false;
}

Result FakeDriver::call(const char* name, const std::function<Result()>& body) {
  if (misbehaves(std::string("fail:") + name)) return kInvalidValue;
  if (misbehaves(std::string("kill:") + name)) ::raise(SIGSEGV);
  try {
    return body();
  } catch (const RunError&) {
    return kLaunchFailed;
  } catch (const std::exception&) {
    return kInvalidValue;
  }
}

FakeDriver::Memory& FakeDriver::memory() {
  if (!memory_) throw InputError("no context");
  return *memory_;
}

Result FakeDriver::device_count(int* count) const {
  *count = misbehaves("no-device") ? 0 : 1;
  return 0;
}

Result FakeDriver::device_name(char* name, int bytes) const {
  std::snprintf(name, static_cast<std::size_t>(bytes), "a GPU that is none");
  return 0;
}

Result FakeDriver::attribute(int* value, int which) const {
  switch (which) {
    case kComputeCapabilityMajor: *value = 7; return 0;
    case kComputeCapabilityMinor: *value = 5; return 0;
    case kClockKilohertz: *value = kFakeKilohertz; return 0;
    case kSms: *value = 1; return 0;
    case kL2Bytes: *value = 4096; return 0;
    default: return kInvalidValue;
  }
}

Result FakeDriver::retain(Context* context) {
  if (misbehaves("tell-contexts")) std::puts("new context");
  memory_ = std::make_shared<Memory>();
  *context = reinterpret_cast<Context>(memory_.get());
  return 0;
}

Result FakeDriver::reset() {
  memory_.reset();
  return 0;
}

Result FakeDriver::set_limit(int which, std::size_t bytes) {
  if (which != kLimitStackBytes) return kInvalidValue;
  memory().stack_bytes = bytes;
  return 0;
}

Result FakeDriver::query() const { return misbehaves("hangs") ? kNotReady : 0; }

// All modules at once: a user unloads them together.
Result FakeDriver::unload() {
  memory().device.reset();
  memory().references.clear();
  memory().fetches_texels = memory().has_linear = false;
  return 0;
}

Result FakeDriver::load(Module* module, const void* image, unsigned options, const int* names, void** values) {
  Memory& m = memory();
  if (misbehaves("tell-contexts") && options == 3 && names[2] == kJitOptimization)
    std::printf("optimization %zu\n", reinterpret_cast<std::size_t>(values[2]));
  compiler::CompileOptions compile;
  compile.stack_bytes = m.stack_bytes;
  if (!m.device) m.device = std::make_unique<Device>(m.backend, m.memory, compile);
  *module = reinterpret_cast<Module>(m.device.get());
  try {
    m.device->load(static_cast<const char*>(image), "image");
    const std::regex by_texel("tex\\.1d\\.v4\\.[a-z0-9]+\\.s32");
    m.fetches_texels |= std::regex_search(static_cast<const char*>(image), by_texel);
    m.clocked = std::strstr(static_cast<const char*>(image), "unibank_clocks[") != nullptr;
  } catch (const InputError& error) {
    if (options == 3 && names[0] == kJitErrorLog && names[1] == kJitErrorLogBytes)
      std::snprintf(static_cast<char*>(values[0]), reinterpret_cast<std::size_t>(values[1]), "%s", error.what());
    return kInvalidPtx;
  }
  return 0;
}

Result FakeDriver::function(Function* function, const char* name) {
  try {
    memory().device->kernel(name);
  } catch (const InputError&) {
    return kNotFound;
  }
  memory().functions.push_back(std::make_unique<std::string>(name));
  *function = reinterpret_cast<Function>(memory().functions.back().get());
  return 0;
}

Result FakeDriver::global(Pointer* address, std::size_t* bytes, const char* name) {
  *address = memory().device->symbol(name);
  *bytes = 0;
  return 0;
}

Result FakeDriver::allocate(Pointer* address, std::size_t bytes) {
  *address = memory().memory.allocate(bytes);
  memory().allocated.insert(*address);
  return 0;
}

Result FakeDriver::free(Pointer address) { return memory().allocated.erase(address) == 1 ? 0 : kInvalidValue; }

Result FakeDriver::set(Pointer to, unsigned char value, std::size_t bytes) {
  const std::vector<unsigned char> all(bytes, value);
  return to_device(to, all.data(), bytes);
}

Result FakeDriver::to_device(Pointer to, const void* from, std::size_t bytes) {
  memory().memory.write(to, from, bytes);
  return 0;
}

Result FakeDriver::to_host(void* to, Pointer from, std::size_t bytes) {
  memory().memory.read(from, to, bytes);
  auto* copied = static_cast<std::uint8_t*>(to);
  if (misbehaves("wrong-bit")) copied[0] ^= 1;
  if (misbehaves("wrong-sign")) copied[3] ^= 0x80;
  return 0;
}

// Copies whole arrays to or from the host.
Result FakeDriver::copy(const Copy& copy) {
  const bool to_array = copy.to.kind == kArray;
  const CopyEnd &host = to_array ? copy.from : copy.to, &device = to_array ? copy.to : copy.from;
  if (host.kind != kHost || device.kind != kArray) return kInvalidValue;
  const auto& array = *reinterpret_cast<const ArrayMemory*>(device.array);
  for (std::size_t row = 0; row < copy.height * copy.depth; ++row) {
    std::uint8_t* at = static_cast<std::uint8_t*>(host.host) + row * host.pitch;
    const Pointer there = array.address + row * copy.width_bytes;
    if (to_array)
      memory().memory.write(there, at, copy.width_bytes);
    else
      memory().memory.read(there, at, copy.width_bytes);
  }
  return 0;
}

Texture FakeDriver::texture_of(const ArrayMemory& array, const Sampling& sampling) const {
  const ArrayShape& shape = array.shape;
  Texture texture;
  texture.address = array.address;
  const bool layered = (shape.flags & kArrayLayered) != 0;
  texture.dimensions = shape.height == 0 ? 1 : shape.depth == 0 || layered ? 2 : 3;
  texture.width = shape.width;
  texture.height = shape.height == 0 ? 1 : shape.height;
  texture.depth = shape.depth == 0 ? 1 : shape.depth;
  texture.channels = shape.channels;
  for (const Format& one : kFormats) {
    if (one.number != shape.format) continue;
    texture.channel = one.channel;
    texture.channel_bits = one.bits;
  }
  for (unsigned i = 0; i < 3; ++i) texture.outside[i] = static_cast<Texture::Address>(sampling.address[i]);
  std::copy(sampling.border, sampling.border + 4, texture.border.begin());
  texture.filter = sampling.filter == 1 ? Texture::Filter::kLinear : Texture::Filter::kPoint;
  texture.normalized_coordinates = (sampling.flags & kNormalizedCoordinates) != 0;
  texture.normalized_values = texture.channel != Texture::Channel::kFloat && (sampling.flags & kReadAsInteger) == 0;
  return texture;
}

Result FakeDriver::create_array(Array* array, const ArrayShape& shape) {
  Memory& m = memory();
  // As cards do: an array of one dimension is smaller if surfaces are to write it.
  if (shape.height == 0 && shape.width > ((shape.flags & kArraySurface) != 0 ? 32768u : 131072u)) return kInvalidValue;
  auto made = std::make_unique<ArrayMemory>(ArrayMemory{shape, 0});
  const Texture texture = texture_of(*made, {});
  made->address = m.memory.allocate(texture.row_bytes() * texture.height * texture.depth);
  *array = reinterpret_cast<Array>(made.get());
  m.arrays.push_back(std::move(made));
  return 0;
}

Result FakeDriver::create_texture(Object* object, const Resource& resource, const Sampling& sampling) {
  if (resource.type == kLinearResource && resource.flags == 0) {
    ArrayMemory linear{{0, 0, 0, resource.linear.format, resource.linear.channels, 0}, resource.linear.address};
    linear.shape.width = resource.linear.bytes / texture_of(linear, sampling).texel_bytes();
    *object = memory().device->create_texture(texture_of(linear, sampling));
    memory().has_linear = true;
    return 0;
  }
  if (resource.type != kArrayResource || resource.flags != 0) return kInvalidValue;
  const auto& array = *reinterpret_cast<const ArrayMemory*>(resource.array.array);
  *object = memory().device->create_texture(texture_of(array, sampling));
  return 0;
}

Result FakeDriver::create_surface(Object* object, const Resource& resource) {
  const auto& array = *reinterpret_cast<const ArrayMemory*>(resource.array.array);
  if (resource.type != kArrayResource || (array.shape.flags & kArraySurface) == 0) return kInvalidValue;
  Sampling sampling{};
  sampling.flags = kReadAsInteger;
  *object = memory().device->create_surface(texture_of(array, sampling));
  return 0;
}

Result FakeDriver::reference(Reference** reference, const char* name, bool surface) {
  Reference& one = memory().references[name];
  one.name = name;
  one.surface = surface;
  *reference = &one;
  return 0;
}

Result FakeDriver::launch(Function function, Dim3 grid, Dim3 block, unsigned scratchpad_bytes, void** extra) {
  if (extra[0] != reinterpret_cast<void*>(kLaunchBuffer) || extra[2] != reinterpret_cast<void*>(kLaunchBufferBytes) ||
      extra[4] != reinterpret_cast<void*>(kLaunchEnd))
    return kInvalidValue;
  Memory& m = memory();
  if (m.fetches_texels && !m.has_linear) return kInvalidValue;  // a card returns zeros
  for (const auto& [name, reference] : m.references) {
    const auto& array = *reinterpret_cast<const ArrayMemory*>(reference.array);
    const Texture texture = texture_of(array, reference.sampling);
    reference.surface ? m.device->bind_surface(name, texture) : m.device->bind_texture(name, texture);
  }
  const auto* bytes = static_cast<const std::uint8_t*>(extra[1]);
  ++m.launches;
  const std::uint64_t before = m.backend.counts().warp_instructions;
  m.device->launch(*reinterpret_cast<const std::string*>(function), grid, block,
                   Arguments::of_bytes({bytes, bytes + *static_cast<const std::size_t*>(extra[3])}), scratchpad_bytes);
  // The clocks of the SMs, for kernels that record them: one SM, and one cycle for each warp instruction.
  const std::array<std::uint64_t, 2> clocks{0, m.backend.counts().warp_instructions - before};
  if (m.clocked) return to_device(m.device->symbol("unibank_clocks"), clocks.data(), sizeof clocks);
  return 0;
}

// An event is a number of cycles. A launch takes kStartCycles, and one per warp instruction.
Result FakeDriver::record(Event event) {
  *reinterpret_cast<std::uint64_t*>(event) =
      memory().backend.counts().warp_instructions + memory().launches * kStartCycles;
  return 0;
}

Result FakeDriver::elapsed(float* milliseconds, Event from, Event to) const {
  const auto at = [](Event event) { return *reinterpret_cast<const std::uint64_t*>(event); };
  *milliseconds = static_cast<float>(at(to) - at(from)) / static_cast<float>(kFakeKilohertz);
  return 0;
}

// One pointer for each parameter.
Result FakeDriver::launch_cooperative(Function function, Dim3 grid, Dim3 block, unsigned scratchpad_bytes,
                                      void** arguments) {
  Device& device = *memory().device;
  const std::string& name = *reinterpret_cast<const std::string*>(function);
  const ptx::Kernel& kernel = device.kernel(name);
  std::vector<std::uint8_t> bytes(kernel.parameter_bytes);
  for (const ptx::Variable& parameter : kernel.parameters)
    std::copy_n(static_cast<const std::uint8_t*>(*arguments++), parameter.bytes,
                bytes.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  ++memory().launches;
  device.launch_cooperative(name, grid, block, Arguments::of_bytes(std::move(bytes)), scratchpad_bytes);
  return 0;
}

FakeDriver& fake_driver() {
  static FakeDriver driver;
  return driver;
}

}  // namespace unibank::cuda
