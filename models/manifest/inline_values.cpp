// `values` of a [[buffer]] or [[constant]]: numbers, addresses and handles, laid out as a C structure.
#include "manifest/initial.h"
#include "manifest/sections.h"

namespace unibank::manifest_reader {
namespace {

[[noreturn]] void fail_size(const Section& section, const ManifestBuffer& buffer, std::uint64_t found) {
  section.source().fail(place_of(section.need("values")),
                        "values: found " + std::to_string(found) + " bytes; expected " +
                            (section.find("rest") ? "at most " : "") + std::to_string(buffer.bytes.size()) + ": " +
                            std::to_string(buffer.count) + " of type " + manifest_values::type_name(buffer.type));
}

}  // namespace

void read_values(const Section& section, const CheckContext& check, ManifestBuffer& buffer) {
  if (section.text("init", "") != "values") return;
  const Value& list = section.need("values");
  if (!list.is(Value::Kind::kArray)) section.fail("values", "an array of numbers and names");
  std::vector<ManifestArgument> fields;
  for (const Value& value : list.elements)
    fields.push_back(read_field(section.source(), "values", value, check.ranges, buffer.type));
  const std::uint64_t bytes = lay_out(check, fields, "values"), element = ptx::bytes_of(buffer.type);
  const bool rest = section.find("rest") != nullptr;
  if (rest ? bytes > buffer.bytes.size() || bytes % element != 0 : bytes != buffer.bytes.size())
    fail_size(section, buffer, bytes);
  buffer.bytes.assign(bytes, 0);
  for (const ManifestArgument& field : fields) {
    if (field.kind == ManifestArgument::Kind::kName)
      buffer.pointers.push_back(field);
    else
      put(buffer.bytes, field, {}, {});
  }
  if (rest) add_rest(buffer.bytes, section, buffer.type, buffer.count);
}

}  // namespace unibank::manifest_reader
