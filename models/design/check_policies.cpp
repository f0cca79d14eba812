#include "design/check_policies.h"

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "dram/address_map.h"
#include "dram/refresh.h"
#include "dram/row_policy.h"
#include "dram/scheduler.h"
#include "layout/storage_layout.h"
#include "policy/index_hash.h"
#include "policy/line_policy.h"
#include "policy/partition.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "policy/warp_order.h"

namespace unibank {

namespace {

// Why the design's variant of this kind cannot be made; empty: it can.
template <typename Policy>
std::string fault_of(const PolicyChoice& choice) {
  const std::string named = std::string(Policy::kKind) + " \"" + choice.name + "\"";
  try {
    if (!Registry<Policy>::instance().make(choice.name, choice.values))
      return named + ": its factory returns null, expected an object";
  } catch (const std::bad_alloc&) {
    throw;  // no fault of the variant
  } catch (const std::exception& error) {
    return named + " cannot be made: " + error.what();
  }
  return "";
}

}  // namespace

void check_policies(const Design& design, const std::function<void(const std::string&, const std::string&)>& refuse) {
  const auto check = [&refuse](const char* key, const std::string& fault) {
    if (!fault.empty()) refuse(key, fault);
  };
  check("storage.layout", fault_of<StorageLayout>(design.layout));
  check("partition.policy", fault_of<PartitionPolicy>(design.partition));
  check("register_store.policy", fault_of<RegisterStore>(design.register_store));
  check("scratchpad_gate.policy", fault_of<ScratchpadGate>(design.scratchpad_gate));
  check("warp_order.policy", fault_of<WarpOrder>(design.warp_order));
  check("line_policy.policy", fault_of<LinePolicy>(design.line_policy));
  check("throttle.policy", fault_of<Throttle>(design.throttle));
  check("dram_scheduler.policy", fault_of<DramScheduler>(design.dram_scheduler));
  check("dram_row_policy.policy", fault_of<DramRowPolicy>(design.dram_row_policy));
  check("dram_refresh.policy", fault_of<DramRefresh>(design.dram_refresh));
  check("dram_hash.policy", fault_of<DramHash>(design.dram_hash));
  const std::pair<const char*, const std::string*> hashes[] = {{"cache.index", &design.cache.index},
                                                               {"l2.index", &design.l2.index},
                                                               {"l2.slice_hash", &design.l2.slice_hash},
                                                               {"dram.channel_hash", &design.dram.channel_hash}};
  for (const auto& [key, hash] : hashes) check(key, fault_of<IndexHash>({*hash, {}}));
}

}  // namespace unibank
