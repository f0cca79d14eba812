// For any bytes, a program's fat-binary section and the tables of an ELF file are read, or refused with InputError.
#include "exec/fat_binary.h"

#include "base/input_error.h"
#include "exec/elf_file.h"
#include "fuzz/target.h"

void unibank::fuzz::try_text(const std::string& text) {
  const std::string elf = "\x7f" "ELF\x02\x01" + text;
  exec::section_bytes(elf, ".nv_fatbin");
  exec::functions_of(elf);
  try {
    const exec::FatBinary binary = exec::read_fat_binaries(text, "text");
    exec::choose_ptx(binary, 80);
  } catch (const InputError&) {
  }
}
