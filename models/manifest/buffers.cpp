// [[buffer]], [[constant]] and [[verify]].

#include "base/input_error.h"
#include "manifest/initial.h"
#include "manifest/sections.h"
#include "manifest/values.h"

namespace unibank::manifest_reader {
namespace {

std::uint64_t count_of(const Section& section, ptx::Type type, std::uint64_t used) {
  const std::uint64_t size = ptx::bytes_of(type), left = (kMaxBytes - used) / size;
  const Value& given = section.need("count");
  if (!given.is(Value::Kind::kInteger) || given.integer < 1)
    section.fail("count", "an integer from 1 to " + std::to_string(kMaxBytes / size));
  const auto count = static_cast<std::uint64_t>(given.integer);
  if (count > left)
    section.fail("count", "at most " + std::to_string(left) + " of type " + manifest_values::type_name(type) +
                              ": the buffers of a manifest take at most 1 GB");
  return count;
}

double tolerance(const Section& section, const char* key) {
  const double value = section.real(key, 0);
  if (value < 0) section.fail(key, "at least 0");
  return value;
}

void fill(ManifestBuffer& buffer, const Section& section, std::uint64_t& used) {
  buffer.bytes = initial_bytes(section, buffer.type, buffer.count);
  used += buffer.bytes.size();
  if (section.find("dump")) {
    buffer.dump = section.source().path(section.text("dump"));
    buffer.dump_line = section.need("dump").line;
  }
  buffer.absolute = tolerance(section, "absolute");
  buffer.relative = tolerance(section, "relative");
  buffer.address = static_cast<std::uint64_t>(section.integer("address", 0, kMostAddress, 0));
  buffer.place = section.place();
}

bool is_data(const ptx::Variable& variable) {
  return variable.object == ptx::Variable::Object::kData && variable.bytes != 0;
}

}  // namespace

ManifestBuffer read_buffer(const Section& section, std::uint64_t& used) {
  ManifestBuffer buffer;
  buffer.name = section.text("name");
  buffer.type = section.type("type");
  buffer.count = count_of(section, buffer.type, used);
  fill(buffer, section, used);
  return buffer;
}

ManifestBuffer read_constant(const Section& section, const Modules& modules, std::uint64_t& used) {
  ManifestBuffer buffer;
  buffer.constant = true;
  buffer.name = section.text("symbol");
  const ptx::Variable& variable = modules.variable_of(section, ".const or .global variable", is_data);
  buffer.type = section.type("type");
  const unsigned element = ptx::bytes_of(buffer.type);
  const std::string holds = "'" + buffer.name + "' has " + std::to_string(variable.bytes) + " bytes";
  if (section.find("count")) {
    buffer.count = count_of(section, buffer.type, used);
    if (buffer.count * element > variable.bytes)
      section.fail("count", "at most " + std::to_string(variable.bytes / element) + ": " + holds);
  } else if (variable.bytes % element != 0 || variable.bytes > kMaxBytes - used) {
    section.fail("type", "one that divides the variable, or a count: " + holds);
  } else {
    buffer.count = variable.bytes / element;
  }
  fill(buffer, section, used);
  return buffer;
}

const ManifestBuffer& known_buffer(const Section& section, const char* key, const Manifest& manifest) {
  const std::string name = section.text(key);
  if (const ManifestBuffer* buffer = manifest.find_buffer(name)) return *buffer;
  std::vector<std::string> known;
  for (const ManifestBuffer& one : manifest.buffers) known.push_back(one.name);
  section.source().fail(place_of(section.need(key)), unknown_name("buffer", name, known));
}

ManifestVerify read_verify(const Section& section, const Manifest& manifest) {
  const ManifestBuffer& buffer = known_buffer(section, "buffer", manifest);
  ManifestVerify verify;
  verify.buffer = buffer.name;
  verify.file = section.source().path(section.text("file"));
  verify.expected = file_bytes(section, "file", buffer.type, buffer.count);
  verify.absolute = tolerance(section, "absolute");
  verify.relative = tolerance(section, "relative");
  return verify;
}

}  // namespace unibank::manifest_reader
