#include "manifest/fields.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank::manifest_reader {
namespace {

using Kind = ManifestArgument::Kind;

const char* forms(ptx::Type plain) {
  return plain == ptx::Type::kNone
             ? "the name of a buffer, texture or surface, { buffer = \"x\", offset = 256 }, or "
               "{ type = \"f32\", value = 2.0 }"
             : "a number, the name of a buffer, texture or surface, { buffer = \"x\", offset = 256 }, or "
               "{ type = \"f32\", value = 2.0 }";
}

const ManifestTexture* find_handle(const Manifest& manifest, const std::string& name) {
  const auto found = std::find_if(manifest.textures.begin(), manifest.textures.end(),
                                  [&](const ManifestTexture& one) { return one.name == name; });
  return found == manifest.textures.end() ? nullptr : &*found;
}

[[noreturn]] void fail_unknown(const CheckContext& check, const ManifestArgument& argument) {
  std::vector<std::string> known;
  for (const ManifestBuffer& one : check.manifest.buffers)
    if (!one.constant) known.push_back(one.name);
  for (const ManifestTexture& one : check.manifest.textures)
    if (!one.name.empty()) known.push_back(one.name);
  check.source.fail(argument.place, unknown_name("buffer, texture or surface", argument.name, known));
}

}  // namespace

ManifestArgument read_address(const Source& source, const Value& value, const CounterRanges& ranges) {
  const Section section(source, "an argument", value, place_of(value), {"buffer", "offset"});
  ManifestArgument argument;
  argument.place = place_of(value);
  argument.kind = Kind::kName;
  argument.name = section.text("buffer");
  if (const Value* offset = section.find("offset"))
    argument.offset = read_expression(source, "offset", *offset, ranges,
                                      "an integer from 0 to " + std::to_string(INT64_MAX) + ", or { counter = \"t\" }");
  return argument;
}

ManifestArgument read_field(const Source& source, const std::string& key, const Value& value,
                            const CounterRanges& ranges, ptx::Type plain) {
  if (value.is(Value::Kind::kTable) && value.find("buffer")) return read_address(source, value, ranges);
  ManifestArgument field;
  field.place = place_of(value);
  if (value.is(Value::Kind::kString)) {
    field.kind = Kind::kName;
    field.name = text_of(source, key, value);
  } else if (value.is(Value::Kind::kTable)) {
    const Section section(source, "a field", value, field.place, {"type", "value"});
    field.type = section.type("type");
    field.number = read_expression(source, "value", section.need("value"), ranges, "a number");
  } else if (plain != ptx::Type::kNone && number_of(value, field.number.offset)) {
    field.type = plain;
    field.number.place = field.place;
  } else {
    source.fail_found(key, value, forms(plain));
  }
  return field;
}

Named find_named(const CheckContext& check, const ManifestArgument& argument) {
  const ManifestBuffer* buffer = check.manifest.find_buffer(argument.name);
  if (buffer && !buffer->constant) return {buffer, "the buffer '" + argument.name + "'"};
  const ManifestTexture* handle = find_handle(check.manifest, argument.name);
  if (!handle) fail_unknown(check, argument);
  return {nullptr, (handle->surface ? "the surface '" : "the texture '") + argument.name + "'"};
}

void check_offset(const CheckContext& check, const ManifestArgument& argument, const std::string& where) {
  const Named named = find_named(check, argument);
  for (const Extreme& extreme : extremes(argument.offset, check.ranges)) {
    const ManifestNumber& offset = extreme.number;
    const std::uint64_t most = named.buffer ? named.buffer->bytes.size() : 0;
    if (!offset.is_float && offset.integer >= 0 && static_cast<std::uint64_t>(offset.integer) <= most) continue;
    check.source.fail(argument.place,
                      where + ": found the offset " + extreme.text + " into " + named.text + "; expected " +
                          (named.buffer ? "an integer from 0 to its " + std::to_string(most) + " bytes" : "a buffer"));
  }
}

void check_number(const CheckContext& check, const ManifestExpression& number, ptx::Type type,
                  const std::string& where) {
  for (const Extreme& extreme : extremes(number, check.ranges)) {
    manifest_values::Bytes bytes;
    if (manifest_values::append(bytes, extreme.number, type)) continue;
    check.source.fail(number.place, where + ": found " + extreme.text + "; expected " +
                                        manifest_values::expected_text(type) + " (" +
                                        manifest_values::type_name(type) + ")");
  }
}

std::uint64_t lay_out(const CheckContext& check, std::vector<ManifestArgument>& fields, const std::string& where) {
  std::uint64_t bytes = 0, align = 1;
  for (ManifestArgument& field : fields) {
    if (field.kind == Kind::kName) {
      field.width = find_named(check, field).buffer ? check.address_bytes : 8;  // a handle has 64 bits everywhere
      check_offset(check, field, where);
    } else {
      field.width = ptx::bytes_of(field.type);
      check_number(check, field.number, field.type, "value");
    }
    field.at = (bytes + field.width - 1) / field.width * field.width;
    bytes = field.at + field.width;
    align = std::max<std::uint64_t>(align, field.width);
  }
  return (bytes + align - 1) / align * align;
}

void put(manifest_values::Bytes& bytes, const ManifestArgument& field, const AddressOf& address_of,
         const Counters& counters) {
  manifest_values::Bytes own;
  if (field.kind == Kind::kName) {
    const auto offset = static_cast<std::uint64_t>(value_of(field.offset, counters).integer);
    manifest_values::append_integer(own, address_of(field.name) + offset, ptx::Type::kU64);
  } else {
    manifest_values::append(own, value_of(field.number, counters), field.type);
  }
  std::copy_n(own.begin(), field.width, bytes.begin() + static_cast<std::ptrdiff_t>(field.at));
}

}  // namespace unibank::manifest_reader
