#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <tuple>

#include "base/input_error.h"
#include "files/input_file.h"
#include "reproduce/experiment_reader.h"
#include "reproduce/table_reader.h"
#include "sweep/axis_values.h"
#include "sweep/search_reader.h"
#include "sweep/study.h"
#include "sweep/study_keys.h"
#include "sweep/study_tables.h"

namespace unibank::sweep {

namespace {

using toml_tree::Member;
using toml_tree::Value;

constexpr std::uint64_t kMostBytes = 4 << 20;

class StudyReader {
 public:
  StudyReader(const Value& top, const std::string& file) : file_(file), top_(top, file, "") {}

  Study run() {
    for (const FileKey& key : study_tables().front().keys) top_.raw(key.name);
    top_.finish();  // a misspelt key before the one that it leaves missing
    study_.file = file_;
    study_.name = std::filesystem::path(file_).stem().string();
    study_.folder = std::filesystem::path(file_).parent_path().string();
    study_.title = top_.text_or("title", study_.name);
    study_.sizes = sizes(top_, "sizes");
    if (study_.sizes.empty()) study_.sizes = {"test"};
    study_.style = style(top_);
    read_programs();
    study_.designs = named(top_, "designs");
    study_.designs_line = line_of("designs");
    study_.overrides = top_.texts("set");
    study_.overrides_line = line_of("set");
    read_sample();
    for (const std::string& one : study_.overrides)
      if (one.find('=') == std::string::npos)
        top_.fail_at("set", "set: found '" + one + "', expected section.key=value, such as dram.latency=200");
    read_axes();
    read_zips();
    for (TableReader& table : top_.tables("exclude")) read_exclusion(table);
    if (const Member* search = top_.raw("search")) study_.search = read_search(*search, file_);
    check_axes(study_);
    return std::move(study_);
  }

 private:
  void read_sample() {
    const std::string text = top_.text_or("sample", "");
    if (text.empty()) return;
    try {
      study_.sample = sample_from(text, "sample");
    } catch (const InputError& error) {
      top_.fail_at("sample", error.what());
    }
  }

  unsigned line_of(const std::string& key) {
    const Member* const member = top_.raw(key);
    return member ? member->line : 0;
  }

  std::vector<std::string> named(TableReader& table, const std::string& key) const {
    std::vector<std::string> all = table.texts(key);
    if (all.empty()) table.fail_at(key, "no key '" + key + "', expected at least one name");
    for (const std::string& one : all)
      if (one.empty()) table.fail_at(key, key + " has an empty name");
    check_distinct(table, key, all);
    return all;
  }

  static void check_distinct(const TableReader& table, const std::string& key, const std::vector<std::string>& all) {
    for (auto one = all.begin(); one != all.end(); ++one)
      if (std::find(all.begin(), one, *one) != one) table.fail_at(key, key + " has '" + *one + "' twice");
  }

  static std::vector<std::string> sizes(TableReader& table, const std::string& key) {
    static const std::vector<std::string> kSizes = {"tiny", "test", "paper"};
    const std::vector<std::string> all = table.texts(key);
    for (const std::string& one : all)
      if (std::find(kSizes.begin(), kSizes.end(), one) == kSizes.end())
        table.fail_at(key, unknown_name("size", one, kSizes));
    check_distinct(table, key, all);
    return all;
  }

  static std::string style(TableReader& table) {
    style_of(table);  // refuses other names, also in a study without workloads
    return table.text_or("style", "");
  }

  void read_programs() {
    const Member* member = top_.raw("programs");
    if (!member) top_.fail(top_.line(), "no key 'programs', expected a list of workloads, manifests or traces");
    if (!member->value.is(Value::Kind::kArray) || member->value.elements.empty())
      top_.fail(member->line, "programs: found " + found_text(member->value) + ", expected a list of names or tables");
    for (const Value& element : member->value.elements) read_program(element);
  }

  void read_program(const Value& element) {
    ProgramChoice one;
    one.line = element.line;
    if (element.is(Value::Kind::kString)) {
      one.name = element.text;
    } else if (element.is(Value::Kind::kTable)) {
      TableReader fields(element, file_, "program");
      one.name = fields.text("name");
      one.sizes = sizes(fields, "sizes");
      one.style = style(fields);
      one.arguments = fields.arguments("arguments");
      fields.finish();
    } else {
      top_.fail(element.line, "programs: found " + found_text(element) + ", expected names or tables");
    }
    if (one.name.empty()) top_.fail(element.line, "programs has an empty name");
    for (const ProgramChoice& other : study_.programs)
      if (std::tie(other.name, other.sizes, other.style, other.arguments) ==
          std::tie(one.name, one.sizes, one.style, one.arguments))
        top_.fail(element.line, "programs has '" + one.name + "' twice");
    study_.programs.push_back(std::move(one));
  }

  // "cache.ways" = [2, 4], or with the section as a nested table: cache.ways = [2, 4].
  void read_axes() {
    const Member* axes = top_.raw("axes");
    if (!axes) return;
    if (!axes->value.is(Value::Kind::kTable))
      top_.fail(axes->line, "axes: found " + found_text(axes->value) + ", expected a table");
    for (const Member& member : axes->value.members) {
      if (member.key.find('.') != std::string::npos || !member.value.is(Value::Kind::kTable)) {
        add_axis(member.key, member);
        continue;
      }
      for (const Member& inner : member.value.members) add_axis(member.key + "." + inner.key, inner);
    }
  }

  void add_axis(const std::string& key, const Member& member) {
    check_axis_key(key, file_, member.line);
    Axis axis{{key}, {}, member.line};
    for (std::string& text : axis_values(key, member, file_)) axis.steps.push_back({std::move(text)});
    study_.axes.push_back(std::move(axis));
  }

  void read_zips() {
    const Member* zips = top_.raw("zip");
    if (!zips) return;
    if (!zips->value.array_of(Value::Kind::kTable))
      top_.fail(zips->line, "zip: found " + found_text(zips->value) + ", expected tables [[zip]]");
    for (const Value& table : zips->value.elements) read_zip(table);
  }

  void read_zip(const Value& table) {
    Axis axis;
    axis.line = table.line;
    for (const auto& [key, member] : flat_members(table)) {
      check_axis_key(key, file_, member->line);
      const std::vector<std::string> values = axis_values(key, *member, file_);
      if (axis.keys.empty()) axis.steps.resize(values.size());
      if (values.size() != axis.steps.size())
        throw InputError(file_, member->line,
                         "[[zip]] " + key + " has " + std::to_string(values.size()) + " values, expected " +
                             std::to_string(axis.steps.size()) + " as " + axis.keys.front() + " has");
      axis.keys.push_back(key);
      for (std::size_t i = 0; i < values.size(); ++i) axis.steps[i].push_back(values[i]);
    }
    if (axis.keys.empty()) throw InputError(file_, table.line, "[[zip]] has no keys");
    study_.axes.push_back(std::move(axis));
  }

  void read_exclusion(TableReader& table) {
    const Value& whole = top_.raw("exclude")->value.elements[study_.exclusions.size()];
    Exclusion all;
    for (const auto& [key, member] : flat_members(whole)) {
      check_condition_key(key, file_, member->line);
      for (Condition& one : conditions_of(key, *member, file_)) all.push_back(std::move(one));
    }
    if (all.empty()) table.fail(table.line(), "[[exclude]] has no keys: it would leave out every point");
    study_.exclusions.push_back(std::move(all));
  }

  const std::string file_;
  TableReader top_;
  Study study_;
};

}  // namespace

Study read_study(const std::string& text, const std::string& file) {
  try {
    const Value top = toml_tree::parse(text);
    return StudyReader(top, file).run();
  } catch (const toml_tree::SyntaxError& error) {
    throw InputError(file, error.line, error.column, error.what());
  }
}

Study load_study(const std::string& file) {
  std::string text;
  try {
    text = files::read_all(file, kMostBytes);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError("cannot read study '" + file + "': " + error.what() + "; expected a study, a file STUDY.toml");
  }
  return read_study(text, file);
}

bool is_study(const std::string& file) {
  try {
    const Value top = toml_tree::parse(files::read_all(file, kMostBytes));
    const auto names_programs = [](const Member& member) { return member.key == "programs"; };
    return std::any_of(top.members.begin(), top.members.end(), names_programs);
  } catch (const std::runtime_error&) {
    return false;
  }
}

void check_axes(const Study& study) {
  const std::string given = study.overrides_line == 0 ? "--set" : "'set'";
  std::set<std::string> seen;
  for (const Axis& axis : study.axes)
    for (const std::string& key : axis.keys) {
      if (!seen.insert(key).second) throw InputError(study.file, axis.line, "two axes are over " + key);
      for (const std::string& one : study.overrides)
        if (one.rfind(key + "=", 0) == 0)
          throw InputError(study.file, axis.line, key + " is an axis, and " + given + " gives all designs " + one);
      for (const ProgramChoice& program : study.programs)
        for (const auto& [name, value] : program.arguments)
          if (kArgument + name == key)
            throw InputError(study.file, program.line,
                             key + " is an axis, and program '" + program.name + "' has the argument " + name + "=" +
                                 value);
    }
}

}  // namespace unibank::sweep
