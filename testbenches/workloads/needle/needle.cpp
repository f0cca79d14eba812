#include "workloads/needle/needle.h"

#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace needle {

namespace {
constexpr std::uint32_t kLetters = 24;  // the number of letters of a protein substitution table

// Similar to a substitution table: symmetric, 4 to 11 for equal letters, -4 to 3 for different ones.
std::vector<std::int32_t> substitution_table(RandomInput& random) {
  std::vector<std::int32_t> table(kLetters * kLetters);
  for (std::uint32_t a = 0; a < kLetters; ++a) {
    for (std::uint32_t b = 0; b <= a; ++b) {
      const std::int32_t value = static_cast<std::int32_t>(random.below(8)) + (a == b ? 4 : -4);
      table[a * kLetters + b] = table[b * kLetters + a] = value;
    }
  }
  return table;
}

std::vector<std::uint32_t> sequence(std::size_t letters, RandomInput& random) {
  std::vector<std::uint32_t> all(letters);
  for (std::uint32_t& letter : all) letter = random.below(kLetters);
  return all;
}
}  // namespace

Matrix random_similarity(std::size_t n, std::uint32_t seed) {
  RandomInput random(seed);
  const std::vector<std::int32_t> table = substitution_table(random);
  const std::vector<std::uint32_t> down = sequence(n, random), across = sequence(n, random);
  Matrix similarity((n + 1) * (n + 1), 0);
  for (std::size_t y = 1; y <= n; ++y) {
    for (std::size_t x = 1; x <= n; ++x) similarity[y * (n + 1) + x] = table[down[y - 1] * kLetters + across[x - 1]];
  }
  return similarity;
}

Matrix start(std::size_t n, std::int32_t penalty) {
  Matrix items((n + 1) * (n + 1), 0);
  for (std::size_t i = 1; i <= n; ++i) items[i] = items[i * (n + 1)] = -static_cast<std::int32_t>(i) * penalty;
  return items;
}

Matrix scores(const Matrix& similarity, std::size_t n, std::int32_t penalty) {
  Matrix score = start(n, penalty);
  for (std::size_t y = 1; y <= n; ++y) {
    for (std::size_t x = 1; x <= n; ++x) {
      const std::size_t here = y * (n + 1) + x, north = here - (n + 1);
      score[here] = std::max({score[north - 1] + similarity[here], score[here - 1] - penalty, score[north] - penalty});
    }
  }
  return score;
}

Matrix upper_part(const Matrix& score, std::size_t n, std::size_t side, std::int32_t penalty) {
  Matrix items = start(n, penalty);
  for (std::size_t y = 1; y <= n; ++y) {
    for (std::size_t x = 1; x <= n; ++x) {
      const std::size_t here = y * (n + 1) + x;
      if ((y - 1) / side + (x - 1) / side < n / side) items[here] = score[here];
    }
  }
  return items;
}

}  // namespace needle

namespace {

class Needle : public Workload {
 public:
  std::string name() const override { return "needle"; }
  std::string description() const override {
    return "Needleman-Wunsch alignment, a wavefront of tiles in the scratchpad (Rodinia's nw)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"size", "letters of each sequence, a multiple of block", 16, 4096, 64, 512, 2048, {}},
            {"block", "blocking factor: side of a tile and threads of a block", 16, 64, 32, 32, 32, {16, 32, 64}},
            {"penalty", "cost of a gap", 1, 1000, 10, 10, 10, {}},
            {"kernel", "1: tiles up to the anti-diagonal (NW1), 2: those below (NW2), 0: both", 0, 2, 0, 0, 0, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto size = static_cast<unsigned>(arguments.at("size")), side = static_cast<unsigned>(arguments.at("block"));
    const auto penalty = static_cast<std::int32_t>(arguments.at("penalty"));
    if (size % side != 0) refuse(arguments, "size", "a multiple of block = " + std::to_string(side));
    const bool first = arguments.at("kernel") != 2, second = arguments.at("kernel") != 1;
    if (!first && size == side)
      refuse(arguments, "size", "more than block = " + std::to_string(side) + " for kernel = 2");
    const needle::Matrix similarity = needle::random_similarity(size, 1);
    const needle::Matrix score = needle::scores(similarity, size, penalty);
    const needle::Matrix above = needle::upper_part(score, size, side, penalty);
    device.plan(planned(side, first, second));
    const std::uint64_t reference = device.upload(similarity, "similarity");
    const std::uint64_t items = device.upload(first ? needle::start(size, penalty) : above, "scores");
    launch_all(device, {reference, items, size, side, penalty}, first, second);
    return compare(device.download<std::int32_t>(items, similarity.size()), second ? score : above, "cell", size + 1);
  }

 private:
  struct Run {
    std::uint64_t reference, items;
    unsigned size, side;
    std::int32_t penalty;
  };

  static std::string kernel(const char* half, unsigned side) {
    return std::string("needle_") + half + "_" + std::to_string(side);
  }

  static std::vector<PlannedKernel> planned(unsigned side, bool first, bool second) {
    std::vector<PlannedKernel> kernels;
    if (first) kernels.push_back({kernel("upper", side), {side, 1, 1}});
    if (second) kernels.push_back({kernel("lower", side), {side, 1, 1}});
    return kernels;
  }

  static void launch_all(Device& device, const Run& run, bool first, bool second) {
    const Dim3 block{run.side, 1, 1};
    const auto tiles = static_cast<std::int32_t>(run.size / run.side), stride = static_cast<std::int32_t>(run.size + 1);
    for (std::int32_t diagonal = 1; first && diagonal <= tiles; ++diagonal) {
      device.launch(kernel("upper", run.side), {static_cast<unsigned>(diagonal), 1, 1}, block,
                    Arguments(run.reference, run.items, stride, run.penalty, diagonal));
    }
    for (std::int32_t diagonal = tiles - 1; second && diagonal >= 1; --diagonal) {
      device.launch(kernel("lower", run.side), {static_cast<unsigned>(diagonal), 1, 1}, block,
                    Arguments(run.reference, run.items, stride, run.penalty, diagonal, tiles));
    }
  }
};

}  // namespace

std::unique_ptr<Workload> make_needle() { return std::make_unique<Needle>(); }

}  // namespace unibank
