#include "reproduce/point.h"

#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/model_version.h"
#include "base/text.h"
#include "design/schema.h"
#include "reproduce/text_hash.h"

namespace unibank {

namespace {

const std::string& ptx_hash(const std::string& workload, Style style) {
  static std::map<std::pair<std::string, Style>, std::string> known;
  std::string& hash = known[{workload, style}];
  if (hash.empty()) hash = text_hash(workload_ptx(workload, style));
  return hash;
}

// The section dram at the time when the committed points were measured: each parameter's former name, in the former
// order. Parameters that are not listed came later.
struct Former {
  const char* name;
  const char* then;
};
constexpr Former kFormerDram[] = {{"dram.channels", "dram.channels"},
                                  {"dram.latency", "dram.latency"},
                                  {"dram.bytes_per_cycle", "dram.bytes_per_cycle"},
                                  {"dram.queue", "dram.queue"},
                                  {"dram.model", "dram.policy"}};

std::string dram_text(const std::map<std::string, std::string>& values, const std::vector<std::string>& order) {
  std::string text;
  std::set<std::string> done;
  for (const Former& former : kFormerDram) {
    const auto at = values.find(former.name);
    if (at == values.end()) continue;
    text += former.then + (" = " + at->second) + "\n";
    done.insert(former.name);
  }
  for (const std::string& name : order) {
    if (done.count(name) == 0) text += name + " = " + values.at(name) + "\n";
  }
  return text;
}

// Storage layouts had no names when the first points were made.
std::string parameter_text(const std::string& name, const ParameterValue& value) {
  const std::string text = toml_text(value);
  for (const char* first : {"\"unified\"", "\"unified-scratchpad-apart\"", "\"integrated\""}) {
    if (name == "storage.layout" && text == first) return "storage.unified = true\n";
  }
  return name + " = " + text + "\n";
}

// Values equal to the parameter's default are omitted, so that a new parameter does not change old points' keys.
std::string design_text(const LoadedDesign& design) {
  std::string text;
  std::map<std::string, std::string> dram;
  std::vector<std::string> dram_order;
  const std::vector<Parameter> parameters = parameters_of(design.design);
  for (auto at = parameters.begin(); at != parameters.end(); ++at) {
    if (at->section == "energy") continue;
    const ParameterValue value = at->get(design.design);
    const bool differs = value != at->default_value;
    if (at->section != "dram") {
      if (differs) text += parameter_text(at->name(), value);
      continue;
    }
    if (differs) dram[at->name()] = toml_text(value), dram_order.push_back(at->name());
    if (std::next(at) == parameters.end() || std::next(at)->section != "dram") text += dram_text(dram, dram_order);
  }
  return text;
}

// The compile options for scratchpad sharing; empty if they change nothing, for the same reason.
std::string sharing_text(const compiler::ScratchpadSharing& sharing) {
  const bool as_it_is = sharing.order == compiler::ScratchpadOrder::kDeclared &&
                        sharing.release == compiler::ReleasePlacement::kNone;
  if (as_it_is) return "";
  return "scratchpad order " + std::to_string(static_cast<unsigned>(sharing.order)) + ", release " +
         std::to_string(static_cast<unsigned>(sharing.release)) + ", private " +
         std::to_string(sharing.private_per_mille) + " by " + std::to_string(sharing.private_align) + "\n";
}

// With a register limit, the schedule affects what is spilled.
std::string schedule_text(const compiler::InstructionSchedule& schedule) {
  using compiler::ScheduleHabit;
  std::string text;
  switch (schedule.habit) {
    case ScheduleHabit::kAsWritten: return "";
    case ScheduleHabit::kFarLoadsEarly: text = "far loads early, "; break;
    case ScheduleHabit::kLoadsEarly: text = "loads early, "; break;
    case ScheduleHabit::kCriticalPath: text = "critical path, "; break;
  }
  text += std::to_string(schedule.registers);
  for (const unsigned latency : schedule.latencies()) text += ", " + std::to_string(latency);
  return text + "\n";
}

std::string arguments_text(const WorkloadArguments& arguments) {
  std::string text;
  for (const auto& [name, value] : arguments) text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text;
}

// Arguments that workloads did not have when the first points were made, and the values that equal their former
// behaviour.
struct LaterArgument {
  const char *workload, *name;
  std::int64_t former;
};
constexpr LaterArgument kLaterArguments[] = {{"needle", "kernel", 0}, {"recursivegaussian_deriche", "threads", 64}};

// Includes the style if it is not modern, which was the only one for the first points.
std::string arguments_text(const Point& point) {
  WorkloadArguments arguments = point.arguments;
  for (const LaterArgument& later : kLaterArguments) {
    const auto at = arguments.find(later.name);
    if (point.workload->name() == later.workload && at != arguments.end() && at->second == later.former)
      arguments.erase(at);
  }
  const std::string text = arguments_text(arguments);
  if (point.style == Style::kModern) return text;
  return text + (text.empty() ? "" : " ") + "style=" + style_name(point.style);
}

}  // namespace

std::string point_key(const Point& point, unsigned model_version, const std::string& program) {
  std::string text = "model " + std::to_string(model_version) + "\nworkload " + point.workload->name() + "\nptx " +
                     ptx_hash(point.workload->name(), point.style) + "\narguments " +
                     arguments_text(point.arguments) + "\n";
  const bool functional = point.functional && point.design->design.kernel.pass == KernelPass::kNone;
  if (point.functional && !functional) text += "functional\n";  // the code of its launches depends on the whole design
  if (functional)
    text += "functional\nregisters " + std::to_string(point.design->design.kernel.register_limit) + "\n" +
            sharing_text(point.design->design.scratchpad_sharing()) +
            (point.design->design.kernel.simplify ? "simplified\n" : "") +
            schedule_text(point.design->design.instruction_schedule());
  else
    text += design_text(*point.design) + own_code(*point.design, program);
  return text_hash(text);
}

std::string Point::name() const {
  std::string text = workload->name() + " (" + size;
  if (const std::string given = arguments_text(*this); !given.empty()) text += ": " + given;
  text += ") on " + design->design.name;
  for (const std::string& one : overrides) text += ", " + one;
  return functional ? text + ", functional" : text;
}

void describe(const Point& point, FinishedPoint& row) {
  row.workload = point.workload->name();
  row.size = point.size;
  row.arguments = arguments_text(point);
  row.design = point.design->design.name;
  row.overrides = joined(point.overrides);
  row.functional = point.functional;
}

FinishedPoint finished(const Point& point, RunResult run) {
  FinishedPoint row;
  row.key = point.key;
  row.model = kModelVersion;
  describe(point, row);
  row.run = std::move(run);
  return row;
}

FinishedPoint refused(const Point& point, const std::string& why) {
  FinishedPoint row = finished(point, {});
  row.refused = why;
  return row;
}

}  // namespace unibank
