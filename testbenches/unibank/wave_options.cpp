#include "unibank/wave_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <sstream>

#include "base/input_error.h"
#include "block/signals.h"
#include "sm/issue_counters.h"
#include "wave/trigger.h"

namespace unibank {

namespace {

std::string list_of_groups() {
  std::string list;
  for (const SignalGroup& group : SignalGroups::instance().all()) list += (list.empty() ? "" : ", ") + group.name;
  return list;
}

std::string check_not_empty(const std::string& text) { return text.empty() ? "the value is empty" : ""; }

template <typename Number>
bool read_number(const std::string& text, Number& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc() && end == last;
}

void set_window(const std::string& text, WaveOptions& waves) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || !read_number(text.substr(0, colon), waves.from) ||
      !read_number(text.substr(colon + 1), waves.to))
    throw InputError("--vcd-window is '" + text + "', expected FROM:TO in cycles, for example 1000:2000");
  if (waves.from < 0 && waves.trigger.empty())
    throw InputError("--vcd-window is '" + text + "', expected FROM below 0 only with --vcd-trigger");
  if (waves.from >= 0 && static_cast<Cycle>(waves.from) >= waves.to)
    throw InputError("--vcd-window is '" + text + "', expected FROM below TO");
}

void set_groups(const std::string& text, WaveOptions& waves) {
  std::istringstream all(text + ",");
  for (std::string group; std::getline(all, group, ',');) waves.groups.push_back(group);
  signals_of(waves.groups);
}

// What a viewer of slices can show at once: no single accesses of banks, no pins.
bool suits_timeline(const std::string& path) {
  const std::string group = SignalGroups::instance().group_of(path);
  return group != "banks" && group != "rtl";
}

}  // namespace

void add_waves(CLI::App& command, WaveOptions& waves, RawWaves& raw) {
  command.add_option("--vcd", waves.vcd,
                     "Write a waveform (NAME.fst: as FST); several designs: FILE.<design>.vcd, '/' becoming '-'")
      ->type_name("FILE")
      ->check(check_not_empty);
  command
      .add_option("--timeline", waves.timeline,
                  "Write the same signals as a timeline for ui.perfetto.dev, without banks and pins unless chosen; "
                  "several designs: FILE.<design>.json")
      ->type_name("FILE")
      ->check(check_not_empty);
  command.add_option("--vcd-window", raw.window, "Only these cycles; with a trigger --vcd-window=-FROM:TO around it")
      ->type_name("FROM:TO")
      ->check(check_not_empty);
  command
      .add_option("--vcd-trigger", waves.trigger,
                  "Begin in the first cycle in which this holds: mshr.full, 'mshr.occupancy>=16', "
                  "warp.state_03==barrier; the window counts from there")
      ->type_name("CONDITION")
      ->check(check_not_empty);
  command.add_option("--vcd-signals", raw.groups, "Only these signals: " + list_of_groups())
      ->type_name("GROUP,GROUP...")
      ->check(check_not_empty);
  command.add_option("--vcd-sm", waves.sm, "Number of the SM to show (default: 0)")->type_name("N");
}

void read_waves(const RawWaves& raw, WaveOptions& waves) {
  const std::pair<const char*, bool> needs_file[] = {{"--vcd-window", !raw.window.empty()},
                                                     {"--vcd-trigger", !waves.trigger.empty()},
                                                     {"--vcd-signals", !raw.groups.empty()},
                                                     {"--vcd-sm", waves.sm != 0}};
  for (const auto& [option, given] : needs_file)
    if (given && !waves.any()) throw InputError(std::string(option) + " needs --vcd FILE or --timeline FILE");
  if (!raw.window.empty()) set_window(raw.window, waves);
  if (!waves.trigger.empty()) wave::Trigger{waves.trigger};
  if (!raw.groups.empty()) set_groups(raw.groups, waves);
}

std::unique_ptr<wave::Writer> open_waves(const WaveOptions& waves) {
  wave::Selection selection;
  selection.from = waves.from;
  selection.to = waves.to;
  selection.trigger = waves.trigger;
  if (!waves.groups.empty()) selection.shows = signals_of(waves.groups);
  std::vector<std::unique_ptr<wave::Writer>> writers;
  if (!waves.vcd.empty()) writers.push_back(wave::open_vcd(waves.vcd, selection));
  if (!selection.shows) selection.shows = suits_timeline;
  if (!waves.timeline.empty())
    writers.push_back(wave::open_timeline(waves.timeline, selection, {"empty", "free", stall_name(Stall::kNoWarp)}));
  return wave::in_background(wave::all_of(std::move(writers)));
}

}  // namespace unibank
