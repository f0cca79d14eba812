// The heart wall: known correlations and places, and films of unusual lengths.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "run_workload.h"
#include "workloads/hwt/hwt.h"

using namespace unibank;
using hwt::Frame;
using hwt::Track;

namespace {

// The frame with its content moved down and to the right; the border is repeated where pixels come in.
Frame moved(const Frame& frame, std::int32_t down, std::int32_t right) {
  Frame after = frame;
  for (std::int32_t row = 0; row < frame.height; ++row) {
    for (std::int32_t column = 0; column < frame.width; ++column) {
      const std::int32_t from_row = std::clamp(row - down, 0, frame.height - 1);
      const std::int32_t from_column = std::clamp(column - right, 0, frame.width - 1);
      after.pixels[row * frame.width + column] = frame.pixels[from_row * frame.width + from_column];
    }
  }
  return after;
}

}  // namespace

TEST_CASE("hwt: a template correlates fully with itself and with any brighter or stronger copy of itself") {
  const Frame frame = hwt::random_film(1, 1, 1)[0];
  const Track track = hwt::first_track(frame, {100, 120}, 3);
  CHECK(track.pixels.size() == 49);
  CHECK(track.pixels[24] == frame.pixels[100 * frame.width + 120]);
  CHECK(track.pixels[0] == frame.pixels[97 * frame.width + 117]);
  CHECK(hwt::correlation(frame, track, {100, 120}) == Approx(1));
  CHECK(hwt::correlation(frame, track, {100, 121}) < 0.9);
  Frame other = frame;
  for (float& pixel : other.pixels) pixel = 3 * pixel + 2;
  CHECK(hwt::correlation(other, track, {100, 120}) == Approx(1));
  for (float& pixel : other.pixels) pixel = 9 - pixel;
  CHECK(hwt::correlation(other, track, {100, 120}) == Approx(-1));
}

TEST_CASE("hwt: the correlation of four by five known pixels") {
  // Rows 1 2 3 against 2 4 7, three times each: covariance 5, variances 2 and 38/3, so 5 / sqrt(2 x 38/3).
  Track track{{1, 1}, 1, {1, 2, 3, 1, 2, 3, 1, 2, 3}, 0};
  const Frame frame{4, 5, {2, 4, 7, 0, 0, 2, 4, 7, 0, 0, 2, 4, 7, 0, 0, 0, 0, 0, 0, 0}};
  CHECK(hwt::correlation(frame, track, {1, 1}) == Approx(5 / std::sqrt(2 * 38.0 / 3)));
}

TEST_CASE("hwt: a point follows the picture as far as the search reaches") {
  for (const std::int32_t radius : {3, 8}) {
    const Frame frame = hwt::random_film(1, 1, 3)[0];
    const std::int32_t reach = hwt::search_radius(radius) - radius;
    for (const std::int32_t down : {-reach, 0, reach}) {
      const std::int32_t right = -down / 2;
      Track track = hwt::first_track(frame, {128, 90}, radius);
      const std::vector<float> before = track.pixels;
      hwt::follow(moved(frame, down, right), track);
      CHECK(track.place.row == 128 + down);
      CHECK(track.place.column == 90 + right);
      CHECK(track.correlation == Approx(1));
      for (std::size_t i = 0; i < before.size(); ++i) CHECK(track.pixels[i] == Approx(before[i]));
    }
  }
}

TEST_CASE("hwt: a template keeps 87 percent of its old value") {
  const Frame frame = hwt::random_film(1, 1, 3)[0];
  Frame brighter = frame;
  for (float& pixel : brighter.pixels) pixel += 1;
  Track track = hwt::first_track(frame, {128, 90}, 3);
  const float before = track.pixels[10];
  hwt::follow(brighter, track);
  CHECK(track.pixels[10] == Approx(before + 0.13f));
}

TEST_CASE("hwt: a point stays so far from the border that its search is inside the frame") {
  const Frame frame = hwt::random_film(1, 1, 3)[0];
  const std::int32_t search = hwt::search_radius(8);
  Track track = hwt::first_track(frame, {search, frame.width - 1 - search}, 8);
  hwt::follow(moved(frame, -3, 3), track);
  CHECK(track.place.row == search);
  CHECK(track.place.column == frame.width - 1 - search);
}

TEST_CASE("hwt: a film moves a little from frame to frame and is the same for the same seed") {
  const std::vector<Frame> film = hwt::random_film(3, 2, 1);
  CHECK(film[2].pixels == hwt::random_film(3, 2, 1)[2].pixels);
  CHECK(film[0].pixels != hwt::random_film(3, 2, 2)[0].pixels);
  CHECK(film[0].pixels != film[1].pixels);
  for (const float pixel : film[2].pixels) CHECK((pixel >= 0 && pixel < 1));
}

TEST_CASE("hwt: every search around a wall point lies inside the frame") {
  for (const std::size_t count : {1u, 2u, 51u}) {
    const std::vector<hwt::Place> points = hwt::wall_points(count);
    CHECK(points.size() == count);
    for (const hwt::Place& point : points) {
      for (const std::int32_t at : {point.row, point.column}) CHECK((at >= 40 && at <= 255 - 40));
    }
  }
}

TEST_CASE("hwt is right over several frames for several points and for each template") {
  const auto run = [](const Given& given) { return run_functionally("hwt", Size::kTiny, given); };
  const Outcome several = run({{"points", "5"}, {"frames", "4"}});
  CHECK(several.verdict.text == "5 correlations within 0.001 of the CPU's, relative");
  CHECK(several.counts.launches == 5);
  CHECK(several.counts.blocks == 25);
  CHECK(run({{"points", "3"}, {"frames", "2"}, {"radius", "8"}}).verdict.right);
  CHECK(run({{"radius", "25"}}).verdict.right);
}

TEST_CASE("hwt declares the 11872 bytes of scratchpad of Rodinia's kernel for each template") {
  for (const char* kernel : {"hwt_track_3", "hwt_track_8", "hwt_track_25"}) {
    CHECK(scratchpad_bytes("hwt", kernel) == 11872);
    CHECK(scratchpad_bytes("hwt", kernel) / 512 == 23);
  }
}

TEST_CASE("hwt refuses templates that it has no kernel for") {
  CHECK_THROWS_MATCHES(
      run_functionally("hwt", Size::kTiny, {{"radius", "10"}}), InputError,
      Catch::Matchers::Message("argument 'radius' of workload 'hwt' is '10'; expected one of 3, 8, 25"));
}
