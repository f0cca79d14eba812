// What points cost, and the order in which they run.
#include <catch2/catch.hpp>

#include "sweep/cost.h"

using namespace unibank;

namespace {

sweep::Cost cost(const std::string& program, const std::string& size, const std::string& design,
                 double instructions = 0, double seconds = 0) {
  sweep::Cost one;
  one.program = program;
  one.size = size;
  one.design = design;
  one.points = 1;
  one.warp_instructions = instructions;
  one.seconds = seconds;
  return one;
}

}  // namespace

TEST_CASE("the cost at a size follows from a smaller one and the instructions of both") {
  using From = sweep::CostModel::From;
  // A start of 1 s; an instruction takes 0.1 s on fast, 0.5 s on slow, and b's on slow 0.7 s.
  const sweep::CostModel model({cost("empty", "tiny", "fast", 0, 1), cost("a", "tiny", "fast", 10, 2),
                                cost("a", "tiny", "slow", 10, 6), cost("b", "tiny", "slow", 10, 8)},
                               {cost("a", "paper", "fast", 1000), cost("b", "paper", "other", 2000)});
  const auto check = [&](const sweep::Cost& asked, double seconds, From from) {
    const sweep::CostModel::Estimate found = model.of(asked);
    CHECK(found.seconds == Approx(seconds));
    CHECK(found.from == from);
  };
  check(cost("a", "paper", "fast"), 1 + 100, From::kProgram);
  check(cost("a", "paper", "slow"), 1 + 500, From::kProgram);
  check(cost("b", "paper", "slow"), 1 + 1400, From::kProgram);
  check(cost("b", "paper", "fast"), 1 + 200, From::kProgram);    // another program's instructions on this design
  check(cost("b", "paper", "new"), 1 + 2000 * 13.0 / 30, From::kProgram);  // on all designs
  check(cost("a", "tiny", "slow"), 6, From::kSame);
  check(cost("c", "paper", "fast"), 100, From::kGuess);
}

TEST_CASE("an expectation says what of it is a guess") {
  const sweep::CostModel model({cost("a", "tiny", "fast", 10, 2)});
  sweep::Expectation expected;
  expected.add(model.of(cost("a", "tiny", "fast")));
  CHECK(expected.text() == "expected: 2 s of CPU time");
  expected.add(model.of(cost("b", "test", "fast")));
  CHECK(expected.text() == "expected: 3 s of CPU time, of which 1 s is a guess: 1 point is of a program that has "
                           "not run");
  expected.add(model.of(cost("b", "test", "fast")));
  CHECK_THAT(expected.text(), Catch::EndsWith("2 s is a guess: 2 points are of programs that have not run"));
}

TEST_CASE("the longest points begin first and equal ones in their own order") {
  CHECK(sweep::longest_first({}).empty());
  CHECK(sweep::longest_first({1, 5, 1, 7, 5}) == std::vector<std::size_t>{3, 1, 4, 0, 2});
}
