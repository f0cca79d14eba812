#include "base/counters.h"

#include <cstdio>
#include <cstdlib>

#include "base/input_error.h"

namespace unibank {

DeclaredCounters& DeclaredCounters::instance() {
  static DeclaredCounters all;
  return all;
}

std::vector<unsigned> DeclaredCounters::declare(const char* block, std::initializer_list<Row> rows) {
  std::vector<unsigned> numbers;
  numbers.reserve(rows.size());
  for (const Row& row : rows) {
    const unsigned number = declared(row.name);
    if (!counters_[number].block.empty()) {  // before main(): nothing could catch an error
      std::fprintf(stderr, "unibank: the counter '%s' is declared twice: by %s and by %s\n", row.name,
                   std::string(counters_[number].block).c_str(), block);
      std::exit(2);
    }
    Counter& counter = counters_[number];
    counter.unit = row.unit, counter.meaning = row.meaning, counter.block = block;
    numbers.push_back(number);
  }
  return numbers;
}

unsigned DeclaredCounters::declared(std::string_view name) {
  const unsigned known = find(name);
  if (known != kNone) return known;
  counters_.push_back({std::string(name), "", "", ""});
  numbers_.emplace(counters_.back().name, size() - 1);
  return size() - 1;
}

unsigned DeclaredCounters::find(std::string_view name) const {
  const auto it = numbers_.find(name);
  return it == numbers_.end() ? kNone : it->second;
}

void CounterValues::add(const CounterValues& other) {
  for (unsigned number = 0; number < other.values_.size(); ++number) at(number) += other.values_[number];
}

std::uint64_t CounterValues::operator[](std::string_view name) const {
  const unsigned number = DeclaredCounters::instance().find(name);
  if (number == DeclaredCounters::kNone) throw RunError("no block counts '" + std::string(name) + "'");
  return (*this)[number];
}

std::uint64_t CounterValues::sum(std::string_view group) const {
  const DeclaredCounters& all = DeclaredCounters::instance();
  std::uint64_t sum = 0;
  for (unsigned number = 0; number < all.size(); ++number) {
    if (all[number].name.compare(0, group.size(), group) == 0) sum += (*this)[number];
  }
  return sum;
}

}  // namespace unibank
