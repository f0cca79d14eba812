#include "soak/laws/related_runs.h"

#include <cstdint>
#include <fstream>
#include <variant>

#include "design/schema.h"
#include "soak/laws/roof_list.h"
#include "soak/program_run.h"

namespace unibank::test {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// The settings have no effect on a run in which all of these counters are 0.
struct Unused {
  std::vector<std::string> counters, keys;
};

const Unused kUnused[] = {
    {{"mshr.full_stalls"}, {"mshr.entries", "mshr.merges"}},
    {{"l2.stalls"}, {"l2.mshr_entries", "l2.merges"}},
    {{"interconnect.request_waits", "interconnect.answer_waits"}, {"interconnect.queue", "interconnect.choices"}},
    {{"atomic_unit.held_cycles"}, {"atomic_unit.entries"}},
    {{"atomic_unit.requests"}, {"atomic_unit.interval", "atomic_unit.latency"}},
    {{"scratchpad.loads", "scratchpad.stores"}, {"sm.scratchpad_latency"}},
    {{"barriers"}, {"sm.barrier_warp_latency"}},
    {{"texture_accesses"}, {"texture_cache.mshr_entries", "sm.texture_latency"}},
    {{"constant_accesses"}, {"constant_cache.mshr_entries"}},
};

// "key=value" of a value twice as large and more, if the design has the key and its range has the value.
void add_larger(const Design& design, const std::string& key, std::vector<std::string>& settings) {
  for (const Parameter& parameter : parameters_of(design)) {
    if (parameter.name() != key) continue;
    const std::int64_t larger = 2 * std::get<std::int64_t>(parameter.get(design)) + 1;
    if (static_cast<double>(larger) <= parameter.most) settings.push_back(key + "=" + std::to_string(larger));
  }
}

bool may_differ(const std::string& path, Related related) {
  const auto has = [&](const char* part) { return path.find(part) != path.npos; };
  if (has(".comparisons.")) return true;  // how many answers of RTL were compared
  if (related == Related::kSetting) return has(".energy_pj") || has(".values.");
  return related == Related::kRecord && (has(".uninitialised_reads") || has(".inactive_reads"));
}

// What differs of two values at `path`; empty: nothing.
std::string difference(const Json& one, const Json& other, const std::string& path, Related related) {
  if (may_differ(path, related)) return "";
  if (one.is_structured()) {
    for (const auto& [key, value] : one.items()) {
      const Json none;
      const Json& beside = one.is_object() ? (other.is_object() && other.contains(key) ? other.at(key) : none)
                                           : (other.is_array() && std::stoul(key) < other.size()
                                                  ? other.at(std::stoul(key))
                                                  : none);
      const std::string what = difference(value, beside, path + "." + key, related);
      if (!what.empty()) return what;
    }
    return "";
  }
  return !one.is_number() || one == other ? "" : path.substr(1) + " is " + one.dump() + ", and then " + other.dump();
}

// Runs the command and compares two of its files; returns a message, or nothing. A setting may be refused, because the
// case has another value for its key, and so may a sample.
std::string compared(const std::string& name, const fs::path& folder, const std::vector<std::string>& command,
                     unsigned seconds, const std::pair<std::string, std::string>& files, Related related) {
  const ProgramRun run = run_program(command, folder, seconds);
  const bool ended = run.end == ProgramRun::End::kStatus;
  const bool may_refuse = related == Related::kSetting || related == Related::kSample;
  if (run.end == ProgramRun::End::kTooLong || (may_refuse && ended && run.number == 2)) return "";
  if (!ended || run.number != 0) return name + ": status or signal " + std::to_string(run.number) + "; " + run.err;
  const std::string what = difference_of_numbers(folder / files.first, folder / files.second, related);
  return what.empty() ? "" : name + ": " + what;
}

// Banks and a crossbar in RTL write dirty lines back later at a launch's end.
bool has_late_rows(const Json& run) {
  const std::string design = run.at("effective_design");
  return design.find("\"unified_bank.sv\"") != std::string::npos ||
         design.find("\"crossbar.sv\"") != std::string::npos;
}

}  // namespace

std::vector<std::string> settings_without_effect(const Json& run) {
  const RoofList list(run);
  std::vector<std::string> settings;
  for (const Unused& one : kUnused) {
    double uses = 0;
    for (const std::string& counter : one.counters) uses += list.count(counter);
    if (uses != 0) continue;
    for (const std::string& key : one.keys) add_larger(list.design, key, settings);
  }
  if (!list.design.run.check_data) settings.push_back("run.check_data=true");
  return settings;
}

std::string difference_of_numbers(const fs::path& one, const fs::path& other, Related related) {
  return difference(Json::parse(std::ifstream(one)).at("runs"), Json::parse(std::ifstream(other)).at("runs"), "",
                    related);
}

bool has_native_numbers(const Json& run) {
  const RoofList list(run);
  return list.design.conflicts.model == ConflictModel::kArbitrated && list.count("lines.register_cycles") == 0 &&
         list.count("division.changes") == 0 &&
         (!has_late_rows(run) || !list.design.cache.flush_at_end || list.count("cache.write_backs") == 0);
}

std::string related_difference(const fs::path& folder, const fs::path& program, unsigned seed, unsigned seconds) {
  if (seed % 4 == 1 && fs::exists(folder / "replay"))
    return compared("replay", folder, {folder / "replay", program}, seconds, {"plain.json", "replay.json"},
                    Related::kRecord);
  const Json result = Json::parse(std::ifstream(folder / "case.json"));
  if (!result.contains("runs") || result.at("runs").at(0).value("functional", false)) return "";
  const Json& run = result.at("runs").at(0);
  if (seed % 4 == 0) {
    std::ofstream(folder / "effective.toml") << run.at("effective_design").get<std::string>();
    return compared("effective", folder, {folder / "effective", program}, seconds, {"case.json", "effective.json"},
                    Related::kSame);
  }
  if (fs::exists(folder / "native")) {
    if (!has_native_numbers(run)) return "";
    return compared("native", folder, {folder / "native", program}, seconds, {"case.json", "native.json"},
                    Related::kSame);
  }
  if (seed % 4 == 2) {
    const std::string name = seed / 4 % 2 == 0 ? "sampled_launches" : "sampled_blocks";
    return compared(name, folder, {folder / name, program}, seconds, {"plain.json", "sampled.json"}, Related::kSample);
  }
  if (seed % 4 != 3) return "";
  const std::vector<std::string> settings = settings_without_effect(run);
  if (settings.empty()) return "";
  const std::string& setting = settings[seed / 4 % settings.size()];
  fs::rename(folder / "case.json", folder / "first.json");
  return compared("--set " + setting, folder, {folder / "command", program, "--set", setting}, seconds,
                  {"first.json", "case.json"}, Related::kSetting);
}

}  // namespace unibank::test
