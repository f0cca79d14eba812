#include "soak/laws/wave_laws.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "soak/laws/roof_list.h"
#include "soak/laws/wave_dump.h"

namespace unibank::test {

namespace {

using Json = nlohmann::json;

class Laws {
 public:
  void equal(const std::string& what, std::uint64_t wave, const Json& counter) {
    if (!difference.empty() || counter == wave) return;
    difference = "the waveform has " + std::to_string(wave) + " cycles of " + what + "; the counter " + counter.dump();
  }

  // `signals`: the cycles of each value: binary, or unknown ("x") before a signal's first change.
  void at_most(const std::string& what, const WaveDump::Stays& signals, std::uint64_t places) {
    for (const auto& [value, stay] : signals) {
      if (!difference.empty() || stay.cycles == 0 || value.find_first_not_of("01") != value.npos) continue;
      const std::uint64_t number = std::stoull(value, nullptr, 2);
      if (number <= places) continue;
      difference = "the waveform has " + std::to_string(number) + " in " + what + ", which has " +
                   std::to_string(places) + " places";
    }
  }
  void at_least(const std::string& what, std::uint64_t wave, std::uint64_t row) {
    if (!difference.empty() || wave >= row) return;
    difference = "the waveform has " + std::to_string(wave) + " cycles of " + what + "; its row " + std::to_string(row);
  }

  std::string difference;
};

// Cycles between launches, in which no warp is resident, are in the waveform alone.
void compare_slots(const WaveDump& dump, const Json& run, Laws& laws) {
  WaveDump::Stays slots = dump.stays("sm0.issue.slot");
  const auto in = [&](const std::string& state) { return slots[state].cycles; };
  laws.equal("issued", in("issued"), run.at("issued_slots"));
  for (const auto& [cause, count] : run.at("stalls").items())
    if (cause != "no_warp") laws.equal("stalls." + cause, in(cause), count);
}

void compare_mshr(const WaveDump& dump, Laws& laws) {
  WaveDump::Stays entries = dump.stays("sm0.mshr.entry_");
  if (entries.empty()) return;  // a block that does not tell
  std::uint64_t occupied = 0;
  for (const auto& [count, stay] : dump.stays("sm0.mshr.occupancy"))
    occupied += std::stoull(count, nullptr, 2) * stay.cycles;
  laws.equal("occupied MSHR entries", entries["1"].cycles, occupied);
}

// A launch's number stays until the next launch starts, or the run has ended.
void compare_launches(const WaveDump& dump, const Json& run, Laws& laws) {
  if (run.contains("launches_overlap")) return;  // rows are in the order of ends
  const Json launches = run.value("launches", Json::array());
  std::map<std::uint64_t, std::uint64_t> cycles;  // [launch]
  for (const auto& [number, stay] : dump.stays("launch.number"))
    if (number != "x") cycles[std::stoull(number, nullptr, 2)] = stay.cycles;
  if (laws.difference.empty() && cycles.size() != launches.size())
    laws.difference = "the waveform has " + std::to_string(cycles.size()) + " launches; the run has " +
                      std::to_string(launches.size()) + " rows";
  for (std::size_t i = 0; i < launches.size(); ++i)
    laws.at_least("launch " + std::to_string(i), cycles[i], launches[i].at("cycles"));
}

void compare_places(const WaveDump& dump, const Json& run, bool copies, Laws& laws) {
  const Design design = design_of(run.at("effective_design"));
  laws.at_most("the operand stage", dump.stays("sm0.operand_stage.occupancy"), design.sm.operand_slots);
  if (!copies)
    laws.at_most("the queue of the scratchpad", dump.stays("sm0.load_store.scratchpad_queue"), design.sm.memory_queue);
  laws.at_most("the queue of lines", dump.stays("sm0.load_store.memory_queue"), design.sm.memory_queue);
  laws.at_most("the MSHR", dump.stays("sm0.mshr.occupancy"), design.mshr.entries);
  laws.at_most("the DRAM queues", dump.stays("dram.queue"), std::uint64_t{design.dram.channels} * design.dram.queue);
  const std::pair<const char*, unsigned> caches[] = {{"constant_cache", design.constant_cache.mshr_entries},
                                                     {"instruction_cache", design.instruction_cache.mshr_entries},
                                                     {"texture_cache", design.texture_cache.mshr_entries}};
  for (const auto& [name, entries] : caches)
    laws.at_most(std::string("outstanding lines of the ") + name, dump.stays(std::string("sm0.") + name, ".under_way"),
                 entries);
}

}  // namespace

std::string wave_difference(const std::filesystem::path& vcd, const std::filesystem::path& json, bool copies) {
  const Json run = Json::parse(std::ifstream(json)).at("runs").at(0);
  if (run.at("sms") != 1) return "";
  const auto has = [design = run.at("effective_design").get<std::string>()](const char* line) {
    return design.find(line) != design.npos;
  };
  const WaveDump dump(vcd);
  Laws laws;
  compare_slots(dump, run, laws);
  for (const std::string access : {"read", "write"})
    if (has("model = \"arbitrated\" "))
      laws.equal("banks." + access + "s", dump.stays("sm0.", "." + access)["1"].cycles,
                 run.at("banks").at(access + "s"));
  compare_mshr(dump, laws);
  compare_launches(dump, run, laws);
  compare_places(dump, run, copies, laws);
  return laws.difference;
}

}  // namespace unibank::test
