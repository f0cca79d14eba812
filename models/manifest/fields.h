// Numbers, addresses and handles as arguments, as fields of structures, and as initial values of buffers.
#pragma once

#include <string>
#include <vector>

#include "manifest/counters.h"
#include "manifest/values.h"

namespace unibank::manifest_reader {

// An element of an argument's structure or of a buffer's `values`: a name, { buffer, offset }, { type, value }, or a
// number of the type `plain` (kNone: it needs a type).
ManifestArgument read_field(const Source& source, const std::string& key, const Value& value,
                            const CounterRanges& ranges, ptx::Type plain = ptx::Type::kNone);
// { buffer = "x", offset = 256 }
ManifestArgument read_address(const Source& source, const Value& value, const CounterRanges& ranges);

// Context of the checks.
struct CheckContext {
  const Source& source;
  const Manifest& manifest;
  const CounterRanges& ranges;
  unsigned address_bytes;
};

// The object of a named argument; an unknown name is refused.
struct Named {
  const ManifestBuffer* buffer = nullptr;  // null: a texture or surface
  std::string text;                        // "the buffer 'x'"
};
Named find_named(const CheckContext& check, const ManifestArgument& argument);
// Refuses an offset outside of the buffer. `where` begins the message.
void check_offset(const CheckContext& check, const ManifestArgument& argument, const std::string& where);
// Refuses a number outside of the type's range.
void check_number(const CheckContext& check, const ManifestExpression& number, ptx::Type type,
                  const std::string& where);

// Checks the fields and assigns their offsets; returns the bytes of the structure.
std::uint64_t lay_out(const CheckContext& check, std::vector<ManifestArgument>& fields, const std::string& where);
// Writes a field at its offset.
void put(manifest_values::Bytes& bytes, const ManifestArgument& field, const AddressOf& address_of,
         const Counters& counters);

}  // namespace unibank::manifest_reader
