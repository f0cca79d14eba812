#include "design/combinations.h"

#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

bool registers_in_lines(const Design& design) {
  return RegisterStoreRegistry::instance().make(design.register_store.name, design.register_store.values)->in_lines();
}

bool blocks_share(const Design& design) {
  const PolicyChoice& gate = design.scratchpad_gate;
  return ScratchpadGateRegistry::instance().make(gate.name, gate.values)->sharing_rule().private_per_mille < 1000;
}

bool is_power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

std::uint64_t sets(const Design& design) {
  return design.storage.unified_bytes / (std::uint64_t{kLineBytes} * design.cache.ways);
}

// A row that holds of a design refuses it.
struct Combination {
  bool (*refused)(const Design& design);
  const char* key;
  std::string (*found)(const Design& design);
  const char* reason;
};

std::string partition(const Design& design) { return "partition.policy \"" + design.partition.name + "\""; }
std::string store(const Design& design) { return "register_store.policy \"" + design.register_store.name + "\""; }

std::string gate(const Design& design) { return "scratchpad_gate.policy \"" + design.scratchpad_gate.name + "\""; }

const Combination kRefused[] = {
    {[](const Design& d) { return d.registers_are_lines() && !registers_in_lines(d); }, "partition.policy",
     [](const Design& d) { return store(d) + " does not go with " + partition(d); },
     "there registers are lines of the array, found by tag; \"lru-fair\" and \"lru-prioritized\" are made for it"},
    {[](const Design& d) { return registers_in_lines(d) && !d.registers_are_lines(); }, "partition.policy",
     [](const Design& d) { return partition(d) + " does not go with " + store(d); },
     "where registers are lines of the array nobody may give a part of it to registers alone; expected \"integrated\""},
    {[](const Design& d) { return registers_in_lines(d) && d.conflicts.model != ConflictModel::kArbitrated; },
     "conflicts.model",
     [](const Design& d) { return "conflicts.model \"per-instruction\" does not go with " + store(d); },
     "it counts what one instruction asks of a bank; who waits for a tag bank or a spilled register is known only when "
     "accesses of all instructions meet, as in \"arbitrated\""},
    {[](const Design& d) { return d.registers_are_lines() && !is_power_of_two(sets(d)); }, "storage.unified_bytes",
     [](const Design& d) {
       return "storage.unified_bytes " + std::to_string(d.storage.unified_bytes) + " makes " + std::to_string(sets(d)) +
              " sets of " + std::to_string(d.cache.ways) + " ways";
     },
     "a set is chosen by bits of the address: expected a power of two of sets"},
    {[](const Design& d) { return d.registers_are_lines() && sets(d) % d.sm.banks_per_cluster != 0; },
     "sm.banks_per_cluster",
     [](const Design& d) { return "sm.banks_per_cluster " + std::to_string(d.sm.banks_per_cluster); },
     "a set is in one bank of every cluster, and all banks have as many: expected a divisor of the sets"},
    {[](const Design& d) { return d.run.check_data && registers_in_lines(d) && d.kernel.registers_per_thread != 0; },
     "run.check_data",
     [](const Design& d) {
       return "run.check_data does not go with kernel.registers_per_thread " +
              std::to_string(d.kernel.registers_per_thread);
     },
     "registers beyond that number share the lines of others, and keep no values of their own"},
    {[](const Design& d) {
       return d.storage.bank_ports == BankPorts::kOneReadOrWrite && d.conflicts.model != ConflictModel::kArbitrated;
     },
     "storage.bank_ports",
     [](const Design&) {
       return std::string("storage.bank_ports \"1rw\" does not go with conflicts.model \"per-instruction\"");
     },
     "a read and a write of one bank are of two instructions, which meet only in \"arbitrated\""},
    {[](const Design& d) { return d.storage.unified && d.storage.units.warps != 1; }, "storage.register_warp_unit",
     [](const Design& d) { return "storage.register_warp_unit " + std::to_string(d.storage.units.warps); },
     "one memory for registers and more is in no parts of which each holds whole warps: expected 1"},
    {[](const Design& d) {
       return d.cache.local_stores_allocate && d.cache.local_stores != StorePolicy::kWriteBack;
     },
     "cache.local_stores_allocate",
     [](const Design&) { return std::string("cache.local_stores_allocate = true"); },
     "a line that a store enters is in the cache alone, and dirty; expected cache.local_stores = \"write-back\""},
    {[](const Design& d) { return !is_power_of_two(d.cache.tag_banks); }, "cache.tag_banks",
     [](const Design& d) { return "cache.tag_banks " + std::to_string(d.cache.tag_banks); },
     "a tag bank is chosen by bits of the address: expected 1, 2, 4 or 8"},
    {[](const Design& d) { return blocks_share(d) && d.registers_are_lines() && !d.storage.scratchpad_apart(); },
     "scratchpad_gate.policy",
     [](const Design& d) { return gate(d) + " does not go with " + partition(d) + " and a scratchpad inside"; },
     "the scratchpad takes whole ways there, and no published rule says how pairs of blocks share them; expected "
     "storage.scratchpad_bytes above 0"},
    {[](const Design& d) {
       return blocks_share(d) && d.register_hierarchy.enabled && d.warp_order.name == "two-level";
     },
     "scratchpad_gate.policy",
     [](const Design& d) { return gate(d) + " does not go with warp_order.policy \"two-level\" and strands"; },
     "a warp keeps its place inside a strand, and those that the gate refuses could keep out the block they wait for; "
     "expected register_hierarchy.enabled = false or another order"},
    {[](const Design& d) {
       return d.kernel.pass != KernelPass::kNone &&
              (d.kernel.registers_per_thread != 0 || d.kernel.scratchpad_bytes_per_block != 0 ||
               d.kernel.scratchpad_bytes_per_thread != 0);
     },
     "kernel.pass",
     [](const Design&) {
       return std::string("kernel.pass does not go with kernel.registers_per_thread, scratchpad_bytes_per_block or "
                          "scratchpad_bytes_per_thread");
     },
     "it chooses both by what the kernel takes: expected 0"},
    {[](const Design& d) {
       return d.kernel.release != compiler::ReleasePlacement::kNone && d.kernel.scratchpad_bytes_per_block != 0;
     },
     "kernel.release",
     [](const Design& d) {
       return "kernel.release does not go with kernel.scratchpad_bytes_per_block " +
              std::to_string(d.kernel.scratchpad_bytes_per_block);
     },
     "which accesses are of the shared part the compiler knows by what the kernel declares; expected 0"},
};

}  // namespace

void check_combinations(const Design& design,
                        const std::function<void(const std::string& key, const std::string& message)>& refuse) {
  for (const Combination& row : kRefused) {
    if (row.refused(design)) refuse(row.key, row.found(design) + ": " + row.reason);
  }
}

}  // namespace unibank
