// The tables, the input and the CPU reference of marchingcubes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::marchingcubes {

// A voxel's corners 0 .. 3 go around its front, and 4 .. 7 around its back behind them: (0,0), (1,0), (1,1), (0,1).
// Edge i goes from corner i to the next corner of the front, edge i + 4 does the same at the back, and edge i + 8 goes
// from corner i to corner i + 4.
struct Edge {
  std::size_t from, to;  // corners
};
Edge edge(std::size_t number);

constexpr std::size_t kCases = 256, kEntries = 16;
struct Tables {
  std::array<std::uint32_t, kCases> counts{};               // vertices of a case: bit i is 1 if corner i is inside
  std::array<std::uint32_t, kCases * kEntries> triangles{};  // [case][vertex]: the edge that it is on, three a triangle
};
// Computes the tables: the lines in which the surface cuts the six faces of a voxel are joined to polygons, and the
// polygons are cut into triangles. If more than four corners are inside, inside and outside are exchanged (Lorensen and
// Cline 1987).
Tables tables();

struct Surface {
  std::vector<std::uint32_t> voxels;        // the voxels that the surface cuts, in order
  std::vector<std::uint32_t> first_vertex;  // for every voxel of the grid
  std::vector<float> vertices, normals;     // four floats each: x, y, z, and 1 or 0
};

// The surface of the tangle in the cube -1 .. 1, with 2^side_log2 voxels along each axis.
Surface surface(std::uint32_t side_log2, float isovalue, const Tables& tables);

}  // namespace unibank::marchingcubes
