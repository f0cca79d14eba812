// Parses the body of an entry or a function, between its braces.
#pragma once

#include <vector>

#include "ptx/cursor.h"
#include "ptx/instruction_parser.h"
#include "ptx/kernel.h"
#include "ptx/kernel_builder.h"

namespace unibank::ptx {

class BodyParser {
 public:
  // `functions`: Module::functions so far.
  BodyParser(Cursor& cursor, KernelBuilder& builder, const std::vector<Kernel>& functions)
      : cursor_(cursor), builder_(builder), functions_(functions), instructions_(cursor, builder) {}
  // Parses from after the '{' through the matching '}'. `what` names the body in messages: "kernel 'k'".
  void parse(const std::string& what);

 private:
  bool parse_directive();
  void parse_label();
  void parse_call_targets(const Token& name);
  void parse_branch_targets(const Token& name);

  Cursor& cursor_;
  KernelBuilder& builder_;
  const std::vector<Kernel>& functions_;
  InstructionParser instructions_;
};

// Parses ".param ..., .param ..." through the ')'; the '(' has been read.
std::vector<Declaration> parse_formals(Cursor& cursor, Variable::Parameter kind);
// Skips directives without effect on the run: positions in the source, debugging sections, hints. False: there is none
// at this position.
bool skip_directive(Cursor& cursor);
// Parses the launch bounds, and skips .noreturn and the directives that only tune.
LaunchBounds parse_tuning(Cursor& cursor);

}  // namespace unibank::ptx
