#include "ptx/parser.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ptx/body_parser.h"
#include "ptx/cursor.h"
#include "ptx/instruction_table.h"
#include "ptx/kernel_builder.h"
#include "ptx/module_header.h"
#include "ptx/variables.h"

namespace unibank::ptx {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file)
      : cursor_(text, file), source_(std::make_shared<const std::string>(text)) {
    module_.file = file;
  }

  Module run() {
    while (!cursor_.at_end()) parse_statement();
    for (const Variable& variable : scope_.variables)
      if (variable.space != StateSpace::kShared) module_.globals.push_back(variable);
    resolve_aliases();
    check_mentions();
    refuse_module();
    take_addresses();
    return std::move(module_);
  }

 private:
  void parse_statement();
  void parse_module_variables(StateSpace space, bool external, Variable::Object object = Variable::Object::kData);
  void parse_function();
  std::size_t function_slot(const Token& name);
  void parse_entry();
  void parse_body(KernelBuilder& builder, Kernel& kernel, const std::string& what);
  void refuse(Kernel& kernel, const std::string& why);
  void refuse_module() const;
  void parse_alias();
  void resolve_aliases();
  void check_mentions() const;
  void take_addresses();
  void take_addresses(const Kernel& body);

  Cursor cursor_;
  Module module_;
  ModuleScope scope_;
  std::shared_ptr<const std::string> source_;
  std::vector<std::pair<Token, Token>> aliases_;
  std::vector<Token> mentions_;  // in initial values
  std::string first_refusal_;  // of an entry
  std::uint64_t image_bytes_ = 0;
};

void Parser::parse_statement() {
  bool external = false;
  while (cursor_.is(".visible") || cursor_.is(".extern") || cursor_.is(".weak") || cursor_.is(".common"))
    external |= cursor_.take().text == ".extern";
  if (cursor_.accept(".version")) {
    module_.version = parse_version(cursor_);
  } else if (cursor_.accept(".target")) {
    module_.target = parse_target(cursor_);
  } else if (cursor_.accept(".address_size")) {
    module_.address_bits = parse_address_size(cursor_);
  } else if (cursor_.accept(".global")) {
    parse_module_variables(StateSpace::kGlobal, external);
  } else if (cursor_.accept(".tex")) {
    // PTX before 1.5 had a state space for what is now a .global .texref.
    parse_module_variables(StateSpace::kGlobal, external, Variable::Object::kTexture);
  } else if (cursor_.accept(".const")) {
    parse_module_variables(StateSpace::kConst, external);
  } else if (cursor_.accept(".shared")) {
    parse_module_variables(StateSpace::kShared, external);
  } else if (cursor_.accept(".func")) {
    parse_function();
  } else if (cursor_.accept(".entry")) {
    parse_entry();
  } else if (cursor_.accept(".alias")) {
    parse_alias();
  } else if (!skip_directive(cursor_) && !cursor_.accept(";")) {
    cursor_.fail_expected(".version, .target, .address_size, .visible, .extern, .weak, .global, .const, .shared, "
                          ".entry or .func");
  }
}

// External variables are in another module, except for those in .shared without a size, which get it from the launch.
void Parser::parse_module_variables(StateSpace space, bool external, Variable::Object object) {
  for (Declaration& declared : parse_variables(cursor_, space, external)) {
    Variable& variable = declared.variable;
    if (object != Variable::Object::kData) make_object(variable, object);
    mentions_.insert(mentions_.end(), declared.mentions.begin(), declared.mentions.end());
    if (external && (space != StateSpace::kShared || variable.bytes != 0)) {
      scope_.undefined.push_back(variable.name);
      continue;
    }
    if (space != StateSpace::kShared) place(cursor_, declared.name, variable, image_bytes_, kMaxVariableBytes);
    if (!scope_.names.emplace(variable.name, scope_.variables.size()).second)
      cursor_.fail(declared.name, quoted(declared.name) + " is declared twice");
    scope_.variables.push_back(std::move(variable));
  }
}

void Parser::parse_entry() {
  const Token& name = cursor_.expect_name("the name of a kernel");
  Kernel kernel;
  kernel.name = std::string(name.text);
  kernel.file = cursor_.file();
  kernel.source = source_;
  scope_.kernels.insert(kernel.name);
  KernelBuilder builder(cursor_, scope_, kernel);
  if (cursor_.accept("("))
    for (const Declaration& declared : parse_formals(cursor_, Variable::Parameter::kInput))
      builder.add_parameter(declared);
  kernel.launch_bounds = parse_tuning(cursor_);
  if (cursor_.accept(";")) return;  // a declaration; the kernel itself follows
  if (module_.kernels.count(kernel.name))
    cursor_.fail(name, "kernel " + quoted(name) + " is defined twice in this module");
  cursor_.expect("{", "before the body of kernel " + quoted(name));
  parse_body(builder, kernel, "kernel " + quoted(name));
  module_.kernels.emplace(kernel.name, std::move(kernel));
}

// A declaration adds a function without a body, which its definition fills in.
void Parser::parse_function() {
  parse_tuning(cursor_);
  std::vector<Declaration> returns, inputs;
  if (cursor_.accept("(")) returns = parse_formals(cursor_, Variable::Parameter::kReturn);
  const Token& name = cursor_.expect_name("the name of a function");
  if (cursor_.accept("(")) inputs = parse_formals(cursor_, Variable::Parameter::kInput);
  parse_tuning(cursor_);
  const std::size_t slot = function_slot(name);
  const bool body = cursor_.accept("{");
  if (!body) cursor_.expect(";", "or '{' after the head of function " + quoted(name));
  if (!module_.functions[slot].instructions.empty()) {
    if (body) cursor_.fail(name, "function " + quoted(name) + " is defined twice in this module");
    return;
  }
  Kernel function;
  function.name = std::string(name.text);
  function.file = cursor_.file();
  function.source = source_;
  function.entry = false;
  KernelBuilder builder(cursor_, scope_, function);
  for (const Declaration& declared : inputs) builder.add_parameter(declared);
  for (const Declaration& declared : returns) builder.add_return(declared);
  if (body) parse_body(builder, function, "function " + quoted(name));
  module_.functions[slot] = std::move(function);
}

std::size_t Parser::function_slot(const Token& name) {
  const auto [found, added] =
      scope_.functions.emplace(std::string(name.text), static_cast<int>(module_.functions.size()));
  if (added) {
    module_.functions.emplace_back();
    module_.functions.back().name = std::string(name.text);
  }
  return static_cast<std::size_t>(found->second);
}

// An error in a body matters only when the body is run: most modules hold kernels and functions that are never run.
void Parser::parse_body(KernelBuilder& builder, Kernel& kernel, const std::string& what) {
  const std::size_t begin = cursor_.mark();
  try {
    BodyParser(cursor_, builder, module_.functions).parse(what);
  } catch (const InputError& error) {
    if (!cursor_.skip_open_braces(begin)) throw;
    refuse(kernel, error.what());
  }
}

// .alias new, old; the old one may be defined further down.
void Parser::parse_alias() {
  const Token& name = cursor_.expect_name("the name of an alias");
  cursor_.expect(",", "after the alias");
  const Token& target = cursor_.expect_name("the function that the alias names");
  cursor_.expect(";", "after the alias");
  aliases_.push_back({name, target});
}

void Parser::resolve_aliases() {
  for (const auto& [name, target] : aliases_) {
    const auto found = scope_.functions.find(std::string(target.text));
    if (found == scope_.functions.end())
      cursor_.fail(target, "found " + quoted(target) + "; expected a function of this module");
    const std::size_t slot = function_slot(name);
    module_.functions[slot] = module_.functions[static_cast<std::size_t>(found->second)];
    module_.functions[slot].name = std::string(name.text);
  }
}

// Initial values may name objects that are declared further down.
void Parser::check_mentions() const {
  for (const Token& token : mentions_) {
    const std::string name(token.text);
    const auto found = scope_.names.find(name);
    if (found != scope_.names.end() && scope_.variables[found->second].space == StateSpace::kShared)
      cursor_.fail(token, "found " + quoted(token) + ", a variable in .shared, as an initial value; expected one in "
                          ".global or .const: every block has a .shared of its own");
    const auto& undefined = scope_.undefined;
    if (found != scope_.names.end() || scope_.functions.count(name) != 0) continue;
    if (std::find(undefined.begin(), undefined.end(), name) != undefined.end()) continue;
    cursor_.fail(token, "found " + quoted(token) + " as an initial value; expected a number, or a variable or function "
                        "of this module");
  }
}

// A module is refused if none of its kernels can run.
void Parser::refuse_module() const {
  for (const auto& [name, kernel] : module_.kernels)
    if (kernel.refused.empty()) return;
  if (!first_refusal_.empty()) throw InputError(first_refusal_);
}

// Computed once for the module, because compiling any of its kernels needs it.
void Parser::take_addresses() {
  module_.address_taken.resize(module_.functions.size());
  for (const auto& [name, kernel] : module_.kernels) take_addresses(kernel);
  for (const Kernel& function : module_.functions) take_addresses(function);
  std::map<std::string, std::size_t> number;
  for (std::size_t f = 0; f < module_.functions.size(); ++f) number[module_.functions[f].name] = f;
  for (const Variable& variable : module_.globals) {
    for (const Relocation& relocation : variable.relocations) {
      const auto found = number.find(relocation.symbol);
      if (found != number.end()) module_.address_taken[found->second] = true;
    }
  }
}

void Parser::take_addresses(const Kernel& body) {
  for (const Instruction& instruction : body.instructions) {
    if (is_call(instruction)) continue;
    for (const Operand& operand : instruction.operands)
      if (operand.kind == Operand::Kind::kFunction)
        module_.address_taken.at(static_cast<std::size_t>(operand.index)) = true;
  }
}

// The body becomes one instruction that must not be reached, so the guarantees for users of a body still hold.
void Parser::refuse(Kernel& kernel, const std::string& why) {
  if (kernel.entry && first_refusal_.empty()) first_refusal_ = why;
  Kernel empty;
  empty.name = kernel.name;
  empty.entry = kernel.entry;
  empty.file = kernel.file;
  empty.source = kernel.source;
  empty.parameters = kernel.parameters;
  empty.parameter_bytes = kernel.parameter_bytes;
  empty.returns = kernel.returns;
  empty.symbols = kernel.parameters;
  empty.symbols.insert(empty.symbols.end(), kernel.returns.begin(), kernel.returns.end());
  empty.refused = why;
  Instruction trap;
  trap.opcode = static_cast<Opcode>(Op::kTrap);
  trap.text = "trap;";
  empty.instructions.push_back(std::move(trap));
  kernel = std::move(empty);
}

}  // namespace

Module parse(std::string_view text, const std::string& file) {
  if (text.size() > kMaxTextBytes)
    throw InputError(file, 0, "the file is larger than 1 GB, the most that this version supports");
  return Parser(text, file).run();
}

}  // namespace unibank::ptx
