// The input and the CPU reference of hwt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::hwt {

struct Place {  // hwt.cu reads it as an int2
  std::int32_t row = 0, column = 0;
};

struct Frame {
  std::int32_t height = 0, width = 0;
  std::vector<float> pixels;  // row-major, 0 to 1
};

// How far the search reaches from a point, for templates that reach `radius` pixels: 40 for radius 25.
constexpr std::int32_t search_radius(std::int32_t radius) { return 8 * radius / 5; }

// `count` frames of 256 x 256 pixels: speckle that moves as a whole, by at most `motion` rows and columns a frame, with
// fresh noise that is a twentieth of each pixel.
std::vector<Frame> random_film(std::size_t count, std::int32_t motion, std::uint32_t seed);

// Places on two closed curves around the middle, like points on the inner and outer wall of a heart.
std::vector<Place> wall_points(std::size_t count);

// A point, its template and its correlation.
struct Track {
  Place place;
  std::int32_t radius = 0;
  std::vector<float> pixels;  // the template: 2 radius + 1 pixels a side
  float correlation = 0;      // correlation of the last search
};

Track first_track(const Frame& frame, Place place, std::int32_t radius);

// The normalised correlation (Pearson's) of the template and the pixels around a place.
double correlation(const Frame& frame, const Track& track, Place place);

// Moves the point to the best place within search_radius - radius, and blends its template with the pixels there.
void follow(const Frame& frame, Track& track);

}  // namespace unibank::hwt
