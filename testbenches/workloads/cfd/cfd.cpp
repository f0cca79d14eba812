#include "workloads/cfd/cfd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/random_input.h"

namespace unibank {
namespace cfd {
namespace {

constexpr float kGamma = 1.4f, kViscosity = 0.2f;  // cfd.cu's

struct State {
  Flow flow;
  std::array<float, 3> velocity{};
  float speed_squared = 0, pressure = 0, sound = 0;
};

float squared(const std::array<float, 3>& v) { return std::fma(v[2], v[2], std::fma(v[1], v[1], v[0] * v[0])); }

State state_of(const Flow& flow) {
  State state{flow, {}, 0, 0, 0};
  for (std::size_t d = 0; d < 3; ++d) state.velocity[d] = flow.momentum[d] / flow.density;
  state.speed_squared = squared(state.velocity);
  state.pressure = (kGamma - 1.0f) * std::fma(-0.5f * flow.density, state.speed_squared, flow.energy);
  state.sound = std::sqrt(kGamma * state.pressure / flow.density);
  return state;
}

Flux flux_of(const State& state) {
  Flux flux{};
  flux[0] = state.flow.momentum;
  for (std::size_t d = 0; d < 3; ++d) {
    // Element (i, j) equals element (j, i), so one rounded product serves both.
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t low = std::min(i, d), high = std::max(i, d);
      flux[1 + i][d] = i == d ? std::fma(state.velocity[d], state.flow.momentum[d], state.pressure)
                              : state.velocity[low] * state.flow.momentum[high];
    }
    flux[4][d] = state.velocity[d] * (state.flow.energy + state.pressure);
  }
  return flux;
}

std::array<float, kVariables> values_of(const Flow& flow) {
  return {flow.density, flow.momentum[0], flow.momentum[1], flow.momentum[2], flow.energy};
}

Flow flow_at(const Mesh& mesh, const std::vector<float>& variables, std::size_t i) {
  const auto value = [&](std::size_t variable) { return variables[i + variable * mesh.padded]; };
  return {value(0), {value(1), value(2), value(3)}, value(4)};
}

void carry(std::array<float, kVariables>& sum, const std::array<float, 3>& normal, const Flux& a, const Flux& b) {
  for (std::size_t d = 0; d < 3; ++d) {
    for (std::size_t v = 0; v < kVariables; ++v) sum[v] = std::fma(0.5f * normal[d], a[v][d] + b[v][d], sum[v]);
  }
}

std::array<float, kVariables> flux_into(const Mesh& mesh, const std::vector<float>& variables, const Flux& beyond,
                                        std::size_t i) {
  const State own = state_of(flow_at(mesh, variables, i));
  const Flux of_own = flux_of(own);
  std::array<float, kVariables> sum{};
  for (std::size_t face = 0; face < kFaces; ++face) {
    const auto neighbour = static_cast<std::size_t>(mesh.neighbours[i + face * mesh.padded]);
    std::array<float, 3> normal{};
    for (std::size_t d = 0; d < 3; ++d) normal[d] = mesh.normals[i + (face + d * kFaces) * mesh.padded];
    if (neighbour < mesh.padded) {
      const State other = state_of(flow_at(mesh, variables, neighbour));
      const float fastest = std::sqrt(own.speed_squared) + std::sqrt(other.speed_squared) + own.sound + other.sound;
      const float factor = -0.5f * kViscosity * std::sqrt(squared(normal)) * fastest;
      const auto here = values_of(own.flow), there = values_of(other.flow);
      for (std::size_t v = 0; v < kVariables; ++v) sum[v] = std::fma(factor, here[v] - there[v], sum[v]);
      carry(sum, normal, of_own, flux_of(other));
    } else if (neighbour == mesh.padded) {
      for (std::size_t d = 0; d < 3; ++d) sum[1 + d] = std::fma(normal[d], own.pressure, sum[1 + d]);
    } else {
      carry(sum, normal, of_own, beyond);
    }
  }
  return sum;
}

}  // namespace

Flux flux_of(const Flow& flow) { return flux_of(state_of(flow)); }

Flow far_field() {
  constexpr float kDensity = 1.4f, kPressure = 1.0f, kMach = 1.2f;
  const float speed = kMach * std::sqrt(kGamma * kPressure / kDensity);
  return {kDensity, {kDensity * speed, 0, 0}, kDensity * (0.5f * speed * speed) + kPressure / (kGamma - 1.0f)};
}

std::vector<float> random_flow(const Mesh& mesh, std::uint32_t seed) {
  RandomInput random(seed);
  const auto mean = values_of(far_field());
  std::vector<float> variables(kVariables * mesh.padded);
  for (std::size_t v = 0; v < kVariables; ++v) {
    float* const values = &variables[v * mesh.padded];
    for (std::size_t i = 0; i < mesh.elements; ++i) values[i] = mean[v] + 0.05f * (random.unit() - 0.5f);
    for (std::size_t i = mesh.elements; i < mesh.padded; ++i) values[i] = values[mesh.elements - 1];
  }
  return variables;
}

std::vector<float> step_factors(const Mesh& mesh, const std::vector<float>& variables) {
  std::vector<float> factors(mesh.padded);
  for (std::size_t i = 0; i < mesh.padded; ++i) {
    const State own = state_of(flow_at(mesh, variables, i));
    factors[i] = 0.5f / (std::sqrt(mesh.volumes[i]) * (std::sqrt(own.speed_squared) + own.sound));
  }
  return factors;
}

std::vector<float> fluxes(const Mesh& mesh, const std::vector<float>& variables, const Flow& beyond) {
  const Flux of_beyond = flux_of(beyond);
  std::vector<float> result(kVariables * mesh.padded);
  for (std::size_t i = 0; i < mesh.padded; ++i) {
    const auto sum = flux_into(mesh, variables, of_beyond, i);
    for (std::size_t v = 0; v < kVariables; ++v) result[i + v * mesh.padded] = sum[v];
  }
  return result;
}

std::vector<float> advanced(const Mesh& mesh, const std::vector<float>& variables, const Flow& beyond) {
  const std::vector<float> factors = step_factors(mesh, variables);
  std::vector<float> now = variables;
  for (std::size_t stage = 0; stage < kStages; ++stage) {
    const std::vector<float> flux = fluxes(mesh, now, beyond);
    for (std::size_t i = 0; i < mesh.padded; ++i) {
      const float factor = factors[i] / static_cast<float>(kStages - stage);
      for (std::size_t at = i; at < now.size(); at += mesh.padded) now[at] = std::fma(factor, flux[at], variables[at]);
    }
  }
  return now;
}

}  // namespace cfd

namespace {

struct Beyond {  // cfd.cu's
  cfd::Flow flow;
  std::array<float, 6> momenta{};  // xx, xy, xz, yy, yz, zz
  std::array<float, 3> energy{};
};

Beyond beyond_of(const cfd::Flow& flow) {
  const cfd::Flux flux = cfd::flux_of(flow);
  return {flow, {flux[1][0], flux[1][1], flux[1][2], flux[2][1], flux[2][2], flux[3][2]}, flux[4]};
}

class Cfd : public Workload {
 public:
  std::string name() const override { return "cfd"; }
  std::string description() const override {
    return "flow around a body on an unstructured grid, one element per thread (Rodinia's cfd, euler3d)";
  }
  std::vector<WorkloadArgument> arguments() const override {
    return {{"side", "cubes of six elements along each side of the grid", 1, 64, 3, 10, 19, {}},
            {"iterations", "steps of time, three stages each", 1, 100, 1, 1, 1, {}},
            {"calls", "1: the functions of one result are called, 0: they are part of the kernel", 0, 1, 1, 1, 1, {}}};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const cfd::Mesh mesh = cfd::random_mesh(static_cast<std::size_t>(arguments.at("side")), 1);
    const auto iterations = static_cast<std::size_t>(arguments.at("iterations"));
    const std::string suffix = arguments.at("calls") ? "_calls" : "";
    const Kernels kernels{"cfd_step_factor" + suffix, "cfd_flux" + suffix};
    device.plan({{kernels.step_factor, kBlock}, {kernels.flux, kBlock}, {"cfd_time_step", kBlock}});
    const std::array<Beyond, cfd::kSides> sides = filled(beyond_of(cfd::far_field()));
    device.write(device.symbol("far_field"), sides.data(), sizeof(sides));

    std::vector<float> variables = cfd::random_flow(mesh, 2);
    const std::uint64_t result = compute(device, kernels, mesh, variables, iterations);
    for (std::size_t i = 0; i < iterations; ++i) variables = cfd::advanced(mesh, variables, cfd::far_field());
    return compare(device.download<float>(result, variables.size()), variables, "value", mesh.padded);
  }

 private:
  static constexpr Dim3 kBlock{cfd::kThreads, 1, 1};

  struct Kernels {
    std::string step_factor, flux;
  };

  static std::array<Beyond, cfd::kSides> filled(const Beyond& beyond) {
    std::array<Beyond, cfd::kSides> sides;
    sides.fill(beyond);
    return sides;
  }

  // Every stage starts from the variables before the first stage; two buffers take turns. Returns the last variables.
  static std::uint64_t compute(Device& device, const Kernels& kernels, const cfd::Mesh& mesh,
                               const std::vector<float>& variables, std::size_t iterations) {
    const auto elements = static_cast<std::int32_t>(mesh.padded);
    const std::size_t bytes = variables.size() * sizeof(float);
    const std::uint64_t volumes = device.upload(mesh.volumes, "volumes");
    const std::uint64_t neighbours = device.upload(mesh.neighbours, "neighbours");
    const std::uint64_t normals = device.upload(mesh.normals, "normals");
    std::uint64_t before = device.upload(variables, "variables"), after = device.allocate(bytes, "variables after");
    const std::uint64_t factors = device.allocate(mesh.padded * sizeof(float), "step factors");
    const std::uint64_t fluxes = device.allocate(bytes, "fluxes");
    const Dim3 grid{static_cast<unsigned>(mesh.padded / cfd::kThreads), 1, 1};
    for (std::size_t i = 0; i < iterations; ++i) {
      device.launch(kernels.step_factor, grid, kBlock, Arguments(before, volumes, factors, elements));
      for (std::int32_t stage = 0; stage < static_cast<std::int32_t>(cfd::kStages); ++stage) {
        device.launch(kernels.flux, grid, kBlock,
                      Arguments(neighbours, normals, stage == 0 ? before : after, fluxes, elements));
        device.launch("cfd_time_step", grid, kBlock, Arguments(before, factors, fluxes, after, stage, elements));
      }
      std::swap(before, after);
    }
    return before;
  }
};

}  // namespace

std::unique_ptr<Workload> make_cfd() { return std::make_unique<Cfd>(); }

}  // namespace unibank
