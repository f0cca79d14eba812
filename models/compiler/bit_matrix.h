// Rows of bits of equal width: sets of registers, one per block or one per register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::compiler {

class BitMatrix {
 public:
  BitMatrix() = default;
  BitMatrix(std::size_t rows, std::size_t bits) : words_((bits + 63) / 64), data_(rows * words_) {}

  bool get(std::size_t row, std::size_t bit) const { return data_[row * words_ + bit / 64] >> (bit % 64) & 1; }
  void set(std::size_t row, std::size_t bit) { data_[row * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }
  void clear(std::size_t row, std::size_t bit) { data_[row * words_ + bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }

  // row(to) |= other.row(from). True when that added a bit.
  bool merge(std::size_t to, const BitMatrix& other, std::size_t from) {
    std::uint64_t added = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      const std::uint64_t value = other.data_[from * words_ + w];
      added |= value & ~data_[to * words_ + w];
      data_[to * words_ + w] |= value;
    }
    return added != 0;
  }
  // row(to) = other.row(from)
  void copy(std::size_t to, const BitMatrix& other, std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) data_[to * words_ + w] = other.data_[from * words_ + w];
  }
  // row(to) &= other.row(from)
  void intersect(std::size_t to, const BitMatrix& other, std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) data_[to * words_ + w] &= other.data_[from * words_ + w];
  }
  // row(to) &= ~other.row(from)
  void subtract(std::size_t to, const BitMatrix& other, std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) data_[to * words_ + w] &= ~other.data_[from * words_ + w];
  }

  // Calls visit(bit) for every set bit of the row, in increasing order.
  template <typename Visit>
  void each(std::size_t row, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = data_[row * words_ + w]; left != 0; left &= left - 1) {
        visit(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(__builtin_ctzll(left))));
      }
    }
  }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint64_t> data_;
};

}  // namespace unibank::compiler
