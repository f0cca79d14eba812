#include "energy/energy.h"

#include <sstream>
#include <utility>

#include "base/input_error.h"
#include "energy/table.h"

namespace unibank {

namespace {

constexpr double kPicojoulePerJoule = 1e12;
constexpr double kRowBytes = 16, kNarrowBytes = 4;
// Q-01, mW per KB: as printed in table 3, and as it follows from section 5.2: 0.2 W for 384 KB of SRAM.
constexpr std::pair<const char*, double> kReadings[] = {{"2.37", 2.37}, {"0.52", 0.52}};

double seconds(const RunResult& result, const Design& design) {
  return static_cast<double>(result.cycles) / (design.energy.frequency_ghz * 1e9);
}

struct Banks {
  double register_file = 0, scratchpad = 0, cache = 0;
  double sum() const { return register_file + scratchpad + cache; }
};

double accesses(std::uint64_t reads, std::uint64_t writes, const BankEnergy& energy) {
  return static_cast<double>(reads) * energy.read_pj + static_cast<double>(writes) * energy.write_pj;
}

double bank_kb(std::uint64_t bytes, double banks) { return static_cast<double>(bytes) / 1024 / banks; }

// The energy of a 4-byte row, as a share of that of a 16-byte row from four narrow banks.
double narrow_share(const Design& design) {
  return design.energy.narrow_bank_full_energy ? 1 : kNarrowBytes / kRowBytes;
}

// The energy of accesses of a part, by its bank. Narrow rows have one 4-byte word; accesses of wide banks through the
// crossbar pay for wires and tags in addition.
double part_energy(const Design& design, Part part, std::uint64_t reads, std::uint64_t writes) {
  const EnergyTable& table = find_energy_table(design.energy.table);
  for (const StorageMemory& memory : design.memories()) {
    if (!memory.holds(part)) continue;
    const double kilobytes = bank_kb(memory.bytes, bank_count(design, memory));
    if (!memory.wide) return narrow_share(design) * accesses(reads, writes, table.narrow_banks(kilobytes));
    const bool wires = memory.wires && part != Part::kRegisters;
    return accesses(reads, writes, table.wide_bank(kilobytes)) * (wires ? 1 + design.energy.wire_overhead : 1);
  }
  return 0;
}

Banks banks(const RunResult& result, const Design& design) {
  const CounterValues& counters = result.counters;
  return {part_energy(design, Part::kRegisters, counters["registers.row_reads"], counters["registers.row_writes"]),
          part_energy(design, Part::kScratchpad, counters["scratchpad.row_reads"], counters["scratchpad.row_writes"]),
          part_energy(design, Part::kCache, counters["cache.row_reads"], counters["cache.row_writes"])};
}

[[noreturn]] void refuse(const RunResult& baseline, const Design& design, double least) {
  std::ostringstream text;
  text << "energy.sm_dynamic_watt of '" << baseline.design << "' is " << design.energy.sm_dynamic_watt
       << " W: the storage of each of its SMs alone takes " << least << " W in this run; expected at least that";
  throw InputError(text.str());
}

// Watt, of all SMs: the SM's dynamic power without that of the baseline's banks.
double other_power(const RunResult& baseline, const Design& design) {
  const double bank_power = banks(baseline, design).sum() / kPicojoulePerJoule / seconds(baseline, design);
  const double power = design.energy.sm_dynamic_watt * baseline.sms;
  if (power < bank_power) refuse(baseline, design, bank_power / baseline.sms);
  return power - bank_power;
}

double leakage_power(const RunResult& result, const Design& design, double mw_per_kb) {
  const double extra_kb = design.capacity_kb() - design.energy.leakage_reference_kb;
  return (design.energy.sm_leakage_watt + mw_per_kb * 1e-3 * extra_kb) * result.sms;
}

double other_dynamic(const RunResult& result, const Design& design, const RunResult& baseline,
                     const Design& baseline_design) {
  const bool power = design.energy.other_dynamic == OtherDynamic::kPower;
  const double time = power ? seconds(result, design) : seconds(baseline, baseline_design);
  const double sms = power ? static_cast<double>(result.sms) / baseline.sms : 1;  // each SM draws the power
  return time * kPicojoulePerJoule * other_power(baseline, baseline_design) * sms;
}

// A warp register has eight rows of 16 bytes.
double level(std::uint64_t reads, std::uint64_t writes, double read_pj, double write_pj) {
  constexpr double kPieces = kWarpSize * 4 / kRowBytes;
  return kPieces * (static_cast<double>(reads) * read_pj + static_cast<double>(writes) * write_pj);
}

void add_levels(const CounterValues& counters, const compiler::RegisterHierarchy& files,
                std::vector<EnergyComponent>& all) {
  all.push_back({"hierarchy_lrf", level(counters["registers.lrf_reads"], counters["registers.lrf_writes"],
                                        files.lrf_read_pj, files.lrf_write_pj)});
  all.push_back({"hierarchy_orf", level(counters["registers.orf_reads"], counters["registers.orf_writes"],
                                        files.orf_read_pj, files.orf_write_pj)});
  // Operands of the reuse cache are read beside the banks. A machine without this block has none (kNone: 0).
  const std::uint64_t reused = counters[DeclaredCounters::instance().find("registers.reused")];
  all.push_back({"hierarchy_mrf", level(counters["registers.operand_reads"] - reused,
                                        counters["registers.operand_writes"], files.mrf_read_pj, files.mrf_write_pj)});
  all.push_back({"hierarchy_flat", level(counters["registers.flat_reads"], counters["registers.flat_writes"],
                                         files.mrf_read_pj, files.mrf_write_pj)});
}

}  // namespace

std::vector<EnergyComponent> energy(const RunResult& result, const Design& design, const RunResult* baseline,
                                    const Design* baseline_design) {
  if (result.functional || result.cycles == 0) return {};
  const EnergyTable& table = find_energy_table(design.energy.table);
  if (table.components) return table.components(result, design);
  const bool own = !baseline || !baseline_design || baseline->cycles == 0 ||
                   baseline_design->energy.table != design.energy.table;
  const Banks spent = banks(result, design);
  const double time = seconds(result, design) * kPicojoulePerJoule;
  const double leakage = time * leakage_power(result, design, design.energy.leakage_mw_per_kb);
  const double dram_bits =
      8.0 * static_cast<double>(result.counters["dram.read_bytes"] + result.counters["dram.write_bytes"]);
  std::vector<EnergyComponent> components = {
      {"register_file", spent.register_file},
      {"scratchpad", spent.scratchpad},
      {"cache", spent.cache},
      {"other_dynamic", other_dynamic(result, design, own ? result : *baseline, own ? design : *baseline_design)},
      {"leakage", leakage},
      {"dram", dram_bits * design.energy.dram_pj_per_bit},
  };
  double total = 0;
  for (const EnergyComponent& component : components) total += component.picojoule;
  components.push_back({"total", total});
  for (const auto& [text, mw_per_kb] : kReadings) {
    const double other = time * leakage_power(result, design, mw_per_kb);
    components.push_back({std::string("leakage_at_") + text, other});
    components.push_back({std::string("total_at_") + text, total - leakage + other});
  }
  add_levels(result.counters, design.register_hierarchy, components);
  return components;
}

}  // namespace unibank
