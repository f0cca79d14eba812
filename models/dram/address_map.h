// Where a byte of a DRAM channel lies: an order of fields, and a hash that spreads rows over banks.
//
// The order names the fields from the most significant to the least, separated by spaces. Under it lie the bytes of a
// stripe, which are in one row.
//   row       the rows of a bank
//   group     bank groups; where the order names none they are the high part of `bank`
//   bank      the banks, less what `group` and `stripe` count
//   column    the stripes of a row
//   stripe    stripe_banks neighbouring banks, that share stripes in turn; may be left out where that is 1
// "row bank column stripe" is GPGPU-Sim's: of the channel's bytes, stripe_bytes go to a bank, the next to the next of
// stripe_banks banks, in turn until a row of each is full; then come the next stripe_banks banks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "dram/parts.h"
#include "dram/timing.h"

namespace unibank {

// A hash of the bank, one to one for the banks of any row.
class DramHash {
 public:
  static constexpr const char* kKind = "DRAM address hash";
  virtual ~DramHash() = default;
  // Why it cannot hash so many banks; empty when it can.
  virtual std::string refusal(unsigned /*banks*/) const { return ""; }
  virtual unsigned bank(unsigned bank, std::uint64_t row, unsigned banks) const = 0;
};

using DramHashRegistry = Registry<DramHash>;

// Why the channel cannot be mapped so; empty when it can.
std::string refusal(const DramMapping& mapping, const DramTiming& timing);

class DramAddressMap {
 public:
  struct Place {
    unsigned bank;
    std::uint64_t row;
  };

  // Throws InputError where refusal() says why.
  DramAddressMap(const DramMapping& mapping, const DramTiming& timing, std::unique_ptr<DramHash> hash);

  Place place(std::uint64_t channel_address) const;

 private:
  enum class Field { kRow, kGroup, kBank, kColumn, kStripe };
  struct Part {
    Field field;
    std::uint64_t size;  // of kRow 0: whatever is left
  };

  std::vector<Part> parts_;  // from the least significant on
  std::unique_ptr<DramHash> hash_;
  unsigned stripe_bytes_, stripe_banks_, banks_, banks_of_group_;
};

}  // namespace unibank
