#include "block/catalogue.h"

#include <algorithm>

namespace unibank {

BlockCatalogue& BlockCatalogue::instance() {
  static BlockCatalogue catalogue;
  return catalogue;
}

void BlockCatalogue::declare(BlockVariant variant) {
  find_block_kind(variant.kind);
  const std::pair<std::string, std::string> key(variant.kind, variant.name);
  register_or_end(variant.kind, variant.name, variants_.count(key) != 0, variant.parameters,
                  {"model", "check", "check_by"});
  variants_[key] = std::move(variant);
}

const BlockVariant* BlockCatalogue::find(const std::string& kind, const std::string& name) const {
  const auto at = variants_.find({kind, name});
  return at == variants_.end() ? nullptr : &at->second;
}

// A build without SystemC does not have the blocks themselves, but reads every design.
std::vector<std::string> BlockCatalogue::names(const std::string& kind) const {
  std::vector<std::string> all;
  for (const auto& [key, variant] : variants_) {
    if (key.first == kind) all.push_back(key.second);
  }
  const std::string first = find_block_kind(kind).default_model;
  if (std::find(all.begin(), all.end(), first) == all.end()) all.insert(all.begin(), first);
  return all;
}

std::vector<PolicyParameter> BlockCatalogue::parameters(const std::string& kind, const std::string& name) const {
  std::vector<PolicyParameter> all;
  const BlockVariant* variant = find(kind, name);
  if (!variant) return all;
  if (const BlockVariant* other = find(kind, variant->implements)) {
    all.insert(all.end(), other->parameters.begin(), other->parameters.end());
  }
  all.insert(all.end(), variant->parameters.begin(), variant->parameters.end());
  return all;
}

std::vector<const BlockVariant*> BlockCatalogue::named(const std::string& name) const {
  for (const std::string& full : {name, name + ".sv"}) {
    std::vector<const BlockVariant*> all;
    for (const auto& [key, variant] : variants_) {
      if (key.second == full) all.push_back(&variant);
    }
    if (!all.empty()) return all;
  }
  return {};
}

std::vector<std::string> BlockCatalogue::unique_names() const {
  std::vector<std::string> all;
  for (const auto& [key, variant] : variants_) {
    const bool first = key.second == find_block_kind(key.first).default_model;
    if (!first && named(key.second).size() == 1) all.push_back(key.second);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace unibank
