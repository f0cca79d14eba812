// [[launch]].
#include "base/input_error.h"
#include "manifest/sections.h"
#include "manifest/values.h"

namespace unibank::manifest_reader {
namespace {

constexpr std::int64_t kMaxRepeat = 1000000;
constexpr std::int64_t kMaxBlock = 1024, kMaxBlockZ = 64, kMaxGrid = 0x7fffffff, kMaxGridYZ = 65535;  // of every GPU
constexpr std::int64_t kMaxScratchpad = std::int64_t{1} << 30;
constexpr std::size_t kMaxArgumentBytes = 32764;  // a kernel's parameters, as in CUDA 12

Dim3 read_shape(const Section& section, const char* key, std::int64_t most) {
  const Value& value = section.need(key);
  const std::string expected = "an array of 1 to 3 integers, each from 1 to " + std::to_string(most);
  if (!value.is(Value::Kind::kArray)) section.fail(key, expected);
  if (value.elements.empty() || value.elements.size() > 3) {
    section.source().fail(place_of(value), std::string(key) + ": found " + std::to_string(value.elements.size()) +
                                               " elements; expected " + expected);
  }
  unsigned extents[3] = {1, 1, 1};
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    const Value& one = value.elements[i];
    if (!one.is(Value::Kind::kInteger) || one.integer < 1 || one.integer > most)
      section.source().fail_found(key, one, expected);
    extents[i] = static_cast<unsigned>(one.integer);
  }
  return {extents[0], extents[1], extents[2]};
}

// Every extent is legal, the shape is not.
[[noreturn]] void fail_shape(const Section& section, const char* key, const std::string& expected) {
  const Value& value = section.need(key);
  std::string found;
  for (const Value& one : value.elements) found += (found.empty() ? "" : ", ") + std::to_string(one.integer);
  section.source().fail(place_of(value), std::string(key) + ": found [" + found + "]; expected " + expected);
}

std::string kernel_of(const Section& section, const ptx::Module& module) {
  std::vector<std::string> known;
  for (const auto& [name, kernel] : module.kernels) known.push_back(name);
  if (known.empty()) section.source().fail(section.place(), "the PTX has no kernel (.entry)");
  if (const Value* value = section.find("kernel")) {
    const std::string name = section.text("kernel");
    if (module.kernels.count(name) == 0)
      section.source().fail(place_of(*value), unknown_name("kernel", name, known));
    return name;
  }
  if (known.size() == 1) return known.front();
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  section.source().fail(section.place(), "[[launch]] needs the key 'kernel'; the PTX has " + names);
}

constexpr const char* kForms =
    "a number, the name of a buffer, texture or surface, { buffer = \"x\", offset = 256 }, { bytes = [1, 2] }, or an "
    "array of { type = \"f32\", value = 2.0 }";

void read_bytes(const Source& source, const Value& list, ManifestArgument& argument) {
  argument.kind = ManifestArgument::Kind::kBytes;
  if (!list.is(Value::Kind::kArray) || list.elements.size() > kMaxArgumentBytes)
    source.fail_found("bytes", list, "an array of at most " + std::to_string(kMaxArgumentBytes) + " integers");
  for (const Value& one : list.elements) {
    if (!one.is(Value::Kind::kInteger) || one.integer < 0 || one.integer > 255)
      source.fail_found("bytes", one, "an integer from 0 to 255");
    argument.bytes.push_back(static_cast<std::uint8_t>(one.integer));
  }
}

void read_table(const Source& source, const Value& value, ManifestArgument& argument) {
  const ManifestPlace place = place_of(value);
  if (value.find("bytes")) {
    const Section section(source, "an argument", value, place, {"bytes"});
    read_bytes(source, section.need("bytes"), argument);
    return;
  }
  if (!value.find("buffer")) source.fail(place, std::string("arguments: found a table; expected ") + kForms);
  const Section section(source, "an argument", value, place, {"buffer", "offset"});
  argument.kind = ManifestArgument::Kind::kName;
  argument.name = section.text("buffer");
  argument.offset = static_cast<std::uint64_t>(section.integer("offset", 0, INT64_MAX, 0));
}

void read_structure(const Source& source, const Value& list, ManifestArgument& argument) {
  argument.kind = ManifestArgument::Kind::kStructure;
  if (list.elements.size() > kMaxArgumentBytes)
    source.fail_found("arguments", list, "at most " + std::to_string(kMaxArgumentBytes) + " fields");
  for (const Value& one : list.elements) {
    const Section section(source, "a field", one, place_of(one), {"type", "value"});
    ManifestArgument::Field field{section.type("type"), section.number("value")};
    std::vector<std::uint8_t> bytes;
    if (!manifest_values::append(bytes, field.value, field.type))
      section.fail("value", manifest_values::expected_text(field.type) + " (" +
                                manifest_values::type_name(field.type) + ")");
    argument.fields.push_back(field);
  }
}

ManifestArgument read_argument(const Source& source, const Value& value) {
  ManifestArgument argument;
  argument.place = place_of(value);
  if (value.is(Value::Kind::kString)) {
    argument.kind = ManifestArgument::Kind::kName;
    argument.name = text_of(source, "arguments", value);
  } else if (value.is(Value::Kind::kTable)) {
    read_table(source, value, argument);
  } else if (value.array_of(Value::Kind::kTable)) {
    read_structure(source, value, argument);
  } else if (!number_of(value, argument.number)) {
    source.fail_found("arguments", value, kForms);
  }
  return argument;
}

}  // namespace

std::vector<std::string> launch_keys() {
  return {"kernel", "grid", "block", "dynamic_scratchpad_bytes", "repeat", "arguments"};
}

ManifestLaunch read_launch(const Section& section, const ptx::Module& module) {
  ManifestLaunch launch;
  launch.place = section.place();
  launch.kernel = kernel_of(section, module);
  launch.grid = read_shape(section, "grid", kMaxGrid);
  if (launch.grid.y > kMaxGridYZ || launch.grid.z > kMaxGridYZ)
    fail_shape(section, "grid", "at most " + std::to_string(kMaxGridYZ) + " blocks in y and in z");
  launch.block = read_shape(section, "block", kMaxBlock);
  if (launch.block.count() > kMaxBlock || launch.block.z > kMaxBlockZ)
    fail_shape(section, "block", "at most " + std::to_string(kMaxBlock) + " threads, at most " +
                                     std::to_string(kMaxBlockZ) + " of them in z");
  launch.dynamic_scratchpad_bytes =
      static_cast<unsigned>(section.integer("dynamic_scratchpad_bytes", 0, kMaxScratchpad, 0));
  launch.repeat = static_cast<std::uint64_t>(section.integer("repeat", 1, kMaxRepeat, 1));
  if (const Value* list = section.find("arguments")) {
    if (!list->is(Value::Kind::kArray)) section.fail("arguments", "an array with one element for each parameter");
    for (const Value& value : list->elements) launch.arguments.push_back(read_argument(section.source(), value));
  }
  return launch;
}

}  // namespace unibank::manifest_reader
