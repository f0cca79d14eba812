#include "workloads/workload.h"

#include <algorithm>
#include <charconv>

#include "workloads/all_workloads.h"

namespace unibank {
namespace {

constexpr Size kSizes[] = {Size::kTiny, Size::kTest, Size::kPaper};
constexpr Style kStyles[] = {Style::kModern, Style::kPeriod};

const std::vector<std::unique_ptr<Workload>>& all_workloads() {
  static const std::vector<std::unique_ptr<Workload>> all = make_all_workloads();
  return all;
}

const std::vector<std::unique_ptr<Workload>>& all_today() {
  static const std::vector<std::unique_ptr<Workload>> all = make_all_today();
  return all;
}

std::vector<std::string> names_of(const std::vector<std::unique_ptr<Workload>>& list) {
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const auto& workload : list) names.push_back(workload->name());
  return names;
}

std::int64_t default_of(const WorkloadArgument& argument, Size size) {
  switch (size) {
    case Size::kTiny: return argument.tiny;
    case Size::kTest: return argument.test;
    case Size::kPaper: break;
  }
  return argument.paper;
}

std::string expected_of(const WorkloadArgument& argument) {
  if (argument.choices.empty()) {
    return "a whole number from " + std::to_string(argument.least) + " to " + std::to_string(argument.most);
  }
  std::string text = "one of ";
  for (std::size_t i = 0; i < argument.choices.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(argument.choices[i]);
  }
  return text;
}

bool allowed(const WorkloadArgument& argument, std::int64_t value) {
  if (value < argument.least || value > argument.most) return false;
  return argument.choices.empty() ||
         std::find(argument.choices.begin(), argument.choices.end(), value) != argument.choices.end();
}

std::int64_t value_of(const std::string& workload, const WorkloadArgument& argument, const std::string& text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, value);
  // A number that does not fit in 64 bits is outside every range, so one message serves all three mistakes.
  if (error != std::errc{} || parsed != end || !allowed(argument, value)) {
    throw InputError("argument '" + argument.name + "' of workload '" + workload + "' is '" + text + "'; expected " +
                     expected_of(argument));
  }
  return value;
}

}  // namespace

Verdict Workload::run(Device& device, const WorkloadArguments& arguments, Style style) const {
  device.load(workload_ptx(name(), style), workload_ptx_file(name(), style));
  return run_loaded(device, arguments);
}

void Workload::refuse(const WorkloadArguments& arguments, const std::string& argument,
                      const std::string& expected) const {
  throw InputError("argument '" + argument + "' of workload '" + name() + "' is " +
                   std::to_string(arguments.at(argument)) + "; expected " + expected);
}

void Workload::require_multiple(const WorkloadArguments& arguments, const std::string& argument,
                                std::int64_t of) const {
  if (arguments.at(argument) % of != 0) refuse(arguments, argument, "a multiple of " + std::to_string(of));
}

const char* size_name(Size size) {
  switch (size) {
    case Size::kTiny: return "tiny";
    case Size::kTest: return "test";
    case Size::kPaper: break;
  }
  return "paper";
}

Size size_from(const std::string& name) {
  std::vector<std::string> known;
  for (const Size size : kSizes) {
    if (name == size_name(size)) return size;
    known.push_back(size_name(size));
  }
  throw InputError(unknown_name("size", name, known));
}

const char* style_name(Style style) { return style == Style::kModern ? "modern" : "period"; }

Style style_from(const std::string& name) {
  std::vector<std::string> known;
  for (const Style style : kStyles) {
    if (name == style_name(style)) return style;
    known.push_back(style_name(style));
  }
  throw InputError(unknown_name("style", name, known));
}

std::string workload_ptx_file(const std::string& name, Style style) {
  return name + (style == Style::kModern ? ".ptx" : ".period.ptx");
}

std::vector<std::string> workload_names() { return names_of(all_workloads()); }
std::vector<std::string> today_names() { return names_of(all_today()); }

const Workload& find_workload(const std::string& name) {
  for (const auto* const list : {&all_workloads(), &all_today()}) {
    for (const auto& workload : *list) {
      if (workload->name() == name) return *workload;
    }
  }
  std::vector<std::string> known = workload_names();
  for (const std::string& one : today_names()) known.push_back(one);
  throw InputError(unknown_name(Workload::kKind, name, known));
}

WorkloadArguments complete_arguments(const Workload& workload, Size size,
                                     const std::map<std::string, std::string>& given) {
  WorkloadArguments values;
  std::vector<std::string> known;
  for (const WorkloadArgument& argument : workload.arguments()) {
    const auto it = given.find(argument.name);
    values[argument.name] =
        it == given.end() ? default_of(argument, size) : value_of(workload.name(), argument, it->second);
    known.push_back(argument.name);
  }
  for (const auto& [name, text] : given) {
    if (!values.count(name)) throw InputError(unknown_name("argument of " + workload.name(), name, known));
  }
  return values;
}

}  // namespace unibank
