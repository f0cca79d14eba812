#include "workloads/binomialoptions/binomialoptions.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>
#include <set>

#include "run_workload.h"

using namespace unibank;

namespace {

// Black and Scholes' price of a European call, to which trees of more and more steps converge.
double continuous_price(const binomialoptions::Contract& contract) {
  const double spot = contract.spot, strike = contract.strike, years = contract.years;
  const double deviation = binomialoptions::kVolatility * std::sqrt(years);
  const double d1 = (std::log(spot / strike) + binomialoptions::kRiskFree * years) / deviation + deviation / 2;
  const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  return spot * normal(d1) - strike * std::exp(-binomialoptions::kRiskFree * years) * normal(d1 - deviation);
}

}  // namespace

TEST_CASE("binomialoptions: a tree of two steps by hand") {
  // The price, 100, doubles or halves; the strike is 90. At expiry the share is at 400, 100 or 25 and the option worth
  // 310, 10 or 0. With weights 0.5 up and 0.25 down it is worth 157.5 or 5 a step earlier, and 80 at the start.
  const binomialoptions::Option option{100, 90, 1, 0.5f, 0.25f};
  CHECK(binomialoptions::price(option, 2) == 80);
  CHECK(binomialoptions::price(option, 1) == 55);
}

TEST_CASE("binomialoptions: a tree of 2048 steps is near the continuous model") {
  for (const binomialoptions::Contract& contract : binomialoptions::random_contracts(20, 5)) {
    const float price = binomialoptions::price(binomialoptions::option_of(contract, 2048), 2048);
    CHECK(double{price} == Approx(continuous_price(contract)).epsilon(2e-3));
  }
}

TEST_CASE("binomialoptions: a tree prices the share itself at its present price") {
  // A call with strike 0 is the share itself; its expected gain is the interest, which discounting removes.
  for (const binomialoptions::Contract& contract : binomialoptions::random_contracts(5, 6)) {
    const binomialoptions::Option option = binomialoptions::option_of({contract.spot, 0, contract.years}, 256);
    CHECK(double{binomialoptions::price(option, 256)} == Approx(double{contract.spot}).epsilon(1e-4));
    CHECK(double{option.up} + double{option.down} ==
          Approx(std::exp(-binomialoptions::kRiskFree * double{contract.years} / 256)));
  }
}

TEST_CASE("binomialoptions: contracts lie in their ranges and depend on the seed") {
  std::set<float> spots;
  for (const std::uint32_t seed : {1u, 2u}) {
    for (const binomialoptions::Contract& contract : binomialoptions::random_contracts(100, seed)) {
      CHECK((contract.spot >= 5 && contract.spot <= 30));
      CHECK(contract.strike / contract.spot == Approx(1).margin(0.2001));
      CHECK((contract.years >= 1 && contract.years <= 10));
      spots.insert(contract.spot);
    }
  }
  CHECK(spots.size() == 200);
}

TEST_CASE("binomialoptions is right for trees of one tile and of tiles that overlap") {
  // 224 steps fill one tile, 256 need two; with 480 the tiles of one level are 224, 224 and 32 values apart.
  for (const char* steps : {"32", "224", "256", "480"}) {
    CHECK(run_functionally("binomialoptions", Size::kTiny, {{"options", "3"}, {"steps", steps}}).verdict.text ==
          "3 prices within 0.0001 of the CPU's, relative");
  }
}

TEST_CASE("binomialoptions: two arrays of 257 words and a block an option as published") {
  CHECK(scratchpad_bytes("binomialoptions", "binomialoptions") == 2 * 4 * 257);
  CHECK(run_functionally("binomialoptions", Size::kTiny, {{"options", "5"}}).counts.blocks == 5);
}

TEST_CASE("binomialoptions: steps that are no multiple of a tile's are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("binomialoptions", Size::kTiny, {{"steps", "100"}}), InputError,
      Catch::Matchers::Message("argument 'steps' of workload 'binomialoptions' is 100; expected a multiple of 32"));
}
