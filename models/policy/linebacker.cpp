// Line policy `linebacker`: lines evicted from the L1 are kept in rows of the register file that no resident block uses
// (Oh, Koo, Annavaram, Ro: Linebacker, ISCA 2019).
//
// Load monitor: counters, indexed by a hash of the load's pc, record which share of its lines was in the L1 or among
// the recently evicted ones. A load whose share is at least `threshold` in a window of `window` cycles has locality,
// and its lines are kept until a window in which its share is less. In the first window only tags are kept. Windows and
// chosen loads go on from one launch to the next, although a counter may then stand for a load of another kernel.
// Victim tags: every idle row belongs to one of `sets` sets and holds a line of it; the least recently used one is
// replaced. Four ways are looked up per cycle. A line that hits is read in its row and stays there; a store to it drops
// it.
//
// Idle rows belong to slots that the launch does not fill, or were never allocated. The authors also pause blocks and
// write their registers to memory; here paused blocks keep their registers.
#include <algorithm>
#include <array>
#include <list>
#include <unordered_map>
#include <vector>

#include "base/bits_for.h"
#include "block/signals.h"
#include "policy/line_policy.h"

namespace unibank {
namespace {

#define LINEBACKER_COUNTERS(counter) \
  counter(chosen, "linebacker.chosen_loads", "loads", "found to have locality, summed over windows") \
  counter(taken, "linebacker.lost_to_blocks", "lines", "in rows that were allocated to a block")
UNIBANK_COUNTERS(LinebackerCounters, "sm.line_policy", LINEBACKER_COUNTERS);

constexpr unsigned kLoads = 32;        // entries of the load monitor: a hash of five bits
constexpr unsigned kWaysACycle = 4;    // ways of the victim tags that are looked up per cycle

class Linebacker : public LinePolicy, private CacheObserver, private VictimLines {
 public:
  explicit Linebacker(const PolicyValues& values)
      : window_(static_cast<Cycle>(std::int64_t{values.at("window")})),
        threshold_(values.at("threshold")),
        sets_(std::size_t{values.at("sets")}) {}

  VictimLines* victims() override { return this; }
  CacheObserver* observer() override { return this; }
  PolicySignals signals() const override {
    return {{"idle_rows", 16, [this] { return idle_; }}, {"victim_lines", 16, [this] { return place_.size(); }}};
  }
  // Any row may become idle, so each has a victim tag, and each adds one to the tags of recently evicted lines, which
  // the load monitor compares with. A line of the L1 has the hash of the load that requested it. An entry of the load
  // monitor has two counters of a window's accesses, and a bit for a load that is chosen.
  std::uint64_t added_state_bits(std::uint64_t register_lines, std::uint64_t cache_lines,
                                 unsigned number_bits) const override {
    const std::uint64_t numbers_a_set = ((std::uint64_t{1} << number_bits) + sets_ - 1) / sets_;
    return register_lines * 2 * bits_for(numbers_a_set) + cache_lines * bits_for(kLoads) +
           kLoads * (2 * bits_for(window_ + 1) + 1);
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }

 private:
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  struct Load {
    std::uint64_t accesses = 0, found = 0;
    bool chosen = false;
  };
  struct Way {
    RegisterRow row;
    bool idle = true;
    std::uint64_t line = kNoLine, used = 0;
  };

  static unsigned hash(std::uint32_t pc) { return (pc ^ pc >> 5 ^ pc >> 10) % kLoads; }
  static std::uint64_t number(const RegisterRow& row) { return std::uint64_t{row.row} << 16 | row.bank; }
  std::vector<Way>& set_of(std::uint64_t line) { return ways_[line / kLineBytes % sets_]; }

  // --- the load monitor
  void looked_up(const CacheLookup& lookup) override {
    if (lookup.store) return;
    if (lookup.cycle >= window_end_) choose(lookup.cycle);
    Load& load = loads_[hash(lookup.pc)];
    ++load.accesses;
    load.found += lookup.hit || evicted_.count(lookup.line) != 0;
    if (!lookup.hit) brought_[lookup.line] = hash(lookup.pc);
  }
  void evicted(const CacheEviction& eviction) override {
    const auto before = evicted_.find(eviction.line);
    if (before != evicted_.end()) oldest_.erase(before->second);
    evicted_[eviction.line] = oldest_.insert(oldest_.end(), eviction.line);
    forget_oldest();
  }
  void forget_oldest() {
    while (oldest_.size() > idle_) {
      evicted_.erase(oldest_.front());
      oldest_.pop_front();
    }
  }
  void choose(Cycle now) {
    window_end_ = now + window_;
    if (!first_window_) {
      for (Load& load : loads_) {
        const bool enough = static_cast<double>(load.found) >= threshold_ * static_cast<double>(load.accesses);
        load = {0, 0, load.accesses != 0 ? enough : load.chosen};
        counters_.chosen += load.chosen;
      }
    }
    first_window_ = false;
  }

  // --- the victim tags
  void reset(const std::vector<RegisterRow>& idle) override {
    ways_.assign(sets_, {});
    place_.clear();
    where_.clear();
    evicted_.clear();
    oldest_.clear();
    idle_ = idle.size();
    for (std::size_t i = 0; i < idle.size(); ++i) {
      std::vector<Way>& set = ways_[i % sets_];
      where_[number(idle[i])] = {i % sets_, set.size()};
      set.push_back({idle[i]});
    }
  }
  void reset(unsigned /*sets*/, unsigned /*ways*/) override { brought_.clear(); }
  void rows_idle(const std::vector<RegisterRow>& rows) override {
    for (const RegisterRow& row : rows) {
      Way& way = at(row);
      idle_ += !way.idle;
      way.idle = true;
    }
  }
  void rows_taken(const std::vector<RegisterRow>& rows) override {
    for (const RegisterRow& row : rows) {
      Way& way = at(row);
      idle_ -= way.idle;
      way.idle = false;
      if (way.line == kNoLine) continue;
      ++counters_.taken;
      forget(way);
    }
    forget_oldest();
  }
  std::optional<RegisterRow> keep(const CacheEviction& eviction) override {
    const auto load = brought_.find(eviction.line);
    if (load == brought_.end() || !loads_[load->second].chosen) return std::nullopt;
    Way* oldest = nullptr;
    for (Way& way : set_of(eviction.line)) {
      if (way.idle && (!oldest || way.used < oldest->used)) oldest = &way;
    }
    if (!oldest) return std::nullopt;
    forget(*oldest);
    oldest->line = eviction.line;
    oldest->used = ++clock_;
    place_[eviction.line] = oldest->row;
    return oldest->row;
  }
  std::optional<RegisterRow> find(const CacheLookup& miss) override {
    const auto place = place_.find(miss.line);
    if (place == place_.end()) return std::nullopt;
    at(place->second).used = ++clock_;
    return place->second;
  }
  bool holds(std::uint64_t line, const RegisterRow& row) const override {
    const auto place = place_.find(line);
    return place != place_.end() && place->second == row;
  }
  void changed(std::uint64_t line) override {
    const auto place = place_.find(line);
    if (place != place_.end()) forget(at(place->second));
  }
  Cycle lookup_cycles() const override {
    const std::uint64_t rows_a_cycle = sets_ * kWaysACycle;
    return std::max<Cycle>(1, (idle_ + rows_a_cycle - 1) / rows_a_cycle);
  }

  Way& at(const RegisterRow& row) {
    const auto& [set, way] = where_.at(number(row));
    return ways_[set][way];
  }
  void forget(Way& way) {
    if (way.line != kNoLine) place_.erase(way.line);
    way.line = kNoLine;
    way.used = 0;
  }

  const Cycle window_;
  const double threshold_;
  const std::size_t sets_;
  std::array<Load, kLoads> loads_{};
  Cycle window_end_ = 0;
  bool first_window_ = true;
  std::unordered_map<std::uint64_t, unsigned> brought_;     // [line]: the load that requested it
  std::list<std::uint64_t> oldest_;                         // the last evicted lines, one per idle row, in their order
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> evicted_;  // by line: its place in this list
  std::vector<std::vector<Way>> ways_;                      // [set]
  std::unordered_map<std::uint64_t, std::pair<std::size_t, std::size_t>> where_;  // by row: set and way
  std::unordered_map<std::uint64_t, RegisterRow> place_;    // by line
  std::uint64_t idle_ = 0, clock_ = 0;
  LinebackerCounters counters_;
};

const char* const kSource = "Oh 2019 (ISCA), as recalled";

const LinePolicyRegistry::Registration kRegistration({
    "linebacker",
    "evicted lines of loads with locality are kept in registers that no block uses (Oh 2019)",
    {{"window", 50000, 1, 10000000, "cycles", "time from one choice of loads to the next", kSource},
     {"threshold", 0.2, 0, 1, "", "a load has locality if at least this share of its lines is in the L1 or was "
      "recently evicted",
      kSource},
     {"sets", 48, 1, 4096, "", "sets of the victim tags; by default those of the authors' L1", kSource}},
    [](const PolicyValues& values) { return std::make_unique<Linebacker>(values); },
});

const SignalDeclaration kSignals("policies", "variables of policies",
                                 {{"smN.line_policy.idle_rows", "linebacker: rows of registers that no block uses"},
                                  {"smN.line_policy.victim_lines", "linebacker: lines in these rows"}});

}  // namespace
}  // namespace unibank
