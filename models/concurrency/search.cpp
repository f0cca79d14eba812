#include "concurrency/search.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace unibank {

namespace {

class Search {
 public:
  Search(const ConcurrencyQuestion& question, const std::function<CompiledLevel(unsigned)>& compile)
      : question_(question), compile_(compile) {}

  ConcurrencyAnswer run() {
    answer_.blocks = question_.original;
    answer_.concurrency_bound = question_.dispatch_interval > 1;
    if (!answer_.concurrency_bound) return answer_;
    answer_.start = start();
    if (passes(answer_.start)) go_up();
    else go_down();
    return answer_;
  }

 private:
  unsigned start() const {
    const double threads = question_.dispatch_interval * question_.lanes;
    const double blocks = std::floor(threads / question_.block_threads + 0.5);
    return static_cast<unsigned>(std::clamp(blocks, 1.0, static_cast<double>(question_.most)));
  }

  const CompiledLevel& level(unsigned blocks) {
    const auto known = compiled_.find(blocks);
    return known != compiled_.end() ? known->second : compiled_.emplace(blocks, compile_(blocks)).first->second;
  }

  bool passes(unsigned blocks) {
    const double cycles = cycles_an_off_chip_instruction(level(blocks).counts, question_.dispatch_interval);
    answer_.steps.push_back({blocks, cycles, cycles > question_.max_cmratio});
    return answer_.steps.back().passes;
  }

  void take(unsigned blocks) {
    if (blocks <= question_.original) return;
    answer_.blocks = blocks;
    answer_.transformed = true;
  }

  void go_up() {
    unsigned highest = answer_.start;
    for (unsigned blocks = answer_.start + 1; blocks <= question_.most; ++blocks)
      if (passes(blocks)) highest = blocks;
    take(highest);
  }

  unsigned without_spills() {
    unsigned blocks = question_.most;
    while (blocks > 1 && level(blocks).local_spills) --blocks;
    return blocks;
  }

  void go_down() {
    answer_.without_spills = without_spills();
    const unsigned last = std::max(question_.original + 1, answer_.without_spills);
    for (unsigned blocks = answer_.start - 1; blocks >= last; --blocks) {
      if (passes(blocks)) return take(blocks);
    }
    if (question_.floor_is_chosen) take(answer_.without_spills);
  }

  const ConcurrencyQuestion& question_;
  const std::function<CompiledLevel(unsigned)>& compile_;
  std::map<unsigned, CompiledLevel> compiled_;
  ConcurrencyAnswer answer_;
};

}  // namespace

ConcurrencyAnswer choose_concurrency(const ConcurrencyQuestion& question,
                                     const std::function<CompiledLevel(unsigned blocks)>& compile) {
  return Search(question, compile).run();
}

}  // namespace unibank
