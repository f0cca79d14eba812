// Who gets a bank or a crossbar port in a cycle: a step of the Sm's cycle, asked in order of priority (writeback, then
// operands, then fills, then loads and stores). Nobody books a later cycle. Plain C++.
//
// Arbitrated model: one read and one write a bank a cycle (or one of either: storage.bank_ports), 16 bytes a crossbar
// port a cycle, whoever asks: the words that cross it, of one bank of the cluster (single multiplexer) or of several.
// Per-instruction model: instructions do not meet; each is held to the limits against itself alone, and what it costs
// beyond a cycle has been counted at issue.
#pragma once

#include <array>
#include <cstdint>

#include "design/design.h"
#include "sm/address_map.h"

namespace unibank {

class Arbiter {
 public:
  Arbiter() = default;
  explicit Arbiter(const Design& design)
      : arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
        unified_(design.storage.unified),
        one_port_(design.storage.bank_ports == BankPorts::kOneReadOrWrite ? ~std::uint64_t{0} : 0),
        lookups_(static_cast<std::uint8_t>(design.cache.lookups_per_cycle)),
        tag_banks_(design.cache.tag_banks) {
    const bool single = unified_ && design.storage.bank_mux == BankMux::kSingle;
    const bool counted = arbitrated_ || !unified_;  // the count of conflicts knows no bytes
    for (unsigned words = 0; words < row_bytes_.size(); ++words) {
      row_bytes_[words] = single ? kPortBytes : counted ? static_cast<std::uint8_t>(4 * __builtin_popcount(words)) : 0;
    }
  }

  void begin_cycle() {
    clear();
    lookups_left_.fill(lookups_);
  }
  // The requests that follow are another instruction's.
  void begin_instruction() {
    if (!arbitrated_) clear();
  }

  // One register: bank `bank` of every cluster in `clusters` (bit a cluster), all or none.
  bool register_read(unsigned clusters, unsigned bank) {
    return take(register_reads_, register_writes_, spread(clusters) << bank);
  }
  bool register_write(unsigned clusters, unsigned bank) {
    return take(register_writes_, register_reads_, spread(clusters) << bank);
  }

  // One bank, or several side by side, all or none.
  bool memory(const BankRow& row, bool write) {
    const std::uint64_t bits = ((std::uint64_t{1} << row.banks) - 1)
                               << (row.port * AddressMap::kMostBanksPerPort + row.bank);
    std::uint64_t& busy = write ? memory_writes_ : memory_reads_;
    std::uint64_t others = (write ? memory_reads_ : memory_writes_) & one_port_;
    if (unified_) {
      others |= write ? register_writes_ : register_reads_;
      others |= (write ? register_reads_ : register_writes_) & one_port_;
    }
    const std::uint8_t bytes = row.narrow() ? row.width : row_bytes_[row.words];
    if (((busy | others) & bits) || port_bytes_[row.port] + bytes > kPortBytes) return refuse();
    busy |= bits;
    port_bytes_[row.port] += bytes;
    return true;
  }

  // One of this cycle's lookups in the tag bank of `line`. In the per-instruction model only the load/store unit's own
  // lookups (`lines`) share them; registers and fills do not meet anybody.
  bool tag_port(bool lines, std::uint64_t line) {
    if (!arbitrated_ && !lines) return true;
    std::uint8_t& left = lookups_left_[line / kLineBytes % tag_banks_];
    if (left == 0) {
      tag_waits_ += arbitrated_;
      return refuse();
    }
    --left;
    return true;
  }

  // Requests refused a bank, a port or a lookup, one a cycle; only the arbitrated model counts them.
  std::uint64_t waits() const { return waits_; }
  // Of these: for a lookup; and of a register for its bank.
  std::uint64_t tag_waits() const { return tag_waits_; }
  std::uint64_t register_waits() const { return register_waits_; }

 private:
  static constexpr std::uint8_t kPortBytes = 16;  // the 4-byte banks of a port have no multiplexer
  // Bit k of the clusters goes to bit 8k.
  static std::uint64_t spread(unsigned clusters) {
    const std::uint64_t first_seven = (clusters & 0x7f) * 0x0002040810204081ull & 0x0101010101010101ull;
    return first_seven | std::uint64_t{clusters & 0x80} << 49;
  }
  bool take(std::uint64_t& busy, std::uint64_t other_way, std::uint64_t bits) {
    if ((busy | (other_way & one_port_)) & bits) {
      register_waits_ += arbitrated_;
      return refuse();
    }
    busy |= bits;
    return true;
  }
  bool refuse() {
    waits_ += arbitrated_;
    return false;
  }
  void clear() {
    register_reads_ = register_writes_ = memory_reads_ = memory_writes_ = 0;
    port_bytes_.fill(0);
  }

  bool arbitrated_ = false, unified_ = false;
  std::uint64_t one_port_ = 0;  // all ones: a bank's reads and writes share its port
  std::uint8_t lookups_ = 1;
  unsigned tag_banks_ = 1;
  std::array<std::uint8_t, 8> lookups_left_{};  // [tag bank]
  // [BankRow::words]: of a port's 16 bytes a cycle. The one bank of the single multiplexer has all of them.
  std::array<std::uint8_t, 16> row_bytes_{};
  std::uint64_t register_reads_ = 0, register_writes_ = 0, memory_reads_ = 0, memory_writes_ = 0;
  std::array<std::uint8_t, AddressMap::kPorts> port_bytes_{};
  std::uint64_t waits_ = 0, tag_waits_ = 0, register_waits_ = 0;
};

}  // namespace unibank
