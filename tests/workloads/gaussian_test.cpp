// gaussian: the CPU's elimination compared with the system it solves; the kernels' shapes.
#include <catch2/catch.hpp>

#include "run_workload.h"
#include "workloads/gaussian/gaussian.h"

using namespace unibank;
using gaussian::System;

TEST_CASE("gaussian: two equations by hand") {
  // Row 1 is 1.5 times row 0 and (0, 3 - 1.5 x 3 = -1.5), and 9 is 1.5 x 4 + 3.
  System system{2, {4, 3, 6, 3}, {4, 9}, std::vector<float>(4)};
  gaussian::eliminate(system);
  CHECK(system.matrix == std::vector<float>{4, 3, 0, -1.5f});
  CHECK(system.right == std::vector<float>{4, 3});
  CHECK(system.factors == std::vector<float>{0, 0, 1.5f, 0});
  CHECK(gaussian::substitute_back(system) == std::vector<double>{2.5, -2});
}

TEST_CASE("gaussian: the unknowns solve the system as it was given") {
  for (const std::size_t size : {3u, 16u, 33u, 100u}) {
    const System given = gaussian::random_system(size, 2);
    System system = given;
    gaussian::eliminate(system);
    const std::vector<double> unknowns = gaussian::substitute_back(system);
    for (std::size_t row = 0; row < size; ++row) {
      double left = 0;
      for (std::size_t i = 0; i < size; ++i) left += double{given.matrix[row * size + i]} * unknowns[i];
      CHECK(left == Approx(given.right[row]).epsilon(1e-3));
    }
  }
}

TEST_CASE("gaussian: factors and upper triangle multiply to the matrix") {
  constexpr std::size_t size = 40;
  const System given = gaussian::random_system(size, 3);
  System system = given;
  gaussian::eliminate(system);
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      double product = row <= column ? double{system.matrix[row * size + column]} : 0;
      for (std::size_t i = 0; i < row && i <= column; ++i) {
        product += double{system.factors[row * size + i]} * double{system.matrix[i * size + column]};
      }
      CHECK(product == Approx(given.matrix[row * size + column]).epsilon(1e-5));
      if (row > column) CHECK(system.matrix[row * size + column] == Approx(0).margin(1e-5));
      if (row <= column) CHECK(system.factors[row * size + column] == 0);
    }
  }
}

TEST_CASE("gaussian: elements decrease by a hundredth for each place away from the diagonal") {
  constexpr std::size_t size = 30;
  const System system = gaussian::random_system(size, 1);
  CHECK(system.right == gaussian::random_system(size, 1).right);
  CHECK(system.right != gaussian::random_system(size, 2).right);
  for (const float right : system.right) CHECK((right >= 0.5f && right < 1.5f));
  for (std::size_t row = 0; row < size; ++row) {
    CHECK(system.matrix[row * size + row] == 10);
    for (std::size_t column = 1; column <= row; ++column) {
      CHECK(system.matrix[row * size + column - 1] == Approx(0.99 * system.matrix[row * size + column]));
      CHECK(system.matrix[row * size + column] == system.matrix[column * size + row]);
    }
  }
}

TEST_CASE("gaussian: the kernels agree to the last bit for sizes that the blocks do not fill") {
  for (const char* side : {"4", "8", "16"}) {
    for (const unsigned size : {2u, 4u, 15u, 33u}) {
      const Outcome outcome =
          run_functionally("gaussian", Size::kTiny, {{"size", std::to_string(size)}, {"block", side}});
      const std::string count = std::to_string(size * size);
      INFO(size << " equations and blocks of " << side << ": " << outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.verdict.text ==
            count + " elements equal, " + count + " factors equal, " + std::to_string(size) + " right sides equal");
    }
  }
}

TEST_CASE("gaussian: a pair of launches for each column but the last and the whole matrix in each second launch") {
  const auto counts = [](const Given& given) { return run_functionally("gaussian", Size::kTiny, given).counts; };
  CHECK(counts({{"size", "33"}}).launches == 2 * 32);
  CHECK(counts({{"size", "33"}}).blocks == 32 * (1 + 9 * 9));
  CHECK(counts({{"size", "33"}, {"block", "16"}}).blocks == 32 * (1 + 3 * 3));
}

TEST_CASE("gaussian uses no scratchpad") {
  CHECK(scratchpad_bytes("gaussian", "gaussian_factors") == 0);
  CHECK(scratchpad_bytes("gaussian", "gaussian_eliminate") == 0);
}

TEST_CASE("gaussian: other sides of blocks and systems of one equation are refused") {
  const auto refused = [](const std::string& argument, const std::string& value, const std::string& expected) {
    CHECK_THROWS_MATCHES(run_functionally("gaussian", Size::kTiny, {{argument, value}}), InputError,
                         Catch::Matchers::Message("argument '" + argument + "' of workload 'gaussian' is '" + value +
                                                  "'; expected " + expected));
  };
  refused("block", "5", "one of 4, 8, 16");
  refused("size", "1", "a whole number from 2 to 1024");
}
