#include "sweep/search_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/input_error.h"
#include "reproduce/metrics.h"
#include "reproduce/table_reader.h"
#include "reproduce/values.h"
#include "sweep/axis_values.h"
#include "sweep/goals.h"

namespace unibank::sweep {

namespace {

using toml_tree::Member;
using toml_tree::Value;

constexpr std::int64_t kMostBudget = 1'000'000'000, kMostPopulation = 100'000;
// pagmo's NSGA-II pairs parents in groups of four and requires at least this many.
constexpr unsigned kLeastPopulation = 8, kPopulationStep = 4;

class SearchReader {
 public:
  SearchReader(const Member& member, const std::string& file)
      : file_(file), line_(member.line), fields_(member.value, file, "search") {}

  Search run() {
    search_.method = static_cast<Search::Method>(one_of("method", search_methods(), "nsga2"));
    search_.across = static_cast<Search::Across>(one_of("across", search_across(), "mean"));
    read_goals("minimize", false);
    read_goals("maximize", true);
    if (const Member* limits = fields_.raw("constraints")) read_limits(limits->value, "");
    search_.budget = static_cast<std::uint64_t>(whole("budget", 1, kMostBudget, 0));
    if (const Member* const budget = fields_.raw("budget")) search_.budget_line = budget->line;
    search_.population = static_cast<unsigned>(whole("population", 1, kMostPopulation, search_.population));
    search_.seed = static_cast<unsigned>(whole("seed", 0, std::numeric_limits<std::uint32_t>::max(), search_.seed));
    search_.stop = fields_.flag("stop");
    fields_.finish();
    check();
    check_limits();
    return std::move(search_);
  }

 private:
  std::size_t one_of(const char* key, const std::vector<std::string>& known, const char* otherwise) {
    const std::string word = fields_.text_or(key, otherwise);
    const auto at = std::find(known.begin(), known.end(), word);
    if (at == known.end()) fields_.fail_at(key, unknown_name(std::string("search ") + key, word, known));
    return static_cast<std::size_t>(at - known.begin());
  }

  std::int64_t whole(const char* key, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
    const std::optional<std::int64_t> found = fields_.integer(key);
    if (!found) return otherwise;
    if (*found < least || *found > most)
      fields_.fail_at(key, std::string("search ") + key + ": found " + std::to_string(*found) + ", expected " +
                               std::to_string(least) + " to " + std::to_string(most));
    return *found;
  }

  void read_goals(const char* key, bool most) {
    const std::vector<std::string> names = fields_.texts(key);
    const Member* const member = fields_.raw(key);
    for (const std::string& name : names) {
      check_metric(name, file_, member->line);
      const auto same = [&name](const Goal& goal) { return goal.metric == name; };
      if (std::any_of(search_.goals.begin(), search_.goals.end(), same))
        fields_.fail_at(key, "search has '" + name + "' as a goal twice");
      search_.goals.push_back({name, most, member->line});
    }
  }

  // "design.storage_kb" = {at_most = 300}, or as nested tables: design.storage_kb.at_most = 300.
  void read_limits(const Value& table, const std::string& before) {
    if (!table.is(Value::Kind::kTable))
      throw InputError(file_, table.line,
                       "search constraints" + (before.empty() ? before : " " + before) + ": found " +
                           found_text(table) + ", expected a table {at_least, at_most, above, below}");
    if (table.members.empty())
      throw InputError(
          file_, table.line,
          "search constraints" + (before.empty() ? before : " " + before) + ": found an empty table, expected bounds");
    const bool bounds = std::any_of(table.members.begin(), table.members.end(),
                                    [](const Member& member) { return is_bound(member.key); });
    if (bounds && before.empty())
      throw InputError(file_, table.line, "search constraints: expected a metric before the bound");
    for (const Member& member : table.members) {
      if (!member.value.is(Value::Kind::kTable) && is_metric(before) && metric_parts(before).empty())
        bound_kind(before, member.key, file_, member.line);  // refuses a misspelt one
      if (!bounds) read_limits(member.value, before.empty() ? member.key : before + "." + member.key);
      else add_limit(before, member);
    }
  }

  void add_limit(const std::string& metric, const Member& bound) {
    check_metric(metric, file_, bound.line);
    const Condition::Kind kind = bound_kind(metric, bound.key, file_, bound.line);
    const std::string text = single_value(metric + "." + bound.key, bound.value, file_);
    const std::optional<double> value = number_in(text);
    if (!value || !std::isfinite(*value))
      throw InputError(file_, bound.line, metric + "." + bound.key + ": found '" + text + "', expected a number");
    search_.limits.push_back({metric, kind, *value, bound.line});
  }

  // Refuses limits of a metric that no value keeps.
  void check_limits() const {
    const auto text_of = [](const Limit& limit) { return bound_word(limit.kind) + " = " + exact(limit.value); };
    for (const Limit& low : search_.limits)
      for (const Limit& high : search_.limits)
        if (low.metric == high.metric && contradict(low, high))
          throw InputError(file_, std::max(low.line, high.line),
                           low.metric + ": found " + text_of(low) + " and " + text_of(high) +
                               "; expected limits that a value can keep");
  }

  static bool contradict(const Limit& low, const Limit& high) {
    using Kind = Condition::Kind;
    const bool least = low.kind == Kind::kAtLeast, most = high.kind == Kind::kAtMost;
    if ((!least && low.kind != Kind::kAbove) || (!most && high.kind != Kind::kBelow)) return false;
    return least && most ? low.value > high.value : low.value >= high.value;
  }

  void check() const {
    using Method = Search::Method;
    if (search_.goals.empty()) fields_.fail(line_, "[search] has no goal, expected minimize or maximize with a metric");
    const bool exhaustive = search_.method == Method::kExhaustive;
    if (search_.budget == 0 && !exhaustive)
      fields_.fail(line_, "[search] has no key 'budget', expected the points that it may run");
    if (search_.method == Method::kNsga2 &&
        (search_.population < kLeastPopulation || search_.population % kPopulationStep != 0))
      fields_.fail_at("population", "search population: found " + std::to_string(search_.population) +
                                        ", expected 8, 12, 16 and so on for nsga2");
    if (search_.method == Method::kNsga2 && search_.goals.size() == 1)
      fields_.fail(line_, "[search] has one goal and the method nsga2, which needs several; expected method = "
                          "\"surrogate\" or \"exhaustive\" for one");
    if (search_.method == Method::kSurrogate && search_.goals.size() != 1)
      fields_.fail_at("method", "the surrogate method takes one goal, found " + std::to_string(search_.goals.size()) +
                                    "; expected method = \"nsga2\" for several");
    if (search_.method == Method::kSurrogate && search_.stop)
      fields_.fail_at("stop", "the surrogate method learns from how bad a point is, and a run that is stopped does not "
                              "say; expected no 'stop'");
  }

  const std::string& file_;
  const unsigned line_;
  TableReader fields_;
  Search search_;
};

}  // namespace

const std::vector<std::string>& search_methods() {
  static const std::vector<std::string> names = {"nsga2", "surrogate", "exhaustive"};
  return names;
}

const std::vector<std::string>& search_across() {
  static const std::vector<std::string> names = {"mean", "geomean", "worst", "sum"};
  return names;
}

Search read_search(const Member& member, const std::string& file) {
  if (!member.value.is(Value::Kind::kTable))
    throw InputError(file, member.line, "search: found " + found_text(member.value) + ", expected a table [search]");
  return SearchReader(member, file).run();
}

}  // namespace unibank::sweep
