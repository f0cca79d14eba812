#include "design/legality.h"

#include "policy/line_policy.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

template <typename Policy>
std::unique_ptr<Policy> chosen(const PolicyChoice& choice) {
  return Registry<Policy>::instance().make(choice.name, choice.values);
}

// Why the partition cannot divide the layout's storage; empty: it can.
std::string storage_refused(const Design& design) {
  return chosen<PartitionPolicy>(design.partition)->refusal(design.capacity());
}

bool layout_integrated(const Design& design) { return design.storage_layout()->integrated(); }

// Whether cache.index may be hashed although the lowest bits of a line choose its tag bank: an integrated layout, a
// hash other than `fermi`, and equally many sets in each bank.
bool hashed_in_tag_banks(const Design& design) {
  return layout_integrated(design) && design.cache.index != "fermi" &&
         design.capacity().bytes(Part::kRegisters) / (kLineBytes * design.cache.ways) % design.cache.tag_banks == 0;
}

bool store_integrated(const Design& design) { return chosen<RegisterStore>(design.register_store)->integrated(); }

std::string store_refused(const Design& design) {
  return chosen<RegisterStore>(design.register_store)->refusal(
      design.capacity(), design.sm.banks_per_cluster, design.sm.schedulers);
}

bool blocks_share(const Design& design) {
  return chosen<ScratchpadGate>(design.scratchpad_gate)->sharing_rule().private_per_mille < 1000;
}

bool strands_wait_for_the_gate(const Design& design) {
  return design.register_hierarchy.enabled && chosen<ScratchpadGate>(design.scratchpad_gate)->may_refuse() &&
         chosen<WarpOrder>(design.warp_order)->keeps_places_in_strands();
}

bool throttle_holds(const Design& design) { return chosen<Throttle>(design.throttle)->may_hold(); }

bool strands_wait_for_the_throttle(const Design& design) {
  return design.register_hierarchy.enabled && throttle_holds(design) &&
         chosen<WarpOrder>(design.warp_order)->keeps_places_in_strands();
}

bool lines_replaced(const Design& design) {
  return chosen<LinePolicy>(design.line_policy)->replacement() != nullptr;
}

bool keeps_victims(const Design& design) {
  return chosen<LinePolicy>(design.line_policy)->victims() != nullptr;
}

}  // namespace

bool division_changes(const Design& design) {
  return chosen<PartitionPolicy>(design.partition)->control() != nullptr;
}

bool division_follows_counters(const Design& design) {
  return division_changes(design) || chosen<PartitionPolicy>(design.partition)->learns_from_launches();
}

namespace {

bool registers_taken_in_turn(const Design& design) {
  return chosen<RegisterStore>(design.register_store)->time_shares();
}

// The variants of a policy for which `holds` is true: "\"a\", \"b\" and \"c\"".
template <typename Policy>
std::string variants_that(bool (Policy::*holds)() const) {
  std::vector<std::string> names;
  for (const std::string& name : Registry<Policy>::instance().names())
    if (const auto made = chosen<Policy>({name, {}}); made && (made.get()->*holds)())
      names.push_back("\"" + name + "\"");
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

bool is_power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

std::string policy(const char* section, const PolicyChoice& choice) {
  return std::string(section) + ".policy \"" + choice.name + "\"";
}
std::string layout(const Design& design) { return "storage.layout \"" + design.layout.name + "\""; }
std::string partition(const Design& design) { return policy("partition", design.partition); }
std::string store(const Design& design) { return policy("register_store", design.register_store); }
std::string gate(const Design& design) { return policy("scratchpad_gate", design.scratchpad_gate); }
std::string order(const Design& design) { return policy("warp_order", design.warp_order); }
std::string throttle(const Design& design) { return policy("throttle", design.throttle); }

// A row that applies to a design refuses it.
struct Row {
  bool (*refuses)(const Design& design);
  const char* key;
  std::string (*message)(const Design& design);
};

const Row kPolicies[] = {
    {[](const Design& d) { return !storage_refused(d).empty(); }, "partition.policy",
     [](const Design& d) { return partition(d) + " does not go with " + layout(d) + ": " + storage_refused(d); }},
    {[](const Design& d) { return layout_integrated(d) && !store_integrated(d); }, "register_store.policy",
     [](const Design& d) {
       return store(d) + " does not go with " + layout(d) +
              ": there registers are lines of the array, found by tag; " + variants_that(&RegisterStore::integrated) +
              " support it";
     }},
    {[](const Design& d) { return store_integrated(d) && !layout_integrated(d); }, "storage.layout",
     [](const Design& d) {
       return layout(d) + " does not go with " + store(d) +
              ": it finds registers in the lines that they share with the cache; expected " +
              variants_that(&StorageLayout::integrated);
     }},
    {[](const Design& d) { return !store_refused(d).empty(); }, "register_store.policy",
     [](const Design& d) {
       return store(d) + " does not go with sm.banks_per_cluster " + std::to_string(d.sm.banks_per_cluster) +
              ", sm.schedulers " + std::to_string(d.sm.schedulers) + " and " + layout(d) + ": " + store_refused(d);
     }},
    {[](const Design& d) { return store_integrated(d) && d.conflicts.model != ConflictModel::kArbitrated; },
     "conflicts.model",
     [](const Design& d) {
       return "conflicts.model \"per-instruction\" does not go with " + store(d) +
              ": it counts only the accesses of a single instruction, but waits for tag banks and spilled registers "
              "depend on those of all instructions; expected \"arbitrated\"";
     }},
    {[](const Design& d) {
       return blocks_share(d) && layout_integrated(d) && d.capacity().together(Part::kRegisters, Part::kScratchpad);
     },
     "scratchpad_gate.policy",
     [](const Design& d) {
       return gate(d) + " does not go with " + layout(d) +
              " and a scratchpad inside: the scratchpad takes whole ways there, and no published rule says how pairs "
              "of blocks share them; expected storage.scratchpad_bytes above 0";
     }},
    {strands_wait_for_the_gate, "scratchpad_gate.policy",
     [](const Design& d) {
       return gate(d) + " does not go with " + order(d) +
              " and strands: a warp keeps its place inside a strand, so warps that the gate refuses could block "
              "the block that they wait for; expected register_hierarchy.enabled = false or another order";
     }},
    {[](const Design& d) {
       return throttle_holds(d) && chosen<ScratchpadGate>(d.scratchpad_gate)->may_refuse();
     },
     "throttle.policy",
     [](const Design& d) {
       return throttle(d) + " does not go with " + gate(d) +
              ": a held block may own the lock that others wait for; expected throttle.policy \"none\" or "
              "scratchpad_gate.policy \"open\"";
     }},
    {strands_wait_for_the_throttle, "throttle.policy",
     [](const Design& d) {
       return throttle(d) + " does not go with " + order(d) +
              " and strands: a warp that is held inside a strand keeps its place in the active set; expected "
              "register_hierarchy.enabled = false or another order";
     }},
    {[](const Design& d) {
       return registers_taken_in_turn(d) && chosen<ScratchpadGate>(d.scratchpad_gate)->may_refuse();
     },
     "register_store.policy",
     [](const Design& d) {
       return store(d) + " does not go with " + gate(d) +
              ": a warp with registers that others wait for may wait for a lock that one of them holds; expected "
              "scratchpad_gate.policy \"open\"";
     }},
    {[](const Design& d) { return registers_taken_in_turn(d) && throttle_holds(d); }, "register_store.policy",
     [](const Design& d) {
       return store(d) + " does not go with " + throttle(d) +
              ": a held warp may have the registers that others wait for; expected throttle.policy \"none\"";
     }},
    {[](const Design& d) { return registers_taken_in_turn(d) && d.register_hierarchy.enabled; },
     "register_hierarchy.enabled",
     [](const Design& d) {
       return "register_hierarchy.enabled = true does not go with " + store(d) +
              ": a strand may wait for memory at its start only, and a warp may have to wait for registers inside it; "
              "expected false";
     }},
    {[](const Design& d) { return registers_taken_in_turn(d) && keeps_victims(d); }, "line_policy.policy",
     [](const Design& d) {
       return policy("line_policy", d.line_policy) + " does not go with " + store(d) +
              ": both use the registers that no resident block has";
     }},
    {[](const Design& d) { return d.kernel.pass == KernelPass::kTimeShared && !registers_taken_in_turn(d); },
     "kernel.pass",
     [](const Design& d) {
       return "kernel.pass \"time-shared\" does not go with " + store(d) + ": its warps always hold all registers; " +
              variants_that(&RegisterStore::time_shares) + " supports it";
     }},
    {[](const Design& d) { return lines_replaced(d) && store_integrated(d); }, "line_policy.policy",
     [](const Design& d) {
       return policy("line_policy", d.line_policy) + " does not go with " + store(d) +
              ": both choose the victim of a set; expected a line policy that leaves the choice to the register store";
     }},
    {[](const Design& d) { return keeps_victims(d) && !d.capacity().alone(Part::kRegisters); }, "line_policy.policy",
     [](const Design& d) {
       return policy("line_policy", d.line_policy) + " does not go with " + layout(d) +
              ": it keeps lines in unallocated registers, which needs a memory of registers alone";
     }},
    {[](const Design& d) { return division_changes(d) && layout_integrated(d); }, "partition.policy",
     [](const Design& d) {
       return partition(d) + " does not go with " + layout(d) +
              ": it changes the division while a launch runs, which empties the cache and the registers in it";
     }},
    {[](const Design& d) { return division_changes(d) && blocks_share(d); }, "partition.policy",
     [](const Design& d) {
       return partition(d) + " does not go with " + gate(d) +
              ": it changes the division while a launch runs, but pairs of blocks that share scratchpad are formed at "
              "its start";
     }},
};

const Row kStorage[] = {
    {[](const Design& d) { return d.sm.operand_reuse && d.conflicts.model != ConflictModel::kArbitrated; },
     "sm.operand_reuse",
     [](const Design&) {
       return std::string(
           "sm.operand_reuse does not go with conflicts.model \"per-instruction\", which counts an instruction's reads "
           "of banks when it issues; expected \"arbitrated\"");
     }},
    {[](const Design& d) { return d.sm.operand_reuse && store_integrated(d); }, "sm.operand_reuse",
     [](const Design& d) {
       return "sm.operand_reuse does not go with " + store(d) +
              ": it finds a register by tag at each read; expected a register store without tags";
     }},
    {[](const Design& d) {
       return d.storage.bank_ports == BankPorts::kOneReadOrWrite && d.conflicts.model != ConflictModel::kArbitrated;
     },
     "storage.bank_ports",
     [](const Design&) {
       return std::string(
           "storage.bank_ports \"1rw\" does not go with conflicts.model \"per-instruction\": a read and a write of one "
           "bank belong to two instructions, which conflict only in \"arbitrated\"");
     }},
    {[](const Design& d) {
       return d.cache.local_stores_allocate && d.cache.local_stores != StorePolicy::kWriteBack;
     },
     "cache.local_stores_allocate",
     [](const Design&) {
       return std::string(
           "cache.local_stores_allocate = true: a line allocated by a store is dirty; expected "
           "cache.local_stores = \"write-back\"");
     }},
    {[](const Design& d) { return d.cache.lines_per_cycle != 1 && d.conflicts.model != ConflictModel::kArbitrated; },
     "cache.lines_per_cycle",
     [](const Design& d) {
       return "cache.lines_per_cycle " + std::to_string(d.cache.lines_per_cycle) +
              ": \"per-instruction\" moves one line per cycle; expected 1 or conflicts.model \"arbitrated\"";
     }},
    {[](const Design& d) {
       return d.cache.fetch == FetchUnit::kSectors && d.cache.global_stores == StorePolicy::kWriteBack &&
              d.cache.local_stores == StorePolicy::kWriteBack;
     },
     "cache.fetch",
     [](const Design&) {
       return std::string(
           "cache.fetch = \"sectors\": a memory space with write-back stores fetches whole lines; expected "
           "cache.global_stores or cache.local_stores other than \"write-back\"");
     }},
    {[](const Design& d) { return d.cache.fetch == FetchUnit::kSectors && keeps_victims(d); }, "cache.fetch",
     [](const Design& d) {
       return "cache.fetch = \"sectors\" does not go with " + policy("line_policy", d.line_policy) +
              ": it keeps whole evicted lines; expected cache.fetch = \"line\"";
     }},
    {[](const Design& d) {
       return d.cache.dirty_bits != DirtyBits::kByte && d.cache.global_stores == StorePolicy::kWriteBack &&
              d.gpu.sms != 1;
     },
     "cache.dirty_bits",
     [](const Design& d) {
       return "cache.dirty_bits: with " + std::to_string(d.gpu.sms) +
              " SMs a write-back must contain only stored bytes, because another SM may have written the others; "
              "expected \"byte\", or gpu.sms = 1";
     }},
    {[](const Design& d) {
       return d.cache.index != "modulo" && d.cache.tag_banks != 1 && !hashed_in_tag_banks(d);
     },
     "cache.index",
     [](const Design& d) {
       return "cache.index \"" + d.cache.index + "\" does not go with cache.tag_banks " +
              std::to_string(d.cache.tag_banks) + ": a tag bank is chosen by the lowest bits of the line's number, " +
              "which are its set's: expected \"modulo\", or \"xor\" with an integrated layout whose banks have as many "
              "sets each";
     }},
    {[](const Design& d) { return !d.cache.flush_at_end && !d.cache.keep_between_kernels; }, "cache.flush_at_end",
     [](const Design&) {
       return std::string(
           "cache.flush_at_end = false: dirty lines stay, and cache.keep_between_kernels = false drops them; expected "
           "cache.keep_between_kernels = true");
     }},
    {[](const Design& d) {
       const bool array_alone = layout_integrated(d) && !d.capacity().together(Part::kCache, Part::kScratchpad);
       return !d.cache.flush_at_end && !array_alone && !d.capacity().alone(Part::kCache);
     },
     "cache.flush_at_end",
     [](const Design& d) {
       return "cache.flush_at_end = false does not go with " + layout(d) +
              ": where the cache shares a memory that is divided before each kernel, its lines move; expected true" +
              (layout_integrated(d) ? ", or storage.scratchpad_bytes above 0" : "");
     }},
    {[](const Design& d) { return !d.cache.flush_at_end && d.run.check_data; }, "cache.flush_at_end",
     [](const Design&) {
       return std::string(
           "cache.flush_at_end = false does not go with run.check_data: lines may lack the stores of other SMs; "
           "expected run.check_data = false");
     }},
    {[](const Design& d) { return !is_power_of_two(d.cache.tag_banks); }, "cache.tag_banks",
     [](const Design& d) {
       return "cache.tag_banks " + std::to_string(d.cache.tag_banks) +
              ": a tag bank is chosen by bits of the address: expected 1, 2, 4 or 8";
     }},
};

constexpr const char* kForcedScratchpad = "kernel.scratchpad_bytes_per_block or kernel.scratchpad_bytes_per_thread";

bool forces_scratchpad(const Design& design) {
  return design.kernel.scratchpad_bytes_per_block != 0 || design.kernel.scratchpad_bytes_per_thread != 0;
}

const Row kKernel[] = {
    {[](const Design& d) { return d.run.check_data && d.kernel.registers_per_thread != 0; },
     "run.check_data",
     [](const Design& d) {
       return "run.check_data does not go with kernel.registers_per_thread " +
              std::to_string(d.kernel.registers_per_thread) +
              ": registers beyond that number share the rows of others, and have no values of their own";
     }},
    {[](const Design& d) {
       return d.kernel.pass != KernelPass::kNone && (d.kernel.registers_per_thread != 0 || forces_scratchpad(d));
     },
     "kernel.pass",
     [](const Design&) {
       return std::string("kernel.pass does not go with kernel.registers_per_thread, ") + kForcedScratchpad +
              ": it chooses both from the kernel's own needs; expected 0";
     }},
    {[](const Design& d) { return d.kernel.release != compiler::ReleasePlacement::kNone && forces_scratchpad(d); },
     "kernel.release",
     [](const Design&) {
       return std::string("kernel.release does not go with ") + kForcedScratchpad +
              ": the compiler finds accesses to the shared part from the bytes that the kernel declares; expected 0";
     }},
};

bool overlaps(const Design& design) { return design.gpu.concurrent_kernels > 1; }

std::string overlap(const Design& design) {
  return "gpu.concurrent_kernels " + std::to_string(design.gpu.concurrent_kernels) + " does not go with ";
}

// Launches that run at once.
const Row kOverlap[] = {
    {[](const Design& d) { return overlaps(d) && d.run.check_data; }, "gpu.concurrent_kernels",
     [](const Design& d) {
       return overlap(d) +
              "run.check_data: it gives memory its bytes before a launch and compares them after it, while no other "
              "launch runs; expected 1";
     }},
    {[](const Design& d) { return overlaps(d) && division_follows_counters(d); }, "gpu.concurrent_kernels",
     [](const Design& d) {
       return overlap(d) + partition(d) +
              ": it changes the division by what the machine has counted for one launch, and counters of L2 and DRAM "
              "are those of all that run; expected 1";
     }},
    {[](const Design& d) { return overlaps(d) && !d.cache.flush_at_end; }, "gpu.concurrent_kernels",
     [](const Design& d) {
       return overlap(d) +
              "cache.flush_at_end = false: an SM that goes from one kernel to another starts with an empty cache, and "
              "dirty lines of the first would be lost; expected 1";
     }},
};

template <std::size_t count>
void add_refusals(const Row (&rows)[count], const Design& design, std::vector<Refusal>& all) {
  for (const Row& row : rows) {
    if (row.refuses(design)) all.push_back({row.key, row.message(design)});
  }
}

}  // namespace

std::vector<Refusal> refusals(const Design& design) {
  std::vector<Refusal> all;
  add_refusals(kPolicies, design, all);
  add_refusals(kStorage, design, all);
  add_refusals(kKernel, design, all);
  add_refusals(kOverlap, design, all);
  return all;
}

}  // namespace unibank
