#include "reproduce/scorecard.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "reproduce/made_up_reports.h"

using namespace unibank;

TEST_CASE("the mean absolute deviation is that of all pairs") {
  CHECK(mean_absolute_deviation({{1.5, 1.25}, {1, 1.5}, {2, 2}}) == 0.25);
  CHECK(mean_absolute_deviation({{-1, 1}}) == 2);
}

TEST_CASE("the rank correlation is Spearman's") {
  CHECK(rank_correlation({{1, 10}, {2, 20}, {3, 1000}}) == 1.0);
  CHECK(rank_correlation({{1, 3}, {2, 2}, {3, 1}}) == -1.0);
  // Ranks 1 2 3 4 5 against 2 1 4 3 5: the squared differences sum to 4, so 1 - 6 x 4 / (5 x 24).
  CHECK(*rank_correlation({{10, 2}, {20, 1}, {30, 4}, {40, 3}, {50, 5}}) == Approx(0.8));
}

TEST_CASE("equal values share the mean of their ranks") {
  // Ranks 1.5 1.5 3 against 1 2 3: covariance 1.5, squares 1.5 and 2.
  CHECK(*rank_correlation({{1, 1}, {1, 2}, {2, 3}}) == Approx(1.5 / std::sqrt(3.0)));
}

TEST_CASE("there is no rank correlation of two pairs or where one side is constant") {
  CHECK(rank_correlation({{1, 1}, {1, 2}, {1, 3}}) == std::nullopt);
  CHECK(rank_correlation({{1, 1}, {2, 1}, {3, 1}}) == std::nullopt);
  CHECK(rank_correlation({{1, 1}, {2, 2}}) == std::nullopt);
}

TEST_CASE("two values change in the same direction where both gain, both lose or both stay within half a percent") {
  CHECK(same_direction({{1.5, 1.1}, {0.5, 0.9}, {1.004, 0.996}}, 1) == 3);
  CHECK(same_direction({{1.5, 0.9}, {1.01, 1}, {0.9, 1}}, 1) == 0);
  CHECK(same_direction({{3, 0.5}, {-3, 0.5}}, 0) == 1);
}

TEST_CASE("a value matches within five percent of the published one and a bound if it is kept") {
  CHECK(matches(cell("r", "s", "m", 1.05, 1)) == true);
  CHECK(matches(cell("r", "s", "m", 1.06, 1)) == false);
  CHECK(matches(cell("r", "s", "m", 190, 200)) == true);
  CHECK(matches(cell("r", "s", "m", 0.05, 0)) == true);
  CHECK(matches(cell("r", "s", "m", 0.06, 0)) == false);
  CHECK(matches(cell("r", "s", "m", std::nullopt, 1)) == std::nullopt);
  Cell bound = cell("r", "s", "m", 0.5, 1);
  bound.published->relation = "<";
  CHECK(matches(bound) == true);
  bound.published->relation = ">";
  CHECK(matches(bound) == false);
}

TEST_CASE("a ratio equals the baseline at 1 and a difference at 0") {
  CHECK(neutral_of("performance") == 1.0);
  CHECK(neutral_of("hit_points") == 0.0);
  CHECK(neutral_of("load_hit_points") == 0.0);
  CHECK(neutral_of("mrf_removed") == 0.0);
  CHECK(neutral_of("cycles") == std::nullopt);
}

TEST_CASE("a score counts programs and averages as published, and deviation and order over programs") {
  const std::vector<ReportPaper> papers = made_up_papers();
  const std::vector<Score> scores = scores_of(papers[0].paper.experiments[0], papers[0].outcomes[0]);
  REQUIRE(scores.size() == 1);
  CHECK(scores[0].metric == "performance");
  CHECK(scores[0].published == 4);
  CHECK(scores[0].judged == 4);
  CHECK(scores[0].matched == 1);                      // bfs
  CHECK(scores[0].compared == 3);
  CHECK(*scores[0].deviation == Approx(0.625 / 3));   // 0.5, 0, 0.125
  CHECK(scores[0].correlation == 1.0);
  CHECK(scores[0].same_sign == 2);                    // lu gains in one and not in the other
}

TEST_CASE("where only averages are published the deviation is theirs") {
  ReportPaper of = made_up_papers()[0];
  of.outcomes[0].cells = {cell("mean", "b", "performance", 1.25, 1.5)};
  const std::vector<Score> scores = scores_of(of.paper.experiments[0], of.outcomes[0]);
  REQUIRE(scores.size() == 1);
  CHECK(scores[0].deviation == 0.25);
  CHECK(scores[0].compared == 0);
  CHECK(scores[0].same_sign == std::nullopt);
}

TEST_CASE("a published value shown by two experiments counts once") {
  const Outcome one = made_up_bars(), other = made_up_bars();
  const ScoreTotal total = total_of({&one, &other});
  CHECK(total.published == 4);
  CHECK(total.judged == 4);
  CHECK(total.matched == 1);
}
