#include "workloads/sobol/sobol.h"

#include <catch2/catch.hpp>

#include <set>

#include "run_workload.h"

using namespace unibank;

TEST_CASE("sobol: primitive polynomials are those of the tables and complete for each degree") {
  const std::vector<std::uint32_t> first{3, 7, 11, 13, 19, 25, 37, 41, 47, 55, 59, 61, 67, 91, 97, 103, 109, 115};
  CHECK(sobol::primitive_polynomials(first.size()) == first);
  // There are phi(2^n - 1) / n polynomials of degree n.
  const std::vector<std::uint32_t> all = sobol::primitive_polynomials(100);
  unsigned degree = 1;
  std::size_t before = 0;
  for (const std::size_t count : {1u, 1u, 2u, 2u, 6u, 6u, 18u, 16u, 48u}) {
    for (std::size_t i = before; i < before + count; ++i) CHECK(all[i] >> degree == 1);
    before += count;
    ++degree;
  }
}

TEST_CASE("sobol: the first points in three dimensions are those of the literature") {
  const std::vector<float> expected{0, 0.5f, 0.75f, 0.25f, 0.375f, 0.875f, 0.625f, 0.125f, 0.1875f, 0.6875f,
                                    0, 0.5f, 0.25f, 0.75f, 0.375f, 0.875f, 0.125f, 0.625f, 0.3125f, 0.8125f,
                                    0, 0.5f, 0.25f, 0.75f, 0.625f, 0.125f, 0.875f, 0.375f, 0.9375f, 0.4375f};
  CHECK(sobol::points(sobol::directions(3), 10) == expected);
}

TEST_CASE("sobol: every coordinate of the first 256 points falls once into each of 256 intervals") {
  const std::vector<float> points = sobol::points(sobol::directions(100), 256);
  for (std::size_t dimension = 0; dimension < 100; ++dimension) {
    std::set<int> intervals;
    for (std::size_t i = 0; i < 256; ++i) intervals.insert(static_cast<int>(points[dimension * 256 + i] * 256));
    CHECK(intervals.size() == 256);
  }
}

TEST_CASE("sobol: the first 4096 points of 12 dimensions fall once into each half of each axis") {
  // Sobol's property A, for which Joe and Kuo chose the initial numbers.
  const std::vector<float> points = sobol::points(sobol::directions(12), 4096);
  std::set<unsigned> corners;
  for (std::size_t i = 0; i < 4096; ++i) {
    unsigned corner = 0;
    for (std::size_t dimension = 0; dimension < 12; ++dimension) {
      corner = corner * 2 + (points[dimension * 4096 + i] >= 0.5f);
    }
    corners.insert(corner);
  }
  CHECK(corners.size() == 4096);
}

TEST_CASE("sobol: up to four blocks share a dimension and only where there are fewer than 96") {
  CHECK(sobol::grid_columns(95, 100000) == 4);
  CHECK(sobol::grid_columns(96, 100000) == 1);
  CHECK(sobol::grid_columns(3, 64) == 1);
  CHECK(sobol::grid_columns(3, 65) == 2);
  CHECK(sobol::grid_columns(3, 129) == 4);
}

TEST_CASE("sobol is right where points do not fill the blocks") {
  for (const char* vectors : {"1", "63", "65", "129", "1023"}) {
    CHECK(run_functionally("sobol", Size::kTiny, {{"vectors", vectors}, {"dimensions", "7"}}).verdict.right);
  }
  CHECK(run_functionally("sobol", Size::kTiny, {{"vectors", "65"}, {"dimensions", "100"}}).counts.blocks == 100);
}

TEST_CASE("sobol: 128 bytes of scratchpad a block and 100000 points of 100 dimensions as published") {
  CHECK(scratchpad_bytes("sobol", "sobol") == 2 * 64);
  CHECK(complete_arguments(find_workload("sobol"), Size::kPaper, {}) ==
        WorkloadArguments{{"vectors", 100000}, {"dimensions", 100}});
}
