// Counters of blocks. A block declares its counters once, in its own header, one line each:
/*   #define UNIBANK_MSHR_COUNTERS(counter) \
       counter(allocations, "mshr.allocations", "entries", "allocated by reads without an entry to join") \
       counter(merges, "mshr.merges", "reads", "merged into the entry of an outstanding line")
     UNIBANK_COUNTERS(MshrCounters, "sm.mshr", UNIBANK_MSHR_COUNTERS);
*/
// MshrCounters is a struct of 64-bit numbers; the block has one and counts with ++counters_.merges. The name in quotes
// is the counter's name everywhere else: in JSON and CSV ("mshr" has a member "merges"), in points, in metrics, in
// CounterValues. Sums, lists and tables follow from the declaration.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace unibank {

struct Counter {
  std::string name;
  std::string_view unit, meaning;  // views of the declaration, which lives as long as the program
  std::string_view block;          // the block that counts it: "sm.mshr"
};

// All counters that are declared in this program.
class DeclaredCounters {
 public:
  struct Row {
    const char *name, *unit, *meaning;
  };
  static constexpr unsigned kNone = ~0u;

  static DeclaredCounters& instance();

  // The numbers of these counters. Two declarations of one name end the program, because they would be ambiguous.
  std::vector<unsigned> declare(const char* block, std::initializer_list<Row> rows);
  // The number of this counter; also declares it in a program that does not link its block, such as a test.
  unsigned declared(std::string_view name);
  unsigned find(std::string_view name) const;  // kNone: no counter has this name
  const Counter& operator[](unsigned number) const { return counters_[number]; }
  unsigned size() const { return static_cast<unsigned>(counters_.size()); }

 private:
  std::deque<Counter> counters_;
  std::map<std::string_view, unsigned> numbers_;  // views of the names in counters_: a deque does not move its elements
};

// A value for every declared counter of a block, an SM or a machine. They start at 0.
class CounterValues {
 public:
  // Adds the counters of a block; those of several blocks of one kind are summed.
  template <typename Counters>
  void add(const Counters& counters) {
    const auto values = counters.values();
    for (std::size_t i = 0; i < values.size(); ++i) at(Counters::kNumbers[i]) += values[i];
  }
  void add(const CounterValues& other);

  // Throws RunError for an undeclared name.
  std::uint64_t operator[](std::string_view name) const;
  std::uint64_t operator[](unsigned number) const { return number < values_.size() ? values_[number] : 0; }
  // The sum of all counters whose names begin with `group`.
  std::uint64_t sum(std::string_view group) const;
  // The counter's value, to be changed. A name without a declaration is declared.
  std::uint64_t& at(std::string_view name) { return at(DeclaredCounters::instance().declared(name)); }
  std::uint64_t& at(unsigned number) {
    if (number >= values_.size()) values_.resize(number + 1);
    return values_[number];
  }

 private:
  std::vector<std::uint64_t> values_;  // [number]
};

}  // namespace unibank

#define UNIBANK_COUNTER_FIELD(field, name, unit, meaning) std::uint64_t field = 0;
#define UNIBANK_COUNTER_VALUE(field, name, unit, meaning) field,
#define UNIBANK_COUNTER_SUM(field, name, unit, meaning) field += other.field;
#define UNIBANK_COUNTER_ROW(field, name, unit, meaning) {name, unit, meaning},
#define UNIBANK_COUNTER_PLACE(field, name, unit, meaning) field,

#define UNIBANK_DECLARED_COUNTERS(Counters, block, list)                                                   \
  friend bool operator==(const Counters& a, const Counters& b) { return a.values() == b.values(); }       \
  friend bool operator!=(const Counters& a, const Counters& b) { return !(a == b); }                      \
  inline static const std::vector<unsigned> kNumbers =                                                     \
      ::unibank::DeclaredCounters::instance().declare(block, {list(UNIBANK_COUNTER_ROW)})

// A struct with a member for each counter of the list.
#define UNIBANK_COUNTERS(Counters, block, list)                                                            \
  struct Counters {                                                                                        \
    list(UNIBANK_COUNTER_FIELD) auto values() const { return std::array{list(UNIBANK_COUNTER_VALUE)}; }    \
    Counters& operator+=(const Counters& other) {                                                          \
      list(UNIBANK_COUNTER_SUM) return *this;                                                              \
    }                                                                                                      \
    UNIBANK_DECLARED_COUNTERS(Counters, block, list);                                                      \
  }

// Declares counters that are indexed by their position in the list (classes, causes). Counters::Place names the
// positions.
#define UNIBANK_COUNTER_CLASSES(Counters, block, list)                                                     \
  struct Counters {                                                                                        \
    enum Place : unsigned { list(UNIBANK_COUNTER_PLACE) kCount };                                          \
    std::array<std::uint64_t, kCount> at{};                                                                \
    const std::array<std::uint64_t, kCount>& values() const { return at; }                                 \
    Counters& operator+=(const Counters& other) {                                                          \
      for (unsigned place = 0; place < kCount; ++place) at[place] += other.at[place];                      \
      return *this;                                                                                        \
    }                                                                                                      \
    UNIBANK_DECLARED_COUNTERS(Counters, block, list);                                                      \
  }
