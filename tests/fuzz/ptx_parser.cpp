// Whatever the text, parse() returns a module or throws InputError. For libFuzzer:
//   clang++ -std=c++17 -g -fsanitize=fuzzer,address,undefined -Imodels tests/fuzz/ptx_parser.cpp models/ptx/*.cpp
//     models/base/*.cpp -o fuzz_ptx && ./fuzz_ptx tests/data/ptx
// With UNIBANK_FUZZ_REPLAY it is a program that replays a corpus and mutations of it.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/input_error.h"
#include "ptx/parser.h"

namespace {

// What everybody behind the parser relies on without looking again.
void check(const unibank::ptx::Kernel& kernel) {
  using unibank::ptx::Operand;
  const auto require = [&](bool right) {
    if (!right) throw std::logic_error("kernel '" + kernel.name + "' has an operand that points nowhere");
  };
  const auto registers = static_cast<std::int64_t>(kernel.registers.size());
  const auto symbols = static_cast<std::int64_t>(kernel.symbols.size());
  const auto instructions = static_cast<std::int64_t>(kernel.instructions.size());
  require(instructions > 0);
  for (const auto& instruction : kernel.instructions) {
    require(instruction.destinations <= instruction.operands.size());
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::kRegister) require(operand.index >= 0 && operand.index < registers);
      if (operand.kind == Operand::Kind::kAddress) require(operand.index < registers && operand.symbol < symbols);
      if (operand.kind == Operand::Kind::kSymbol) require(operand.symbol >= 0 && operand.symbol < symbols);
      if (operand.kind == Operand::Kind::kLabel) require(operand.index >= 0 && operand.index < instructions);
    }
  }
}

void parse_any(std::string_view text) {
  try {
    const unibank::ptx::Module module = unibank::ptx::parse(text, "fuzz.ptx");
    for (const auto& [name, kernel] : module.kernels) check(kernel);
  } catch (const unibank::InputError&) {
    // refused in a proper way
  }
}

}  // namespace

#ifdef UNIBANK_FUZZ_REPLAY
#include "fuzz/mutate.h"

int main(int argc, char** argv) { return unibank::fuzz::replay_main(argc, argv, parse_any); }
#else
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  parse_any(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
#endif
