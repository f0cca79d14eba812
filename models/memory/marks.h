// Marks for numbered objects: finds the marked ones without testing each of the others.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace unibank {

// One byte per mark, so that threads may set or clear different marks at the same time.
class Marks {
 public:
  explicit Marks(std::size_t count) : marks_((count + kTogether - 1) / kTogether * kTogether, 0) {}

  void set(std::size_t thing, bool marked) { marks_[thing] = marked; }
  // Calls use(number) for the marked objects, in ascending order.
  template <typename Use>
  void each(const Use& use) const {
    for (std::size_t first = 0; first < marks_.size(); first += kTogether) {
      std::uint64_t left;
      std::memcpy(&left, &marks_[first], kTogether);
      for (; left != 0; left &= left - 1) use(first + static_cast<unsigned>(__builtin_ctzll(left)) / 8);
    }
  }

 private:
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);  // each() finds the lowest number in the lowest byte
  static constexpr std::size_t kTogether = sizeof(std::uint64_t);
  std::vector<std::uint8_t> marks_;  // 0 or 1
};

}  // namespace unibank
