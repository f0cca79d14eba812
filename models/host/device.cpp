#include "host/device.h"

#include <algorithm>
#include <utility>

#include "base/input_error.h"
#include "host/module_image.h"
#include "ptx/expected_blocks.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"
#include "simt/program.h"

namespace unibank {
namespace {

constexpr unsigned kMaxBlockThreads = 1024, kMaxBlockZ = 64;
constexpr unsigned kMaxGridX = 0x7fffffff, kMaxGridYZ = 65535;

// The limits of every GPU since compute capability 3.0 (CUDA programming guide, technical specifications).
void check_block(const std::string& kernel, const Dim3& block) {
  const bool fits = block.count() != 0 && block.count() <= kMaxBlockThreads && block.z <= kMaxBlockZ;
  if (fits) return;
  throw InputError("kernel '" + kernel + "': a block of " + ptx::shape_text(block) +
                   " threads; expected 1 to 1024 threads, at most 64 in z");
}
void check_bounds(const ptx::Kernel& kernel, const Dim3& block) {
  const std::string expected = kernel.launch_bounds.expected_instead_of(block);
  if (expected.empty()) return;
  throw InputError("kernel '" + kernel.name + "': a block of " + ptx::shape_text(block) + " threads; expected " +
                   expected);
}
void check_grid(const std::string& kernel, const Dim3& grid) {
  const bool fits = grid.count() != 0 && grid.x <= kMaxGridX && grid.y <= kMaxGridYZ && grid.z <= kMaxGridYZ;
  if (fits) return;
  throw InputError("kernel '" + kernel + "': a grid of " + ptx::shape_text(grid) +
                   " blocks; expected at least 1, at most 2147483647 in x and 65535 in y and z");
}

void check_arguments(const ptx::Kernel& kernel, const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() == kernel.parameter_bytes) return;
  std::string expected;
  for (const ptx::Variable& parameter : kernel.parameters) {
    expected += (expected.empty() ? "" : ", ") + parameter.name + " (" + std::to_string(parameter.bytes) + " at " +
                std::to_string(parameter.offset) + ")";
  }
  throw InputError("kernel '" + kernel.name + "': arguments of " + std::to_string(bytes.size()) + " bytes; expected " +
                   std::to_string(kernel.parameter_bytes) + ": " + (expected.empty() ? "none" : expected));
}

// Converts a parameter block with 64-bit host addresses for a kernel of a module with 32-bit addresses.
std::vector<std::uint8_t> with_short_addresses(const ptx::Kernel& kernel, const Arguments& arguments) {
  if (arguments.values().size() != kernel.parameters.size()) return arguments.bytes();
  std::vector<std::uint8_t> bytes(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const ptx::Variable& to = kernel.parameters[i];
    const Arguments::Place& from = arguments.values()[i];
    const std::uint8_t* const value = arguments.bytes().data() + from.offset;
    const bool address = from.bytes == 8 && to.bytes == 4;
    if (!address && from.bytes != to.bytes) return arguments.bytes();  // check_arguments reports the error
    if (address && std::any_of(value + 4, value + 8, [](std::uint8_t byte) { return byte != 0; }))
      throw InputError("kernel '" + kernel.name + "': the value for " + to.name +
                       " needs more than 32 bits; expected an address below 4 GB, as in its module");
    std::copy(value, value + to.bytes, bytes.begin() + static_cast<std::ptrdiff_t>(to.offset));
  }
  return bytes;
}

Launch make_launch(const ptx::Kernel& kernel, Dim3 grid, Dim3 block, unsigned dynamic_scratchpad_bytes) {
  check_grid(kernel.name, grid);
  check_block(kernel.name, block);
  check_bounds(kernel, block);
  Launch launch;
  launch.kernel = &kernel;
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_scratchpad_bytes = dynamic_scratchpad_bytes;
  return launch;
}

}  // namespace

Device::Device(Backend& backend, DeviceMemory& memory, const compiler::CompileOptions& options,
               CompileForLaunch compile)
    : backend_(backend), memory_(memory), options_(options), compile_for_launch_(std::move(compile)) {}
Device::~Device() = default;

void Device::load(std::string_view ptx_text, const std::string& name) {
  auto module = std::make_unique<ptx::Module>(ptx::parse(ptx_text, name));
  for (const auto& other : modules_)
    for (const auto& [kernel, body] : module->kernels)
      if (other->kernels.count(kernel) != 0)
        throw InputError("kernel '" + kernel + "' is in '" + other->file + "' and in '" + name +
                         "'; expected one module with it");
  place_variables(*module, memory_);
  modules_.push_back(std::move(module));
}

void Device::plan(const std::vector<PlannedKernel>& kernels) {
  std::vector<Launch> launches;
  for (const PlannedKernel& planned : kernels) {
    const ptx::Kernel& called = kernel_for(planned.kernel, planned.block, planned.dynamic_scratchpad_bytes);
    launches.push_back(make_launch(called, {}, planned.block, planned.dynamic_scratchpad_bytes));
  }
  backend_.plan(launches);
}

std::uint64_t Device::allocate(std::size_t bytes, const std::string& name) { return memory_.allocate(bytes, name); }
void Device::write(std::uint64_t address, const void* from, std::size_t bytes) { memory_.write(address, from, bytes); }
void Device::read(std::uint64_t address, void* to, std::size_t bytes) const { memory_.read(address, to, bytes); }
void Device::fill(std::uint64_t address, std::uint8_t value, std::size_t bytes) { memory_.fill(address, value, bytes); }

Launch Device::prepared(const std::string& name, Dim3 grid, Dim3 block, const Arguments& arguments,
                        unsigned dynamic_scratchpad_bytes) {
  const ptx::Kernel& called = kernel_for(name, block, dynamic_scratchpad_bytes);
  Launch launch = make_launch(called, grid, block, dynamic_scratchpad_bytes);
  launch.arguments =
      module_of(name).address_bits == 32 ? with_short_addresses(called, arguments) : arguments.bytes();
  check_arguments(called, launch.arguments);
  launch.number = launches_;
  launch.preferred_scratchpad_percent = preferred_scratchpad(name);
  return launch;
}

void Device::run(const Launch& launch) {
  ++launches_;
  backend_.run(launch);
}

void Device::launch(const std::string& name, Dim3 grid, Dim3 block, const Arguments& arguments,
                    unsigned dynamic_scratchpad_bytes) {
  run(prepared(name, grid, block, arguments, dynamic_scratchpad_bytes));
}

void Device::launch_cooperative(const std::string& name, Dim3 grid, Dim3 block, const Arguments& arguments,
                                unsigned dynamic_scratchpad_bytes) {
  Launch launch = prepared(name, grid, block, arguments, dynamic_scratchpad_bytes);
  launch.cooperative = true;
  run(launch);
}

int Device::preferred_scratchpad(const std::string& kernel) const {
  const auto known = preferred_.find(kernel);
  return known == preferred_.end() ? -1 : known->second;
}

const ptx::Kernel& Device::kernel(const std::string& name) const { return kernel(name, options_.spills.block); }

const ptx::Kernel& Device::kernel(const std::string& name, Dim3 block) const {
  compiler::CompileOptions options = options_;
  options.spills.block = options.spills.slots == 0 ? Dim3{0, 0, 0} : block;
  const std::tuple key(name, options.spills.block.x, options.spills.block.y, options.spills.block.z);
  const auto known = compiled_.find(key);
  if (known != compiled_.end()) return known->second;
  return compiled_.emplace(key, compiler::compile(module_of(name), name, options)).first->second;
}

const ptx::Kernel& Device::kernel_for(const std::string& name, Dim3 block, unsigned dynamic_scratchpad_bytes) {
  if (!compile_for_launch_) return kernel(name, block);
  check_block(name, block);
  const Shape shape{name, block.x, block.y, block.z, dynamic_scratchpad_bytes};
  const auto known = compiled_for_launch_.find(shape);
  if (known != compiled_for_launch_.end()) return known->second;
  ptx::Kernel compiled = compile_for_launch_(module_of(name), name, block, dynamic_scratchpad_bytes);
  return compiled_for_launch_.emplace(shape, std::move(compiled)).first->second;
}

const ptx::Module& Device::module_of(const std::string& kernel) const {
  if (modules_.empty()) throw InputError("kernel '" + kernel + "': no module is loaded");
  std::vector<std::string> known;
  for (const auto& module : modules_) {
    if (module->kernels.count(kernel) != 0) return *module;
    for (const auto& [name, body] : module->kernels) known.push_back(name);
  }
  throw InputError(unknown_name("kernel", kernel, known));
}

void Device::restore_variables() {
  for (const auto& module : modules_) unibank::restore_variables(*module, memory_);
}

const ptx::Variable& Device::find_variable(const std::string& kind, const std::string& name,
                                           bool (*is_one)(const ptx::Variable& variable)) const {
  if (modules_.empty()) throw InputError(kind + " '" + name + "': no module is loaded");
  std::vector<std::string> known;
  std::string file;
  const ptx::Variable* found = nullptr;
  for (const auto& module : modules_) {
    for (const ptx::Variable& variable : module->globals) {
      if (!is_one(variable)) continue;
      known.push_back(variable.name);
      if (variable.name != name) continue;
      if (found)
        throw InputError(kind + " '" + name + "' is in '" + file + "' and in '" + module->file +
                         "'; expected one module with it");
      found = &variable;
      file = module->file;
    }
  }
  if (!found) throw InputError(unknown_name(kind, name, known));
  return *found;
}

std::uint64_t Device::symbol(const std::string& name) const {
  return find_variable("variable", name, in_device_memory).offset;
}

}  // namespace unibank
