// Location of a byte of a DRAM channel: an order of fields, and a hash that spreads rows over banks.
//
// The order names the fields from the most significant to the least, separated by spaces. Below them are the bytes of a
// stripe, which are in one row.
//   row       the rows of a bank
//   group     bank groups; if the order does not name them they are the high part of `bank`
//   bank      the banks, less those counted by `group` and `stripe`
//   column    the stripes of a row
//   stripe    stripe_banks adjacent banks, over which stripes are interleaved; may be omitted if that is 1
// "row bank column stripe" is GPGPU-Sim's: stripe_bytes of the channel go to each of stripe_banks banks in rotation,
// until a row of each is full; then the next stripe_banks banks follow.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "dram/parts.h"
#include "dram/timing.h"

namespace unibank {

// A hash of the bank: for each row, a permutation of the banks.
class DramHash {
 public:
  static constexpr const char* kKind = "DRAM address hash";
  virtual ~DramHash() = default;
  // Why the hash is not possible for this number of banks; empty: it is possible.
  virtual std::string refusal(unsigned /*banks*/) const { return ""; }
  virtual unsigned bank(unsigned bank, std::uint64_t row, unsigned banks) const = 0;
};

using DramHashRegistry = Registry<DramHash>;

// Why the mapping is invalid for the channel; empty when it is valid.
std::string refusal(const DramMapping& mapping, const DramTiming& timing);

class DramAddressMap {
 public:
  struct Place {
    unsigned bank;
    std::uint64_t row;
  };

  // Throws InputError with the message of refusal().
  DramAddressMap(const DramMapping& mapping, const DramTiming& timing, std::unique_ptr<DramHash> hash);

  Place place(std::uint64_t channel_address) const;

 private:
  enum class Field { kRow, kGroup, kBank, kColumn, kStripe };
  struct Part {
    Field field;
    std::uint64_t size;  // 0 for kRow: the remaining address bits
  };

  std::vector<Part> parts_;  // from the least significant on
  std::unique_ptr<DramHash> hash_;
  unsigned stripe_bytes_, stripe_banks_, banks_, banks_of_group_;
};

}  // namespace unibank
