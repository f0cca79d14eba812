// Two executions of a manifest, buffer by buffer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "manifest/manifest.h"

namespace unibank {

struct Comparison {
  bool equal = true;                // every bit, or within what the manifest allows a buffer
  std::uint64_t values = 0;         // compared
  std::uint64_t within = 0;         // of these: not equal, but allowed
  std::string text;                 // the first difference
};
Comparison compare(const Manifest& manifest, const std::map<std::string, std::vector<std::uint8_t>>& model,
                   const std::map<std::string, std::vector<std::uint8_t>>& gpu);

}  // namespace unibank
