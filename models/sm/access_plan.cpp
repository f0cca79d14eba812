#include "sm/access_plan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace unibank {

namespace {

// Keeps each row once, in the order of first touch: one chain per bank, because a warp's rows spread over the banks.
class RowFinder {
 public:
  explicit RowFinder(std::vector<BankRow>& rows) : rows_(rows) { head_.fill(kNone); }
  void leave_each_once() {
    for (std::size_t i = 0; i < rows_.size(); ++i) take(rows_[i]);
    rows_.resize(static_cast<std::size_t>(kept_));
  }

 private:
  static constexpr std::int16_t kNone = -1;
  void take(BankRow row) {
    std::int16_t& head = head_[row.port * AddressMap::kMostBanksPerPort + row.bank];
    for (std::int16_t at = head; at != kNone; at = next_[at]) {
      if (rows_[at].address != row.address) continue;
      rows_[at].words |= row.words;
      return;
    }
    next_[kept_] = head;
    head = kept_;
    rows_[kept_++] = row;
  }

  std::vector<BankRow>& rows_;
  std::int16_t kept_ = 0;  // number of rows so far
  std::array<std::int16_t, AddressMap::kPorts * AddressMap::kMostBanksPerPort> head_;
  std::array<std::int16_t, kWarpSize * 4> next_;  // 16 bytes per lane in 4-byte words: at most 4 rows per lane
};

std::uint32_t words_of(std::uint64_t address, unsigned bytes) {
  const unsigned first = address % kLineBytes / 4;
  const unsigned last = (address % kLineBytes + bytes - 1) / 4;
  const std::uint64_t up_to_last = (std::uint64_t{2} << last) - 1, below_first = (std::uint64_t{1} << first) - 1;
  return static_cast<std::uint32_t>(up_to_last & ~below_first);
}

// Keeps each line once, in the order of first access. Most lanes access the line of the previous lane, or a new one: a
// 64-bit filter recognises most new lines without a search.
class LineFinder {
 public:
  explicit LineFinder(std::vector<LineAccess>& lines) : lines_(lines) {
    for (const LineAccess& line : lines_) seen_ |= bit(line.address);
  }
  void add(std::uint64_t address, unsigned bytes) {
    const std::uint64_t line = address & ~std::uint64_t{kLineBytes - 1};
    const std::uint32_t words = words_of(address, bytes);
    const std::uint64_t own = bit(line);
    if (seen_ & own) {
      for (auto it = lines_.rbegin(); it != lines_.rend(); ++it) {
        if (it->address != line) continue;
        it->words |= words;
        return;
      }
    }
    seen_ |= own;
    lines_.push_back({line, words});
  }

 private:
  static std::uint64_t bit(std::uint64_t line) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio: neighbouring lines far apart
    return std::uint64_t{1} << (line * kGolden >> 58);
  }
  std::vector<LineAccess>& lines_;
  std::uint64_t seen_ = 0;
};

// Whether every lane is active, each address is `bytes` above the previous lane's, and no lane spans two lines.
bool side_by_side(const WarpInstruction& instruction, unsigned bytes) {
  if (instruction.accessing() != ~LaneMask{0} || bytes == 0 || kLineBytes % bytes != 0) return false;
  if (instruction.address[0] % bytes != 0) return false;
  std::uint64_t different = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    different |= instruction.address[lane] ^ (instruction.address[0] + std::uint64_t{lane} * bytes);
  return different == 0;
}

// Adds the lines of an access for which side_by_side() holds.
void add_stretch(std::uint64_t address, unsigned bytes, AccessPlan& plan) {
  while (bytes != 0) {  // not up to an end, which is 0 for the last line of the address space
    const auto offset = static_cast<unsigned>(address % kLineBytes), here = std::min(bytes, kLineBytes - offset);
    plan.lines.push_back({address - offset, words_of(address, here)});
    address += here;
    bytes -= here;
  }
}

void order_by_turn(bool one_bank_a_port, std::vector<BankRow>& rows) {
  std::array<std::uint8_t, AddressMap::kPorts * AddressMap::kMostBanksPerPort> taken{};
  std::array<std::uint8_t, kWarpSize * 4> turn;
  unsigned turns = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    turn[i] = taken[rows[i].port * AddressMap::kMostBanksPerPort + (one_bank_a_port ? 0 : rows[i].bank)]++;
    turns = std::max(turns, turn[i] + 1u);
  }
  if (turns <= 1) return;
  std::array<std::uint8_t, kWarpSize * 4 + 1> next{};  // [turn]: the place of its next row
  for (std::size_t i = 0; i < rows.size(); ++i) ++next[turn[i] + 1u];
  for (unsigned now = 1; now < turns; ++now) next[now] = static_cast<std::uint8_t>(next[now] + next[now - 1]);
  for (std::size_t i = 0; i < rows.size(); ++i) turn[i] = next[turn[i]]++;
  for (std::size_t i = 0; i < rows.size(); ++i) {  // from here on each row's `turn` is its place in the order
    for (std::uint8_t to; (to = turn[i]) != i;) {
      std::swap(rows[i], rows[to]);
      std::swap(turn[i], turn[to]);
    }
  }
}

template <typename Each>
void for_active_lanes(const WarpInstruction& instruction, Each each) {
  for (LaneMask lanes = instruction.accessing(); lanes; lanes &= lanes - 1) {
    each(instruction.address[__builtin_ctz(lanes)]);
  }
}

}  // namespace

namespace {

// Whether rows are all in different banks, or all at different ports.
struct Apart {
  bool banks = true, ports = true;
};

// Merges equal neighbouring rows into the first, which gets their words. If the remaining rows are all in different
// banks, they are distinct and take one turn.
Apart join_equal_neighbours(std::vector<BankRow>& rows) {
  std::uint64_t banks = 0;
  unsigned ports = 0;
  Apart apart;
  std::size_t kept = 0;
  for (const BankRow& row : rows) {
    if (kept != 0 && rows[kept - 1].address == row.address && rows[kept - 1].port == row.port &&
        rows[kept - 1].bank == row.bank) {
      rows[kept - 1].words |= row.words;
      continue;
    }
    const std::uint64_t bank = std::uint64_t{1} << (row.port * AddressMap::kMostBanksPerPort + row.bank);
    const unsigned port = 1u << row.port;
    apart.banks = apart.banks && !(banks & bank);
    apart.ports = apart.ports && !(ports & port);
    banks |= bank;
    ports |= port;
    rows[kept++] = row;
  }
  rows.resize(kept);
  return apart;
}

// Sets `rows` to the distinct rows of `lanes`. Returns whether all of them take one turn.
bool add_rows(const WarpInstruction& instruction, LaneMask lanes, const AddressMap& map, unsigned block_slot,
              bool one_bank_a_port, std::vector<BankRow>& rows) {
  const auto& places = instruction.decoded->memory == MemoryOp::kCopy ? *instruction.copied_to : instruction.address;
  const unsigned piece = map.scratchpad_row_bytes();
  const unsigned bytes = instruction.decoded->bytes_per_lane;
  std::array<std::uint64_t, kWarpSize * 4> addresses;  // 4 rows a lane at most
  unsigned count = 0;
  std::uint64_t before = ~std::uint64_t{0};  // address of the previous lane: a broadcast is one row
  for (; lanes; lanes &= lanes - 1) {
    const std::uint64_t place = places[static_cast<unsigned>(__builtin_ctz(lanes))];
    if (place == before) continue;
    before = place;
    for (unsigned at = 0; at < bytes; at += piece)
      addresses[count++] = map.scratchpad_layout().address(block_slot, place + at);
  }
  rows.resize(count);
  map.scratchpad_rows(addresses.data(), count, std::min(bytes, piece), rows.data());
  const Apart apart = join_equal_neighbours(rows);
  if (!apart.banks) RowFinder(rows).leave_each_once();
  return one_bank_a_port ? apart.ports : apart.banks;
}

// Sets `rows` to the distinct rows of `lanes`, in the order of their turns.
void plan_rows(const WarpInstruction& instruction, LaneMask lanes, const AddressMap& map, unsigned block_slot,
               bool one_bank_a_port, std::vector<BankRow>& rows) {
  if (!add_rows(instruction, lanes, map, block_slot, one_bank_a_port, rows)) order_by_turn(one_bank_a_port, rows);
}

// Returns, for each address, the first of `lanes` that accesses it.
LaneMask first_on_address(const WarpInstruction& instruction, LaneMask lanes) {
  LaneMask first = 0;
  for (; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    bool seen = false;
    for (LaneMask left = first; left && !seen; left &= left - 1)
      seen = instruction.address[__builtin_ctz(left)] == instruction.address[lane];
    if (!seen) first |= LaneMask{1} << lane;
  }
  return first;
}

// Plans ldmatrix and stmatrix: the lines of a matrix are one access, and the lines of the next matrix follow it.
void plan_matrices(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, bool one_bank_a_port,
                   AccessPlan& plan) {
  constexpr LaneMask kLines = 0xff;
  std::vector<BankRow> rows;
  for (LaneMask lanes = instruction.accessing(), matrix = kLines; lanes; lanes &= ~matrix, matrix <<= 8) {
    plan_rows(instruction, lanes & matrix, map, block_slot, one_bank_a_port, rows);
    plan.rows.insert(plan.rows.end(), rows.begin(), rows.end());
  }
}

// Whether every active lane has the same address as the lane whose number differs in `bit`, if that lane is active too.
bool pairs_share(const WarpInstruction& instruction, unsigned bit) {
  for (LaneMask lanes = instruction.active; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes)), other = lane ^ bit;
    if ((instruction.active >> other & 1) && instruction.address[other] != instruction.address[lane]) return false;
  }
  return true;
}

// Returns the number of lanes of a phase. A matrix is a phase too: eight lines of 16 bytes.
unsigned lanes_of_phase(const WarpInstruction& instruction, ScratchpadPhases phases) {
  const StaticInstruction& what = *instruction.decoded;
  if (phases == ScratchpadPhases::kNone || what.bytes_per_lane <= 4) return kWarpSize;
  const unsigned lanes = kLineBytes / what.bytes_per_lane;
  if (phases == ScratchpadPhases::kByWidth || what.memory != MemoryOp::kLoad || what.matrices) return lanes;
  return pairs_share(instruction, 1) || pairs_share(instruction, 2) ? 2 * lanes : lanes;
}

// Plans the phases from the last to the first, the order in which the plan keeps them.
void plan_phases(const WarpInstruction& instruction, LaneMask lanes, const AddressMap& map, unsigned block_slot,
                 TurnRules rules, AccessPlan& plan) {
  const unsigned phase = lanes_of_phase(instruction, rules.phases);
  for (unsigned first = kWarpSize; first != 0;) {
    first -= phase;
    const LaneMask here = lanes & ~LaneMask{0} >> (kWarpSize - phase) << first;
    if (here == 0) continue;
    if (!plan.rows.empty()) plan.rows.swap(plan.later[plan.phases_left++]);
    plan_rows(instruction, here, map, block_slot, rules.one_bank_a_port, plan.rows);
  }
}

}  // namespace

void plan_scratchpad(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
                     AccessPlan& plan) {
  const MemoryOp operation = instruction.decoded->memory;
  const bool one_bank_a_port = rules.one_bank_a_port;
  if (instruction.decoded->matrices && rules.phases == ScratchpadPhases::kNone)
    return plan_matrices(instruction, map, block_slot, one_bank_a_port, plan);
  if (operation != MemoryOp::kAtomic && operation != MemoryOp::kReduction)
    return plan_phases(instruction, instruction.accessing(), map, block_slot, rules, plan);
  std::vector<BankRow> rows;
  for (LaneMask left = instruction.active; left;) {
    const LaneMask turn = first_on_address(instruction, left);
    add_rows(instruction, turn, map, block_slot, one_bank_a_port, rows);
    plan.rows.insert(plan.rows.end(), rows.begin(), rows.end());
    left &= ~turn;
  }
  order_by_turn(one_bank_a_port, plan.rows);
  plan.modified = plan.rows;
}

void plan_copied(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
                 AccessPlan& plan) {
  plan_phases(instruction, instruction.active, map, block_slot, rules, plan);
}

void join_neighbours(std::vector<BankRow>& rows) {
  std::array<BankRow*, AddressMap::kPorts> last{};  // last row of this turn, [port]
  std::uint64_t taken = 0;                          // banks
  std::size_t kept = 0;
  for (const BankRow& row : rows) {
    const std::uint64_t bank = std::uint64_t{1} << (row.port * AddressMap::kMostBanksPerPort + row.bank);
    if (taken & bank) {  // a new turn begins
      last.fill(nullptr);
      taken = 0;
    }
    taken |= bank;
    BankRow*& before = last[row.port];
    if (before && row.bank == before->bank + before->banks && row.address == before->address + before->width) {
      *before = before->part(0, before->banks + 1u);
    } else {
      rows[kept] = row;
      before = &rows[kept++];
    }
  }
  rows.resize(kept);
}

LineBytes AccessPlan::written(std::size_t line) const {
  if (!bytes.empty()) return bytes[line];
  LineBytes all{};
  for (std::uint32_t words = lines[line].words; words; words &= words - 1) {
    const auto word = static_cast<unsigned>(__builtin_ctz(words));
    all[word / 8] |= 0xfu << 4 * (word % 8);
  }
  return all;
}

namespace {

void add_bytes(std::uint64_t address, unsigned bytes, AccessPlan& plan) {
  const auto same = [&](const LineAccess& line) { return line.address == address / kLineBytes * kLineBytes; };
  const auto line = std::find_if(plan.lines.begin(), plan.lines.end(), same) - plan.lines.begin();
  plan.bytes.resize(plan.lines.size());
  const auto first = static_cast<unsigned>(address % kSectorBytes);
  plan.bytes[static_cast<std::size_t>(line)][address % kLineBytes / kSectorBytes] |= ((1u << bytes) - 1) << first;
}

}  // namespace

namespace {

// Finds, for each sector, the most lanes of an atomic that access the same address in it.
void count_turns(const WarpInstruction& instruction, AccessPlan& plan) {
  plan.turns.assign(plan.lines.size(), AtomicTurns{});
  for (LaneMask left = instruction.active; left;) {
    const std::uint64_t address = instruction.address[__builtin_ctz(left)];
    std::uint8_t lanes = 0;
    for (LaneMask others = left; others; others &= others - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(others));
      if (instruction.address[lane] != address) continue;
      ++lanes;
      left &= ~(LaneMask{1} << lane);
    }
    const auto same = [&](const LineAccess& line) { return line.address == address / kLineBytes * kLineBytes; };
    const auto line = std::find_if(plan.lines.begin(), plan.lines.end(), same) - plan.lines.begin();
    std::uint8_t& most = plan.turns[static_cast<std::size_t>(line)][address % kLineBytes / kSectorBytes];
    most = std::max(most, lanes);
  }
}

}  // namespace

void plan_lines(const WarpInstruction& instruction, AccessPlan& plan) {
  const unsigned bytes = instruction.decoded->bytes_per_lane;
  if (instruction.decoded->space != Space::kLocal || bytes <= 4) {
    if (side_by_side(instruction, bytes)) {
      add_stretch(instruction.address[0], kWarpSize * bytes, plan);
    } else {
      LineFinder lines(plan.lines);
      for_active_lanes(instruction, [&](std::uint64_t address) { lines.add(address, bytes); });
    }
    const MemoryOp operation = instruction.decoded->memory;
    const bool atomic = operation == MemoryOp::kAtomic || operation == MemoryOp::kReduction;
    if (atomic) count_turns(instruction, plan);
    if ((operation != MemoryOp::kStore && !atomic) || bytes >= 4) return;
    for_active_lanes(instruction, [&](std::uint64_t address) { add_bytes(address, bytes, plan); });
    return;
  }
  LineFinder lines(plan.lines);
  for (unsigned word = 0; word < bytes / 4; ++word) {
    for_active_lanes(instruction, [&](std::uint64_t address) { lines.add(address + word * kWarpSize * 4, 4); });
  }
}

void plan_broadcast(const WarpInstruction& instruction, AccessPlan& plan) {
  for_active_lanes(instruction, [&](std::uint64_t address) {
    const std::uint64_t word = address & ~std::uint64_t{3};
    if (std::find(plan.words.begin(), plan.words.end(), word) == plan.words.end()) plan.words.push_back(word);
  });
}

}  // namespace unibank
