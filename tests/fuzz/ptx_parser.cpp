// For any text, parse() returns a module or throws InputError.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "ptx/parser.h"

namespace {

using unibank::ptx::Kernel;
using unibank::ptx::Module;
using unibank::ptx::Operand;

// Invariants that all users of the parser rely on without checking them.
class Check {
 public:
  Check(const Module& module, const Kernel& kernel) : module_(module), kernel_(kernel) {}

  void run() const {
    require(!kernel_.instructions.empty());
    for (const auto& instruction : kernel_.instructions) {
      require(instruction.destinations <= instruction.operands.size());
      require(instruction.prototype < size(kernel_.prototypes));
      operand(instruction.guard);
      for (const Operand& each : instruction.operands) operand(each);
    }
  }

 private:
  template <typename List>
  static std::int64_t size(const List& list) { return static_cast<std::int64_t>(list.size()); }
  void require(bool right) const {
    if (!right) throw std::logic_error("'" + kernel_.name + "' has an operand that points nowhere");
  }
  static bool in(std::int64_t index, std::int64_t end) { return index >= 0 && index < end; }

  void operand(const Operand& o) const {
    if (o.kind == Operand::Kind::kRegister) require(in(o.index, size(kernel_.registers)));
    if (o.kind == Operand::Kind::kAddress) {
      require(o.index < size(kernel_.registers) && o.symbol < size(kernel_.symbols));
    }
    if (o.kind == Operand::Kind::kSymbol) require(in(o.symbol, size(kernel_.symbols)));
    if (o.kind == Operand::Kind::kLabel) require(in(o.index, size(kernel_.instructions)));
    if (o.kind == Operand::Kind::kFunction) require(in(o.index, size(module_.functions)));
    for (const Operand& element : o.elements) operand(element);
  }

  const Module& module_;
  const Kernel& kernel_;
};

void parse_any(std::string_view text) {
  try {
    const Module module = unibank::ptx::parse(text, "fuzz.ptx");
    for (const auto& [name, kernel] : module.kernels) Check(module, kernel).run();
    for (const Kernel& function : module.functions)
      if (!function.instructions.empty()) Check(module, function).run();
  } catch (const unibank::InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { parse_any(text); }
