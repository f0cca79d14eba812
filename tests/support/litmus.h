// Litmus tests of PTX's memory consistency model: the kernels of tests/data/litmus, their observations, and the
// outcomes that PTX forbids. The README of that folder has the same data as a table.
#pragma once

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "host/device.h"

namespace unibank::test {

// The actors are warps, either of one block or each in its own block.
enum class Placement { kOneBlock, kBlocks };

struct Litmus {
  enum class Shape { kTwoLocations, kLock, kPingPong };
  enum class Forbids { kAlways, kInOneBlock };  // a block scope orders nothing between blocks

  static constexpr int kAny = -1;
  using Outcome = std::vector<int>;  // the observations, then the final values of x and y

  std::string kernel;
  unsigned actors = 2, observations = 2;
  std::vector<Outcome> forbidden;  // kAny: any value. Lock and ping-pong: empty, or one empty outcome
  Forbids where = Forbids::kAlways;
  Shape shape = Shape::kTwoLocations;

  std::string file() const { return kernel.substr(0, kernel.find('_', kernel[0] == 'p' ? 5 : 0)) + ".ptx"; }
  bool forbids(const Outcome& outcome, Placement placement) const {
    if (where == Forbids::kInOneBlock && placement == Placement::kBlocks) return false;
    return std::any_of(forbidden.begin(), forbidden.end(), [&outcome](const Outcome& one) {
      return std::equal(one.begin(), one.end(), outcome.begin(), outcome.end(),
                        [](int wanted, int value) { return wanted == kAny || wanted == value; });
    });
  }
};

inline std::vector<Litmus> litmus_tests() {
  using Outcomes = std::vector<Litmus::Outcome>;
  constexpr int A = Litmus::kAny;
  constexpr auto kInOneBlock = Litmus::Forbids::kInOneBlock;
  const Outcomes none, mp{{1, 0, A, A}}, sb{{0, 0, A, A}}, lb{{1, 1, A, A}}, iriw{{1, 0, 1, 0, A, A}};
  const Outcomes thin_air{{1, A, A, A}, {A, 1, A, A}, {A, A, 1, A}, {A, A, A, 1}};
  const Outcomes backwards{{1, 0, A, A}, {2, 0, A, A}, {2, 1, A, A}};
  const Outcomes not_2{{A, 0, A}, {A, 1, A}};
  const Outcomes own_store{{1, A, A}}, own_store_strong{{1, A, A}, {2, 2, A}};
  const Outcomes lost_store{{0, A, A}}, lost_store_strong{{0, A, A}, {2, 1, A}};
  std::vector<Litmus> all{
      {"mp_weak", 2, 2, none}, {"mp_volatile", 2, 2, none}, {"mp_relaxed", 2, 2, none}, {"mp_fence", 2, 2, mp},
      {"mp_sc", 2, 2, mp}, {"mp_membar", 2, 2, mp}, {"mp_acquire_release", 2, 2, mp},
      {"mp_acquire_release_cta", 2, 2, mp, kInOneBlock}, {"mp_fence_cta", 2, 2, mp, kInOneBlock},
      {"sb_weak", 2, 2, none}, {"sb_volatile", 2, 2, none}, {"sb_relaxed", 2, 2, none},
      {"sb_acquire_release", 2, 2, none}, {"sb_fence", 2, 2, none}, {"sb_sc", 2, 2, sb}, {"sb_membar", 2, 2, sb},
      {"lb_weak", 2, 2, none}, {"lb_volatile", 2, 2, none}, {"lb_relaxed", 2, 2, none}, {"lb_fence", 2, 2, lb},
      {"lb_membar", 2, 2, lb}, {"lb_acquire_release", 2, 2, lb}, {"lb_data", 2, 2, thin_air},
      {"iriw_weak", 4, 4, none}, {"iriw_volatile", 4, 4, none}, {"iriw_relaxed", 4, 4, none},
      {"iriw_acquire_release", 4, 4, none}, {"iriw_fence", 4, 4, none}, {"iriw_sc", 4, 4, iriw},
      {"iriw_membar", 4, 4, iriw},
      {"corr_weak", 2, 2, none}, {"corr_volatile", 2, 2, backwards}, {"corr_relaxed", 2, 2, backwards},
      {"corr_acquire_release", 2, 2, backwards},
      {"coww_weak", 2, 1, not_2}, {"coww_volatile", 2, 1, not_2}, {"coww_relaxed", 2, 1, not_2},
      {"corw_weak", 2, 1, own_store}, {"corw_volatile", 2, 1, own_store_strong},
      {"corw_relaxed", 2, 1, own_store_strong},
      {"cowr_weak", 2, 1, lost_store}, {"cowr_volatile", 2, 1, lost_store_strong},
      {"cowr_relaxed", 2, 1, lost_store_strong}};
  const Outcomes some{{}};
  for (const char* kernel : {"lock_relaxed", "lock_fence", "lock_membar", "lock_acquire_release"})
    all.push_back({kernel, 3, 1, kernel == std::string("lock_relaxed") ? none : some, Litmus::Forbids::kAlways,
                   Litmus::Shape::kLock});
  all.push_back({"lock_acquire_release_cta", 3, 1, some, kInOneBlock, Litmus::Shape::kLock});
  for (const std::string kernel : {"volatile", "relaxed", "fence", "membar", "acquire_release"})
    all.push_back({"ping_pong_" + kernel, 2, 1, kernel == "volatile" || kernel == "relaxed" ? none : some,
                   Litmus::Forbids::kAlways, Litmus::Shape::kPingPong});
  all.push_back({"ping_pong_acquire_release_cta", 2, 1, some, kInOneBlock, Litmus::Shape::kPingPong});
  return all;
}

// The outcomes that a test has observed, each with its count; and, as texts, the observed outcomes that PTX forbids.
struct LitmusRun {
  std::map<Litmus::Outcome, unsigned> outcomes;
  std::vector<std::string> faults;
};

inline std::string text_of(const Litmus::Outcome& outcome) {
  std::string text;
  for (const int value : outcome) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

class LitmusRunner {
 public:
  explicit LitmusRunner(Device& device, std::string folder = UNIBANK_TEST_DATA "/litmus/")
      : device_(device), folder_(std::move(folder)) {}

  LitmusRun run(const Litmus& test, Placement placement, unsigned rounds) {
    load(test.file());
    const bool pairs = test.shape == Litmus::Shape::kTwoLocations;
    const std::size_t instances = pairs ? rounds * std::size_t{32} : rounds * std::size_t{test.actors};
    const std::uint64_t memory = device_.upload(std::vector<std::uint32_t>(pairs ? 4 * instances : 128)),
                        out = device_.upload(std::vector<std::uint32_t>(instances * test.observations));
    const Dim3 grid{placement == Placement::kBlocks ? test.actors : 1, 1, 1};
    const Dim3 block{placement == Placement::kBlocks ? 32 : 32 * test.actors, 1, 1};
    const Arguments arguments(memory, out, rounds);
    // Blocks that wait for each other must be resident at once.
    if (test.shape == Litmus::Shape::kPingPong) device_.launch_cooperative(test.kernel, grid, block, arguments);
    else device_.launch(test.kernel, grid, block, arguments);
    const auto seen = device_.download<std::uint32_t>(out, instances * test.observations),
               left = device_.download<std::uint32_t>(memory, pairs ? 4 * instances : 128);
    if (pairs) return pairs_of(test, placement, seen, left);
    return test.shape == Litmus::Shape::kLock ? turns_of(test, placement, seen, left[64])
                                              : rounds_of(test, placement, seen, rounds);
  }

 private:
  using Words = std::vector<std::uint32_t>;

  void load(const std::string& file) {
    if (std::find(loaded_.begin(), loaded_.end(), file) != loaded_.end()) return;
    std::ostringstream text;
    text << std::ifstream(folder_ + file).rdbuf();
    device_.load(text.str(), folder_ + file);
    loaded_.push_back(file);
  }

  static LitmusRun pairs_of(const Litmus& test, Placement placement, const Words& seen, const Words& left) {
    LitmusRun run;
    const std::size_t instances = seen.size() / test.observations;
    for (std::size_t i = 0; i < instances; ++i) {
      Litmus::Outcome outcome;
      for (unsigned k = 0; k < test.observations; ++k)
        outcome.push_back(static_cast<int>(seen[i * test.observations + k]));
      outcome.push_back(static_cast<int>(left[2 * i]));
      outcome.push_back(static_cast<int>(left[2 * (instances + i)]));
      ++run.outcomes[outcome];
    }
    for (const auto& [outcome, times] : run.outcomes)
      if (test.forbids(outcome, placement))
        run.faults.push_back(test.kernel + " observed " + text_of(outcome) + " " + std::to_string(times) + " times");
    return run;
  }

  // Checks that each turn has seen a different count, and that no turn is lost.
  static LitmusRun turns_of(const Litmus& test, Placement placement, Words seen, std::uint32_t left) {
    LitmusRun run;
    std::sort(seen.begin(), seen.end());
    unsigned wrong = left != seen.size();
    for (std::size_t turn = 0; turn < seen.size(); ++turn) wrong += seen[turn] != turn;
    ++run.outcomes[{static_cast<int>(left)}];
    if (wrong != 0 && test.forbids({}, placement))
      run.faults.push_back(test.kernel + " counted to " + std::to_string(left) + " in " + std::to_string(seen.size()) +
                           " turns, or two found the same");
    return run;
  }

  static LitmusRun rounds_of(const Litmus& test, Placement placement, const Words& seen, unsigned rounds) {
    LitmusRun run;
    for (unsigned round = 0; round < rounds; ++round) {
      const bool old = seen[round] != 100 + round;
      ++run.outcomes[{old}];
      if (old && test.forbids({}, placement))
        run.faults.push_back(test.kernel + " found " + std::to_string(seen[round]) + " in round " +
                             std::to_string(round));
    }
    return run;
  }

  Device& device_;
  std::string folder_;
  std::vector<std::string> loaded_;
};

}  // namespace unibank::test
