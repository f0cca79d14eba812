// The elements of `arguments`.
#include "manifest/fields.h"
#include "manifest/sections.h"

namespace unibank::manifest_reader {
namespace {

using Kind = ManifestArgument::Kind;

constexpr std::size_t kMaxArgumentBytes = 32764;  // a kernel's parameters, as in CUDA 12
constexpr const char* kForms =
    "a number, the name of a buffer, texture or surface, { buffer = \"x\", offset = 256 }, { counter = \"t\" } in a "
    "loop, { bytes = [1, 2] }, or an array of { type = \"f32\", value = 2.0 } and names";

void read_bytes(const Source& source, const Value& value, ManifestArgument& argument) {
  const Section section(source, "an argument", value, place_of(value), {"bytes"});
  const Value& list = section.need("bytes");
  argument.kind = Kind::kBytes;
  if (!list.is(Value::Kind::kArray) || list.elements.size() > kMaxArgumentBytes)
    source.fail_found("bytes", list, "an array of at most " + std::to_string(kMaxArgumentBytes) + " integers");
  for (const Value& one : list.elements) {
    if (!one.is(Value::Kind::kInteger) || one.integer < 0 || one.integer > 255)
      source.fail_found("bytes", one, "an integer from 0 to 255");
    argument.bytes.push_back(static_cast<std::uint8_t>(one.integer));
  }
}

void read_structure(const Source& source, const Value& list, const CounterRanges& ranges, ManifestArgument& argument) {
  argument.kind = Kind::kStructure;
  if (list.elements.size() > kMaxArgumentBytes)
    source.fail_found("arguments", list, "at most " + std::to_string(kMaxArgumentBytes) + " fields");
  for (const Value& one : list.elements)
    argument.fields.push_back(read_field(source, "arguments", one, ranges));
}

}  // namespace

ManifestArgument read_argument(const Source& source, const Value& value, const CounterRanges& ranges) {
  ManifestArgument argument;
  argument.place = place_of(value);
  if (value.is(Value::Kind::kString)) {
    argument.kind = Kind::kName;
    argument.name = text_of(source, "arguments", value);
  } else if (value.is(Value::Kind::kTable) && value.find("buffer")) {
    return read_address(source, value, ranges);
  } else if (value.is(Value::Kind::kTable) && value.find("bytes")) {
    read_bytes(source, value, argument);
  } else if (value.is(Value::Kind::kArray) && !value.elements.empty()) {
    read_structure(source, value, ranges, argument);
  } else {
    argument.number = read_expression(source, "arguments", value, ranges, kForms);
  }
  return argument;
}

}  // namespace unibank::manifest_reader
