// Warp order `ccws`: cache-conscious wavefront scheduling (Rogers, O'Connor, Aamodt, MICRO 2012).
//
// Each warp has a few tags of its own evicted lines (its victim tag array). If a miss of the warp is on a line in this
// array, the warp has lost locality, and its score rises (section 4.2):
//   score = `base_score` + found x throttle / instructions x cutoff, unless it is higher already,
// where found and instructions count from the start of the launch. Every cycle lowers a score by 1, down to
// `base_score`. The cutoff is resident warps x base_score. Warps are sorted by score, the highest first; a warp may
// issue no load if its score and the scores of all warps before it add up to more than the cutoff. Otherwise the order
// is greedy, then oldest.
//
// With several schedulers, each has the scores of its own warps and its share of the cutoff.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "policy/warp_order.h"

namespace {

using namespace unibank;

class Ccws : public WarpOrder, private CacheObserver {
 public:
  explicit Ccws(const PolicyValues& values)
      : base_score_(values.at("base_score")), throttle_(values.at("throttle")), victims_(values.at("victim_tags")) {}

  void reset(unsigned warps) override {
    *this = Ccws(base_score_, throttle_, victims_);
    warps_.resize(warps);
  }

  int pick(const WarpView& view) override {
    scheduler_ = view.scheduler;
    schedulers_ = view.schedulers;
    replace_ended(view);
    decay(view.cycle);
    const WarpSet allowed = view.ready & ~held_back(view);
    retry_ = allowed != view.ready ? view.cycle + 1 : kNever;  // scores fall
    if (last_ >= 0 && (allowed >> last_ & 1) != 0) return last_;
    return oldest(allowed, view.age);
  }
  void issued(unsigned warp) override {
    last_ = static_cast<int>(warp);
    ++instructions_;
  }
  Cycle retry() const override { return retry_; }
  CacheObserver* observer() override { return this; }

 private:
  struct Warp {
    std::uint64_t age = 0;
    double score = 0;
    std::vector<std::uint64_t> victims;  // lines, the oldest first
  };

  Ccws(double base_score, double throttle, std::size_t victims)
      : base_score_(base_score), throttle_(throttle), victims_(victims) {}

  void looked_up(const CacheLookup& lookup) override {
    if (lookup.store || lookup.hit || lookup.warp % schedulers_ != scheduler_) return;
    owner_[lookup.line] = lookup.warp / schedulers_;
    Warp& warp = warps_.at(lookup.warp / schedulers_);
    const auto found = std::find(warp.victims.begin(), warp.victims.end(), lookup.line);
    if (found == warp.victims.end()) return;
    warp.victims.erase(found);
    decay(lookup.cycle);
    ++found_;
    const double share = static_cast<double>(found_) / static_cast<double>(std::max<std::uint64_t>(instructions_, 1));
    warp.score = std::max(warp.score, base_score_ + share * throttle_ * cutoff_);
  }

  void evicted(const CacheEviction& eviction) override {
    const auto owner = owner_.find(eviction.line);
    if (owner == owner_.end()) return;
    std::vector<std::uint64_t>& victims = warps_.at(owner->second).victims;
    owner_.erase(owner);
    if (victims.size() == victims_) victims.erase(victims.begin());
    victims.push_back(eviction.line);
  }

  // A new warp in a slot has lost no locality yet.
  void replace_ended(const WarpView& view) {
    for (WarpSet left = view.resident; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctzll(left));
      if (warps_[i].score == 0 || warps_[i].age != view.age[i]) warps_[i] = {view.age[i], base_score_, {}};
    }
    cutoff_ = base_score_ * __builtin_popcountll(view.resident);
  }

  void decay(Cycle now) {
    if (now <= decayed_) return;
    const auto cycles = static_cast<double>(now - decayed_);
    decayed_ = now;
    for (Warp& warp : warps_) {
      if (warp.score > base_score_) warp.score = std::max(base_score_, warp.score - cycles);
    }
  }

  static bool loads(const WarpInstruction& next) {
    return next.decoded->unit == Unit::kMemory && next.decoded->memory == MemoryOp::kLoad &&
           (next.decoded->space == Space::kGlobal || next.decoded->space == Space::kLocal);
  }

  WarpSet held_back(const WarpView& view) const {
    std::array<unsigned, 64> stack{};
    unsigned count = 0;
    for (WarpSet left = view.resident; left != 0; left &= left - 1)
      stack[count++] = static_cast<unsigned>(__builtin_ctzll(left));
    std::sort(stack.begin(), stack.begin() + count, [&](unsigned one, unsigned other) {
      if (warps_[one].score != warps_[other].score) return warps_[one].score > warps_[other].score;
      return view.age[one] < view.age[other];
    });
    WarpSet held = 0;
    double sum = 0;
    for (unsigned place = 0; place < count; ++place) {
      sum += warps_[stack[place]].score;
      if (sum > cutoff_ && loads(view.next(stack[place]))) held |= WarpSet{1} << stack[place];
    }
    return held;
  }

  double base_score_, throttle_;
  std::size_t victims_;
  std::vector<Warp> warps_;
  std::unordered_map<std::uint64_t, unsigned> owner_;  // [line in the cache]: the warp that missed it
  unsigned scheduler_ = 0, schedulers_ = 1;
  std::uint64_t found_ = 0, instructions_ = 0;
  double cutoff_ = 0;
  int last_ = -1;
  Cycle decayed_ = 0, retry_ = kNever;
};

const char* const kSource = "Rogers 2012 (MICRO), table 2, as recalled";

const WarpOrderRegistry::Registration kCcws({
    "ccws",
    "greedy, then oldest; while lines of some warps are evicted early, other warps may not load (Rogers 2012)",
    {{"base_score", 100.0, 1, 100000, "", "score of a warp that has lost no locality", kSource},
     {"throttle", 8.0, 0, 1000, "", "weight of lost locality in a score", kSource},
     {"victim_tags", 16, 1, 1024, "lines", "tags of evicted lines per warp; the oldest is replaced first", kSource}},
    [](const PolicyValues& values) { return std::make_unique<Ccws>(values); },
});

}  // namespace
