// cfd: the grid's geometry; the CPU's fluxes checked by conservation and by flows that do not change; the kernels with
// and without calls, and the resources that their threads need.
#include "workloads/cfd/cfd.h"

#include <catch2/catch.hpp>

#include <cmath>

#include "run_without.h"
#include "run_workload.h"
#include "thread_needs.h"

using namespace unibank;
using cfd::Mesh;

namespace {

std::array<double, 3> normal_of(const Mesh& mesh, std::size_t i, std::size_t face) {
  std::array<double, 3> normal{};
  for (std::size_t d = 0; d < 3; ++d) {
    normal[d] = static_cast<double>(mesh.normals[i + (face + d * cfd::kFaces) * mesh.padded]);
  }
  return normal;
}

std::size_t neighbour_of(const Mesh& mesh, std::size_t i, std::size_t face) {
  return static_cast<std::size_t>(mesh.neighbours[i + face * mesh.padded]);
}

bool inside(const Mesh& mesh, std::size_t i) {
  for (std::size_t face = 0; face < cfd::kFaces; ++face) {
    if (neighbour_of(mesh, i, face) >= mesh.padded) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("cfd: the elements of 3 x 3 x 3 cubes without the middle one fill what is left of the cube") {
  const Mesh mesh = cfd::random_mesh(3, 1);
  CHECK(mesh.elements == 6 * 26);
  CHECK(mesh.padded == 192);
  double volume = 0;
  for (std::size_t i = 0; i < mesh.elements; ++i) volume += static_cast<double>(mesh.volumes[i]);
  CHECK(volume == Approx(26.0 / 27).epsilon(0.15));  // the corners are moved
}

TEST_CASE("cfd: the faces of an element close it and its neighbours see them from the other side") {
  const Mesh mesh = cfd::random_mesh(4, 2);
  std::size_t body = 0, sides = 0;
  for (std::size_t i = 0; i < mesh.elements; ++i) {
    std::array<double, 3> sum{};
    for (std::size_t face = 0; face < cfd::kFaces; ++face) {
      const auto normal = normal_of(mesh, i, face);
      for (std::size_t d = 0; d < 3; ++d) sum[d] += normal[d];
      const std::size_t neighbour = neighbour_of(mesh, i, face);
      body += neighbour == mesh.padded;
      sides += neighbour > mesh.padded;
      CHECK(neighbour <= mesh.padded + cfd::kSides);
      if (neighbour >= mesh.padded) continue;
      CHECK(neighbour < mesh.elements);
      std::size_t back = 0;
      for (std::size_t other = 0; other < cfd::kFaces; ++other) {
        if (neighbour_of(mesh, neighbour, other) != i) continue;
        const auto opposite = normal_of(mesh, neighbour, other);
        back += opposite[0] == -normal[0] && opposite[1] == -normal[1] && opposite[2] == -normal[2];
      }
      CHECK(back == 1);
    }
    for (std::size_t d = 0; d < 3; ++d) CHECK(sum[d] == Approx(0).margin(1e-7));
  }
  CHECK(body == 6 * 2);        // two faces on each side of the missing cube
  CHECK(sides == 6 * 2 * 16);  // and of each cube on the outside
}

TEST_CASE("cfd: elements behind the last one are copies of it") {
  const Mesh mesh = cfd::random_mesh(3, 1);
  const std::vector<float> flow = cfd::random_flow(mesh, 2);
  for (std::size_t i = mesh.elements; i < mesh.padded; ++i) {
    CHECK(mesh.volumes[i] == mesh.volumes[mesh.elements - 1]);
    CHECK(neighbour_of(mesh, i, 2) == neighbour_of(mesh, mesh.elements - 1, 2));
    CHECK(flow[i + mesh.padded] == flow[mesh.elements - 1 + mesh.padded]);
  }
  CHECK(flow != cfd::random_flow(mesh, 3));
}

TEST_CASE("cfd: gas at rest does not flow and presses on the body") {
  const Mesh mesh = cfd::random_mesh(3, 3);
  const cfd::Flow rest{1.4f, {0, 0, 0}, 2.5f};  // its pressure is 0.4 x 2.5
  const cfd::Flux flux = cfd::flux_of(rest);
  for (std::size_t d = 0; d < 3; ++d) {
    CHECK(flux[0][d] == 0);
    CHECK(flux[4][d] == 0);
    for (std::size_t i = 0; i < 3; ++i) CHECK(flux[1 + i][d] == (i == d ? Approx(1) : Approx(0)));
  }
  std::vector<float> variables(cfd::kVariables * mesh.padded, 0.0f);
  for (std::size_t i = 0; i < mesh.padded; ++i) {
    variables[i] = rest.density;
    variables[i + 4 * mesh.padded] = rest.energy;
  }
  for (const float value : cfd::fluxes(mesh, variables, rest)) CHECK(value == Approx(0).margin(1e-6));
}

TEST_CASE("cfd: a uniform flow stays as it is where no body is") {
  const Mesh mesh = cfd::random_mesh(5, 4);
  const cfd::Flow flow = cfd::far_field();
  std::vector<float> variables;
  for (const float value : {flow.density, flow.momentum[0], flow.momentum[1], flow.momentum[2], flow.energy}) {
    variables.insert(variables.end(), mesh.padded, value);
  }
  const std::vector<float> flux = cfd::fluxes(mesh, variables, flow);
  bool body_felt = false;
  for (std::size_t i = 0; i < mesh.elements; ++i) {
    for (std::size_t v = 0; v < cfd::kVariables; ++v) {
      const float value = flux[i + v * mesh.padded];
      if (inside(mesh, i)) CHECK(value == Approx(0).margin(1e-6));
      body_felt |= std::abs(value) > 1e-3f;
    }
  }
  CHECK(body_felt);
}

TEST_CASE("cfd: what leaves an element enters its neighbour") {
  const Mesh mesh = cfd::random_mesh(4, 5);
  const std::vector<float> variables = cfd::random_flow(mesh, 6);
  const cfd::Flow beyond = cfd::far_field();
  const std::vector<float> flux = cfd::fluxes(mesh, variables, beyond);
  double sum = 0, through_sides = 0, size = 0;  // of the mass, of which the body lets none through
  for (std::size_t i = 0; i < mesh.elements; ++i) {
    sum += static_cast<double>(flux[i]);
    size += std::abs(static_cast<double>(flux[i]));
    for (std::size_t face = 0; face < cfd::kFaces; ++face) {
      if (neighbour_of(mesh, i, face) <= mesh.padded) continue;
      const auto normal = normal_of(mesh, i, face);
      for (std::size_t d = 0; d < 3; ++d) {
        const auto own = static_cast<double>(variables[i + (1 + d) * mesh.padded]);
        through_sides += 0.5 * normal[d] * (own + static_cast<double>(beyond.momentum[d]));
      }
    }
  }
  CHECK(sum == Approx(through_sides).margin(1e-5 * size));
  CHECK(size > 0.1);
}

TEST_CASE("cfd: a step is shorter in smaller elements and faster gas") {
  Mesh mesh = cfd::random_mesh(1, 1);
  std::vector<float> variables = cfd::random_flow(mesh, 1);
  mesh.volumes[0] = 4 * mesh.volumes[1];
  for (std::size_t v = 0; v < cfd::kVariables; ++v) variables[v * mesh.padded] = variables[1 + v * mesh.padded];
  std::vector<float> factors = cfd::step_factors(mesh, variables);
  CHECK(factors[0] == Approx(0.5 * static_cast<double>(factors[1])));
  const float before = factors[2];
  variables[2 + mesh.padded] *= 1.1f;                  // momentum in x, and the energy of that
  variables[2 + 4 * mesh.padded] *= 1.1f;
  CHECK(cfd::step_factors(mesh, variables)[2] < before);
}

TEST_CASE("cfd: the kernels agree to the last bit with and without calls") {
  for (const char* calls : {"0", "1"}) {
    for (const char* side : {"1", "4", "7"}) {
      const Outcome outcome =
          run_functionally("cfd", Size::kTiny, {{"side", side}, {"iterations", "2"}, {"calls", calls}});
      INFO(outcome.verdict.text);
      CHECK(outcome.verdict.right);
      CHECK(outcome.counts.launches == 2 * (1 + 2 * 3));
    }
  }
}

TEST_CASE("cfd: the verdict notices an omitted kernel") {
  for (const char* kernel : {"cfd_step_factor_calls", "cfd_flux_calls", "cfd_time_step"}) {
    CHECK_FALSE(run_without("cfd", kernel).right);
  }
}

TEST_CASE("cfd: no scratchpad and as many registers as Hayes and Zhang's table 1 or a few less") {
  const ThreadNeeds inlined = thread_needs("cfd", "cfd_flux"), called = thread_needs("cfd", "cfd_flux_calls");
  CHECK(inlined.registers == 60);  // table 1: 61 and 63
  CHECK(called.registers == 59);
  CHECK(inlined.functions == 0);
  CHECK(called.functions == 3);
  CHECK(called.local_bytes == 0);
  CHECK(scratchpad_bytes("cfd", "cfd_flux") == 0);
  CHECK(scratchpad_bytes("cfd", "cfd_flux_calls") == 0);
  CHECK(thread_needs("cfd", "cfd_step_factor_calls").functions == 3);
}
