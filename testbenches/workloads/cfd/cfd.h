// The grid, the flow and the CPU reference of cfd.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::cfd {

constexpr std::size_t kThreads = 192, kFaces = 4, kVariables = 5, kSides = 6, kStages = 3;  // cfd.cu's

// Tetrahedra with four neighbours each. `padded` is `elements` rounded up to a multiple of 192; the additional elements
// are copies of the last one and are no element's neighbour. Face f of element i is at [i + f * padded], component d of
// its normal at [i + (f + d * kFaces) * padded]. A normal points outwards, and its length is the area of its face.
// Neighbour number `padded` is the body in the flow; padded + 1 + s is side s of the far field.
struct Mesh {
  std::size_t elements = 0, padded = 0;
  std::vector<float> volumes;
  std::vector<std::int32_t> neighbours;
  std::vector<float> normals;
};

// side x side x side cubes of six tetrahedra each, without a body of about a third of that size in the middle; the
// vertices are moved a little at random. Elements are numbered along the cubes, but at random within each group of
// 1,024. The numbering decides how far apart neighbours are in memory; no grid generator numbers its elements in this
// way.
Mesh random_mesh(std::size_t side, std::uint32_t seed);

struct Flow {  // a column of the variables: density, momentum, energy
  float density = 0;
  std::array<float, 3> momentum{};
  float energy = 0;
};

// The fluxes of density, momenta and energy (rows) in x, y and z.
using Flux = std::array<std::array<float, 3>, kVariables>;
Flux flux_of(const Flow& flow);

// Mach 1.2 in x, without an angle of attack.
Flow far_field();

// [i + variable * padded]: the far field's flow with some percent of noise. The copies have their element's values.
std::vector<float> random_flow(const Mesh& mesh, std::uint32_t seed);

// All three use the kernels' operations in the kernels' order; `beyond` is the far field of all sides.
std::vector<float> step_factors(const Mesh& mesh, const std::vector<float>& variables);
std::vector<float> fluxes(const Mesh& mesh, const std::vector<float>& variables, const Flow& beyond);
std::vector<float> advanced(const Mesh& mesh, const std::vector<float>& variables, const Flow& beyond);

}  // namespace unibank::cfd
