#include "design/hardware_cost.h"

#include <algorithm>

#include "base/bits_for.h"
#include "design/schema.h"
#include "policy/line_policy.h"
#include "policy/partition.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {

namespace {

constexpr unsigned kAddressBits = 32;  // Jing 2016 section III-E
constexpr double kBitsPerKb = 8 * 1024;
constexpr unsigned kRegisterBits = 32;
constexpr unsigned kRegisterNumbers = 256;  // of a thread
constexpr unsigned kReusedOperands = 3;     // of an instruction, at each bank (sm/operand_reuse.h)
constexpr std::uint64_t kMemoryLines = (std::uint64_t{1} << kAddressBits) / kLineBytes;

// The valid bits of a line's sectors, less the one valid bit that every line has, which is not counted.
unsigned sector_bits(const Design& design) {
  return design.cache.fetch == FetchUnit::kSectors ? kLineBytes / kSectorBytes - 1 : 0;
}

// The width that serves the smallest cache serves all larger ones: their tags are parts of it.
unsigned tag_bits(const Design& design) {
  const SmCapacity capacity = design.capacity();
  const auto partition = PartitionRegistry::instance().make(design.partition.name, design.partition.values);
  const auto smallest = static_cast<std::uint64_t>(partition->smallest_cache(capacity));
  const std::uint64_t sets = std::max<std::uint64_t>(1, smallest / capacity.cache_set_bytes);
  return bits_for((kMemoryLines + sets - 1) / sets);
}

unsigned state_bits(const Design& design) {
  if (design.storage_layout()->integrated()) return bits_for(4);  // inactive, reg, cache, dirty
  const Design::Cache& cache = design.cache;
  return cache.global_stores == StorePolicy::kWriteBack || cache.local_stores == StorePolicy::kWriteBack ? 1 : 0;
}

// The dirty bits of a line of global memory, in addition to the state bit.
unsigned dirty_bits(const Design& design) {
  if (design.cache.global_stores != StorePolicy::kWriteBack || design.cache.dirty_bits == DirtyBits::kLine) return 0;
  return design.cache.dirty_bits == DirtyBits::kByte ? kLineBytes : kLineBytes / kSectorBytes;
}

std::uint64_t gate_bits(const Design& design) {
  const PolicyChoice& gate = design.scratchpad_gate;
  return ScratchpadGateRegistry::instance().make(gate.name, gate.values)->added_state_bits(design.sm.max_blocks,
                                                                                          design.sm.max_warps);
}

std::uint64_t store_bits(const Design& design) {
  const PolicyChoice& store = design.register_store;
  return RegisterStoreRegistry::instance().make(store.name, store.values)->added_state_bits(design.sm.max_warps);
}

std::uint64_t register_lines(const Design& design) { return design.capacity().bytes(Part::kRegisters) / kLineBytes; }

std::uint64_t line_policy_bits(const Design& design, std::uint64_t cache_lines) {
  const PolicyChoice& lines = design.line_policy;
  return LinePolicyRegistry::instance()
      .make(lines.name, lines.values)
      ->added_state_bits(register_lines(design), cache_lines, bits_for(kMemoryLines));
}

std::uint64_t reuse_entries(const Design& design) {
  return design.sm.operand_reuse ? std::uint64_t{design.sm.banks_per_cluster} * kReusedOperands : 0;
}

unsigned reuse_entry_bits(const Design& design) {
  return kWarpSize * kRegisterBits + bits_for(design.sm.max_warps) + bits_for(kRegisterNumbers) + design.sm.clusters;
}

unsigned warps_with_files(const Design& design) {
  const PolicyChoice& order = design.warp_order;
  const unsigned schedulers = design.sm.schedulers;
  return schedulers * WarpOrderRegistry::instance()
                          .make(order.name, order.values)
                          ->most_active((design.sm.max_warps + schedulers - 1) / schedulers);
}

std::uint64_t file_bits(const Design& design) {
  if (!design.register_hierarchy.enabled) return 0;
  return std::uint64_t{warps_with_files(design)} * kWarpSize * kRegisterBits *
         (design.register_hierarchy.lrf_entries + design.register_hierarchy.orf_entries);
}

// "2.125 KB": sums of bits are exact.
std::string kb(double value) {
  std::string text = toml_text(ParameterValue(value));
  if (text.size() > 2 && text.compare(text.size() - 2, 2, ".0") == 0) text.resize(text.size() - 2);
  return text + " KB";
}

std::string row(const std::string& what, double kilobytes, const std::string& why) {
  return "  " + what + std::string(8 - what.size(), ' ') + kb(kilobytes) + why + "\n";
}

std::string gate_row(const Design& design, std::uint64_t bits) {
  if (bits == 0) return "";
  return "  gate    " + std::to_string(bits) + " bits in addition: " + std::to_string(design.sm.max_blocks) +
         " block slots, " + std::to_string(design.sm.max_warps) + " warps\n";
}

std::string store_row(const Design& design) {
  const std::uint64_t bits = store_bits(design);
  if (bits == 0) return "";
  return "  turns   " + std::to_string(bits) + " bits in addition: " + std::to_string(design.sm.max_warps) + " warps\n";
}

std::string line_policy_row(const Design& design, const HardwareCost& cost) {
  if (cost.line_policy_bits == 0) return "";
  return "  lines   " + std::to_string(cost.line_policy_bits) + " bits in addition: " +
         std::to_string(register_lines(design)) + " lines of registers, " + std::to_string(cost.lines) +
         " of cache (line_policy.policy)\n";
}

std::string reuse_row(const Design& design, const HardwareCost& cost) {
  if (cost.reuse_bits == 0) return "";
  return "  reuse   " + std::to_string(cost.reuse_bits) + " bits in addition: " +
         std::to_string(reuse_entries(design)) + " registers of warps x " + std::to_string(reuse_entry_bits(design)) +
         " (sm.operand_reuse)\n";
}

std::string dirty_row(const HardwareCost& cost) {
  if (cost.dirty_bits == 0) return "";
  return "  dirty   " + std::to_string(cost.lines * cost.dirty_bits) + " bits in addition: " +
         std::to_string(cost.lines) + " lines x " + std::to_string(cost.dirty_bits) + " (cache.dirty_bits)\n";
}

std::string files_row(const Design& design, std::uint64_t bits) {
  if (bits == 0) return "";
  return "  files   " + std::to_string(bits) + " bits in addition: " + std::to_string(warps_with_files(design)) +
         " warps x " +
         std::to_string(design.register_hierarchy.lrf_entries + design.register_hierarchy.orf_entries) +
         " registers\n";
}

std::string each(const HardwareCost& cost, unsigned bits) {
  return ": " + std::to_string(cost.lines) + " lines x " + std::to_string(bits) + (bits == 1 ? " bit" : " bits");
}

}  // namespace

double HardwareCost::data_kb() const { return static_cast<double>(data_bytes) / 1024; }
double HardwareCost::tag_kb() const { return static_cast<double>(lines * tag_bits) / kBitsPerKb; }
double HardwareCost::state_kb() const { return static_cast<double>(lines * state_bits) / kBitsPerKb; }
double HardwareCost::total_kb() const { return data_kb() + tag_kb() + state_kb(); }
std::uint64_t HardwareCost::bits_beside_data() const {
  return lines * (tag_bits + state_bits + dirty_bits) + gate_bits + line_policy_bits + file_bits + reuse_bits;
}

HardwareCost hardware_cost(const Design& design) {
  HardwareCost cost;
  for (const StorageMemory& memory : design.memories()) {
    if (memory.registers || memory.cache) cost.data_bytes += memory.bytes;
  }
  const std::uint64_t sets = design.capacity().bytes(Part::kCache) / (design.cache.ways * kLineBytes);
  cost.gate_bits = gate_bits(design) + store_bits(design);
  cost.file_bits = file_bits(design);
  cost.reuse_bits = reuse_entries(design) * reuse_entry_bits(design);
  cost.lines = sets * design.cache.ways;
  cost.line_policy_bits = line_policy_bits(design, cost.lines);
  if (sets == 0) return cost;
  cost.tag_bits = tag_bits(design);
  cost.state_bits = state_bits(design) + sector_bits(design);
  cost.dirty_bits = dirty_bits(design);
  return cost;
}

std::string hardware_cost_text(const Design& design) {
  const HardwareCost cost = hardware_cost(design);
  return row("data", cost.data_kb(), "") + row("tags", cost.tag_kb(), each(cost, cost.tag_bits)) +
         row("states", cost.state_kb(), each(cost, cost.state_bits)) + row("total", cost.total_kb(), "") +
         dirty_row(cost) + gate_row(design, gate_bits(design)) + store_row(design) + line_policy_row(design, cost) +
         files_row(design, cost.file_bits) + reuse_row(design, cost);
}

}  // namespace unibank
