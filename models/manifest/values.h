// Numbers of the element types, as text and as bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/manifest.h"
#include "ptx/kernel.h"

namespace unibank::manifest_values {

using Bytes = std::vector<std::uint8_t>;

// "f32" -> Type::kF32; kNone if it is no element type (u8 .. u64, s8 .. s64, f16, f32, f64).
ptx::Type element_type(std::string_view name);
std::vector<std::string> element_type_names();
std::string type_name(ptx::Type type);  // "f32", "b32" too
bool is_float(ptx::Type type);

// Appends the number in the type's format and returns true; false when the number does not fit: a fraction for an
// integer, or a number out of range. Bit types (b8 .. b64) accept integers of either sign and floats of their width;
// with `bits` every integer type accepts integers of either sign.
bool append(Bytes& bytes, const ManifestNumber& number, ptx::Type type, bool bits = false);
// Integers as two's complement: the low bytes of `value`.
void append_integer(Bytes& bytes, std::uint64_t value, ptx::Type type);
// Rounded to nearest, ties to even.
void append_real(Bytes& bytes, double value, ptx::Type type);
// "an integer from -128 to 127", "a number".
std::string expected_text(ptx::Type type, bool bits = false);

// Element `index`. The integer is sign-extended for signed types; the real is exact.
std::uint64_t integer_at(const Bytes& bytes, std::uint64_t index, ptx::Type type);
double real_at(const Bytes& bytes, std::uint64_t index, ptx::Type type);
// The shortest text that reads back as the same value.
std::string text_at(const Bytes& bytes, std::uint64_t index, ptx::Type type);

// Values separated by commas, blanks or lines. InputError with file, line and column for an invalid value of the type.
Bytes parse_csv(const std::string& text, const std::string& file, ptx::Type type);
std::string print_csv(const Bytes& bytes, ptx::Type type);  // one per line

}  // namespace unibank::manifest_values
