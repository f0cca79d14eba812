#include "unibank/wave_options.h"

#include <cctype>
#include <charconv>
#include <sstream>
#include <utility>

#include "base/input_error.h"
#include "block/signals.h"
#include "sm/issue_counters.h"
#include "unibank/option_parts.h"
#include "unibank/standard_output.h"
#include "wave/fst.h"
#include "wave/trigger.h"
#include "wave/view.h"

namespace unibank {

namespace {

std::string list_of_groups() {
  std::string list;
  for (const SignalGroup& group : SignalGroups::instance().all()) list += (list.empty() ? "" : ", ") + group.name;
  return list;
}

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

// Signals that a timeline can show: no single bank accesses, no pins.
bool suits_timeline(const std::string& path) {
  const std::string group = SignalGroups::instance().group_of(path);
  return group != "banks" && group != "rtl";
}

}  // namespace

void add_waves(CLI::App& command, WaveOptions& waves, RawWaves& raw) {
  command.add_option("--vcd", waves.vcd,
                     "Write a waveform (NAME.fst: as FST); 'run' on several designs: FILE.<design>.vcd, '/' as '-'")
      ->type_name("FILE")
      ->check(check_not_empty);
  command
      .add_option("--timeline", waves.timeline,
                  "Write the same signals as a timeline for ui.perfetto.dev, without banks and pins unless chosen; "
                  "'run' on several designs: FILE.<design>.json")
      ->type_name("FILE")
      ->check(check_not_empty);
  command
      .add_option("--vcd-window", raw.window,
                  "Only these cycles, counted from the trigger if there is one, for example --vcd-window=-100:400")
      ->type_name("FROM:TO")
      ->check(check_not_empty);
  command
      .add_option("--vcd-trigger", waves.trigger,
                  "Begin in the first cycle in which the condition holds: mshr.full, 'mshr.occupancy>=16', "
                  "warp.state_03==barrier; --vcd-window counts from it")
      ->type_name("CONDITION")
      ->check(check_not_empty);
  command.add_option("--vcd-signals", raw.groups, "Only these groups of signals: " + list_of_groups())
      ->type_name("GROUP,GROUP...")
      ->check(check_not_empty);
  command.add_option("--vcd-sm", waves.sm, "The SM whose signals are written (default: 0)")->type_name("N");
  add_repeated(command, "--vcd-view", waves.views, "FILE",
               "Write a file that shows the waveform's signals in groups: NAME.gtkw for GTKWave, NAME.surf.ron for "
               "Surfer")
      ->check(check_not_empty);
  command
      .add_option("--transactions", waves.transactions,
                  "Write every request through the sockets of the SM and of the memory behind it as transactions (FTR, "
                  "for Surfer), in the cycles of --vcd-window")
      ->type_name("FILE")
      ->check(check_not_empty);
}

namespace {

void check_views(const WaveOptions& waves) {
  for (const std::string& view : waves.views) {
    if (waves.vcd.empty()) throw InputError("--vcd-view needs --vcd FILE");
    if (!wave::names_view(view))
      throw InputError("--vcd-view is '" + view + "', expected a name that ends in .gtkw or .surf.ron");
  }
}

}  // namespace

void read_waves(const RawWaves& raw, WaveOptions& waves) {
  for (const auto& [option, file] : {std::pair("--vcd", waves.vcd), std::pair("--timeline", waves.timeline),
                                     std::pair("--transactions", waves.transactions)})
    if (file == kStandardOutput) throw InputError(std::string(option) + " is '-'; expected a file");
  const bool shown = !waves.vcd.empty() || !waves.timeline.empty();
  const std::pair<const char*, bool> of_signals[] = {{"--vcd-trigger", !waves.trigger.empty()},
                                                     {"--vcd-signals", !raw.groups.empty()}};
  for (const auto& [option, given] : of_signals)
    if (given && !shown) throw InputError(std::string(option) + " needs --vcd FILE or --timeline FILE");
  const std::pair<const char*, bool> of_all[] = {{"--vcd-window", !raw.window.empty()}, {"--vcd-sm", waves.sm != 0}};
  for (const auto& [option, given] : of_all)
    if (given && !waves.any())
      throw InputError(std::string(option) + " needs --vcd FILE, --timeline FILE or --transactions FILE");
  if (!waves.trigger.empty() && !waves.transactions.empty())
    throw InputError(
        "--transactions has no trigger, so it does not go with --vcd-trigger; expected --vcd-window alone");
  check_views(waves);
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
  selection.group_of = [](const std::string& path) { return SignalGroups::instance().group_of(path); };
  selection.views = waves.views;
  if (!waves.vcd.empty()) writers.push_back(wave::open_vcd(waves.vcd, selection));
  selection.views.clear();
  if (!selection.shows) selection.shows = suits_timeline;
  if (!waves.timeline.empty())
    writers.push_back(wave::open_timeline(waves.timeline, selection, {"empty", "free", stall_name(Stall::kNoWarp)}));
  return wave::in_background(wave::all_of(std::move(writers)));
}

std::unique_ptr<TransactionRecorder> open_transactions(const WaveOptions& waves) {
  if (waves.transactions.empty()) return nullptr;
  const std::string own = ".sm" + std::to_string(waves.sm) + ".";
  const auto chosen = [own](const std::string& socket) {
    const std::size_t sm = socket.find(".sm");
    const bool of_an_sm = sm != std::string::npos && sm + 3 < socket.size() && std::isdigit(socket[sm + 3]);
    return !of_an_sm || socket.compare(sm, own.size(), own) == 0;
  };
  return std::make_unique<TransactionRecorder>(waves.transactions, chosen, static_cast<Cycle>(waves.from), waves.to);
}

void add_remarks(const wave::Writer* waves, const TransactionRecorder* transactions,
                 std::vector<std::string>& warnings) {
  for (const std::string& remark : {waves ? waves->remark() : "", transactions ? transactions->remark() : ""})
    if (!remark.empty()) warnings.push_back(remark);
}

std::vector<WaveFile> wave_files(const WaveOptions& waves) {
  std::vector<WaveFile> files;
  if (!waves.vcd.empty()) files.push_back({"--vcd", "waveform", waves.vcd});
  for (const std::string& view : waves.views) files.push_back({"--vcd-view", "view", view});
  if (!waves.timeline.empty()) files.push_back({"--timeline", "timeline", waves.timeline});
  if (!waves.transactions.empty()) files.push_back({"--transactions", "transactions", waves.transactions});
  return files;
}

void name_wave_files(WaveOptions& waves,
                     const std::function<std::string(const std::string& asked, const std::string& ending)>& name_of) {
  waves.vcd = name_of(waves.vcd, wave::names_fst(waves.vcd) ? ".fst" : ".vcd");
  for (std::string& view : waves.views) view = name_of(view, view.back() == 'n' ? ".surf.ron" : ".gtkw");
  waves.timeline = name_of(waves.timeline, ".json");
  waves.transactions = name_of(waves.transactions, ".ftr");
}

}  // namespace unibank
