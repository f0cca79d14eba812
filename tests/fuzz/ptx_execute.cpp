// For any text, a module is refused with InputError, or its kernels run to their end, to the instruction limit or to a
// RunError: no other exception, no crash, no access outside of the model's memory.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"

namespace {

using namespace unibank;

constexpr std::uint64_t kMemory = std::uint64_t{16} << 20, kBufferBytes = 1 << 16, kInstructions = 3000;
constexpr std::uint64_t kHeapBytes = 4096;

// A parameter of 4 or 8 bytes may be an address or a number. It gets the buffer's address if it is wide enough for one.
std::vector<std::uint8_t> arguments_for(const ptx::Kernel& kernel, std::uint64_t buffer) {
  std::vector<std::uint8_t> bytes(kernel.parameter_bytes);
  for (const ptx::Variable& parameter : kernel.parameters) {
    const std::uint64_t value = parameter.bytes == 8 ? buffer : 40;
    for (std::uint64_t i = 0; i < parameter.bytes && i < 8; ++i)
      bytes[parameter.offset + i] = static_cast<std::uint8_t>(value >> 8 * i);
  }
  return bytes;
}

// Each kernel gets a fresh device, so that none depends on another's memory. Half of the texts, chosen by their length,
// are compiled for 16 registers.
void run_kernel(std::string_view text, const std::string& name) {
  DeviceMemory memory(kMemory);
  memory.set_print([](std::string_view) {});
  memory.set_heap_bytes(kHeapBytes);
  FunctionalBackend backend(memory, kInstructions);
  compiler::CompileOptions options;
  options.registers = text.size() % 2 == 0 ? 16 : 0;
  Device device(backend, memory, options);
  try {
    device.load(text, "fuzz.ptx");
    const std::uint64_t buffer = device.allocate(kBufferBytes, "buffer");
    const ptx::Kernel& kernel = device.kernel(name);
    device.launch(name, {2, 1, 1}, {40, 1, 1}, Arguments::of_bytes(arguments_for(kernel, buffer)));
  } catch (const InputError&) {
    // refused in a proper way
  } catch (const RunError&) {
    // stopped in a proper way
  }
}

void execute_any(std::string_view text) {
  std::vector<std::string> names;
  try {
    for (const auto& [name, kernel] : ptx::parse(text, "fuzz.ptx").kernels) names.push_back(name);
  } catch (const InputError&) {
    return;
  }
  for (const std::string& name : names) run_kernel(text, name);
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { execute_any(text); }
