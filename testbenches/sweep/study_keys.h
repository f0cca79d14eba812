// The keys that a study may name.
#pragma once

#include <string>
#include <vector>

#include "design/schema.h"
#include "sweep/study.h"

namespace unibank::sweep {

// Accepts "SECTION.KEY" of a section that designs have ("cache.ways"), or "arg.name". Throws InputError, with the known
// sections, for any other text.
void check_axis_key(const std::string& key, const std::string& file, unsigned line);
// Accepts also "program", "design" and "size".
void check_condition_key(const std::string& key, const std::string& file, unsigned line);

// Throws InputError for an axis or an override whose key no design has, and for an axis with a value of another kind.
// Whether a certain design has the key, and the value is in its range, is checked when points are listed, because it
// may depend on a policy that another axis chooses.
void check_design_keys(const Study& study);
// The parameters of this name: several, where variants of a section have one each.
std::vector<const Parameter*> parameters_named(const std::string& key, const std::vector<Parameter>& among);
// "unknown key 'cache.wayz'; known: cache.ways, ...", with the keys of its section; or "unknown section ...".
std::string unknown_key(const std::string& key, const std::vector<Parameter>& among);
// Whether the value is of the parameter's kind: a number, perhaps out of its range, true or false, or one of its
// choices.
bool takes_kind(const Parameter& parameter, const std::string& value);

constexpr char kArgument[] = "arg.";
bool is_argument(const std::string& key);

}  // namespace unibank::sweep
