// Which launches a sample times.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "sampling/plan.h"

using namespace unibank;

namespace {

LaunchFeatures launch(std::uint64_t number, const std::string& kernel, std::uint64_t instructions) {
  LaunchFeatures one;
  one.kernel = kernel;
  one.warp_instructions = instructions;
  one.warm_from = number;
  return one;
}

std::vector<LaunchFeatures> alike(unsigned count) {
  std::vector<LaunchFeatures> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(launch(i, "step", 100));
  return all;
}

std::vector<LaunchFeatures> growing(unsigned count) {
  std::vector<LaunchFeatures> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(launch(i, "step", 100 + i));
  return all;
}

unsigned counted(const SamplePlan& plan) {
  unsigned number = 0;
  for (const SamplePlan::Role& role : plan.launches) number += role.stratum != SamplePlan::kNotCounted;
  return number;
}

std::set<std::size_t> timed(const SamplePlan& plan) {
  std::set<std::size_t> numbers;
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    if (plan.launches[i].timed) numbers.insert(i);
  return numbers;
}

// Every launch is in one stratum; of each, all or at least three are counted.
void check_sound(const SamplePlan& plan, std::size_t launches) {
  std::uint64_t sum = 0;
  std::vector<std::uint64_t> of(plan.strata.size());
  for (const SamplePlan::Role& role : plan.launches)
    if (role.stratum != SamplePlan::kNotCounted) {
      ++of.at(role.stratum);
      CHECK(role.timed);
    }
  for (std::size_t h = 0; h < of.size(); ++h) {
    sum += plan.strata[h];
    const bool all = of[h] == plan.strata[h], some = of[h] >= 3 && of[h] < plan.strata[h];
    CHECK((all || some));
  }
  CHECK(sum == launches);
}

std::string error_of(const std::string& text) {
  try {
    sample_from(text, "--sample");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a tenth of launches that are alike is a tenth and the first two") {
  const SamplePlan plan = plan_sample(alike(102), {10, 1});
  check_sound(plan, 102);
  CHECK(counted(plan) == 12);
  CHECK(plan.launches[0].stratum == 0);  // of the family
  CHECK(plan.launches[1].stratum == 0);  // of the class
}

TEST_CASE("strata are sound whatever the launches are") {
  for (const unsigned count : {1u, 2u, 3u, 4u, 5u, 9u, 40u, 333u})
    for (const double percent : {0.1, 1.0, 10.0, 50.0, 99.0}) {
      check_sound(plan_sample(alike(count), {percent, 3}), count);
      check_sound(plan_sample(growing(count), {percent, 3}), count);
    }
}

TEST_CASE("the same seed gives the same sample and another seed another") {
  const auto all = alike(200);
  CHECK(timed(plan_sample(all, {5, 1})) == timed(plan_sample(all, {5, 1})));
  CHECK(timed(plan_sample(all, {5, 1})) != timed(plan_sample(all, {5, 2})));
}

TEST_CASE("the launches of a seed are the same on every machine") {
  CHECK(timed(plan_sample(alike(50), {4, 1})) == std::set<std::size_t>{0, 1, 4, 9, 10});
}

TEST_CASE("every launch of a stratum has the same chance") {
  constexpr unsigned kSeeds = 4000;
  std::vector<unsigned> chosen(32);
  for (unsigned seed = 0; seed < kSeeds; ++seed)
    for (const std::size_t i : timed(plan_sample(alike(32), {10, seed}))) ++chosen[i];
  CHECK(chosen[0] == kSeeds);
  CHECK(chosen[1] == kSeeds);
  for (unsigned i = 2; i < 32; ++i) {  // three of thirty: 400 on average, standard deviation 19
    CHECK(chosen[i] > 300);
    CHECK(chosen[i] < 500);
  }
}

TEST_CASE("launches that differ are all counted") {
  const SamplePlan plan = plan_sample(growing(100), {10, 1});
  CHECK(plan.strata == std::vector<std::uint64_t>{100});
  CHECK(counted(plan) == 100);
  auto all = alike(100);
  all[60].signature = 1;
  for (unsigned seed = 0; seed < 20; ++seed) CHECK(plan_sample(all, {10, seed}).launches[60].stratum == 0);
}

TEST_CASE("kernels and shapes are not mixed") {
  auto all = alike(40);
  for (unsigned i = 1; i < 40; i += 2) all[i].kernel = "other";
  all[8].block.x = 64;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const SamplePlan plan = plan_sample(all, {10, seed});
    check_sound(plan, 40);
    for (const std::size_t i : {0, 1, 8}) CHECK(plan.launches[i].stratum == 0);
  }
}

TEST_CASE("launches that fill caches are timed and not counted") {
  auto all = alike(101);
  for (unsigned i = 1; i < 101; ++i) all[i].warm_from = i - 1;
  const SamplePlan plan = plan_sample(all, {4, 1});
  check_sound(plan, 101);
  CHECK(timed(plan).size() > counted(plan));
  for (std::size_t i = 1; i < 101; ++i)
    if (plan.launches[i].stratum != SamplePlan::kNotCounted) CHECK(plan.launches[i - 1].timed);
}

TEST_CASE("a sample is read as it is written") {
  const Sample sample = sample_from("launches=12.5%,seed=42", "--sample");
  CHECK(sample.percent == 12.5);
  CHECK(sample.seed == 42);
  CHECK(text_of(sample) == "launches=12.5%,seed=42");
  CHECK(sample_from("launches=10%", "--sample").seed == 1);
  CHECK(sample_from(text_of(sample), "--sample").percent == 12.5);
  CHECK(!sample_from("launches=100%", "--sample").any());
  const Sample blocks = sample_from("blocks=2.5%,seed=3", "--sample");
  CHECK(blocks.of_blocks());
  CHECK(!blocks.of_launches());
  CHECK(text_of(blocks) == "blocks=2.5%,seed=3");
  CHECK(!sample_from("blocks=100%", "--sample").any());
}

TEST_CASE("another text for a sample is refused") {
  const std::string expected =
      "; expected launches=PERCENT% or blocks=PERCENT%, above 0 and at most 100, and if need be a seed, for example "
      "launches=10% or blocks=10%,seed=7";
  CHECK(error_of("warps=10%") == "--sample is 'warps=10%': 'warps' is none of launches, blocks and seed" + expected);
  CHECK(error_of("launches=10%,blocks=10%") ==
        "--sample is 'launches=10%,blocks=10%': blocks are sampled in every launch, so launches and blocks do not go "
        "together" + expected);
  CHECK(error_of("launches=10") == "--sample is 'launches=10': '10' is no percentage" + expected);
  CHECK(error_of("launches=0%") == "--sample is 'launches=0%': '0' is no number above 0 and at most 100" + expected);
  CHECK(error_of("launches=101%") ==
        "--sample is 'launches=101%': '101' is no number above 0 and at most 100" + expected);
  CHECK(error_of("launches=nan%") ==
        "--sample is 'launches=nan%': 'nan' is no number above 0 and at most 100" + expected);
  CHECK(error_of("seed=7") == "--sample is 'seed=7': launches or blocks is missing" + expected);
  for (const std::string seed : {"x", "18446744073709551616"})
    CHECK(error_of("launches=1%,seed=" + seed) ==
          "--sample is 'launches=1%,seed=" + seed + "': '" + seed + "' is no whole number below 2^64" + expected);
  CHECK(error_of("launches=1%,seed=18446744073709551615").empty());
  CHECK(error_of("launches=1%,launches=2%") ==
        "--sample is 'launches=1%,launches=2%': launches is given twice" + expected);
  CHECK(error_of("") == "--sample is '': launches or blocks is missing" + expected);
}
