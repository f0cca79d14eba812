// What a run says while it simulates.
#include <catch2/catch.hpp>

#include "unibank/run_progress.h"

using namespace unibank;

namespace {

TimedBackend::Progress reported(unsigned launches, std::uint64_t blocks, std::uint64_t launch_blocks,
                                std::uint64_t resident, std::uint64_t ended) {
  TimedBackend::Progress progress;
  progress.launches = launches;
  progress.blocks = blocks;
  progress.warp_instructions = 1'000'000;
  progress.cycle = 5000;
  progress.launch_blocks = launch_blocks;
  progress.launch_resident = resident;
  progress.launch_ended = ended;
  return progress;
}

constexpr char kRest[] = ", 100,000 warp instructions/s, 1,000,000 in all, cycle 5,000";

}  // namespace

TEST_CASE("a run of an unknown number of launches says how much of this launch is done") {
  RunProgress run({});
  run.text(reported(91, 1000, 0, 0, 0), 6);  // a launch has ended
  // In 4 s 40 blocks and, of those on the SM, half of 20.
  CHECK(run.text(reported(91, 1040, 100, 20, 40), 10) ==
        "launch 92 (40 of 100 blocks, about 4 s left)" + std::string(kRest));
}

TEST_CASE("a run of known launches says how many there are and about how long is left") {
  RunProgress run({4, 400});
  CHECK(run.text(reported(1, 150, 100, 20, 50), 10) ==
        "launch 2 of 4 (50 of 100 blocks), about 15 s left" + std::string(kRest));
  RunProgress trace({1, 100});
  CHECK(trace.text(reported(0, 40, 100, 20, 40), 10) ==
        "launch 1 of 1 (40 of 100 blocks), about 10 s left" + std::string(kRest));
}

TEST_CASE("a time left that is not known is not shown") {
  using Catch::Contains;
  // The first blocks have not ended, or too few of them.
  CHECK_THAT(RunProgress({}).text(reported(0, 0, 100, 20, 0), 10), !Contains("left"));
  CHECK_THAT(RunProgress({}).text(reported(0, 10, 100, 20, 10), 10), !Contains("left"));
  // Half of the launches, and a tenth of the blocks.
  CHECK_THAT(RunProgress({4, 400}).text(reported(2, 40, 0, 0, 0), 10), !Contains("left"));
  // Another number of launches or blocks than expected.
  CHECK_THAT(RunProgress({4, 400}).text(reported(5, 300, 0, 0, 0), 10), !Contains("left"));
  CHECK_THAT(RunProgress({4, 400}).text(reported(3, 500, 0, 0, 0), 10), !Contains("left"));
}

TEST_CASE("a run says nothing more than five times a second") {
  RunProgress run({});
  CHECK(run.text(reported(1, 1, 0, 0, 0), 0.1).empty());
  CHECK_FALSE(run.text(reported(1, 1, 0, 0, 0), 0.3).empty());
  CHECK(run.text(reported(2, 2, 0, 0, 0), 0.4).empty());
}
