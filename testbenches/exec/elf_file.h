// What is asked of a program's file: its sections and the names of its functions. ELF of 64 bits, little endian.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::exec {

struct ElfFunction {
  std::string_view name;
  std::uint64_t address = 0, bytes = 0;
};

bool is_elf(std::string_view file);
// All bytes of the sections with this name, one behind the other; empty when there is none, or the file is damaged.
std::string section_bytes(std::string_view file, std::string_view name);
// The defined functions of its table of symbols (.symtab); none of a stripped file.
std::vector<ElfFunction> functions_of(std::string_view file);

}  // namespace unibank::exec
