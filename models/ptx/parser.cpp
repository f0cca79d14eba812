#include "ptx/parser.h"

#include <algorithm>
#include <limits>

#include "ptx/cursor.h"
#include "ptx/instruction_parser.h"
#include "ptx/instruction_table.h"
#include "ptx/kernel_builder.h"
#include "ptx/variables.h"

namespace unibank::ptx {
namespace {

constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : cursor_(text, file) { module_.file = file; }

  Module run() {
    while (!cursor_.at_end()) parse_statement();
    for (const Variable& variable : scope_.variables)
      if (variable.space != StateSpace::kShared) module_.globals.push_back(variable);
    return std::move(module_);
  }

 private:
  void parse_statement();
  void parse_version();
  void parse_target();
  void parse_address_size();
  void parse_module_variables(StateSpace space, bool external);
  void skip_function();
  void parse_entry();
  void parse_parameters(KernelBuilder& builder);
  void parse_tuning();
  void parse_body(KernelBuilder& builder, Kernel& kernel);
  bool parse_directive(KernelBuilder& builder);
  bool skip_directive();

  Cursor cursor_;
  Module module_;
  ModuleScope scope_;
  std::uint64_t image_bytes_ = 0;
};

void Parser::parse_statement() {
  bool external = false;
  while (cursor_.is(".visible") || cursor_.is(".extern") || cursor_.is(".weak") || cursor_.is(".common"))
    external |= cursor_.take().text == ".extern";
  if (cursor_.accept(".version")) {
    parse_version();
  } else if (cursor_.accept(".target")) {
    parse_target();
  } else if (cursor_.accept(".address_size")) {
    parse_address_size();
  } else if (cursor_.accept(".global")) {
    parse_module_variables(StateSpace::kGlobal, external);
  } else if (cursor_.accept(".const")) {
    parse_module_variables(StateSpace::kConst, external);
  } else if (cursor_.accept(".shared")) {
    parse_module_variables(StateSpace::kShared, external);
  } else if (cursor_.accept(".func")) {
    skip_function();
  } else if (cursor_.accept(".entry")) {
    parse_entry();
  } else if (!skip_directive() && !cursor_.accept(";")) {
    cursor_.fail_expected(".version, .target, .address_size, .visible, .extern, .weak, .global, .const, .shared, "
                          ".entry or .func");
  }
}

void Parser::parse_version() {
  const Token& token = cursor_.look();
  if (token.kind != Token::Kind::kFloat64) cursor_.fail_expected("a version, such as 6.4");
  module_.version = std::string(cursor_.take().text);
}

void Parser::parse_target() {
  module_.target = std::string(cursor_.expect_name("a target, such as sm_70").text);
  while (cursor_.accept(",")) cursor_.expect_name("an option of the target");
}

void Parser::parse_address_size() {
  const Token& token = cursor_.look();
  if (token.kind != Token::Kind::kInteger || (token.value != 32 && token.value != 64))
    cursor_.fail_expected("32 or 64 bits of address");
  module_.address_bits = static_cast<unsigned>(cursor_.take().value);
}

// External variables with a size live in another module; those without, in .shared, are sized by the launch.
void Parser::parse_module_variables(StateSpace space, bool external) {
  for (Declaration& declared : parse_variables(cursor_, space, external)) {
    Variable& variable = declared.variable;
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

// Functions are skipped: a kernel that still calls one is refused at its `call`.
void Parser::skip_function() {
  while (!cursor_.is(";") && !cursor_.is("{")) {
    if (cursor_.at_end()) cursor_.fail_expected("'{' or ';' behind the head of a .func");
    cursor_.take();
  }
  if (!cursor_.accept(";")) cursor_.skip_braces();
}

void Parser::parse_entry() {
  const Token& name = cursor_.expect_name("the name of a kernel");
  Kernel kernel;
  kernel.name = std::string(name.text);
  kernel.file = cursor_.file();
  KernelBuilder builder(cursor_, scope_, kernel);
  if (cursor_.accept("(")) parse_parameters(builder);
  parse_tuning();
  if (cursor_.accept(";")) return;  // a declaration; the kernel itself follows
  if (module_.kernels.count(kernel.name)) cursor_.fail(name, "kernel " + quoted(name) + " stands twice in this module");
  cursor_.expect("{", "before the body of kernel " + quoted(name));
  parse_body(builder, kernel);
  module_.kernels.emplace(kernel.name, std::move(kernel));
}

void Parser::parse_parameters(KernelBuilder& builder) {
  if (cursor_.accept(")")) return;
  do {
    builder.add_parameter(parse_parameter(cursor_));
  } while (cursor_.accept(","));
  cursor_.expect(")", "or ',' behind a parameter");
}

// Launch bounds and hints to ptxas: read and left alone, launches say their own shape.
void Parser::parse_tuning() {
  static constexpr const char* kKnown[] = {".maxntid", ".reqntid", ".minnctapersm", ".maxnctapersm", ".maxnreg",
                                           ".maxclusterrank", ".explicitcluster", ".reqnctapercluster", ".noreturn"};
  for (;;) {
    const bool known = std::find(std::begin(kKnown), std::end(kKnown), cursor_.look().text) != std::end(kKnown);
    if (!known && !skip_directive()) return;
    if (!known) continue;
    cursor_.take();
    if (cursor_.look().kind != Token::Kind::kInteger) continue;
    do {
      cursor_.expect_integer("a number", 0, std::numeric_limits<std::uint32_t>::max());
    } while (cursor_.accept(","));
  }
}

void Parser::parse_body(KernelBuilder& builder, Kernel& kernel) {
  InstructionParser instructions(cursor_, builder);
  for (;;) {
    const Token& token = cursor_.look();
    if (cursor_.at_end()) cursor_.fail_expected("'}' at the end of kernel '" + kernel.name + "'");
    if (cursor_.accept("{")) {
      builder.open_scope();
    } else if (cursor_.accept("}")) {
      if (!builder.close_scope()) continue;
      return builder.finish(token);
    } else if (cursor_.is_word() && cursor_.look(1).text == ":" && !cursor_.is_directive()) {
      builder.add_label(cursor_.expect_name("a label"));
      cursor_.take();
    } else if (!cursor_.accept(";") && !parse_directive(builder)) {
      instructions.parse();
    }
  }
}

bool Parser::parse_directive(KernelBuilder& builder) {
  if (!cursor_.is_directive()) return false;
  if (skip_directive()) return true;
  const Token& token = cursor_.take();
  StateSpace space = StateSpace::kLocal;
  if (token.text == ".reg") {
    builder.add_registers();
    return true;
  }
  if (token.text == ".param")
    cursor_.fail(token, "found .param in the body of a kernel, which prepares a 'call'; that is not supported yet by "
                        "this version");
  const bool external = token.text == ".extern";
  if (external) cursor_.expect(".shared", "behind .extern in the body of a kernel");
  if (external || token.text == ".shared") {
    space = StateSpace::kShared;
  } else if (token.text != ".local") {
    cursor_.fail(token, "found " + quoted(token) + " in the body of a kernel; expected .reg, .shared, .local or an "
                        "instruction");
  }
  for (const Declaration& declared : parse_variables(cursor_, space, external)) builder.add_variable(declared);
  return true;
}

// What says nothing about the run: positions in the source, debugging sections, hints, prototypes.
bool Parser::skip_directive() {
  if (cursor_.accept(".loc") || cursor_.accept(".file")) {
    cursor_.skip_line();
  } else if (cursor_.accept(".section")) {
    if (!cursor_.is_word()) cursor_.fail_expected("the name of the section");
    cursor_.take();
    cursor_.skip_braces();
  } else if (cursor_.is(".pragma") || cursor_.is(".callprototype") || cursor_.is(".calltargets") ||
             cursor_.is(".branchtargets") || cursor_.is(".alias")) {
    cursor_.skip_past(";");
  } else {
    return false;
  }
  return true;
}

}  // namespace

Module parse(std::string_view text, const std::string& file) {
  if (text.size() > kMaxTextBytes)
    throw InputError(file, 0, "the file is larger than 1 GB, the most this version takes");
  return Parser(text, file).run();
}

}  // namespace unibank::ptx
