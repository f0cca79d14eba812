#include "cycle/calendar.h"

namespace unibank {

void Calendar::move_in() {
  const Cycle at = later_.begin()->first;
  std::vector<DueItem> items = std::move(later_.begin()->second);
  later_.erase(later_.begin());
  size_ -= items.size();
  for (const DueItem& item : items) add(at, item.kind(), item.sequence(), item.subject);
}

Cycle Calendar::next(Cycle from) const {
  if (size_ == 0) return kNever;
  constexpr unsigned kWords = kDays / 64;
  const unsigned first = from % kDays / 64, bit = from % 64;
  for (unsigned step = 0; step <= kWords; ++step) {
    const unsigned word = (first + step) % kWords;
    std::uint64_t marks = marks_[word];
    if (step == 0) marks = marks >> bit << bit;
    if (step == kWords) marks &= bit ? (std::uint64_t{1} << bit) - 1 : 0;
    if (marks != 0) return from - bit + step * 64 + __builtin_ctzll(marks);
  }
  return later_.empty() ? kNever : later_.begin()->first;
}

}  // namespace unibank
