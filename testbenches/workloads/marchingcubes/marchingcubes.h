// The tables, the input and the CPU reference of marchingcubes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::marchingcubes {

// A voxel's corners 0 .. 3 go around its front, 4 .. 7 behind them around its back: (0,0), (1,0), (1,1), (0,1). Edge i
// goes from corner i to the next of the front, i + 4 likewise at the back, i + 8 from corner i to corner i + 4.
struct Edge {
  std::size_t from, to;  // corners
};
Edge edge(std::size_t number);

constexpr std::size_t kCases = 256, kEntries = 16;
struct Tables {
  std::array<std::uint32_t, kCases> counts{};               // vertices of a case: bit i is 1 where corner i is inside
  std::array<std::uint32_t, kCases * kEntries> triangles{};  // [case][vertex]: the edge it lies on, three a triangle
};
// Computed, not copied: the outlines that the surface leaves on the six faces are joined to polygons, and these cut
// into triangles; where more than four corners are inside, as if outside were inside (Lorensen and Cline 1987).
Tables tables();

struct Surface {
  std::vector<std::uint32_t> voxels;        // those that the surface cuts, in order
  std::vector<std::uint32_t> first_vertex;  // of every voxel of the grid
  std::vector<float> vertices, normals;     // four floats each: x, y, z, and 1 or 0
};

// Of the tangle in the cube -1 .. 1, with 2^side_log2 voxels along each axis.
Surface surface(std::uint32_t side_log2, float isovalue, const Tables& tables);

}  // namespace unibank::marchingcubes
