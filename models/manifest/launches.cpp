// [[launch]].
#include "manifest/sections.h"

namespace unibank::manifest_reader {
namespace {

constexpr std::int64_t kMaxRepeat = 1000000;
constexpr std::int64_t kMaxBlock = 1024, kMaxBlockZ = 64, kMaxGrid = 0x7fffffff, kMaxGridYZ = 65535;  // of every GPU
constexpr std::int64_t kMaxScratchpad = std::int64_t{1} << 30;

std::string expected_shape(std::int64_t most) {
  return "an array of 1 to 3 integers, each from 1 to " + std::to_string(most);
}

const std::vector<Value>& elements_of(const Section& section, const char* key, std::int64_t most) {
  const Value& value = section.need(key);
  if (!value.is(Value::Kind::kArray)) section.fail(key, expected_shape(most));
  if (value.elements.empty() || value.elements.size() > 3) {
    section.source().fail(place_of(value), std::string(key) + ": found " + std::to_string(value.elements.size()) +
                                               " elements; expected " + expected_shape(most));
  }
  return value.elements;
}

// Every extent is legal, but the shape is not.
[[noreturn]] void fail_shape(const Section& section, const char* key, const unsigned (&extents)[3],
                             const std::string& expected) {
  const std::size_t given = section.need(key).elements.size();
  std::string found;
  for (std::size_t i = 0; i < given; ++i) found += (i == 0 ? "" : ", ") + std::to_string(extents[i]);
  section.source().fail(place_of(section.need(key)),
                        std::string(key) + ": found [" + found + "]; expected " + expected);
}

Dim3 read_block(const Section& section) {
  const std::vector<Value>& elements = elements_of(section, "block", kMaxBlock);
  unsigned extents[3] = {1, 1, 1};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Value& one = elements[i];
    if (!one.is(Value::Kind::kInteger) || one.integer < 1 || one.integer > kMaxBlock)
      section.source().fail_found("block", one, expected_shape(kMaxBlock));
    extents[i] = static_cast<unsigned>(one.integer);
  }
  const Dim3 block{extents[0], extents[1], extents[2]};
  if (block.count() > kMaxBlock || block.z > kMaxBlockZ)
    fail_shape(section, "block", extents, "at most " + std::to_string(kMaxBlock) + " threads, at most " +
                                              std::to_string(kMaxBlockZ) + " of them in z");
  return block;
}

// The extents may follow the counters of enclosing loops.
std::array<ManifestExpression, 3> read_grid(const Section& section, const CounterRanges& ranges) {
  const std::vector<Value>& elements = elements_of(section, "grid", kMaxGrid);
  std::array<ManifestExpression, 3> grid;
  for (ManifestExpression& extent : grid) extent.offset.integer = 1;
  unsigned most[3] = {1, 1, 1};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    grid[i] = read_expression(section.source(), "grid", elements[i], ranges, expected_shape(kMaxGrid));
    for (const Extreme& extreme : extremes(grid[i], ranges)) {
      const ManifestNumber& number = extreme.number;
      if (number.is_float || number.integer < 1 || number.integer > kMaxGrid)
        section.source().fail(grid[i].place,
                              "grid: found " + extreme.text + "; expected " + expected_shape(kMaxGrid));
      most[i] = static_cast<unsigned>(number.integer);
    }
  }
  if (most[1] > kMaxGridYZ || most[2] > kMaxGridYZ)
    fail_shape(section, "grid", most, "at most " + std::to_string(kMaxGridYZ) + " blocks in y and in z");
  return grid;
}

}  // namespace

ManifestLaunch read_launch(const Section& section, const Modules& modules, const CounterRanges& ranges) {
  ManifestLaunch launch;
  launch.place = section.place();
  launch.kernel = modules.kernel_of(section);
  launch.grid = read_grid(section, ranges);
  launch.block = read_block(section);
  launch.dynamic_scratchpad_bytes =
      static_cast<unsigned>(section.integer("dynamic_scratchpad_bytes", 0, kMaxScratchpad, 0));
  launch.repeat = static_cast<std::uint64_t>(section.integer("repeat", 1, kMaxRepeat, 1));
  launch.cooperative = section.boolean("cooperative", false);
  if (const Value* list = section.find("arguments")) {
    if (!list->is(Value::Kind::kArray)) section.fail("arguments", "an array with one element for each parameter");
    for (const Value& value : list->elements)
      launch.arguments.push_back(read_argument(section.source(), value, ranges));
  }
  return launch;
}

}  // namespace unibank::manifest_reader
