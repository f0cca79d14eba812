// Grants banks and crossbar ports in a cycle: a step of the Sm's cycle, requested in order of priority (writeback, then
// operands, then fills, then loads and stores). No future cycle is reserved. Plain C++.
//
// Arbitrated model: per cycle one read and one write per bank (or one of either: storage.bank_ports), and 16 bytes per
// crossbar port for all requesters: the words that cross it, of one bank of the cluster (single multiplexer) or of
// several. Per-instruction model: instructions do not conflict with each other; each is checked only against itself,
// and its additional cycles have been counted at issue.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/counters.h"
#include "cycle/address_map.h"
#include "design/design.h"

namespace unibank {

// The parameters of a design that an arbiter needs.
struct ArbiterParameters {
  bool shared_banks = false;  // registers and crossbar accesses use the same banks
  bool one_port = false;  // a bank has one read or one write per cycle, not one of each
  unsigned lookups = 1;   // lookups per tag bank and cycle
  unsigned tag_banks = 1;
  // [BankRow::words]: the bytes that these words take of a port's 16 bytes per cycle. With a single multiplexer a bank
  // takes all 16.
  std::array<std::uint8_t, 16> row_bytes{};

  ArbiterParameters() = default;
  explicit ArbiterParameters(const Design& design)
      : shared_banks(design.registers_share_banks()),
        one_port(design.storage.bank_ports == BankPorts::kOneReadOrWrite),
        lookups(design.cache.lookups_per_cycle),
        tag_banks(design.cache.tag_banks) {
    const bool single = shared_banks && design.storage.bank_mux == BankMux::kSingle;
    // In the per-instruction model on shared banks the conflict count does not depend on bytes.
    const bool counted = design.conflicts.model == ConflictModel::kArbitrated || !shared_banks;
    for (unsigned words = 0; words < row_bytes.size(); ++words) {
      row_bytes[words] = single ? kPortBytes : counted ? static_cast<std::uint8_t>(4 * __builtin_popcount(words)) : 0;
    }
  }

  static constexpr std::uint8_t kPortBytes = 16;  // the 4-byte banks of a port have no multiplexer
  std::uint8_t bytes_of(const BankRow& row) const { return row.narrow() ? row.width : row_bytes[row.words]; }
  // Bit 8 x crossbar port + bank.
  static std::uint64_t banks_of(const BankRow& row) {
    return ((std::uint64_t{1} << row.banks) - 1) << (row.port * AddressMap::kMostBanksPerPort + row.bank);
  }
};

// The Sm's interface to an arbiter. Combinational; a grant consumes the resource.
class ArbiterInterface {
 public:
  virtual ~ArbiterInterface() = default;
  virtual void begin_cycle() = 0;
  // Frees all banks and ports within a cycle: in the per-instruction model instructions do not conflict with each
  // other.
  virtual void begin_instruction() = 0;
  // Grants all of the banks or none: bit 8 x cluster + bank. `upper`: the numbers mean banks 8 to 15 of the clusters
  // (bank - 8), which no crossbar port reaches.
  virtual bool registers(std::uint64_t banks, bool write, bool upper) = 0;
  // Grants the row's bank, or its several adjacent banks, all or none, and the words' share of the port's 16 bytes.
  virtual bool memory(const BankRow& row, bool write) = 0;
  virtual bool lookup(unsigned tag_bank) = 0;
  // Adds its counters, if it has any (UNIBANK_COUNTERS).
  virtual void add_counters_to(CounterValues& /*all*/) const {}
};

struct ArbiterKind {
  static constexpr const char* kName = "arbiter";
  using Block = ArbiterInterface;
  using Parameters = ArbiterParameters;
};

// Grants nothing before its first cycle.
class NativeArbiter final : public ArbiterInterface {
 public:
  NativeArbiter() = default;
  explicit NativeArbiter(const ArbiterParameters& parameters)
      : parameters_(parameters), one_port_(parameters.one_port ? ~std::uint64_t{0} : 0) {}

  void begin_cycle() override {
    begin_instruction();
    lookups_left_.fill(static_cast<std::uint8_t>(parameters_.lookups));
  }
  void begin_instruction() override {
    register_reads_ = register_writes_ = upper_reads_ = upper_writes_ = memory_reads_ = memory_writes_ = 0;
    port_bytes_.fill(0);
  }
  bool registers(std::uint64_t banks, bool write, bool upper) override {
    if (upper) return take(banks, write ? upper_writes_ : upper_reads_, write ? upper_reads_ : upper_writes_);
    return take(banks, write ? register_writes_ : register_reads_, write ? register_reads_ : register_writes_);
  }
  bool memory(const BankRow& row, bool write) override {
    const std::uint64_t banks = ArbiterParameters::banks_of(row);
    std::uint64_t& busy = write ? memory_writes_ : memory_reads_;
    std::uint64_t others = (write ? memory_reads_ : memory_writes_) & one_port_;
    if (parameters_.shared_banks) {
      others |= write ? register_writes_ : register_reads_;
      others |= (write ? register_reads_ : register_writes_) & one_port_;
    }
    const std::uint8_t bytes = parameters_.bytes_of(row);
    if (((busy | others) & banks) || port_bytes_[row.port] + bytes > ArbiterParameters::kPortBytes) return false;
    busy |= banks;
    port_bytes_[row.port] += bytes;
    return true;
  }
  bool rows_take_whole_ports() const { return parameters_.row_bytes[1] == ArbiterParameters::kPortBytes; }
  bool lookup(unsigned tag_bank) override {
    std::uint8_t& left = lookups_left_[tag_bank];
    if (left == 0) return false;
    --left;
    return true;
  }

 private:
  bool take(std::uint64_t banks, std::uint64_t& busy, std::uint64_t others) {
    if ((busy | (others & one_port_)) & banks) return false;
    busy |= banks;
    return true;
  }

  ArbiterParameters parameters_;
  std::uint64_t one_port_ = 0;  // all ones: a bank's reads and writes share its port
  std::array<std::uint8_t, 8> lookups_left_{};  // [tag bank]
  // Bits of occupied banks. Before the first cycle all banks are occupied.
  std::uint64_t register_reads_ = ~std::uint64_t{0}, register_writes_ = register_reads_;
  std::uint64_t upper_reads_ = register_reads_, upper_writes_ = register_reads_;
  std::uint64_t memory_reads_ = register_reads_, memory_writes_ = register_reads_;
  std::array<std::uint8_t, AddressMap::kPorts> port_bytes_{};
};

#define UNIBANK_ARBITER_COUNTERS(counter) \
  counter(waits, "conflicts.arbitration_waits", "requests", \
          "refused a bank, a port or a tag lookup, counted in every cycle (arbitrated model)") \
  counter(tag_waits, "conflicts.tag_bank_waits", "requests", \
          "refused a tag lookup, counted in every cycle (arbitrated model)") \
  counter(register_waits, "conflicts.register_bank_waits", "requests", \
          "of registers refused a bank, counted in every cycle (arbitrated model)")
UNIBANK_COUNTERS(ArbiterCounters, "sm.arbiter", UNIBANK_ARBITER_COUNTERS);

// Arbitration for the stages of an Sm: by the native arbiter, without a virtual call, or by another one. Counts waits.
class Arbiter {
 public:
  Arbiter() = default;
  // `other`: an arbiter to use instead of the native one; null: none.
  explicit Arbiter(const Design& design, std::unique_ptr<ArbiterInterface> other = nullptr)
      : arbitrated_(design.conflicts.model == ConflictModel::kArbitrated),
        tag_banks_(design.cache.tag_banks),
        own_(ArbiterParameters(design)),
        other_(std::move(other)) {}

  // Whether an instruction is granted at once all of its rows that use different ports.
  bool grants_whole_lines() const { return !arbitrated_ && !other_; }

  void begin_cycle() { other_ ? other_->begin_cycle() : own_.begin_cycle(); }
  // The following requests belong to another instruction.
  void begin_instruction() {
    if (!arbitrated_) other_ ? other_->begin_instruction() : own_.begin_instruction();
  }

  // Request one register: bank `bank` of every cluster in `clusters` (one bit per cluster), all or none.
  bool register_read(unsigned clusters, unsigned bank) { return take(clusters, bank, false); }
  bool register_write(unsigned clusters, unsigned bank) { return take(clusters, bank, true); }

  // True: in a cycle, a second request for a bank in all clusters is refused, whether the first was granted or not. It
  // need not be made: count_refused_register() counts it.
  bool refuses_again() const { return arbitrated_ && !other_; }
  void count_refused_register() {
    ++counters_.register_waits;
    ++counters_.waits;
  }

  bool memory(const BankRow& row, bool write) {
    if (own_.memory(row, write)) return true;
    return other_ ? ask(row, write) : refuse();
  }

  // Whether all rows of the kind of `row` take the same share of their port, so that in a cycle only the first request
  // for a bank can be granted. The others need not be made: count_refused() counts them.
  bool takes_alike(const BankRow& row) const { return !other_ && (row.narrow() || own_.rows_take_whole_ports()); }
  void count_refused(std::uint64_t requests) { counters_.waits += arbitrated_ ? requests : 0; }

  // Grants one of this cycle's lookups in the tag bank of `line`. In the per-instruction model only lookups for lines
  // of instructions (`lines`) are limited; registers and fills have no conflicts.
  bool tag_port(bool lines, std::uint64_t line) {
    if (!arbitrated_ && !lines) return true;
    const std::uint64_t number = line / kLineBytes;
    // No division: it would take the host as long as the rest of this function.
    const bool power_of_two = (tag_banks_ & (tag_banks_ - 1)) == 0;
    const auto tag_bank = static_cast<unsigned>(power_of_two ? number & (tag_banks_ - 1) : number % tag_banks_);
    if (own_.lookup(tag_bank) || (other_ && other_->lookup(tag_bank))) return true;
    counters_.tag_waits += arbitrated_;
    return refuse();
  }

  const ArbiterCounters& counters() const { return counters_; }
  void add_counters_to(CounterValues& all) const {
    all.add(counters_);
    if (other_) other_->add_counters_to(all);
  }

 private:
  // Bit k of the clusters goes to bit 8k.
  static std::uint64_t spread(unsigned clusters) {
    const std::uint64_t first_seven = (clusters & 0x7f) * 0x0002040810204081ull & 0x0101010101010101ull;
    return first_seven | std::uint64_t{clusters & 0x80} << 49;
  }
  [[gnu::noinline, gnu::cold]] bool ask(const BankRow& row, bool write) {
    return other_->memory(row, write) || refuse();
  }
  bool take(unsigned clusters, unsigned bank, bool write) {
    const std::uint64_t banks = spread(clusters) << bank % kMostBanksAPort;
    const bool upper = bank >= kMostBanksAPort;
    if (own_.registers(banks, write, upper) || (other_ && other_->registers(banks, write, upper))) return true;
    counters_.register_waits += arbitrated_;
    return refuse();
  }
  bool refuse() {
    counters_.waits += arbitrated_;
    return false;
  }

  bool arbitrated_ = false;
  unsigned tag_banks_ = 1;
  // If there is another arbiter, own_ never starts a cycle, so it grants nothing and the other arbiter is called.
  // Without another arbiter, no call has to test the pointer.
  NativeArbiter own_;
  std::unique_ptr<ArbiterInterface> other_;
  ArbiterCounters counters_;
};

}  // namespace unibank
