#include "workloads/hwt/hwt.h"

#include <algorithm>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace hwt {
namespace {

constexpr std::int32_t kSide = 256;
constexpr float kKept = 0.87f;  // hwt.cu's

std::size_t index(const Frame& frame, std::int32_t row, std::int32_t column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(frame.width) + static_cast<std::size_t>(column);
}

// Noise in which each pixel is the mean of 3 x 3, so that an image shifted by one pixel is similar but not the same.
Frame random_speckle(RandomInput& random) {
  Frame noise{kSide, kSide, std::vector<float>(static_cast<std::size_t>(kSide) * kSide)};
  for (float& pixel : noise.pixels) pixel = random.unit();
  Frame speckle = noise;
  for (std::int32_t row = 0; row < kSide; ++row) {
    for (std::int32_t column = 0; column < kSide; ++column) {
      float sum = 0;
      for (std::int32_t i = 0; i < 9; ++i) {
        sum += noise.pixels[index(noise, (row + i / 3) % kSide, (column + i % 3) % kSide)];
      }
      speckle.pixels[index(speckle, row, column)] = sum / 9;
    }
  }
  return speckle;
}

}  // namespace

std::vector<Frame> random_film(std::size_t count, std::int32_t motion, std::uint32_t seed) {
  RandomInput random(seed);
  const Frame speckle = random_speckle(random);
  std::vector<Frame> film;
  std::int32_t down = 0, right = 0;  // where the speckle is
  while (film.size() < count) {
    Frame frame = speckle;
    for (std::int32_t row = 0; row < kSide; ++row) {
      for (std::int32_t column = 0; column < kSide; ++column) {
        const std::size_t from = index(speckle, (row - down + 2 * kSide) % kSide, (column - right + 2 * kSide) % kSide);
        frame.pixels[index(frame, row, column)] = 0.95f * speckle.pixels[from] + 0.05f * random.unit();
      }
    }
    film.push_back(frame);
    const auto step = [&random, motion] {
      return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(2 * motion + 1))) - motion;
    };
    // Like a beating heart, it stays near its place.
    down = std::clamp(down + step(), -10, 10);
    right = std::clamp(right + step(), -10, 10);
  }
  return film;
}

std::vector<Place> wall_points(std::size_t count) {
  std::vector<Place> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(count);
    const double from_middle = i % 2 == 0 ? 50 : 70;
    constexpr std::int32_t kMiddle = kSide / 2;
    points.push_back({static_cast<std::int32_t>(std::lround(kMiddle + from_middle * std::sin(angle))),
                      static_cast<std::int32_t>(std::lround(kMiddle + from_middle * std::cos(angle)))});
  }
  return points;
}

Track first_track(const Frame& frame, Place place, std::int32_t radius) {
  Track track{place, radius, {}, 0};
  for (std::int32_t y = -radius; y <= radius; ++y) {
    for (std::int32_t x = -radius; x <= radius; ++x) {
      track.pixels.push_back(frame.pixels[index(frame, place.row + y, place.column + x)]);
    }
  }
  return track;
}

double correlation(const Frame& frame, const Track& track, Place place) {
  const Track seen = first_track(frame, place, track.radius);
  const auto mean_of = [](const std::vector<float>& values) {
    double sum = 0;
    for (const float value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  const double mean_a = mean_of(track.pixels), mean_b = mean_of(seen.pixels);
  double together = 0, a_squared = 0, b_squared = 0;
  for (std::size_t i = 0; i < seen.pixels.size(); ++i) {
    const double a = track.pixels[i] - mean_a, b = seen.pixels[i] - mean_b;
    together += a * b;
    a_squared += a * a;
    b_squared += b * b;
  }
  const double deviations = std::sqrt(a_squared * b_squared);
  return deviations > 0 ? together / deviations : 0;
}

void follow(const Frame& frame, Track& track) {
  const std::int32_t search = search_radius(track.radius), reach = search - track.radius;
  double best = -2;
  Place best_place;
  for (std::int32_t y = -reach; y <= reach; ++y) {
    for (std::int32_t x = -reach; x <= reach; ++x) {
      const Place place{track.place.row + y, track.place.column + x};
      const double value = correlation(frame, track, place);
      if (value <= best) continue;
      best = value;
      best_place = place;
    }
  }
  track.correlation = static_cast<float>(best);
  // The next search must stay inside the frame.
  track.place = {std::clamp(best_place.row, search, frame.height - 1 - search),
                 std::clamp(best_place.column, search, frame.width - 1 - search)};
  const Track seen = first_track(frame, track.place, track.radius);
  for (std::size_t i = 0; i < seen.pixels.size(); ++i) {
    track.pixels[i] = kKept * track.pixels[i] + (1.0f - kKept) * seen.pixels[i];
  }
}

}  // namespace hwt

namespace {

constexpr unsigned kThreads = 512;  // hwt.cu's
constexpr std::int32_t kMotion = 2;
// The correlation uses differences of cumulative sums in single precision; a template pixel is rounded once a frame.
constexpr double kCorrelationTolerance = 1e-3, kTemplateTolerance = 1e-5;

// The results of the last frame, read from the device or computed by the CPU.
struct Results {
  std::vector<std::int32_t> coordinates;
  std::vector<float> templates, correlations;
};

Verdict compare_tracks(const Results& device, const Results& cpu) {
  Verdict verdict = compare(device.coordinates, cpu.coordinates, "coordinate", 2);
  if (!verdict.right) return verdict;
  verdict = compare(device.templates, cpu.templates, "template pixel", 0, kTemplateTolerance);
  if (!verdict.right) return verdict;
  return compare(device.correlations, cpu.correlations, "correlation", 0, kCorrelationTolerance);
}

Results results_of(const std::vector<hwt::Track>& tracks) {
  Results results;
  for (const hwt::Track& track : tracks) {
    results.coordinates.insert(results.coordinates.end(), {track.place.row, track.place.column});
    results.templates.insert(results.templates.end(), track.pixels.begin(), track.pixels.end());
    results.correlations.push_back(track.correlation);
  }
  return results;
}

// Floats of hwt.cu's arrays for one point.
std::size_t array_floats(std::size_t radius) {
  const std::size_t area = 2 * static_cast<std::size_t>(hwt::search_radius(static_cast<std::int32_t>(radius))) + 1;
  const std::size_t full = 2 * radius + area;
  return area * area + full * area + 3 * full * full;
}

class Hwt : public Workload {
 public:
  std::string name() const override { return "hwt"; }
  std::string description() const override {
    return "points of a heart's wall followed through ultrasound frames by correlation (Rodinia's heartwall)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points to follow, a block each", 1, 51, 1, 2, 2, {}},
            {"frames", "frames to follow them through, after the first", 0, 100, 1, 1, 1, {}},
            {"radius", "pixels that a template reaches from its middle", 3, 25, 3, 8, 25, {3, 8, 25}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto points = static_cast<std::size_t>(arguments.at("points"));
    const auto radius = static_cast<std::int32_t>(arguments.at("radius"));
    const std::int32_t motion = std::min(kMotion, hwt::search_radius(radius) - radius);
    const std::vector<hwt::Frame> film =
        hwt::random_film(1 + static_cast<std::size_t>(arguments.at("frames")), motion, 1);
    const std::vector<hwt::Place> places = hwt::wall_points(points);
    std::vector<hwt::Track> tracks;
    tracks.reserve(places.size());
    for (const hwt::Place& place : places) tracks.push_back(hwt::first_track(film[0], place, radius));

    const std::string kernel = "hwt_track_" + std::to_string(radius);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>(points), 1, 1};
    device.plan({{kernel, block}});
    const std::size_t pixels = tracks[0].pixels.size();
    const std::uint64_t frame_on = device.allocate(film[0].pixels.size() * sizeof(float), "frame");
    const std::uint64_t points_on = device.upload(places, "points");
    const std::uint64_t templates = device.allocate(points * pixels * sizeof(float), "templates");
    const std::uint64_t arrays =
        device.allocate(points * array_floats(static_cast<std::size_t>(radius)) * sizeof(float), "arrays");
    const std::uint64_t correlations = device.upload(std::vector<float>(points, 0.0f), "correlations");
    for (const hwt::Frame& frame : film) {
      const bool first = &frame == &film[0];
      device.write(frame_on, frame.pixels.data(), frame.pixels.size() * sizeof(float));
      device.launch(kernel, grid, block,
                    Arguments(frame_on, frame.height, frame.width, points_on, templates, arrays, correlations,
                              std::int32_t{first}));
      if (first) continue;
      for (hwt::Track& track : tracks) hwt::follow(frame, track);
    }
    return compare_tracks({device.download<std::int32_t>(points_on, 2 * points),
                           device.download<float>(templates, points * pixels),
                           device.download<float>(correlations, points)},
                          results_of(tracks));
  }
};

}  // namespace

std::unique_ptr<Workload> make_hwt() { return std::make_unique<Hwt>(); }

}  // namespace unibank
