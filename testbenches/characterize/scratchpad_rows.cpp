// The costs of scratchpad accesses, by stride and width.
#include <array>
#include <set>

#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

constexpr unsigned kLanes = 32, kPorts = 8, kPortBytes = 16, kNarrowBanks = 32;

bool in_wide_banks(const Design& design) {
  for (const StorageMemory& memory : design.memories())
    if (memory.scratchpad) return memory.wide;
  return false;
}

// Lanes of a phase, for an access of `width` bytes per lane.
unsigned lanes_of_phase(const Design& design, std::uint64_t stride, unsigned width, bool load) {
  if (design.sm.scratchpad_phases == ScratchpadPhases::kNone || width <= 4) return kLanes;
  const bool paired = design.sm.scratchpad_phases == ScratchpadPhases::kByWidthAndPairs && load && stride == 0;
  return kLineBytes / width * (paired ? 2 : 1);
}

// Turns of banks and crossbar ports for an access of lanes 0 to `lanes` - 1, of `width` bytes per lane at lane x stride
// (layout/rows.h says in which bank and port a byte is).
//   banks of 4 bytes:  word w is in bank w mod 32
//   banks of 16 bytes: row r is behind port r mod 8, in that port's bank r / 8 mod banks. A port moves 16 bytes per
//                      cycle, from one bank (storage.bank_mux = single) or from several. From several it moves any
//                      number of bytes if conflicts are counted by banks alone (conflicts.model = per-instruction)
BankTurns bank_turns(const Design& design, std::uint64_t stride, unsigned width, unsigned lanes = kLanes) {
  const unsigned banks = design.sm.banks_per_cluster;
  std::set<std::uint64_t> words, rows;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned at = 0; at < width; at += 4) {
      words.insert((lane * stride + at) / 4);
      rows.insert((lane * stride + at) / kPortBytes);
    }
  }
  std::array<unsigned, kNarrowBanks> narrow{};
  std::array<unsigned, kPorts> port_rows{}, port_words{};
  std::vector<std::array<unsigned, kPorts>> bank_rows(banks);
  for (const std::uint64_t word : words) {
    ++narrow[word % kNarrowBanks];
    ++port_words[word / 4 % kPorts];
  }
  for (const std::uint64_t row : rows) {
    ++port_rows[row % kPorts];
    ++bank_rows[row / kPorts % banks][row % kPorts];
  }
  BankTurns turns;
  turns.what = Accessed::kScratchpad;
  for (const auto& ports : bank_rows) turns.in_bank.push_back(*std::max_element(ports.begin(), ports.end()));
  if (!in_wide_banks(design)) turns.port = *std::max_element(narrow.begin(), narrow.end());
  else if (design.storage.bank_mux == BankMux::kSingle)
    turns.port = *std::max_element(port_rows.begin(), port_rows.end());
  else if (design.conflicts.model == ConflictModel::kArbitrated)
    turns.port = (*std::max_element(port_words.begin(), port_words.end()) + 3) / 4;
  return turns;
}

unsigned turns(const Design& design, const BankTurns& of) {
  if (!in_wide_banks(design)) return of.port;
  return std::max(of.port, *std::max_element(of.in_bank.begin(), of.in_bank.end()));
}

std::string turns_text(const Design& design) {
  if (!in_wide_banks(design)) return "words in the fullest of 32 banks";
  return design.storage.bank_mux == BankMux::kSingle
             ? "rows of 16 bytes behind the fullest port"
             : "rows in the fullest bank, words / 4 of the fullest port where arbitrated";
}

Trial scratchpad_trial(const char* kernel, std::uint64_t stride, unsigned threads) {
  Trial one;
  one.benchmark = "scratchpad";
  one.kernel = kernel;
  one.stride = stride;
  one.threads = threads;
  return one;
}

// Why the throughput may be better than expected, by the model of conflicts.
std::string if_less(const Design& design) {
  if (design.conflicts.model == ConflictModel::kArbitrated) return "free";
  return "free: conflicts.model = per-instruction";
}

// The cycles of one access with many warps.
Row throughput(const Design& design, const std::string& name, const char* kernel, std::uint64_t stride, Due due,
               const RegisterUse& use, const BankTurns& where) {
  Trial one = scratchpad_trial(kernel, stride, most_threads(design));
  one.turns = 16;
  Row row = row_of("scratchpad", name, "cycles/access", Row::Is::kCycles, one, std::move(due));
  row.within = within_of_accesses(design);
  row.if_less = if_less(design);
  charge_registers(design, use, where, row);
  return row;
}

// A load reads its address and writes `width` bytes; a store reads both. All phases have the same number of turns: the
// addresses of a phase are those of the one before, plus whole or half rows of 128 bytes, or the same.
Row conflicts(const Design& design, const std::string& name, const char* kernel, std::uint64_t stride,
              unsigned width) {
  const bool store = std::string(kernel) == "store";
  const unsigned lanes = lanes_of_phase(design, stride, width, !store), phases = kLanes / lanes;
  BankTurns where = bank_turns(design, stride, width, lanes);
  where.writes = store;
  const unsigned values = width / 4;
  const RegisterUse use = where.writes ? RegisterUse{1 + values, 0} : RegisterUse{1, values};
  const std::string of_phases = phases == 1 ? "" : " of a phase, times " + std::to_string(phases) + " phases";
  return throughput(design, name, kernel, stride,
                    {static_cast<double>(phases * turns(design, where)), turns_text(design) + of_phases}, use, where);
}

void add_strides(const Design& design, Rows& rows) {
  for (const unsigned words : {1u, 2u, 4u, 8u, 16u, 32u, 33u}) {
    rows.push_back(conflicts(design, "load, stride " + std::to_string(words), "load", words * 4, 4));
    if (words == 33) continue;
    rows.back().curve = "scratchpad";
    rows.back().at = words;
  }
  for (const unsigned words : {1u, 32u}) {
    rows.push_back(conflicts(design, "store, stride " + std::to_string(words), "store", words * 4, 4));
  }
  rows.push_back(conflicts(design, "load, one word for all lanes", "load", 0, 4));
  rows.push_back(conflicts(design, "load of 8 bytes", "load_v2", 8, 8));
  rows.push_back(conflicts(design, "load of 16 bytes", "load_v4", 16, 16));
  if (design.sm.scratchpad_phases == ScratchpadPhases::kNone) return;  // then the registers' banks bound them
  rows.push_back(conflicts(design, "load of 8 bytes, one address for all lanes", "load_v2", 0, 8));
  rows.push_back(conflicts(design, "load of 16 bytes, one address for all lanes", "load_v4", 0, 16));
}

// The words must be read and then written, one lane after another if lanes share an address.
void add_scratchpad_atomics(const Design& design, Rows& rows) {
  for (const char* kernel : {"add", "reduce"}) {
    rows.push_back(throughput(design, std::string(kernel) == "add" ? "atomic, 32 lanes on one address"
                                                                   : "reduction, 32 lanes on one address",
                              kernel, 0, {65, "32 reads, 1 until the last is there, 32 writes"}, {2, 1}, {}));
  }
}

// If conflicts are counted per instruction, the address's register is in the fullest bank for some of the loads.
void meets_address(const Design& design, Row& row) {
  if (design.conflicts.model == ConflictModel::kPerInstruction && in_wide_banks(design)) row.slower = 1 / row.due.value;
}

}  // namespace

void add_scratchpad_rows(const Design& design, Rows& rows) {
  const Due one = later_by_tag(design, {static_cast<double>(design.sm.scratchpad_latency), "sm.scratchpad_latency"});
  rows.push_back(latency("scratchpad", "load to its use as an address", scratchpad_trial("chain_load", 4, 32),
                         one));
  const double many = turns(design, bank_turns(design, 128, 4));
  rows.push_back(latency("scratchpad", "the same, stride 32", scratchpad_trial("chain_load", 128, 32),
                         {one.value + many - 1, one.formula + " + turns - 1"}));
  meets_address(design, rows.back());
  // Neither the store nor the load ends before the banks have taken all of its words; the value arrives one latency
  // after the load's last turn.
  rows.push_back(latency("scratchpad", "store, then load of its words, stride 32",
                         scratchpad_trial("store_load", 128, 32),
                         {one.value + 2 * many - 1, one.formula + " + 2 x turns - 1"}));
  meets_address(design, rows.back());
  if (has_few_banks(design)) rows.back().within = 1 / rows.back().due.value;  // the address and the stored value
  rows.back().if_less = "the load's first turn is in the cycle of the store's last: " + if_less(design);
  add_strides(design, rows);
  add_scratchpad_atomics(design, rows);
  // A load reads its address and writes a register; a multiply-add reads three and writes one.
  const BankTurns where = bank_turns(design, 4, 4);
  const double slots = 2.0 / (design.sm.schedulers * design.sm.issue_width);
  Row beside = throughput(design, "load, and a multiply-add of three registers beside it", "load_beside_mad", 4,
                          {std::max<double>(turns(design, where), slots), "max(turns, 2 instructions / issue slots)"},
                          {4, 2}, where);
  rows.push_back(beside);
}

}  // namespace unibank::characterize
