#include "exec/elf_file.h"

#include <elf.h>

#include <optional>

#include "exec/bytes_at.h"

namespace unibank::exec {
namespace {

struct Section {
  std::string_view name, bytes;
  std::uint32_t type = 0, link = 0;
};

template <typename Header>
std::optional<Header> header_at(std::string_view file, std::uint64_t offset) {
  Header header;
  const std::string_view bytes = part_of(file, offset, sizeof header);
  if (bytes.size() != sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

std::string_view text_at(std::string_view table, std::uint64_t offset) {
  const std::string_view rest = part_of(table, offset, table.size());
  return rest.substr(0, rest.find('\0'));
}

std::vector<Section> sections_of(std::string_view file) {
  std::vector<Section> sections;
  const auto elf = header_at<Elf64_Ehdr>(file, 0);
  if (!is_elf(file) || !elf || elf->e_shentsize != sizeof(Elf64_Shdr)) return sections;
  std::vector<Elf64_Shdr> headers;
  for (unsigned i = 0; i < elf->e_shnum; ++i) {
    const auto header = header_at<Elf64_Shdr>(file, elf->e_shoff + i * sizeof(Elf64_Shdr));
    if (!header) return sections;
    headers.push_back(*header);
  }
  if (elf->e_shstrndx >= headers.size()) return sections;
  const Elf64_Shdr& table = headers[elf->e_shstrndx];
  const std::string_view names = part_of(file, table.sh_offset, table.sh_size);
  for (const Elf64_Shdr& header : headers) {
    const bool stored = header.sh_type != SHT_NOBITS;
    sections.push_back({text_at(names, header.sh_name),
                        stored ? part_of(file, header.sh_offset, header.sh_size) : std::string_view(), header.sh_type,
                        header.sh_link});
  }
  return sections;
}

}  // namespace

bool is_elf(std::string_view file) {
  return file.size() >= sizeof(Elf64_Ehdr) && file.substr(0, SELFMAG) == ELFMAG && file[EI_CLASS] == ELFCLASS64 &&
         file[EI_DATA] == ELFDATA2LSB;
}

std::string section_bytes(std::string_view file, std::string_view name) {
  std::string bytes;
  for (const Section& section : sections_of(file))
    if (section.name == name) bytes += section.bytes;
  return bytes;
}

std::vector<ElfFunction> functions_of(std::string_view file) {
  std::vector<ElfFunction> functions;
  const std::vector<Section> sections = sections_of(file);
  for (const Section& section : sections) {
    if (section.type != SHT_SYMTAB || section.link >= sections.size()) continue;
    for (std::uint64_t at = 0; at < section.bytes.size(); at += sizeof(Elf64_Sym)) {
      const auto symbol = header_at<Elf64_Sym>(section.bytes, at);
      if (!symbol || ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF) continue;
      functions.push_back({text_at(sections[section.link].bytes, symbol->st_name), symbol->st_value, symbol->st_size});
    }
  }
  return functions;
}

}  // namespace unibank::exec
