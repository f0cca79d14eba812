// Every parameter of a design, in one table: its name in a design file, type, unit, range, the source of its default.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "design/design.h"

namespace unibank {

// A value as a design file writes it.
using ParameterValue = std::variant<std::int64_t, double, bool, std::string>;

struct Parameter {
  enum class Type { kInteger, kNumber, kBoolean, kChoice, kText };
  std::string section, key;
  Type type = Type::kInteger;
  std::string unit;                  // "bytes", "cycles", ...; empty for a plain count
  double least = 0, most = 0;        // of kInteger and kNumber; both ends are allowed
  std::vector<std::string> choices;  // of kChoice
  ParameterValue default_value;
  std::string source;  // of the default: "Gebhart 2012 table 2", "Q-04", "not published: <reason>"
  std::string description;
  std::function<ParameterValue(const Design&)> get;
  std::function<void(Design&, const ParameterValue&)> set;  // the value is of the type and in the range

  std::string name() const { return section + "." + key; }
};

// The parameters that every design has, in the order of an effective design, including the names of policies (`policy`)
// and of variants of blocks (`model`), and `storage.layout`.
const std::vector<Parameter>& schema();

// All parameters of this design: the schema's, and after each `policy`, `model` and the layout those of the chosen
// variant.
std::vector<Parameter> parameters_of(const Design& design);

// Sections in order: "storage", "gpu", ...
const std::vector<std::string>& section_names();

// Whether a section belongs to a kind of block, and chooses a variant by its key `model`.
bool is_block_section(const std::string& section);
// The key by which a section chooses a variant with its own parameters: "policy", or "layout" in the section storage.
// Empty: there is none.
std::string variant_key(const std::string& section);
// Resets the section's variant to its own defaults and drops all values set before; for a layout its sizes, too.
void reset_variant(Design& design, const std::string& section);
// Whether the parameter `name` is a size that the design's layout does not have.
bool is_foreign_size(const Design& design, const std::string& name);

// "262144", "0.5", "true", "\"unified\"": as TOML.
std::string toml_text(const ParameterValue& value);
// "an integer from 1 to 8", "one of \"a\", \"b\"": the allowed values of the parameter.
std::string expected_text(const Parameter& parameter);
// "; did you mean \"gto\"?" for a word that is close to one of the parameter's choices; else empty.
std::string meant_text(const Parameter& parameter, const ParameterValue& value);
// Converts a value to the parameter's type (an integer is accepted as a number). False when it does not fit.
bool fits(const Parameter& parameter, ParameterValue& value);

}  // namespace unibank
