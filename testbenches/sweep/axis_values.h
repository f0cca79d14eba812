// Parses the values of axes and conditions in a study.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sweep/study.h"
#include "toml/value.h"

namespace unibank::sweep {

// The largest number of values on one axis: a longer range is taken for a mistake in its step.
constexpr std::size_t kMostValues = 100'000;

// The values of a list, or of a range {from, to, step} or {from, to, factor}. A range begins with `from` and includes
// `to` if a step meets it: {from = 100, to = 200, step = 60} is 100 and 160. Throws InputError (file, line).
std::vector<std::string> axis_values(const std::string& key, const toml_tree::Member& member, const std::string& file);

// The condition of an [[exclude]] key: one value, a list of alternatives, or {at_least, at_most, above, below}.
std::vector<Condition> conditions_of(const std::string& key, const toml_tree::Member& member, const std::string& file);

// A number, a name, or true or false, as text. Throws InputError for anything else.
std::string single_value(const std::string& key, const toml_tree::Value& value, const std::string& file);

// The kind of "at_least", "at_most", "above" or "below". Throws InputError for another word, "unknown key of KEY".
Condition::Kind bound_kind(const std::string& key, const std::string& word, const std::string& file, unsigned line);
// The word for a kind of bound.
std::string bound_word(Condition::Kind kind);
bool is_bound(const std::string& word);
// The number, if the whole text is a number.
std::optional<double> number_in(const std::string& text);

// The members of a table; members of tables inside it are named "section.key".
std::vector<std::pair<std::string, const toml_tree::Member*>> flat_members(const toml_tree::Value& table);

}  // namespace unibank::sweep
