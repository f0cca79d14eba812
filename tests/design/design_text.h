// Designs that a test writes as texts, in addition to those of tests/data/designs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "design/load.h"

namespace unibank {

constexpr std::uint64_t kKb = 1024;
inline const std::string kDesigns = UNIBANK_TEST_DATA "/designs";

inline Design load(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return load_design(DesignText{"d", "d.toml", "", text}, {kDesigns}, overrides).design;
}

inline std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    load(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace unibank
