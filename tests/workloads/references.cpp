// The CPU references that check the device, compared with slower and more obvious ways to the same answer.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "workloads/bfs/bfs.h"
#include "workloads/compare.h"
#include "workloads/matrixmul/matrixmul.h"
#include "workloads/needle/needle.h"
#include "workloads/srad/srad.h"

using namespace unibank;

namespace {
// The best of all alignments of the first y and x letters, found by following each of them to its end.
std::int32_t best_alignment(const needle::Matrix& similarity, std::size_t n, std::int32_t penalty, std::size_t y,
                            std::size_t x) {
  const auto gaps = static_cast<std::int32_t>(y + x);
  if (y == 0 || x == 0) return -gaps * penalty;
  return std::max({best_alignment(similarity, n, penalty, y - 1, x - 1) + similarity[y * (n + 1) + x],
                   best_alignment(similarity, n, penalty, y - 1, x) - penalty,
                   best_alignment(similarity, n, penalty, y, x - 1) - penalty});
}
}  // namespace

TEST_CASE("needle: scores equal the best over all alignments") {
  constexpr std::size_t n = 6;
  for (const std::int32_t penalty : {1, 3, 10}) {
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
      const needle::Matrix similarity = needle::random_similarity(n, seed);
      const needle::Matrix scores = needle::scores(similarity, n, penalty);
      for (std::size_t y = 0; y <= n; ++y) {
        for (std::size_t x = 0; x <= n; ++x) {
          CHECK(scores[y * (n + 1) + x] == best_alignment(similarity, n, penalty, y, x));
        }
      }
    }
  }
}

TEST_CASE("needle: similarities have the range of a substitution table") {
  constexpr std::size_t n = 100;
  const needle::Matrix similarity = needle::random_similarity(n, 1);
  CHECK(similarity == needle::random_similarity(n, 1));
  CHECK(similarity != needle::random_similarity(n, 2));
  CHECK(*std::min_element(similarity.begin(), similarity.end()) == -4);
  CHECK(*std::max_element(similarity.begin(), similarity.end()) <= 11);
  CHECK(*std::max_element(similarity.begin(), similarity.end()) >= 4);
}

TEST_CASE("matrixmul: products of small whole numbers are exact") {
  constexpr std::size_t m = 3, n = 5, k = 4;
  std::vector<float> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7 % 11);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * 5 % 13);
  const std::vector<float> c = matrixmul::multiply(a, b, m, n, k);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      CHECK(c[row * n + column] == sum);
    }
  }
}

TEST_CASE("bfs: levels equal all-pairs shortest paths") {
  constexpr std::size_t nodes = 40;
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    bfs::Graph graph = bfs::random_graph(nodes, seed);
    graph.nodes.push_back({});  // a node without edges is not reached
    constexpr std::int32_t far = 1000;
    std::vector<std::vector<std::int32_t>> distance(nodes + 1, std::vector<std::int32_t>(nodes + 1, far));
    for (std::size_t node = 0; node <= nodes; ++node) {
      const bfs::Node& range = graph.nodes[node];
      for (std::int32_t i = 0; i < range.edges; ++i) distance[node][graph.edges[range.first_edge + i]] = 1;
      distance[node][node] = 0;
    }
    for (std::size_t via = 0; via <= nodes; ++via) {
      for (auto& row : distance) {
        for (std::size_t to = 0; to <= nodes; ++to) row[to] = std::min(row[to], row[via] + distance[via][to]);
      }
    }
    const std::vector<std::int32_t> levels = bfs::levels(graph, 3);
    for (std::size_t to = 0; to <= nodes; ++to) CHECK(levels[to] == (distance[3][to] < far ? distance[3][to] : -1));
  }
}

TEST_CASE("bfs: nodes have 4 to 8 edges and six on average") {
  constexpr std::size_t nodes = 2000;
  const bfs::Graph graph = bfs::random_graph(nodes, 1);
  std::int32_t next = 0;
  for (const bfs::Node& node : graph.nodes) {
    CHECK(node.first_edge == next);
    CHECK((node.edges >= 4 && node.edges <= 8));
    next += node.edges;
  }
  CHECK(graph.edges.size() == static_cast<std::size_t>(next));
  CHECK(static_cast<double>(next) / nodes == Approx(6).margin(0.1));
  for (const std::int32_t end : graph.edges) CHECK((end >= 0 && end < static_cast<std::int32_t>(nodes)));
}

TEST_CASE("srad: diffusion moves brightness but does not create any") {
  // A pixel gains from its southern or eastern neighbour exactly what that neighbour loses.
  const srad::Image before = srad::random_image(24, 17, 1);
  const srad::Image after = srad::diffuse(before, srad::speckle_scale(before), 0.5f);
  const auto sum = [](const srad::Image& image) {
    return std::accumulate(image.pixels.begin(), image.pixels.end(), 0.0);
  };
  CHECK(after.pixels != before.pixels);
  CHECK(sum(after) == Approx(sum(before)).epsilon(1e-6));
  CHECK(srad::speckle_scale(after) < srad::speckle_scale(before));
}

TEST_CASE("srad: a single bright pixel, by hand") {
  // 3 x 3 pixels of 1, the middle one 2; q0^2 = 1. Middle: the differences are -1, so the gradient term is 4/4 = 1, the
  // Laplacian -4/2 = -2, q^2 = (1/2 - 4/16) / (1 - 1/2)^2 = 1 and the coefficient 1 / (1 + 0) = 1. North of it: one
  // difference of 1, q^2 = (1/2 - 1/16) / (5/4)^2 = 0.28, coefficient 1 / (1 + (0.28 - 1) / 2) = 1.5625, cut to 1.
  srad::Image image{3, 3, std::vector<float>(9, 1.0f)};
  image.pixels[4] = 2.0f;
  const srad::Image after = srad::diffuse(image, 1.0f, 0.5f);
  const std::vector<float> expected{1, 1.125f, 1, 1.125f, 1.5f, 1.125f, 1, 1.125f, 1};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(after.pixels[i] == Approx(expected[i]));
}

TEST_CASE("srad: the speckle scale is variance over squared mean") {
  CHECK(srad::speckle_scale({1, 4, {1, 3, 1, 3}}) == Approx(0.25));
  srad::Image image{130, 130, std::vector<float>(130 * 130, 5.0f)};  // only the top left 128 x 128 count
  image.pixels[129] = 100;
  CHECK(srad::speckle_scale(image) == Approx(0).margin(1e-9));
}

TEST_CASE("a verdict says how many agree, or the first that does not") {
  CHECK(compare<int>({1, 2, 3, 4}, {1, 2, 3, 4}, "cell").text == "4 cells equal");
  const Verdict wrong = compare<int>({1, 2, 7, 9}, {1, 2, 3, 4}, "cell", 2);
  CHECK_FALSE(wrong.right);
  CHECK(wrong.text == "cell (1, 0) is 7, the CPU has 3 (2 of 4 differ)");
  CHECK(compare<int>({0}, {5}, "level").text == "level 0 is 0, the CPU has 5 (1 of 1 differ)");
  CHECK(compare<float>({1.00005f}, {1.0f}, "pixel", 0, 1e-4).right);
  CHECK(compare<float>({1.00005f}, {1.0f}, "pixel", 0, 1e-4).text == "1 pixels within 0.0001 of the CPU's, relative");
  CHECK_FALSE(compare<float>({1.0002f}, {1.0f}, "pixel", 0, 1e-4).right);
  CHECK_FALSE(compare<float>({std::numeric_limits<float>::quiet_NaN()}, {1.0f}, "pixel", 0, 1e-4).right);
}
