#include "dram/parts.h"

#include "dram/address_map.h"
#include "dram/refresh.h"

namespace unibank {

namespace {

template <typename Part>
std::unique_ptr<Part> made(const PolicyChoice& choice) {
  return Registry<Part>::instance().make(choice.name, choice.values);
}

}  // namespace

std::vector<DramRefusal> refusals(const DramParts& parts, const DramTiming& timing) {
  std::vector<DramRefusal> all;
  const auto add = [&all](const char* key, const std::string& value, const std::string& why) {
    if (!why.empty()) all.push_back({key, std::string(key) + " is \"" + value + "\": " + why});
  };
  add("dram.address_order", parts.mapping.order, refusal(parts.mapping, timing));
  add("dram_hash.policy", parts.hash.name, made<DramHash>(parts.hash)->refusal(timing.banks));
  add("dram_refresh.policy", parts.refresh.name, made<DramRefresh>(parts.refresh)->refusal(timing));
  return all;
}

}  // namespace unibank
