// Compares two executions of a manifest, buffer by buffer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "manifest/manifest.h"

namespace unibank {

struct Comparison {
  bool equal = true;                // every bit is equal, or within the tolerance of its buffer
  std::uint64_t values = 0;         // number of compared values
  std::uint64_t within = 0;         // those that are not equal, but within the tolerance
  std::string text;                 // the first difference of each buffer that has one
};
Comparison compare(const Manifest& manifest, const std::map<std::string, std::vector<std::uint8_t>>& model,
                   const std::map<std::string, std::vector<std::uint8_t>>& gpu);

}  // namespace unibank
