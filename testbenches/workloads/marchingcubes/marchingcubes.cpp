#include "workloads/marchingcubes/marchingcubes.h"

#include <bitset>
#include <cmath>

#include "workloads/all_workloads.h"
#include "workloads/compare.h"
#include "workloads/thread_block_form.h"

namespace unibank {
namespace marchingcubes {

namespace {

constexpr std::size_t kCorners = 8, kEdges = 12;

// Corners of each face, counterclockwise as seen from outside. Every edge belongs to two faces, which go along it in
// opposite directions.
constexpr std::size_t kFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                      {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

std::size_t edge_between(std::size_t a, std::size_t b) {
  for (std::size_t i = 0;; ++i) {
    const Edge e = edge(i);
    if ((e.from == a && e.to == b) || (e.from == b && e.to == a)) return i;
  }
}

// For each edge that the surface cuts, the next edge in the outline of its polygon. On a face the outline cuts off each
// run of corners that are inside.
std::array<std::size_t, kEdges> outlines(std::bitset<kCorners> inside) {
  std::array<std::size_t, kEdges> next{};
  next.fill(kEdges);
  for (const auto& face : kFaces) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (inside[face[i]] || !inside[face[(i + 1) % 4]]) continue;
      std::size_t last = i + 1;
      while (inside[face[(last + 1) % 4]]) ++last;
      next[edge_between(face[i], face[(i + 1) % 4])] = edge_between(face[last % 4], face[(last + 1) % 4]);
    }
  }
  return next;
}

// The edges of the triangles' corners, three for each triangle.
std::vector<std::size_t> triangles_of(std::bitset<kCorners> inside) {
  const bool turned = inside.count() > kCorners / 2;
  std::array<std::size_t, kEdges> next = outlines(turned ? ~inside : inside);
  std::vector<std::size_t> triangles;
  for (std::size_t first = 0; first < kEdges; ++first) {
    if (next[first] == kEdges) continue;
    std::vector<std::size_t> polygon;
    for (std::size_t at = first; next[at] != kEdges;) {
      polygon.push_back(at);
      const std::size_t behind = next[at];
      next[at] = kEdges;
      at = behind;
    }
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      triangles.insert(triangles.end(),
                       {polygon[0], polygon[turned ? i + 1 : i], polygon[turned ? i : i + 1]});
    }
  }
  return triangles;
}

struct Point {
  float x = 0, y = 0, z = 0;
};

struct Field {
  float x = 0, y = 0, z = 0, value = 0;  // the gradient times a small step, then the value
};

float quartic(float x) {
  const float square = (3 * x) * (3 * x);
  return square * (square - 5);
}

float tangle(const Point& p) { return std::fma(quartic(p.x) + quartic(p.y) + quartic(p.z) + 11.8f, 0.2f, 0.5f); }

Field field_at(const Point& p) {
  constexpr float kStep = 0.001f;
  const float value = tangle(p);
  return {tangle({p.x + kStep, p.y, p.z}) - value, tangle({p.x, p.y + kStep, p.z}) - value,
          tangle({p.x, p.y, p.z + kStep}) - value, value};
}

struct Voxel {
  std::array<Point, kCorners> corner{};
  std::array<Field, kCorners> field{};
  std::size_t inside = 0;  // a bit per corner
};

Voxel voxel_at(std::uint32_t number, std::uint32_t side_log2, float isovalue) {
  const std::uint32_t mask = (1u << side_log2) - 1;
  const float size = 2.0f / static_cast<float>(1u << side_log2);
  const auto begin = [&](std::uint32_t axis) {
    return std::fma(static_cast<float>(number >> axis * side_log2 & mask), size, -1.0f);
  };
  const Point low{begin(0), begin(1), begin(2)};
  Voxel voxel;
  for (std::size_t i = 0; i < kCorners; ++i) {
    const std::size_t around = i % 4;
    voxel.corner[i] = {around == 1 || around == 2 ? low.x + size : low.x, around >= 2 ? low.y + size : low.y,
                       i >= 4 ? low.z + size : low.z};
    voxel.field[i] = field_at(voxel.corner[i]);
    if (voxel.field[i].value < isovalue) voxel.inside |= std::size_t{1} << i;
  }
  return voxel;
}

void add_vertex(const Voxel& voxel, std::size_t of_edge, float isovalue, Surface& surface) {
  const Edge e = edge(of_edge);
  const Point &a = voxel.corner[e.from], &b = voxel.corner[e.to];
  const Field &at_a = voxel.field[e.from], &at_b = voxel.field[e.to];
  const float t = (isovalue - at_a.value) / (at_b.value - at_a.value);
  surface.vertices.insert(surface.vertices.end(),
                          {std::fma(t, b.x - a.x, a.x), std::fma(t, b.y - a.y, a.y), std::fma(t, b.z - a.z, a.z), 1});
  surface.normals.insert(surface.normals.end(),
                         {std::fma(t, at_b.x - at_a.x, at_a.x), std::fma(t, at_b.y - at_a.y, at_a.y),
                          std::fma(t, at_b.z - at_a.z, at_a.z), 0});
}

}  // namespace

Edge edge(std::size_t number) {
  if (number >= 8) return {number - 8, number - 4};
  const std::size_t plane = number & 4;
  return {number, plane + (number + 1) % 4};
}

Tables tables() {
  Tables tables;
  for (std::size_t i = 0; i < kCases; ++i) {
    const std::vector<std::size_t> triangles = triangles_of(i);
    tables.counts[i] = static_cast<std::uint32_t>(triangles.size());
    for (std::size_t j = 0; j < triangles.size(); ++j) {
      tables.triangles[i * kEntries + j] = static_cast<std::uint32_t>(triangles[j]);
    }
  }
  return tables;
}

Surface surface(std::uint32_t side_log2, float isovalue, const Tables& tables) {
  Surface surface;
  for (std::uint32_t number = 0; number < 1u << 3 * side_log2; ++number) {
    surface.first_vertex.push_back(static_cast<std::uint32_t>(surface.vertices.size() / 4));
    const Voxel voxel = voxel_at(number, side_log2, isovalue);
    if (tables.counts[voxel.inside] == 0) continue;
    surface.voxels.push_back(number);
    for (std::size_t i = 0; i < tables.counts[voxel.inside]; ++i) {
      add_vertex(voxel, tables.triangles[voxel.inside * kEntries + i], isovalue, surface);
    }
  }
  return surface;
}

}  // namespace marchingcubes

namespace {

constexpr float kIsovalue = 0.2f;  // the samples'

std::uint64_t table_texture(Device& device, const std::uint32_t* entries, std::size_t count, const char* name) {
  Texture texture;
  texture.address = device.upload(std::vector<std::uint32_t>(entries, entries + count), name);
  texture.dimensions = 1;
  texture.width = count;
  texture.channel = Texture::Channel::kUnsigned;
  return device.create_texture(texture);
}

const std::vector<unsigned> kMerged = {2, 2, 2};  // blocks that VTB, VTB_PIPE and CO_VTB merge

class MarchingCubes : public Workload {
 public:
  std::string name() const override { return "marchingcubes"; }
  std::string description() const override {
    return "triangles of an isosurface, a voxel's edges in the scratchpad (CUDA samples' marchingCubes)";
  }
  // The samples have 2^5 voxels along each axis.
  std::vector<WorkloadArgument> arguments() const override {
    return {{"side_log2", "logarithm of the voxels along each axis", 2, 7, 3, 6, 5, {}},
            {"threads", "threads of a plain block, a voxel each", 32, 48, 32, 32, 32, {32, 48}},
            form_argument(kMerged)};
  }

  Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const override {
    const auto side_log2 = static_cast<std::uint32_t>(arguments.at("side_log2"));
    const auto threads = static_cast<unsigned>(arguments.at("threads"));
    const marchingcubes::Tables tables = marchingcubes::tables();
    const marchingcubes::Surface surface = marchingcubes::surface(side_log2, kIsovalue, tables);
    const ThreadBlockForm form = form_of(arguments, "marchingcubes_" + std::to_string(threads), kMerged);
    if (form.parts > 1 && threads != 32) refuse(arguments, "form", "0 with blocks of " + std::to_string(threads));
    const Dim3 block{form.parts * threads, 1, 1};
    device.plan({{form.kernel, block}});
    const std::size_t floats = surface.vertices.size();
    const std::uint64_t vertices = device.allocate(floats * sizeof(float), "vertices");
    const std::uint64_t normals = device.allocate(floats * sizeof(float), "normals");
    const std::uint64_t voxels = device.upload(surface.voxels, "voxels");
    const std::uint64_t first_vertex = device.upload(surface.first_vertex, "first vertex");
    const std::uint64_t counts = table_texture(device, tables.counts.data(), tables.counts.size(), "counts");
    const std::uint64_t triangles =
        table_texture(device, tables.triangles.data(), tables.triangles.size(), "triangles");
    const auto active = static_cast<unsigned>(surface.voxels.size());
    device.launch(form.kernel, {(active + block.x - 1) / block.x, 1, 1}, block,
                  Arguments(vertices, normals, voxels, first_vertex, counts, triangles, side_log2, kIsovalue, active,
                            static_cast<std::uint32_t>(floats / 4)));
    const Verdict verdict = compare(device.download<float>(vertices, floats), surface.vertices, "coordinate", 4);
    if (!verdict.right) return verdict;
    return compare(device.download<float>(normals, floats), surface.normals, "component", 4);
  }
};

}  // namespace

std::unique_ptr<Workload> make_marchingcubes() { return std::make_unique<MarchingCubes>(); }

}  // namespace unibank
