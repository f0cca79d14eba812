// srad_v1: a step of the CPU compared with the equations in double precision; the kernels on pictures of unusual sizes.
#include "workloads/srad_v1/srad_v1.h"

#include <catch2/catch.hpp>

#include <cmath>

#include "run_without.h"
#include "scratchpad_shape.h"
#include "thread_needs.h"

using namespace unibank;

namespace {

// One step of a picture, by rows and columns as in the equations.
class Step {
 public:
  explicit Step(const srad_v1::Image& picture) : picture_(picture) {
    double sum = 0, squares = 0;
    for (const float pixel : picture.pixels) {
      const double value = std::exp(double{pixel} / 255);
      sum += value;
      squares += value * value;
    }
    const double mean = sum / static_cast<double>(picture.pixels.size());
    q0_squared_ = (squares / static_cast<double>(picture.pixels.size()) - mean * mean) / (mean * mean);
  }

  double pixel(int row, int column) const {
    const double own = coefficient(row, column), here = at(row, column);
    const double divergence = own * (at(row - 1, column) - here) + own * (at(row, column - 1) - here) +
                              coefficient(row + 1, column) * (at(row + 1, column) - here) +
                              coefficient(row, column + 1) * (at(row, column + 1) - here);
    return 255 * std::log(here + 0.25 * 0.5 * divergence);
  }

 private:
  // Pixels beyond the border equal the border's.
  double at(int row, int column) const {
    const int rows = static_cast<int>(picture_.width), columns = static_cast<int>(picture_.height);
    const int r = std::clamp(row, 0, rows - 1), c = std::clamp(column, 0, columns - 1);
    return std::exp(picture_.pixels[static_cast<std::size_t>(c * rows + r)] / 255.0);
  }
  double coefficient(int row, int column) const {
    row = std::min(row, static_cast<int>(picture_.width) - 1);
    column = std::min(column, static_cast<int>(picture_.height) - 1);
    const double here = at(row, column);
    const double d[] = {at(row - 1, column) - here, at(row + 1, column) - here, at(row, column - 1) - here,
                        at(row, column + 1) - here};
    const double gradient = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3]) / (here * here);
    const double laplacian = (d[0] + d[1] + d[2] + d[3]) / here;
    const double q_squared =
        (gradient / 2 - laplacian * laplacian / 16) / ((1 + laplacian / 4) * (1 + laplacian / 4));
    return std::clamp(1 / (1 + (q_squared - q0_squared_) / (q0_squared_ * (1 + q0_squared_))), 0.0, 1.0);
  }

  const srad_v1::Image& picture_;
  double q0_squared_ = 0;
};

}  // namespace

TEST_CASE("srad_v1: a step diffuses every pixel as the equations say") {
  const srad_v1::Image picture = srad_v1::random_picture(7, 5, 3);
  const srad_v1::Image after = srad_v1::processed(picture, 1, 0.5f);
  const Step step(picture);
  for (int column = 0; column < 5; ++column) {
    for (int row = 0; row < 7; ++row) {
      CHECK(double{after.pixels[static_cast<std::size_t>(7 * column + row)]} ==
            Approx(step.pixel(row, column)).epsilon(1e-5));
    }
  }
}

TEST_CASE("srad_v1: without a step a picture is as before, and every step makes it smoother") {
  const srad_v1::Image picture = srad_v1::random_picture(40, 30, 1);
  const srad_v1::Image same = srad_v1::processed(picture, 0, 0.5f);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    CHECK((picture.pixels[i] >= 64 && picture.pixels[i] <= 255));
    CHECK(same.pixels[i] == Approx(picture.pixels[i]).epsilon(1e-5));
  }
  float scale = srad::speckle_scale(picture);
  for (std::int64_t steps = 1; steps < 4; ++steps) {
    const float now = srad::speckle_scale(srad_v1::processed(picture, steps, 0.5f));
    CHECK(now < scale);
    scale = now;
  }
}

TEST_CASE("srad_v1: the speckle scale of sums is variance over squared mean") {
  // 1 2 3 4: mean 2.5, variance 1.25.
  CHECK(srad::speckle_scale(10, 30, 4) == 0.2f);
  CHECK(srad::speckle_scale(srad_v1::Image{2, 2, {1, 2, 3, 4}}) == 0.2f);
}

TEST_CASE("srad_v1: of three columns the middle one has two neighbours and the border itself") {
  const srad_v1::Neighbours of = srad_v1::neighbours(3);
  CHECK(of.before == std::vector<std::int32_t>{0, 0, 1});
  CHECK(of.behind == std::vector<std::int32_t>{1, 2, 2});
}

TEST_CASE("srad_v1 is right where blocks are not full and where sums take one launch and two and three") {
  struct Case {
    const char *rows, *columns;
    unsigned sums;  // launches, by pixels: up to 512, up to 512^2, more
  };
  for (const Case& one : {Case{"2", "2", 1}, {"31", "16", 1}, {"512", "2", 2}, {"37", "83", 2}, {"640", "411", 3}}) {
    const Outcome outcome = run_functionally("srad_v1", Size::kTiny, {{"rows", one.rows}, {"columns", one.columns}});
    INFO(one.rows << " x " << one.columns << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.launches == 2 + 3 + one.sums);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
  CHECK(run_functionally("srad_v1", Size::kTiny, {{"iterations", "3"}}).counts.launches == 2 + 3 * (3 + 2));
}

TEST_CASE("srad_v1: the verdict notices an omitted kernel") {
  for (const char* kernel : {"extract", "prepare", "reduce", "coefficient", "update", "compress"}) {
    INFO(kernel);
    CHECK_FALSE(run_without("srad_v1", std::string("srad_v1_") + kernel).right);
  }
}

TEST_CASE("srad_v1: blocks of 512 threads of which those that add up have 4096 bytes in two variables") {
  for (const auto& [name, shape] : scratchpad_shapes("srad_v1")) {
    INFO(name);
    CHECK(shape == (name == "srad_v1_reduce" ? ScratchpadShape{4096, 2, 512} : ScratchpadShape{0, 0, 512}));
  }
  CHECK(thread_needs("srad_v1", "srad_v1_coefficient").registers == 30);  // as the suite's
}
