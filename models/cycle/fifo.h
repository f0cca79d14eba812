// A first-in first-out queue that allocates only while it grows.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace unibank {

template <typename T>
class Fifo {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return items_[head_]; }
  const T& front() const { return items_[head_]; }
  // The element at distance `i` from the first.
  T& at(std::size_t i) { return items_[(head_ + i) & (items_.size() - 1)]; }
  const T& at(std::size_t i) const { return items_[(head_ + i) & (items_.size() - 1)]; }
  // Appends an element for the caller to fill in place; it still has the content of its last use.
  T& push() {
    if (size_ == items_.size()) grow();
    return items_[(head_ + size_++) & (items_.size() - 1)];
  }
  void push(T value) { push() = std::move(value); }
  void pop() {
    head_ = (head_ + 1) & (items_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 4 : items_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(items_[(head_ + i) & (items_.size() - 1)]);
    items_.swap(larger);
    head_ = 0;
  }
  std::vector<T> items_;  // the size is a power of two
  std::size_t head_ = 0, size_ = 0;
};

}  // namespace unibank
