// The units of metrics.
#include <algorithm>
#include <map>
#include <string_view>

#include "base/counters.h"
#include "reproduce/metrics.h"

namespace unibank {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Units that follow neither from the metric's name nor from its being a ratio.
const std::map<std::string_view, const char*> kUnits = {
    {"mrf_removed", "%"},
    {"cycles", "cycles"},
    {"resident_threads", "threads"},
    {"main_threads", "threads"},
    {"registers", "registers per thread"},
    {"main_registers", "registers per thread"},
    {"scratchpad_per_thread", "bytes per thread"},
    {"main_scratchpad_per_thread", "bytes per thread"},
    {"local_accesses", "lines"},
    {"waits_an_instruction", "waits per warp instruction"},
    {"register_rows_an_instruction", "rows per warp instruction"},
    {"ipc", "thread instructions per cycle"},
    {"resident_blocks", "blocks"},
    {"sharing_pairs", "pairs"},
    {"instructions_a_thread", "instructions per thread"},
    {"added_instructions", "instructions per thread"},
    {"added_bits", "bits"},
};

}  // namespace

std::string unit_of(const std::string& metric) {
  if (const auto known = kUnits.find(metric); known != kUnits.end()) return known->second;
  const std::vector<std::string> names = metric_names();
  if (std::find(names.begin(), names.end(), metric) == names.end()) {
    const unsigned counter = DeclaredCounters::instance().find(metric);
    return counter == DeclaredCounters::kNone ? "" : std::string(DeclaredCounters::instance()[counter].unit);
  }
  if (ends_with(metric, "_percent")) return "%";
  if (ends_with(metric, "_points")) return "percentage points";
  if (ends_with(metric, "_kb")) return "KB";
  return find_metric(metric)->relative ? "× baseline" : "";
}

std::string with_unit(const std::string& metric) {
  const std::string unit = unit_of(metric);
  return unit.empty() ? metric : metric + " (" + unit + ")";
}

}  // namespace unibank
