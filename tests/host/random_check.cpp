#include "host/random_check.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <fstream>
#include <random>

#include "compiler/check_allocation.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "host/thread_interpreter.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"

namespace unibank {
namespace {

constexpr std::uint64_t kInstructionLimit = 50000000;

std::vector<std::uint32_t> random_input(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> values(RandomCheck::kThreads * RandomCheck::kBlocks);
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random());
  return values;
}

std::vector<std::uint32_t> one_thread_at_a_time(const std::string& text, const std::vector<std::uint32_t>& in) {
  constexpr std::uint64_t kBase = 4096;
  const std::size_t in_bytes = in.size() * 4, out_bytes = in_bytes * kRandomOutputs;
  std::vector<std::uint8_t> global(in_bytes + out_bytes);
  std::memcpy(global.data(), in.data(), in_bytes);
  const ptx::Module module = ptx::parse(text, "random.ptx");
  ThreadInterpreter interpreter(module, global, kBase);
  interpreter.run("k", {RandomCheck::kBlocks, 1, 1}, {RandomCheck::kThreads, 1, 1},
                  Arguments(kBase + in_bytes, kBase).bytes());
  std::vector<std::uint32_t> out(in.size() * kRandomOutputs);
  std::memcpy(out.data(), global.data() + in_bytes, out_bytes);
  return out;
}

std::vector<std::uint32_t> warp_by_warp(const std::string& text, const std::vector<std::uint32_t>& in,
                                        const compiler::CompileOptions& options) {
  DeviceMemory memory;
  FunctionalBackend backend(memory, kInstructionLimit);
  Device device(backend, memory, options);
  device.load(text, "random.ptx");
  const std::uint64_t input = device.upload(in, "in"), output = device.allocate(in.size() * 4 * kRandomOutputs, "out");
  device.launch("k", {RandomCheck::kBlocks, 1, 1}, {RandomCheck::kThreads, 1, 1}, Arguments(output, input));
  return device.download<std::uint32_t>(output, in.size() * kRandomOutputs);
}

// The first error in the registers of a kernel without calls and without slots in the scratchpad; empty: none. In a
// joined body check_allocation() would need to know what each call clobbers.
std::string fault_of_allocation(const std::string& text, const compiler::CompileOptions& options) {
  const ptx::Kernel kernel = compiler::compile(ptx::parse(text, "random.ptx"), "k", options);
  if (options.spills.slots != 0) return "";
  if (std::any_of(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_call)) return "";
  compiler::AllocationContext context;
  if (options.registers != 0) context.limit = options.registers;
  const std::vector<std::string> faults = compiler::check_allocation(kernel, context);
  return faults.empty() ? "" : "registers: " + faults.front();
}

void write_words(const std::filesystem::path& path, const std::vector<std::uint32_t>& words) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
}

std::string manifest(std::size_t inputs, std::size_t outputs) {
  return "ptx = \"case.ptx\"\n"
         "[[buffer]]\nname = \"in\"\ntype = \"u32\"\ncount = " + std::to_string(inputs) +
         "\ninit = \"file\"\nfile = \"in.bin\"\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = " +
         std::to_string(outputs) + "\n[[launch]]\ngrid = [" + std::to_string(RandomCheck::kBlocks) + "]\nblock = [" +
         std::to_string(RandomCheck::kThreads) +
         "]\narguments = [\"out\", \"in\"]\n[[verify]]\nbuffer = \"out\"\nfile = \"out.bin\"\n";
}

}  // namespace

RandomCheck::RandomCheck(unsigned seed, Flow flow, Syncs syncs, Undefined undefined)
    : text(random_program(seed, flow, kThreads, syncs, undefined)), in(random_input(seed)) {
  try {
    expected = one_thread_at_a_time(text, in);
  } catch (const std::exception& error) {
    failure = std::string("one thread at a time: ") + error.what();
  }
}

std::string RandomCheck::difference(const compiler::CompileOptions& options) const {
  if (!failure.empty()) return failure;
  std::vector<std::uint32_t> found;
  try {
    const std::string fault = fault_of_allocation(text, options);
    if (!fault.empty()) return fault;
    found = warp_by_warp(text, in, options);
  } catch (const std::exception& error) {
    return error.what();
  }
  std::size_t different = 0, first = 0;
  for (std::size_t i = expected.size(); i-- > 0;)
    if (expected[i] != found[i]) ++different, first = i;
  if (different == 0) return "";
  return std::to_string(different) + " values differ, the first: value " + std::to_string(first % kRandomOutputs) +
         " of thread " + std::to_string(first / kRandomOutputs) + " is " + std::to_string(found[first]) +
         "; expected " + std::to_string(expected[first]);
}

void write_case(const std::filesystem::path& folder, const std::string& text, const std::vector<std::uint32_t>& in,
                const std::vector<std::uint32_t>& out) {
  std::ofstream(folder / "case.ptx") << text;
  write_words(folder / "in.bin", in);
  write_words(folder / "out.bin", out);
  std::ofstream(folder / "case.toml") << manifest(in.size(), out.size());
}

}  // namespace unibank
