#include "design/idealised.h"

#include <algorithm>

#include "base/text.h"

namespace unibank {

namespace {

struct IdealisedResource {
  const char *resource, *how, *key;
  bool (*applies)(const Design&);
};

bool always(const Design&) { return true; }
bool per_instruction(const Design& d) { return d.conflicts.model == ConflictModel::kPerInstruction; }
bool no_rows(const Design& d) { return d.blocks.of("dram").model == "fixed-latency"; }

const IdealisedResource kEntries[] = {
    {"instruction fetch", "every fetch hits", "instruction_cache.bytes",
     [](const Design& d) { return d.instruction_cache.bytes == 0; }},
    {"branch", "a taken branch is one issue slot", "sm.branch_latency", [](const Design& d) {
       return d.sm.branch_latency == 1;
     }},
    {"barrier", "opens in the cycle in which the last warp arrives", "sm.barrier_latency", [](const Design& d) {
       return d.sm.barrier_latency == 1;
     }},
    {"fence with nothing under way", "one issue slot", "sm.fence_latency", [](const Design& d) {
       return d.sm.fence_latency == 1;
     }},
    {"condition of a branch", "known in the same cycle as its predicate", "sm.condition_latency",
     [](const Design& d) { return d.sm.condition_latency == 0; }},
    {"launch", "the host takes no time", "gpu.launch_latency",
     [](const Design& d) { return d.gpu.launch_latency == 0; }},
    {"starts of blocks", "one per cycle on each SM", "gpu.block_interval",
     [](const Design& d) { return d.gpu.block_interval == 1; }},
    {"end of a block", "another block takes the place in the next cycle", "gpu.block_latency",
     [](const Design& d) { return d.gpu.block_latency == 1; }},
    {"integers", "at the rate of single precision, on the same lanes", "sm.integer_lanes",
     [](const Design& d) { return d.sm.integer_lanes == 0; }},
    {"addresses", "computed for any number of memory instructions per cycle", "sm.address_interval",
     [](const Design& d) { return d.sm.address_interval == 0; }},
    {"shuffle rate", "as arithmetic, on the same lanes", "sm.shuffle_lanes",
     [](const Design& d) { return d.sm.shuffle_lanes == 0; }},
    {"shuffle", "the latency of arithmetic", "sm.shuffle_latency",
     [](const Design& d) { return d.sm.shuffle_latency == 0; }},
    {"vote", "the latency of arithmetic", "sm.vote_latency", [](const Design& d) { return d.sm.vote_latency == 0; }},
    {"double precision", "at the rate of single precision", "sm.double_lanes", [](const Design& d) {
       return d.sm.double_lanes >= d.sm.lanes;
     }},
    {"result bus", "any number of results per cycle, of any unit", "sm.result_bus", [](const Design& d) {
       return d.sm.result_bus == 0;
     }},
    {"register banks", "accesses of different instructions never conflict", "conflicts.model = \"arbitrated\"",
     per_instruction},
    {"constant memory", "every access of constants and parameters hits", "constant_cache.bytes",
     [](const Design& d) { return d.constant_cache.bytes == 0; }},
    {"texture", "every fetch takes sm.texture_latency: no cache, no bandwidth, no traffic", "texture_cache.bytes",
     [](const Design& d) { return d.texture_cache.bytes == 0; }},
    {"surface", "every access takes sm.texture_latency: no cache, no bandwidth, no traffic", "", always},
    {"index of the L1", "modulo: lines at a distance of a power of two conflict in a set", "cache.index",
     [](const Design& d) { return d.cache.index == "modulo"; }},
    {"index of the L2", "modulo: lines of a slice at a distance of a power of two conflict in a set", "l2.index",
     [](const Design& d) { return d.l2.bytes != 0 && d.l2.index == "modulo"; }},
    {"L2 slices", "modulo: lines at a multiple of the number of slices share a slice", "l2.slice_hash",
     [](const Design& d) { return d.l2.bytes != 0 && d.l2.slices != 1 && d.l2.slice_hash == "modulo"; }},
    {"DRAM channels", "modulo: lines at a multiple of the number of channels share a channel", "dram.channel_hash",
     [](const Design& d) { return d.l2.bytes == 0 && d.dram.channels != 1 && d.dram.channel_hash == "modulo"; }},
    {"fill buffer", "only the MSHR's entries limit the outstanding lines", "cache.fill_buffer",
     [](const Design& d) { return d.cache.fill_buffer == 0; }},
    {"store buffer", "any number of stores without a response", "cache.store_buffer",
     [](const Design& d) { return d.cache.store_buffer == 0; }},
    {"address translation", "none: no TLB, no page walk", "", always},
    {"interconnect", "none: the MSHR is bound to its channel", "l2.bytes, gpu.sms or dram.channels",
     [](const Design& d) { return !d.has_interconnect(); }},
    {"DRAM banks and rows", "a latency and a bandwidth", "dram.model = \"fr-fcfs\"", no_rows},
    {"DRAM refresh", "none", "dram_refresh.policy", [](const Design& d) {
       return !no_rows(d) && d.dram_refresh.name == "none";
     }},
};

}  // namespace

std::vector<Idealised> idealised(const Design& design) {
  std::vector<Idealised> all;
  for (const IdealisedResource& entry : kEntries)
    if (entry.applies(design)) all.push_back({entry.resource, entry.how, entry.key});
  return all;
}

std::string idealised_text(const Design& design) {
  std::size_t resource = 0, how = 0;
  const std::vector<Idealised> all = idealised(design);
  for (const Idealised& one : all) {
    resource = std::max(resource, one.resource.size());
    how = std::max(how, one.how.size());
  }
  std::string text = design.name + ": resources that the design does not bound, and the keys that bound them\n\n";
  for (const Idealised& one : all)
    text += "  " + padded(one.resource, resource) + "  " + padded(one.how, how) + "  " +
            (one.key.empty() ? "no key" : one.key) + "\n";
  return text;
}

}  // namespace unibank
