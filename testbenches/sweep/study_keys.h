// The keys that a study may name.
#pragma once

#include <string>

namespace unibank::sweep {

// Accepts "SECTION.KEY" of a section that designs have ("cache.ways"), or "arg.name". Throws InputError, with the known
// sections, for any other text. Whether the section has the key depends on the design and is checked when points are
// listed.
void check_axis_key(const std::string& key, const std::string& file, unsigned line);
// Accepts also "program", "design" and "size".
void check_condition_key(const std::string& key, const std::string& file, unsigned line);

constexpr char kArgument[] = "arg.";

}  // namespace unibank::sweep
