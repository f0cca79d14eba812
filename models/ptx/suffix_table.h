// The suffixes of opcodes and the types: the second table of the instruction set.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/instruction_table.h"

namespace unibank::ptx {

// One meaning of a suffix; a suffix with several meanings (.lo, .and, .any) has several rows.
struct Suffix {
  const char* name;      // without its dot
  std::uint32_t kind;    // SuffixKind, 0: a modifier
  std::uint32_t value;   // a value of the enum that belongs to the kind; for a modifier its bits
  const char* refused = nullptr;  // why this model does not support it
};

// The meaning of suffix `name` for the opcode, also if it is refused; null if PTX does not have it.
const Suffix* find_suffix(const InstructionInfo& row, std::string_view name);
// suffixes_of(): the suffixes of the opcode, without types; refused_suffixes_of(): those that are refused.
std::vector<std::string> suffixes_of(const InstructionInfo& row);
std::vector<std::string> refused_suffixes_of(const InstructionInfo& row);
std::vector<std::string> suffixes_of(const InstructionInfo& row, SuffixKind kind);

Type find_type(std::string_view name);  // "u32"; kNone when unknown
const char* name_of(Type type);
std::vector<std::string> names_of(TypeSet types);
const char* name_of(StateSpace space);

bool is_float(Type type);   // also the packed ones
bool is_packed(Type type);  // two floats of 16 bits
bool is_small_pair(Type type);  // two floats of 8 bits

}  // namespace unibank::ptx
