#include "reproduce/own_code.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "files/input_file.h"
#include "reproduce/text_hash.h"

namespace unibank {

namespace {

constexpr std::uint64_t kMostProgramBytes = std::uint64_t{1} << 32;

bool is_own(const DesignValue& value) {
  const auto known = variants_of_version().find(value.section + "." + value.key);
  if (known == variants_of_version().end()) return false;
  const std::string name = value.value.substr(1, value.value.size() - 2);  // without the quotes of TOML
  return known->second.count(name) == 0;
}

bool has_own(const LoadedDesign& design) {
  return !text_of_foreign(design.design.blocks).empty() ||
         std::any_of(design.values.begin(), design.values.end(), is_own);
}

}  // namespace

// A list, because a registration does not know where it was compiled. A variant that is new in the tree and not yet
// here is measured again after each build; tests/reproduce/point_test.cpp reminds of it.
const std::map<std::string, std::set<std::string>>& variants_of_version() {
  static const std::set<std::string> index = {"fermi", "modulo", "xor"};
  static const std::map<std::string, std::set<std::string>> all = {
      {"storage.layout", {"integrated", "registers-apart", "separate", "unified", "unified-scratchpad-apart"}},
      {"partition.policy", {"carve-out", "fermi-like", "integrated", "run-time-carve-out", "separate", "unified"}},
      {"register_store.policy", {"banks", "consecutive", "lru-fair", "lru-prioritized", "regmutex", "sub-cores"}},
      {"scratchpad_gate.policy", {"open", "sharing"}},
      {"warp_order.policy", {"gto", "lrr", "owf", "two-level"}},
      {"line_policy.policy", {"all", "linebacker"}},
      {"throttle.policy", {"none"}},
      {"dram_scheduler.policy", {"bank-fcfs", "fcfs", "fr-fcfs"}},
      {"dram_row_policy.policy", {"closed", "open", "timeout"}},
      {"dram_refresh.policy", {"all-bank", "none", "per-bank"}},
      {"dram_hash.policy", {"none", "xor"}},
      {"cache.index", index},
      {"l2.index", index},
      {"l2.slice_hash", index},
      {"dram.channel_hash", index},
  };
  return all;
}

std::string own_policies(const LoadedDesign& design) {
  std::string text;
  for (const DesignValue& value : design.values)
    if (is_own(value)) text += (text.empty() ? "" : ", ") + value.section + "." + value.key + " " + value.value;
  return text;
}

std::string own_code(const LoadedDesign& design, const std::string& program) {
  if (!has_own(design)) return "";
  static std::map<std::string, std::string> known;
  std::string& hash = known[program];
  try {
    if (hash.empty()) hash = text_hash(files::read_all(program, kMostProgramBytes));
  } catch (const std::runtime_error& error) {
    throw InputError("cannot read the program '" + program + "': " + error.what());
  }
  return "own code in " + hash + "\n";
}

}  // namespace unibank
