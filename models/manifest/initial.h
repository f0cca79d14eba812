// The first bytes of a buffer, and the values of a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "manifest/reader.h"

namespace unibank::manifest_reader {

// Keys of a table that say what a buffer holds: init and those that go with it.
std::vector<std::string> initial_keys();
// What the key `init` may be.
std::vector<std::string> initial_names();

// `count` values of the type as the section says.
std::vector<std::uint8_t> initial_bytes(const Section& section, ptx::Type type, std::uint64_t count);

// The file that `key` names: raw little endian, or CSV when it ends in .csv. Refused unless it has `count` values, or
// fewer with `rest`: then the key of that name says what stands behind them.
std::vector<std::uint8_t> file_bytes(const Section& section, const char* key, ptx::Type type, std::uint64_t count,
                                     bool rest = false);

// Fills up to `count` values with the section's `rest`.
void add_rest(std::vector<std::uint8_t>& bytes, const Section& section, ptx::Type type, std::uint64_t count);

bool is_csv(const std::string& path);

}  // namespace unibank::manifest_reader
