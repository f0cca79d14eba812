// Reads sections and names of functions from a program's file: 64-bit little-endian ELF.
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
// All bytes of the sections with this name, concatenated; empty if there is none or the file is damaged.
std::string section_bytes(std::string_view file, std::string_view name);
// The functions that the file's symbol table (.symtab) defines; empty for a stripped file.
std::vector<ElfFunction> functions_of(std::string_view file);

}  // namespace unibank::exec
