// Maps a line to a set, L2 slice or DRAM channel: a hash that spreads line numbers over `places`.
//
// A line's number is written in base `places`. Without a hash (`modulo`) the lowest digit is the place: lines at a
// distance of `places` conflict. A hash computes a key from the upper digits and applies it to the lowest one: by XOR
// where `places` is a power of two, else by addition modulo `places`. So `places` consecutive lines, starting at a
// multiple of `places`, still have different places, and a line's number follows from its place and its upper digits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/registry.h"

namespace unibank {

class IndexHash {
 public:
  static constexpr const char* kKind = "index hash";
  virtual ~IndexHash() = default;
  // The key from the upper digits of a line's number (number / places): below `places`, and 0 for 0.
  virtual unsigned key(std::uint64_t upper, unsigned places) const = 0;
};

using IndexHashRegistry = Registry<IndexHash>;

class HashedIndex {
 public:
  // Throws InputError for a name that is not registered. `places` is at least 1, and a multiple of `banks`: a number
  // stays in bank number % banks, and is hashed over the places of that bank.
  explicit HashedIndex(unsigned places = 1, const std::string& hash = "modulo", unsigned banks = 1);

  unsigned places() const { return places_; }
  unsigned place(std::uint64_t number) const {
    const auto low = static_cast<unsigned>(number % places_);
    if (!hash_) return low;
    const std::uint64_t upper = number / places_;
    return banks_ == 1 ? moved(low, hash_->key(upper, places_)) : of_bank(low, upper, false);
  }
  // The number with place(number) as its lowest digit and the same upper digits; and the inverse.
  std::uint64_t hashed(std::uint64_t number) const { return number - number % places_ + place(number); }
  std::uint64_t restored(std::uint64_t hashed) const;

 private:
  unsigned moved(unsigned low, unsigned key) const {
    return (per_bank_ & (per_bank_ - 1)) == 0 ? low ^ key : (low + key) % per_bank_;
  }
  // With several banks: the place of a number or, with `back`, the lowest digit of the number at a place.
  unsigned of_bank(unsigned low, std::uint64_t upper, bool back) const;

  unsigned places_, banks_, per_bank_;
  std::shared_ptr<const IndexHash> hash_;  // null: modulo
};

}  // namespace unibank
