#include "energy/jing2016.h"

#include <cmath>

#include "design/hardware_cost.h"

namespace unibank {

namespace {

// Table III, per bank; its size by Q-25 where the table does not give it.
struct PrintedBank {
  double kilobytes, read_pj, write_pj, leakage_mw;
};
// 32 banks of the register file or of the integrated array, 16 bytes wide; 32 of the cache, 4 bytes wide.
constexpr PrintedBank kPrintedRegisterFile{4, 4.62, 5.97, 1.78};
constexpr PrintedBank kPrintedCache{0.5, 0.72, 0.61, 0.19};
// Tag banks: the cache has one bank of 128 lines x 20 bits, and the integrated array four banks of 256 lines x 17 bits.
constexpr PrintedBank kCacheTags{128 * 20 / 8192.0, 0.47, 0.64, 0.20};
constexpr PrintedBank kIntegratedTags{256 * 17 / 8192.0, 0.75, 0.78, 0.32};
// An L2 slice of 64 KB (kilobytes is the slice's size): one of its 8 data banks of 8 KB, 16 bytes wide, and its only
// tag bank.
constexpr PrintedBank kL2{64, 5.52, 3.95, 2.66};
constexpr PrintedBank kL2Tags{64, 1.05, 1.91, 0.80};
constexpr double kBankBytes = 16, kL2Banks = 8;

// Other sizes are not printed. Power laws E = a * KB^b: of data through the two widths (four narrow banks for 16
// bytes), of tags through the two tag banks. Leakage of data is proportional to the size: 0.33 to 0.45 mW/KB in the
// table.
struct Law {
  double read, write, leakage;
};

Law law_through(const PrintedBank& small, double small_banks, const PrintedBank& large) {
  const double ratio = std::log(large.kilobytes / small.kilobytes);
  return {std::log(large.read_pj / (small_banks * small.read_pj)) / ratio,
          std::log(large.write_pj / (small_banks * small.write_pj)) / ratio, 1};
}

Law data_law() { return law_through(kPrintedCache, 4, kPrintedRegisterFile); }

Law tag_law() {
  Law law = law_through(kCacheTags, 1, kIntegratedTags);
  law.leakage = std::log(kIntegratedTags.leakage_mw / kCacheTags.leakage_mw) /
                std::log(kIntegratedTags.kilobytes / kCacheTags.kilobytes);
  return law;
}

Jing2016Bank scaled(const PrintedBank& from, double kilobytes, const Law& law) {
  if (kilobytes == 0) return {};
  const double ratio = kilobytes / from.kilobytes;
  return {from.read_pj * std::pow(ratio, law.read), from.write_pj * std::pow(ratio, law.write),
          from.leakage_mw * std::pow(ratio, law.leakage)};
}

double accesses(double reads, double writes, const Jing2016Bank& bank) {
  return reads * bank.read_pj + writes * bank.write_pj;
}

// The banks of a design, each kind with its number in one SM or slice.
struct BankCounts {
  Jing2016Bank registers, scratchpad, cache, tags, l2, l2_tags;
  double data_leakage_mw = 0, tag_banks = 0;
};

// A separate scratchpad is not in the table.
BankCounts banks_of(const Design& design) {
  BankCounts banks;
  for (const StorageMemory& memory : design.memories()) {
    if (!memory.registers && !memory.cache) continue;
    const double count = bank_count(design, memory);
    const double kilobytes = static_cast<double>(memory.bytes) / 1024 / count;
    const Jing2016Bank bank = memory.wide ? jing2016_wide_bank(kilobytes) : jing2016_narrow_bank(kilobytes);
    if (memory.registers) banks.registers = bank;
    if (memory.scratchpad) banks.scratchpad = bank;
    if (memory.cache) banks.cache = bank;
    banks.data_leakage_mw += count * bank.leakage_mw;
  }
  banks.tag_banks = design.cache.tag_banks;
  banks.tags = jing2016_tag_bank(hardware_cost(design).tag_kb() / banks.tag_banks);
  const double slice_kb = static_cast<double>(design.l2.bytes) / 1024 / design.l2.slices;
  banks.l2 = jing2016_l2_bank(slice_kb);
  banks.l2_tags = jing2016_l2_tag_bank(slice_kb);
  return banks;
}

// mW, of all SMs and slices.
double leakage_power(const BankCounts& banks, const Design& design, unsigned sms) {
  const double of_sm = banks.data_leakage_mw + banks.tag_banks * banks.tags.leakage_mw;
  return sms * of_sm + design.l2.slices * (kL2Banks * banks.l2.leakage_mw + banks.l2_tags.leakage_mw);
}

std::vector<EnergyComponent> components(const RunResult& result, const Design& design) {
  const CounterValues& counters = result.counters;
  const BankCounts banks = banks_of(design);
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  const auto rows = [](std::uint64_t bytes) { return static_cast<double>(bytes) / kBankBytes; };
  const double nanoseconds = number(result.cycles) / design.energy.frequency_ghz;  // x mW = pJ
  std::vector<EnergyComponent> all = {
      {"register_file",
       accesses(number(counters["registers.row_reads"]), number(counters["registers.row_writes"]), banks.registers)},
      {"scratchpad", accesses(number(counters["scratchpad.row_reads"]), number(counters["scratchpad.row_writes"]),
                              banks.scratchpad)},
      {"cache", accesses(number(counters["cache.row_reads"]), number(counters["cache.row_writes"]), banks.cache)},
      {"tags", accesses(number(counters["tag_lookups"]), number(counters["tag_array.fills"]), banks.tags)},
      {"l2", accesses(rows(counters["l2.read_bytes"] + counters["l2.write_back_bytes"]),
                      rows(counters["l2.write_bytes"] + counters["l2.fill_bytes"]), banks.l2)},
      {"l2_tags",
       accesses(number(counters["l2.reads"] + counters["l2.writes"]),
                number(counters["l2.fills"] + counters["l2.writes"] - counters["l2.write_hits"]), banks.l2_tags)},
      {"leakage", leakage_power(banks, design, result.sms) * nanoseconds},
  };
  double total = 0;
  for (const EnergyComponent& component : all) total += component.picojoule;
  all.push_back({"total", total});
  return all;
}

}  // namespace

Jing2016Bank jing2016_wide_bank(double kilobytes) { return scaled(kPrintedRegisterFile, kilobytes, data_law()); }
Jing2016Bank jing2016_narrow_bank(double kilobytes) { return scaled(kPrintedCache, kilobytes, data_law()); }
Jing2016Bank jing2016_l2_bank(double kilobytes) { return scaled(kL2, kilobytes, data_law()); }
Jing2016Bank jing2016_l2_tag_bank(double kilobytes) {
  Law law = tag_law();
  law.leakage = 1;
  return scaled(kL2Tags, kilobytes, law);
}
Jing2016Bank jing2016_tag_bank(double kilobytes) { return scaled(kCacheTags, kilobytes, tag_law()); }

const EnergyTable& jing2016_energy() {
  static const EnergyTable table{"jing2016", "Jing 2016 table III; bank counts by Q-25; other sizes fitted", nullptr,
                                 nullptr, &components};
  return table;
}

}  // namespace unibank
