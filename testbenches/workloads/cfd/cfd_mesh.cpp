#include <algorithm>
#include <cmath>
#include <utility>

#include "workloads/cfd/cfd.h"
#include "workloads/random_input.h"

namespace unibank::cfd {
namespace {

constexpr std::size_t kRun = 1024;  // numbers are shuffled within groups of so many elements
constexpr std::int32_t kNobody = -1;

using Place = std::array<std::int64_t, 3>;
using Axes = std::array<std::size_t, 3>;
using Vector = std::array<double, 3>;

// A tetrahedron of a cube, named by an order of the axes: its corners start at the cube's first corner and follow the
// axes in that order.
constexpr std::array<Axes, 6> kOrders{{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

std::size_t order_of(const Axes& axes) {
  return static_cast<std::size_t>(std::find(kOrders.begin(), kOrders.end(), axes) - kOrders.begin());
}

Vector difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

class Grid {
 public:
  Grid(std::size_t side, RandomInput& random) : side_(static_cast<std::int64_t>(side)) {
    const std::size_t corners = side + 1;
    for (std::size_t i = 0; i < corners * corners * corners; ++i) {
      Vector vertex{};
      const std::array<std::size_t, 3> at{i % corners, i / corners % corners, i / corners / corners};
      for (std::size_t d = 0; d < 3; ++d) {
        vertex[d] = (static_cast<double>(at[d]) + 0.2 * (static_cast<double>(random.unit()) - 0.5)) /
                    static_cast<double>(side);
      }
      vertices_.push_back(vertex);
    }
    number(random);
  }

  Mesh mesh() const {
    Mesh mesh;
    mesh.elements = elements_.size();
    mesh.padded = (mesh.elements + kThreads - 1) / kThreads * kThreads;
    mesh.volumes.resize(mesh.padded);
    mesh.neighbours.resize(kFaces * mesh.padded);
    mesh.normals.resize(3 * kFaces * mesh.padded);
    for (std::size_t i = 0; i < mesh.padded; ++i) put(mesh, i, elements_[std::min(i, mesh.elements - 1)]);
    return mesh;
  }

 private:
  struct Element {
    Place cube{};
    std::size_t order = 0;
  };

  bool in_body(const Place& cube) const {
    const std::int64_t body = side_ / 3, from = (side_ - body) / 2;
    return std::all_of(cube.begin(), cube.end(), [&](std::int64_t c) { return c >= from && c < from + body; });
  }

  std::size_t slot(const Place& cube, std::size_t order) const {
    return static_cast<std::size_t>((cube[2] * side_ + cube[1]) * side_ + cube[0]) * kOrders.size() + order;
  }

  void number(RandomInput& random) {
    for (std::int64_t i = 0; i < side_ * side_ * side_; ++i) {
      const Place cube{i % side_, i / side_ % side_, i / side_ / side_};
      for (std::size_t order = 0; order < kOrders.size() && !in_body(cube); ++order) elements_.push_back({cube, order});
    }
    for (std::size_t first = 0; first < elements_.size(); first += kRun) {
      for (std::size_t left = std::min(kRun, elements_.size() - first); left > 1; --left) {
        std::swap(elements_[first + left - 1], elements_[first + random.below(static_cast<std::uint32_t>(left))]);
      }
    }
    numbers_.assign(static_cast<std::size_t>(side_ * side_ * side_) * kOrders.size(), kNobody);
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      numbers_[slot(elements_[i].cube, elements_[i].order)] = static_cast<std::int32_t>(i);
    }
  }

  // Corner 0 is the cube's first, corner 3 its last.
  std::size_t corner(const Element& element, std::size_t which) const {
    Place at = element.cube;
    for (std::size_t i = 0; i < which; ++i) ++at[kOrders[element.order][i]];
    return static_cast<std::size_t>((at[2] * (side_ + 1) + at[1]) * (side_ + 1) + at[0]);
  }

  // Face f is opposite to corner f. Behind the two inner faces are tetrahedra of the same cube whose order of the axes
  // has two neighbours exchanged. Behind the two outer faces are tetrahedra of the next cubes, whose order begins one
  // axis later (face 0) or one earlier (face 3).
  std::int32_t neighbour(const Element& element, std::size_t face, std::size_t padded) const {
    const Axes& axes = kOrders[element.order];
    Element next = element;
    switch (face) {
      case 0:
        ++next.cube[axes[0]];
        next.order = order_of({axes[1], axes[2], axes[0]});
        break;
      case 1: next.order = order_of({axes[1], axes[0], axes[2]}); break;
      case 2: next.order = order_of({axes[0], axes[2], axes[1]}); break;
      default:
        --next.cube[axes[2]];
        next.order = order_of({axes[2], axes[0], axes[1]});
    }
    for (std::size_t d = 0; d < 3; ++d) {
      if (next.cube[d] < 0) return static_cast<std::int32_t>(padded + 1 + 2 * d);
      if (next.cube[d] == side_) return static_cast<std::int32_t>(padded + 2 + 2 * d);
    }
    const std::int32_t number = numbers_[slot(next.cube, next.order)];
    return number == kNobody ? static_cast<std::int32_t>(padded) : number;
  }

  // Both elements of a face get the same normal with opposite signs.
  Vector outwards(const Element& element, std::size_t face) const {
    std::array<std::size_t, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) corners[i] = corner(element, i < face ? i : i + 1);
    std::sort(corners.begin(), corners.end());
    const Vector& first = vertices_[corners[0]];
    Vector normal = cross(difference(vertices_[corners[1]], first), difference(vertices_[corners[2]], first));
    const double inwards = dot(normal, difference(vertices_[corner(element, face)], first));
    for (double& component : normal) component *= inwards > 0 ? -0.5 : 0.5;
    return normal;
  }

  void put(Mesh& mesh, std::size_t i, const Element& element) const {
    const Vector& first = vertices_[corner(element, 0)];
    const auto edge = [&](std::size_t to) { return difference(vertices_[corner(element, to)], first); };
    mesh.volumes[i] = static_cast<float>(std::abs(dot(edge(1), cross(edge(2), edge(3)))) / 6);
    for (std::size_t face = 0; face < kFaces; ++face) {
      mesh.neighbours[i + face * mesh.padded] = neighbour(element, face, mesh.padded);
      const Vector normal = outwards(element, face);
      for (std::size_t d = 0; d < 3; ++d) {
        mesh.normals[i + (face + d * kFaces) * mesh.padded] = static_cast<float>(normal[d]);
      }
    }
  }

  std::int64_t side_;
  std::vector<Vector> vertices_;
  std::vector<Element> elements_;
  std::vector<std::int32_t> numbers_;  // the element in each slot
};

}  // namespace

Mesh random_mesh(std::size_t side, std::uint32_t seed) {
  RandomInput random(seed);
  return Grid(side, random).mesh();
}

}  // namespace unibank::cfd
