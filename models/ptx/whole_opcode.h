// Opcodes that are looked up as a whole, because PTX orders their suffixes strictly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unibank::ptx {

// The error message for an unknown opcode names the first suffix that no known opcode has after the preceding ones:
// "found '.x3' after 'ldmatrix.sync.aligned.m8n8'; expected .x1, .x2, .x4".
std::string unknown_whole_opcode(std::string_view opcode, const std::vector<std::string_view>& known);

template <typename Form>
std::string unknown_whole_opcode(std::string_view opcode, const std::vector<Form>& forms) {
  std::vector<std::string_view> known;
  for (const Form& form : forms) known.push_back(form.opcode);
  return unknown_whole_opcode(opcode, known);
}

// Suffixes of the opcodes that begin with `name`, with their dots, each once.
std::vector<std::string> suffixes_of_whole(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace unibank::ptx
