#include <algorithm>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/hwt/hwt.h"

namespace unibank {
namespace {

constexpr unsigned kThreads = 128;  // heartwall.cu's
constexpr std::int32_t kMotion = 2;
// The correlation uses differences of running sums in single precision; a template pixel is rounded once a frame.
constexpr double kCorrelationTolerance = 1e-3, kTemplateTolerance = 1e-5;

// Floats of heartwall.cu's arrays for one point.
std::size_t array_floats(std::size_t radius) {
  const std::size_t area = 2 * static_cast<std::size_t>(hwt::search_radius(static_cast<std::int32_t>(radius))) + 1;
  const std::size_t full = 2 * radius + area;
  return area * area + full * area + 3 * full * full;
}

// The points' arrays on the device.
struct DeviceTracks {
  std::uint64_t points, templates, correlations;
};

// The film and its CPU reference are hwt's.
class Heartwall : public Workload {
 public:
  std::string name() const override { return "heartwall"; }
  std::string description() const override {
    return "points of a heart's wall in blocks of 128 threads (Rodinia's heartwall as Jatala et al. change it)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"points", "points to follow, a block each", 1, 140, 2, 2, 140, {}},
            {"frames", "frames to follow them through, after the first", 0, 100, 1, 1, 0, {}},
            {"radius", "pixels that a template reaches from its middle", 3, 25, 3, 8, 25, {3, 8, 25}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto radius = static_cast<std::int32_t>(arguments.at("radius"));
    const std::int32_t motion = std::min(kMotion, hwt::search_radius(radius) - radius);
    const std::vector<hwt::Frame> film =
        hwt::random_film(1 + static_cast<std::size_t>(arguments.at("frames")), motion, 1);
    const std::vector<hwt::Place> places = hwt::wall_points(static_cast<std::size_t>(arguments.at("points")));
    std::vector<hwt::Track> tracks;
    tracks.reserve(places.size());
    for (const hwt::Place& place : places) tracks.push_back(hwt::first_track(film[0], place, radius));
    const std::size_t points = tracks.size();

    const std::string kernel = "heartwall_" + std::to_string(radius);
    const Dim3 block{kThreads, 1, 1}, grid{static_cast<unsigned>(points), 1, 1};
    device.plan({{kernel, block}});
    const std::uint64_t frame_on = device.allocate(film[0].pixels.size() * sizeof(float), "frame");
    const std::uint64_t arrays =
        device.allocate(points * array_floats(static_cast<std::size_t>(radius)) * sizeof(float), "arrays");
    const DeviceTracks on{device.upload(places, "points"),
                          device.allocate(points * tracks[0].pixels.size() * sizeof(float), "templates"),
                          device.upload(std::vector<float>(points, 0.0f), "correlations")};
    for (const hwt::Frame& frame : film) {
      const bool first = &frame == &film[0];
      device.write(frame_on, frame.pixels.data(), frame.pixels.size() * sizeof(float));
      device.launch(kernel, grid, block,
                    Arguments(frame_on, frame.height, frame.width, on.points, on.templates, arrays, on.correlations,
                              std::int32_t{first}));
      if (first) continue;
      for (hwt::Track& track : tracks) hwt::follow(frame, track);
    }
    return compare_tracks(device, on, tracks);
  }

 private:
  static Verdict compare_tracks(Device& device, const DeviceTracks& on, const std::vector<hwt::Track>& tracks) {
    std::vector<std::int32_t> coordinates;
    std::vector<float> templates, correlations;
    for (const hwt::Track& track : tracks) {
      coordinates.insert(coordinates.end(), {track.place.row, track.place.column});
      templates.insert(templates.end(), track.pixels.begin(), track.pixels.end());
      correlations.push_back(track.correlation);
    }
    Verdict verdict =
        compare(device.download<std::int32_t>(on.points, coordinates.size()), coordinates, "coordinate", 2);
    if (!verdict.right) return verdict;
    verdict = compare(device.download<float>(on.correlations, correlations.size()), correlations, "correlation", 0,
                      kCorrelationTolerance);
    if (!verdict.right) return verdict;
    return compare(device.download<float>(on.templates, templates.size()), templates, "template pixel", 0,
                   kTemplateTolerance);
  }
};

}  // namespace

std::unique_ptr<Workload> make_heartwall() { return std::make_unique<Heartwall>(); }

}  // namespace unibank
