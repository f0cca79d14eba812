// What stands between the braces of an entry or a function.
#pragma once

#include <vector>

#include "ptx/cursor.h"
#include "ptx/instruction_parser.h"
#include "ptx/kernel.h"
#include "ptx/kernel_builder.h"

namespace unibank::ptx {

class BodyParser {
 public:
  // `functions`: Module::functions as known so far.
  BodyParser(Cursor& cursor, KernelBuilder& builder, const std::vector<Kernel>& functions)
      : cursor_(cursor), builder_(builder), functions_(functions), instructions_(cursor, builder) {}
  // From behind the '{' up to and with the '}' that closes it. `what` is the body in messages: "kernel 'k'".
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

// ".param ..., .param ..." up to and with the ')'; the '(' has been read.
std::vector<Declaration> parse_formals(Cursor& cursor, Variable::Parameter kind);
// What says nothing about the run: positions in the source, debugging sections, hints. False: it is something else.
bool skip_directive(Cursor& cursor);
// .noreturn and the launch bounds: read and left alone, launches say their own shape.
void skip_tuning(Cursor& cursor);

}  // namespace unibank::ptx
