#include "dram/parts.h"

#include <algorithm>

#include "dram/address_map.h"
#include "dram/refresh.h"

namespace unibank {

namespace {

template <typename Part>
std::unique_ptr<Part> made(const PolicyChoice& choice) {
  return Registry<Part>::instance().make(choice.name, choice.values);
}

}  // namespace

// A row that was opened, read or written just before a refresh is due delays the refresh, and the next one is due
// nevertheless in time. What then remains must suffice to open a row and to reach it, or no request may ever be served.
std::string refusal_of_short_interval(unsigned time, const char* key, const DramTiming& timing) {
  const unsigned open = std::max({timing.t_ras, timing.t_rtp, timing.t_wl + timing.burst + timing.t_wr});
  const unsigned least =
      std::max(open + timing.t_rp, timing.t_rc) + time + std::max(timing.t_rcd, timing.t_rcd_write) + 1;
  if (timing.t_refi >= least) return "";
  return "dram.t_refi is " + std::to_string(timing.t_refi) + ", expected at least " + std::to_string(least) +
         ": between refreshes a row is opened, used and closed, and the refresh takes " + key + " (" +
         std::to_string(time) + ")";
}

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
