// What roofs are made of: a run's counters, its design, and the least latencies that follow from the design.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "design/design.h"
#include "soak/laws/roofs.h"

namespace unibank::test {

// The design of a run, from the member "effective_design", without the names of its RTL blocks, which this program does
// not have: they implement the native ones.
Design design_of(const std::string& effective);

class RoofList {
 public:
  explicit RoofList(const nlohmann::json& run);

  double count(const std::string& counter) const;  // "dram.reads"
  void at_most(const std::string& resource, double used, double most) { roofs.push_back({resource, used, most}); }

  const nlohmann::json& run;
  const Design design;
  const double cycles, sms, launches;
  std::vector<Roof> roofs;
};

void add_roofs_of_sms(RoofList& list);
void add_roofs_of_memory(RoofList& list);

// The slices of the L2 cache, or the channels if there is none.
inline double destinations(const Design& design) {
  return design.l2.bytes != 0 ? design.l2.slices : design.dram.channels;
}
// From a request to its response: both ways through the network; the data of a read from DRAM.
inline double least_network_latency(const Design& design) {
  return design.has_interconnect() ? 2.0 * design.interconnect.latency : 0;
}
double least_dram_latency(const Design& design);
// Of a read that an SM sends: one that joins another's fetch waits for the network only.
double least_read_latency(const RoofList& list);

}  // namespace unibank::test
