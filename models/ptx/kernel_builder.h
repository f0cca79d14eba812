// The names of a kernel during parsing: registers, variables and labels, by scope.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ptx/cursor.h"
#include "ptx/kernel.h"
#include "ptx/variables.h"

namespace unibank::ptx {

constexpr unsigned kMaxVirtualRegisters = 65536;  // the most that one kernel may declare
constexpr unsigned kMaxScopeDepth = 256;

// The module's declarations so far, as its kernels see them.
struct ModuleScope {
  std::vector<Variable> variables;                      // .global, .const and .shared, in order
  std::unordered_map<std::string, std::size_t> names;   // -> variables
  std::vector<std::string> undefined;                   // .extern variables, which no loaded module defines
  std::unordered_map<std::string, int> functions;       // -> Module::functions
  std::unordered_set<std::string> kernels;
};

class KernelBuilder {
 public:
  KernelBuilder(Cursor& cursor, const ModuleScope& module, Kernel& kernel);

  void open_scope();
  bool close_scope();  // true: it was the kernel's own scope
  void add_parameter(const Declaration& declared);
  void add_return(const Declaration& declared);  // after all parameters
  void add_variable(const Declaration& declared);
  void add_registers();        // after ".reg", through the semicolon
  void add_label(const Token& name);
  void add(Instruction instruction) { kernel_.instructions.push_back(std::move(instruction)); }
  void finish(const Token& end);  // adds a final ret if one is needed, and lays the scratchpad out

  // Adds a register that has no name in the text.
  int add_temporary(Type type);

  int find_register(const Token& name);  // -1: no register of this name
  int find_symbol(const Token& name);    // -1: no variable of this name
  int find_function(const Token& name) const;   // -1: no function of this name, or something hides it
  int find_prototype(const Token& name) const;  // -1: no .callprototype of this name
  const std::vector<Token>* find_targets(const Token& name) const;  // null: no .branchtargets of this name
  void add_prototype(const Token& name, Prototype prototype);
  void add_targets(const Token& name, std::vector<Token> labels);
  const Register& reg(int index) const { return kernel_.registers[static_cast<std::size_t>(index)]; }
  const Variable& symbol(int index) const { return kernel_.symbols[static_cast<std::size_t>(index)]; }
  // The next instruction to be added jumps to label `name`: by its operand `operand`, or by an element of that operand.
  void use_label(const Token& name, std::size_t operand, std::size_t element = kWhole);

  [[noreturn]] void unknown_register(const Token& name) const;
  [[noreturn]] void unknown_symbol(const Token& name) const;

  [[noreturn]] void unknown_function(const Token& name) const;

 private:
  static constexpr std::size_t kWhole = ~std::size_t{0};
  struct Range {  // %r<8>
    std::string prefix;
    unsigned count;
    Type type;
  };
  struct LabelUse {
    Token name;
    std::size_t instruction, operand, element;
  };
  struct Scope {
    std::unordered_map<std::string, int> registers, symbols;
    std::unordered_map<std::string, std::size_t> labels;
    std::unordered_map<std::string, int> prototypes;
    std::unordered_map<std::string, std::vector<Token>> targets;
    std::vector<Range> ranges;
    std::vector<LabelUse> uses;  // uses of labels that are not declared yet
  };
  struct Number {  // "%r12" -> "%r", 12
    std::string_view prefix;
    std::uint64_t value = 0;
    bool valid = false;
  };

  static Number number_of(std::string_view name);
  static const Range* in_range(const Scope& scope, std::string_view name);
  void count_registers(const Token& at, std::uint64_t more);
  void refuse_taken(const Token& name, bool range) const;
  int new_register(Scope& scope, std::string_view name, Type type);
  int mention(const Variable& variable, std::size_t order);
  void resolve_labels(Scope& scope);
  void lay_out_scratchpad();

  Cursor& cursor_;
  const ModuleScope& module_;
  Kernel& kernel_;
  std::vector<Scope> scopes_;
  std::unordered_map<std::string, int> mentioned_;  // module variables -> symbols
  std::vector<std::size_t> module_order_;           // [symbol]: its position in the module; ~0: it is the kernel's
                                                    // own
  std::uint64_t declared_registers_ = 0, return_bytes_ = 0;
  std::size_t last_label_ = ~std::size_t{0};        // the instruction after the latest label
};

}  // namespace unibank::ptx
