// The initial bytes of a buffer, and the values of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "manifest/reader.h"

namespace unibank::manifest_reader {

// Keys of a table for a buffer's contents: init, and the keys that each of its values needs.
std::vector<std::string> initial_keys();
// The values of the key `init`.
std::vector<std::string> initial_names();

// `count` values of the type as the section requests.
std::vector<std::uint8_t> initial_bytes(const Section& section, ptx::Type type, std::uint64_t count);

// The file that `key` names: raw little endian, or CSV when it ends in .csv. Refused unless it has `count` values, or
// fewer with `rest`, whose value fills the remainder.
std::vector<std::uint8_t> file_bytes(const Section& section, const char* key, ptx::Type type, std::uint64_t count,
                                     bool rest = false);

// Fills up to `count` values with the section's `rest`.
void add_rest(std::vector<std::uint8_t>& bytes, const Section& section, ptx::Type type, std::uint64_t count);

bool is_csv(const std::string& path);

}  // namespace unibank::manifest_reader
