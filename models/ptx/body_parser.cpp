#include "ptx/body_parser.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace unibank::ptx {
namespace {

// [(results)] _ [(parameters)], the offsets of both counted from 0.
Prototype parse_prototype(Cursor& cursor, const Token& name) {
  Prototype prototype;
  prototype.name = std::string(name.text);
  const auto lay_out = [&](Variable::Parameter kind, std::vector<Variable>& variables) {
    std::uint64_t bytes = 0;
    for (Declaration& declared : parse_formals(cursor, kind)) {
      place(cursor, declared.name, declared.variable, bytes, kMaxParameterBytes);
      variables.push_back(std::move(declared.variable));
    }
  };
  if (cursor.accept("(")) lay_out(Variable::Parameter::kReturn, prototype.returns);
  cursor.expect_name("'_' in the place of the function's name");
  if (cursor.accept("(")) lay_out(Variable::Parameter::kInput, prototype.parameters);
  parse_tuning(cursor);
  cursor.expect(";", "after the prototype");
  return prototype;
}

}  // namespace

std::vector<Declaration> parse_formals(Cursor& cursor, Variable::Parameter kind) {
  std::vector<Declaration> all;
  if (cursor.accept(")")) return all;
  do {
    if (cursor.is(".reg"))
      cursor.fail_expected("'.param': parameters in registers, of PTX before 2.0, are not supported");
    all.push_back(parse_parameter(cursor));
    all.back().variable.parameter = kind;
  } while (cursor.accept(","));
  cursor.expect(")", "or ',' after a parameter");
  return all;
}

bool skip_directive(Cursor& cursor) {
  if (cursor.accept(".loc") || cursor.accept(".file")) {
    cursor.skip_line();
  } else if (cursor.accept(".section")) {
    if (!cursor.is_word()) cursor.fail_expected("the name of the section");
    cursor.take();
    cursor.skip_braces();
  } else if (cursor.is(".pragma")) {
    cursor.skip_past(";");
  } else {
    return false;
  }
  return true;
}

// One to three numbers, x first.
Dim3 parse_shape(Cursor& cursor) {
  Dim3 shape;
  for (unsigned* const to : {&shape.x, &shape.y, &shape.z}) {
    *to = static_cast<unsigned>(cursor.expect_integer("a number of threads", 1, 1u << 20));
    if (!cursor.accept(",")) break;
  }
  return shape;
}

LaunchBounds parse_tuning(Cursor& cursor) {
  static constexpr const char* kSkipped[] = {
      ".maxnctapersm", ".maxclusterrank", ".reqnctapercluster", ".explicitcluster", ".blocksareclusters",
      ".noreturn",     ".abi_preserve",   ".abi_preserve_control"};
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  LaunchBounds bounds;
  for (;;) {
    if (cursor.accept(".maxntid")) {
      bounds.most_threads = parse_shape(cursor).count();
      continue;
    }
    if (cursor.accept(".reqntid")) {
      bounds.required = parse_shape(cursor);
      continue;
    }
    if (cursor.accept(".maxnreg")) {
      bounds.most_registers = cursor.expect_integer("a number of registers", 1, kMost);
      continue;
    }
    if (cursor.accept(".minnctapersm")) {
      bounds.least_blocks = cursor.expect_integer("a number of blocks", 1, kMost);
      continue;
    }
    const bool known = std::find(std::begin(kSkipped), std::end(kSkipped), cursor.look().text) != std::end(kSkipped);
    if (!known && !skip_directive(cursor)) return bounds;
    if (!known) continue;
    cursor.take();
    if (cursor.look().kind != Token::Kind::kInteger) continue;
    do {
      cursor.expect_integer("a number", 0, kMost);
    } while (cursor.accept(","));
  }
}

void BodyParser::parse(const std::string& what) {
  for (;;) {
    const Token& token = cursor_.look();
    if (cursor_.at_end()) cursor_.fail_expected("'}' at the end of " + what);
    if (cursor_.accept("{")) {
      builder_.open_scope();
    } else if (cursor_.accept("}")) {
      if (!builder_.close_scope()) continue;
      return builder_.finish(token);
    } else if (cursor_.is_word() && cursor_.look(1).text == ":" && !cursor_.is_directive()) {
      parse_label();
    } else if (!cursor_.accept(";") && !parse_directive()) {
      instructions_.parse();
    }
  }
}

// A label, or the name of a list or a prototype.
void BodyParser::parse_label() {
  const Token& name = cursor_.expect_name("a label");
  cursor_.take();
  if (cursor_.accept(".branchtargets")) {
    parse_branch_targets(name);
  } else if (cursor_.accept(".calltargets")) {
    parse_call_targets(name);
  } else if (cursor_.accept(".callprototype")) {
    builder_.add_prototype(name, parse_prototype(cursor_, name));
  } else {
    builder_.add_label(name);
  }
}

void BodyParser::parse_branch_targets(const Token& name) {
  std::vector<Token> labels;
  do {
    labels.push_back(cursor_.expect_name("a label to jump to"));
  } while (cursor_.accept(","));
  cursor_.expect(";", "or ',' after a label");
  builder_.add_targets(name, std::move(labels));
}

// Parses a list of call targets. All functions of a list have the signature of the first.
void BodyParser::parse_call_targets(const Token& name) {
  Prototype prototype;
  prototype.name = std::string(name.text);
  bool first = true;
  do {
    const Token& target = cursor_.expect_name("a function to call");
    const int index = builder_.find_function(target);
    if (index < 0) builder_.unknown_function(target);
    if (first) {
      const Kernel& function = functions_[static_cast<std::size_t>(index)];
      prototype.returns = function.returns;
      prototype.parameters = function.parameters;
    }
    first = false;
  } while (cursor_.accept(","));
  cursor_.expect(";", "or ',' after a function");
  builder_.add_prototype(name, std::move(prototype));
}

bool BodyParser::parse_directive() {
  if (!cursor_.is_directive()) return false;
  if (skip_directive(cursor_)) return true;
  const Token& token = cursor_.take();
  StateSpace space = StateSpace::kLocal;
  if (token.text == ".reg") {
    builder_.add_registers();
    return true;
  }
  const bool external = token.text == ".extern";
  if (external) cursor_.expect(".shared", "after .extern in a body");
  if (external || token.text == ".shared") {
    space = StateSpace::kShared;
  } else if (token.text == ".param") {
    space = StateSpace::kParam;
  } else if (token.text != ".local") {
    cursor_.fail(token, "found " + quoted(token) + " in a body; expected .reg, .shared, .local, .param or an "
                        "instruction");
  }
  for (Declaration& declared : parse_variables(cursor_, space, external)) {
    declared.variable.parameter = Variable::Parameter::kArgument;
    if (space != StateSpace::kParam) declared.variable.parameter = Variable::Parameter::kInput;
    builder_.add_variable(declared);
  }
  return true;
}

}  // namespace unibank::ptx
