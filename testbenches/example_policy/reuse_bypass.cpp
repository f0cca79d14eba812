// Line policy `reuse-bypass`: loads whose lines were not reused bypass the cache (after Tian, Puthoor,
// Greathouse, Beckmann, Jimenez: Adaptive GPU cache bypassing, GPGPU 2015).
//
// A table of counters, indexed by the load's pc, records how often its lines were useless: a line that is evicted
// without a hit raises the counter of the load that fetched it, a hit lowers it. At `threshold` a load's lines
// bypass the cache, except every `sample`-th miss, so that the load may recover.
#include <unordered_map>
#include <vector>

#include "policy/line_policy.h"

namespace {

using namespace unibank;

class ReuseBypass : public LinePolicy, private CacheObserver {
 public:
  explicit ReuseBypass(const PolicyValues& values)
      : loads_(std::size_t{values.at("entries")}),
        threshold_(values.at("threshold")),
        most_(values.at("most")),
        sample_(values.at("sample")) {}

  void reset(unsigned /*sets*/, unsigned /*ways*/) override { lines_.clear(); }
  bool bypasses() const override { return true; }
  CacheObserver* observer() override { return this; }

  bool enters(const CacheLookup& miss) override {
    Load& load = load_of(miss.pc);
    if (load.useless >= threshold_ && ++load.kept_out % sample_ != 0) return false;
    lines_[miss.line] = {miss.pc, false};
    return true;
  }

 private:
  struct Load {
    unsigned useless = 0, kept_out = 0;
  };
  struct Line {
    std::uint32_t pc = 0;
    bool used = false;
  };

  Load& load_of(std::uint32_t pc) { return loads_[pc % loads_.size()]; }

  void looked_up(const CacheLookup& lookup) override {
    if (!lookup.hit) return;
    const auto line = lines_.find(lookup.line);
    if (line == lines_.end()) return;
    line->second.used = true;
    Load& load = load_of(line->second.pc);
    load.useless -= load.useless != 0;
  }

  void evicted(const CacheEviction& eviction) override {
    const auto line = lines_.find(eviction.line);
    if (line == lines_.end()) return;
    Load& load = load_of(line->second.pc);
    if (!line->second.used && load.useless < most_) ++load.useless;
    lines_.erase(line);
  }

  std::vector<Load> loads_;
  std::unordered_map<std::uint64_t, Line> lines_;  // requested or present lines
  const unsigned threshold_, most_, sample_;
};

const LinePolicyRegistry::Registration kReuseBypass({
    "reuse-bypass",
    "loads whose lines were not reused bypass the cache (Tian 2015)",
    {{"entries", 128, 1, 65536, "", "counters, indexed by the load's number", "Tian 2015 (GPGPU), as recalled"},
     {"threshold", 8, 1, 1024, "lines", "evicted unused, minus hits, from which on a load's lines bypass the cache",
      "chosen for this example"},
     {"most", 15, 1, 1024, "lines", "maximum of a counter: 4 bits", "Tian 2015 (GPGPU), as recalled"},
     {"sample", 16, 1, 65536, "misses", "of a bypassing load, of which one enters", "chosen for this example"}},
    [](const PolicyValues& values) { return std::make_unique<ReuseBypass>(values); },
});

}  // namespace
