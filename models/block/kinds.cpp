#include "block/kinds.h"

#include "base/input_error.h"

namespace unibank {

const std::vector<BlockKind>& block_kinds() {
  static const char* const kOwn = "this model's own";
  static const std::vector<BlockKind> kinds = {
      {"arbiter", "grants banks, crossbar ports and tag lookups in a cycle", "native", kOwn},
      {"atomic_unit", "the ALU of atomics, before each L2 slice or DRAM channel", "native", kOwn},
      {"crossbar", "between load/store unit, L1 and banks", "native", kOwn},
      {"dram", "each DRAM channel", "fixed-latency", "Gebhart 2012 table 2; Jatala table II: fr-fcfs"},
      {"interconnect", "between SMs and L2 slices or channels", "native", kOwn},
      {"l1", "the L1 cache of an SM, without its tags and banks", "native", kOwn},
      {"l2", "each slice of the L2 cache", "native", kOwn},
      {"l2_tags", "the tags of each slice of the L2 cache", "native", kOwn},
      {"lock_unit", "scratchpad gate and warp order: the design's policies, or RTL of them", "native", kOwn},
      {"miss_path", "between the MSHR of an SM and the memory system: a cache of level 1.5", "none",
       "none, as in all papers"},
      {"mshr", "miss status holding registers of an SM", "native", kOwn},
      {"narrow_banks", "the banks of 4 bytes that a crossbar port reaches", "native", kOwn},
      {"tag_array", "the tags of an SM's cache", "native", kOwn},
      {"unified_bank", "each bank of 16 bytes", "native", kOwn},
  };
  return kinds;
}

const BlockKind& find_block_kind(const std::string& name) {
  std::vector<std::string> known;
  for (const BlockKind& kind : block_kinds()) {
    if (name == kind.name) return kind;
    known.push_back(kind.name);
  }
  throw InputError(unknown_name("kind of block", name, known));
}

}  // namespace unibank
