// marchingcubes: the tables form closed surfaces, the surface follows the field, and the kernels are right.
#include "workloads/marchingcubes/marchingcubes.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <set>

#include "scratchpad_shape.h"
#include "scratchpad_shape.h"

using namespace unibank;
using marchingcubes::Edge;
using marchingcubes::kEntries;
using marchingcubes::Surface;
using marchingcubes::Tables;

namespace {

bool cut(std::size_t inside, std::size_t edge) {
  const Edge e = marchingcubes::edge(edge);
  return (inside >> e.from & 1) != (inside >> e.to & 1);
}

// The value of the samples' field at a point.
double tangle(const float* p) {
  double sum = 11.8;
  for (int axis = 0; axis < 3; ++axis) {
    const double square = std::pow(3.0 * double{p[axis]}, 2);
    sum += square * square - 5 * square;
  }
  return 0.2 * sum + 0.5;
}

}  // namespace

TEST_CASE("marchingcubes: triangles use every edge that the surface cuts and no other") {
  const Tables tables = marchingcubes::tables();
  for (std::size_t inside = 0; inside < 256; ++inside) {
    const std::uint32_t count = tables.counts[inside];
    CHECK(count % 3 == 0);
    CHECK(count <= 15);
    std::set<std::uint32_t> used;
    for (std::size_t i = 0; i < count; ++i) used.insert(tables.triangles[inside * kEntries + i]);
    for (std::uint32_t edge = 0; edge < 12; ++edge) CHECK(used.count(edge) == cut(inside, edge));
  }
}

TEST_CASE("marchingcubes: known cases have their triangles") {
  const Tables tables = marchingcubes::tables();
  const std::pair<std::size_t, std::uint32_t> known[] = {
      {0b0, 0}, {0b1, 1}, {0b11, 2}, {0b101, 2}, {0b1000001, 2}, {0b1111, 2}, {0b111, 3}, {0b10100101, 4},
      {0b11111111, 0}, {0b11111110, 1}, {0b11111010, 2}, {0b10111, 4}};
  for (const auto& [inside, triangles] : known) CHECK(tables.counts[inside] == 3 * triangles);
  // Only corner 0 inside: its edges to corners 1, 3 and 4. Only corner 0 outside: the same edges in reverse order.
  const std::uint32_t* const one = &tables.triangles[1 * kEntries];
  const std::uint32_t* const other = &tables.triangles[254 * kEntries];
  CHECK(std::set<std::uint32_t>(one, one + 3) == std::set<std::uint32_t>{0, 3, 8});
  CHECK(one[0] == other[0]);
  CHECK(one[1] == other[2]);
  CHECK(one[2] == other[1]);
}

TEST_CASE("marchingcubes: vertices lie on the surface between -1 and 1") {
  const Surface surface = marchingcubes::surface(5, 0.2f, marchingcubes::tables());
  REQUIRE(surface.vertices.size() == surface.normals.size());
  REQUIRE(surface.first_vertex.size() == 1u << 15);
  for (std::size_t i = 0; i < surface.vertices.size(); i += 4) {
    CHECK(surface.vertices[i + 3] == 1);
    CHECK(tangle(&surface.vertices[i]) == Approx(0.2).margin(0.15));  // linear interpolation of a quartic
    for (std::size_t axis = 0; axis < 3; ++axis) CHECK(std::abs(surface.vertices[i + axis]) <= 1);
  }
}

TEST_CASE("marchingcubes: every side of a triangle is the reverse of one other triangle's side") {
  const Surface surface = marchingcubes::surface(5, 0.2f, marchingcubes::tables());
  using Place = std::array<float, 3>;
  const auto place = [&surface](std::size_t vertex) {
    Place at{};
    for (std::size_t axis = 0; axis < 3; ++axis) at[axis] = std::round(surface.vertices[4 * vertex + axis] * 1e5f);
    return at;
  };
  std::map<std::pair<Place, Place>, int> sides;
  for (std::size_t vertex = 0; vertex < surface.vertices.size() / 4; vertex += 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Place from = place(vertex + i), to = place(vertex + (i + 1) % 3);
      if (from == to) continue;
      ++sides[{from, to}];
      --sides[{to, from}];
    }
  }
  for (const auto& [side, balance] : sides) CHECK(balance == 0);
}

TEST_CASE("marchingcubes agrees to the last bit with blocks of 32 and of 48 threads") {
  for (const char* threads : {"32", "48"}) {
    const Outcome outcome = run_functionally("marchingcubes", Size::kTiny, {{"side_log2", "4"}, {"threads", threads}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("marchingcubes: two variables of Jatala's tables I and VII") {
  const ScratchpadShape mc1 = scratchpad_shapes("marchingcubes").at("marchingcubes_32");
  CHECK(mc1 == ScratchpadShape{9216, 2, 32});
  CHECK(resident(mc1).resident_blocks == 1);
  const ScratchpadShape mc2 = scratchpad_shapes("marchingcubes", {{"threads", "48"}}).at("marchingcubes_48");
  CHECK(mc2 == ScratchpadShape{13824, 2, 48});
  CHECK(resident(mc2, {48}).resident_blocks == 3);
  CHECK(resident(mc2, {64}).resident_blocks == 4);
}

TEST_CASE("marchingcubes: the samples' volume has the 3008 threads of Jatala's table VI") {
  const Outcome outcome = run_functionally("marchingcubes", Size::kPaper);
  CHECK(outcome.verdict.right);
  CHECK(outcome.counts.blocks * 32 == 3008);
}

TEST_CASE("marchingcubes is right in all forms and merged blocks have the arrays of one") {
  // Table XI has 1.125 (VTB), 1.202 (VTB_PIPE) and 1.047 (CO_VTB) times as many instructions as the plain form.
  const auto run = [](const char* form) {
    return run_functionally("marchingcubes", Size::kTiny, {{"side_log2", "4"}, {"form", form}});
  };
  const Outcome plain = run("0");
  for (const char* form : {"1", "2", "3"}) {
    const Outcome merged = run(form);
    INFO("form " << form << ": " << merged.verdict.text);
    CHECK(merged.verdict.right);
    CHECK(merged.counts.blocks == (plain.counts.blocks + 1) / 2);
    CHECK(merged.counts.thread_instructions > plain.counts.thread_instructions);
    CHECK(merged.counts.uninitialised_scratchpad_reads.count == 0);
  }
  for (const std::string form : {"_vtb", "_vtb_pipe", "_co_vtb"}) {
    const ScratchpadShape shape = scratchpad_shape("marchingcubes", "marchingcubes_32" + form, 64);
    CHECK(shape == ScratchpadShape{9216, 2, 64});
    CHECK(resident(shape).resident_blocks == 1);
    CHECK(resident_without_scratchpad(shape).resident_blocks >= 2);
  }
}

TEST_CASE("marchingcubes: blocks of 48 threads are not merged") {
  CHECK_THROWS_MATCHES(run_functionally("marchingcubes", Size::kTiny, {{"threads", "48"}, {"form", "1"}}), InputError,
                       Catch::Matchers::Message(
                           "argument 'form' of workload 'marchingcubes' is 1; expected 0 with blocks of 48"));
}
