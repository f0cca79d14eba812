#include "wave/trigger.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/input_error.h"

namespace unibank::wave {

namespace {

// The scope of a path: "sm0.mshr" of "sm0.mshr.full".
std::string scope_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(0, dot);
}

bool ends_with(const std::string& path, const std::string& end) {
  return path.size() > end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0 &&
         path[path.size() - end.size() - 1] == '.';
}

std::string list(const std::vector<std::string>& texts) {
  constexpr std::size_t kMost = 16;
  std::string all;
  for (std::size_t i = 0; i < std::min(texts.size(), kMost); ++i) all += (i == 0 ? "" : ", ") + texts[i];
  return texts.size() <= kMost ? all : all + ", and " + std::to_string(texts.size() - kMost) + " more";
}

}  // namespace

Trigger::Trigger(const std::string& text) : text_(text) {
  const std::size_t begin = text.find_first_of("=!<>");
  signal_ = text.substr(0, begin);
  const auto refuse = [&] {
    throw InputError("the trigger '" + text +
                     "' is not a condition, expected SIGNAL or SIGNAL==VALUE (or !=, <, <=, >, "
                     ">=), for example mshr.full");
  };
  if (signal_.empty()) refuse();
  if (begin == std::string::npos) return;
  const std::size_t end = text.find_first_not_of("=!<>", begin);
  if (end == std::string::npos) refuse();
  operand_ = text.substr(end);
  const std::string found = text.substr(begin, end - begin);
  const std::vector<std::string> relations = {"==", "!=", "<", "<=", ">", ">="};
  const auto relation = std::find(relations.begin(), relations.end(), found);
  if (relation == relations.end()) refuse();
  relation_ = static_cast<Relation>(relation - relations.begin());
}

unsigned Trigger::find(const std::vector<std::string>& paths) const {
  std::vector<std::string> found;
  std::size_t last = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == signal_) return static_cast<unsigned>(i);
    if (!ends_with(paths[i], signal_)) continue;
    found.push_back(paths[i]);
    last = i;
  }
  if (found.size() == 1) return static_cast<unsigned>(last);
  if (found.size() > 1)
    throw InputError("the trigger '" + text_ + "' matches several signals: " + list(found));
  std::set<std::string> scopes;
  for (const std::string& path : paths) scopes.insert(scope_of(path));
  // The signals of the named scope, for the message.
  std::vector<std::string> near;
  for (const std::string& path : paths)
    if (scope_of(path) == scope_of(signal_) || ends_with(scope_of(path), scope_of(signal_))) near.push_back(path);
  if (!near.empty()) throw InputError("the trigger '" + text_ + "' matches no signal; known there: " + list(near));
  throw InputError("the trigger '" + text_ + "' matches no signal; they are in: " +
                   list(std::vector<std::string>(scopes.begin(), scopes.end())));
}

void Trigger::suit(const std::vector<std::string>& texts) {
  if (operand_.empty()) return;
  if (texts.empty()) {
    const char* const end = operand_.data() + operand_.size();
    const auto [stop, error] = std::from_chars(operand_.data(), end, value_);
    if (error != std::errc() || stop != end)
      throw InputError("the trigger '" + text_ + "' compares with '" + operand_ +
                       "', expected a whole number from 0 to 2^64 - 1");
    return;
  }
  const auto named = std::find(texts.begin(), texts.end(), operand_);
  if (named == texts.end()) throw InputError("the trigger '" + text_ + "': " + unknown_name("value", operand_, texts));
  if (relation_ != Relation::kEqual && relation_ != Relation::kNotEqual)
    throw InputError("the trigger '" + text_ + "' orders named values, expected == or !=");
  value_ = static_cast<std::uint64_t>(named - texts.begin());
}

bool Trigger::holds(std::uint64_t value) const {
  switch (relation_) {
    case Relation::kEqual: return value == value_;
    case Relation::kNotEqual: return value != value_;
    case Relation::kLess: return value < value_;
    case Relation::kAtMost: return value <= value_;
    case Relation::kMore: return value > value_;
    case Relation::kAtLeast: return value >= value_;
  }
  return false;
}

}  // namespace unibank::wave
