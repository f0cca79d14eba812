// Rows of lines: one payload for the banks behind all ports of a crossbar.
//
// Register map of target `lines`, 1024 bits: address = the address of a row of 16 bytes at every port; READ or WRITE of
// 128 bytes, of which bytes 16 p to 16 p + 15 belong to port p. Byte enables are allowed on both, for whole words, and
// for whole rows of 16-byte banks. A bank without an enabled byte is not accessed; at least one bank must be accessed.
// The response comes after two cycles, as for a row through a port. Each row counts as a transfer of its port. Adjacent
// words of 4-byte banks are one row, or a row each if banks are arbitrated.
//
// The target serves only banks of this library that track no writers; other banks get their rows through the ports, and
// a request for them here is refused with an address error.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "memory/shared_rows.h"
#include "sm/narrow_banks.h"
#include "tlm/ports.h"

namespace unibank {

class LineRows {
 public:
  static constexpr unsigned kPorts = SharedRows::kBanks;

  // `ends`: where the ranges of each port end.
  explicit LineRows(const std::vector<std::uint64_t>& ends);

  WideTargetSocket& socket() { return target_; }
  // Registers the targets of all ports in this range. To be called once for each range, when all sockets are bound.
  void find_banks(unsigned range, const std::array<FwIf*, kPorts>& targets);
  // The address from which on every row is in banks that are accessed together; kNone: there is none.
  std::uint64_t from() const { return from_; }
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::uint64_t transfers(unsigned port) const { return whole_ + transfers_[port]; }

 private:
  friend class TargetPort<LineRows, kWideSocketBits>;
  struct Range {
    std::uint64_t start = 0, end = 0;
    SharedRows* rows = nullptr;                      // null: rows of this range go through the ports
    std::array<NarrowBankGroup*, kPorts> groups{};  // groups of 4-byte banks
    bool check_ports = false;
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  const Range* range_of(std::uint64_t address) const;
  [[gnu::always_inline]] inline tlm::tlm_response_status access(Payload& payload, const sc_core::sc_time& delay);
  [[gnu::noinline]] tlm::tlm_response_status access_words(const Range& range, Payload& payload, Cycle due);
  void access_groups(const Range& range, Payload& payload, std::uint32_t words, Cycle due);
  void access_banks(const Range& range, Payload& payload, unsigned banks, Cycle due);

  std::vector<Range> ranges_;
  std::uint64_t from_ = kNone;
  std::uint64_t whole_ = 0;  // requests for the rows of all ports
  std::array<std::uint64_t, kPorts> transfers_{};  // rows of other requests
  sc_core::sc_time two_cycles_;
  TargetPort<LineRows, kWideSocketBits> target_;
};

}  // namespace unibank
