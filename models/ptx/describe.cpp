// One line of documentation per instruction, from its row.
#include "base/text.h"
#include "ptx/async_copy.h"
#include "ptx/instruction_table.h"
#include "ptx/matrix_forms.h"
#include "ptx/mbarrier.h"
#include "ptx/suffix_table.h"
#include "ptx/whole_opcode.h"

namespace unibank::ptx {
namespace {

const char* meaning(char letter) {
  switch (letter) {
    case 't': return "value";
    case 's': return "value of the second type";
    case 'w': return "value, twice as wide with .wide";
    case 'u': return "32-bit value";
    case 'i': return "constant";
    case 'p': return "predicate";
    case 'm': return "register or vector";
    case 'c': return "value or wider register";
    case 'v': return "value, vector or variable";
    case 'g': return "address or variable";
    case 'a': return "[address]";
    case 'l': return "label";
    case 'j': return ".branchtargets";
    case 'd': return "{texels}";
    case 'x': return "[texture or surface, coordinates]";
    case 'q': return "[texture or surface]";
    case 'n': return "(results), function, (arguments)";
    default: return "";
  }
}

std::string operands(const char* letters, const char* separator) {
  std::string text;
  for (const char* letter = letters; *letter != 0; ++letter) {
    const bool optional = *letter >= 'A' && *letter <= 'Z';
    if (!text.empty()) text += optional ? " " : separator;
    if (optional) text += "[";
    text += meaning(static_cast<char>(optional ? *letter - 'A' + 'a' : *letter));
    if (optional) text += "]";
  }
  return text;
}

const char* name_of(LatencyClass latency) {
  switch (latency) {
    case LatencyClass::kAlu: return "alu";
    case LatencyClass::kSfu: return "sfu";
    case LatencyClass::kMemory: return "memory";
    case LatencyClass::kTexture: return "texture";
    case LatencyClass::kTensor: return "tensor";
    case LatencyClass::kBarrier: return "barrier";
    case LatencyClass::kExit: return "exit";
    case LatencyClass::kControl: return "control";
  }
  return "";
}

// Describes an instruction with whole opcodes by the suffixes of its forms, in the order of PTX.
std::string describe_whole(const InstructionInfo& row) {
  const std::string name = row.name;
  std::vector<std::string_view> known;
  for (const MatrixForm& form : matrix_forms()) known.push_back(form.opcode);
  for (const AsyncForm& form : async_forms()) known.push_back(form.opcode);
  for (const MbarrierForm& form : mbarrier_forms()) known.push_back(form.opcode);
  const std::string operands = row.op == Op::kMma        ? "{d} <- {a}, {b}, {c}"
                               : row.op == Op::kWmma     ? "{d} <- {a}, {b}, {c} | {fragment} <- [address], [stride] | "
                                                           "[address], {fragment}, [stride]"
                               : row.op == Op::kStmatrix ? "[address], {fragment}"
                               : row.op == Op::kMovmatrix ? "fragment <- fragment"
                               : row.op == Op::kCp       ? "[scratchpad], [address], bytes [bytes read] | [groups] | "
                                                           "[mbarrier]"
                               : row.op == Op::kMbarrier ? "[state | complete <-] [mbarrier] [count | state | parity] "
                                                           "[limit] | count <- state"
                                                         : "{fragment} <- [address]";
  return name + " | " + operands + " | " + joined(suffixes_of_whole(name, known)) + " | " + name_of(row.latency);
}

}  // namespace

std::string describe(const InstructionInfo& row) {
  std::string text = row.name;
  if (!row.supported) return refused_instruction(row.name);
  if (is_matrix_op(row.op) || row.op == Op::kCp || row.op == Op::kMbarrier) return describe_whole(row);
  if (row.types != 0) text += " " + joined(names_of(row.types));
  if (row.most_types > 1) text += " of " + joined(names_of(row.types2));
  if (row.most_types > 2) text += " and the same again";
  text += " |";
  if (*row.results != 0) text += " " + operands(row.results, "|") + " <-";
  if (*row.sources != 0) text += " " + operands(row.sources, ", ");
  text += " |";
  const std::vector<std::string> suffixes = suffixes_of(row);
  if (!suffixes.empty()) text += " " + joined(suffixes);
  text += std::string(" | ") + name_of(row.latency);
  const std::vector<std::string> refused = refused_suffixes_of(row);
  return refused.empty() ? text : text + " | refused: " + joined(refused);
}

}  // namespace unibank::ptx
