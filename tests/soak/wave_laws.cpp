#include "soak/wave_laws.h"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "soak/roof_list.h"

namespace unibank::test {

namespace {

using Json = nlohmann::json;
using Cycles = std::map<std::string, std::uint64_t>;  // [value]: in how many cycles a signal had it

// The signals of a value change dump, by path.
class Dump {
 public:
  explicit Dump(const std::filesystem::path& path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
      if (!line.empty()) read(line);
    for (auto& [id, signal] : signals_) change(signal, "");
  }

  // The cycles of all signals with this prefix and suffix together.
  Cycles cycles(const std::string& prefix, const std::string& suffix = "") const {
    Cycles sum;
    for (const auto& [id, signal] : signals_) {
      const std::string& path = signal.path;
      if (path.rfind(prefix, 0) != 0 || path.size() < suffix.size() ||
          path.compare(path.size() - suffix.size(), suffix.size(), suffix) != 0)
        continue;
      for (const auto& [value, count] : signal.cycles) sum[value] += count;
    }
    return sum;
  }

 private:
  struct Signal {
    std::string path, value;
    std::uint64_t since = 0;
    Cycles cycles;
  };

  void read(const std::string& line) {
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    const std::string& first = words[0];
    if (first == "$scope") scopes_.push_back(words[2]);
    else if (first == "$upscope") scopes_.pop_back();
    else if (first == "$var") signals_[words[3]].path = path_of(words[4]);
    else if (first[0] == '#') now_ = std::stoull(first.substr(1)) / 10;  // ten ticks a cycle
    else if (first[0] == '0' || first[0] == '1') change(signals_[first.substr(1)], first.substr(0, 1));
    else if (first[0] == 'b' || first[0] == 's') change(signals_[words[1]], first.substr(1));
  }
  std::string path_of(const std::string& name) const {
    std::string path;
    for (const std::string& scope : scopes_) path += scope + ".";
    return path + name;
  }
  void change(Signal& signal, const std::string& value) {
    if (!signal.value.empty()) signal.cycles[signal.value] += now_ - signal.since;
    signal.value = value;
    signal.since = now_;
  }

  std::vector<std::string> scopes_;
  std::map<std::string, Signal> signals_;  // [identifier]
  std::uint64_t now_ = 0;
};

class Laws {
 public:
  void equal(const std::string& what, std::uint64_t wave, const Json& counter) {
    if (!difference.empty() || counter == wave) return;
    difference = "the waveform has " + std::to_string(wave) + " cycles of " + what + "; the counter " + counter.dump();
  }

  // `signals`: the cycles of each value: binary, or unknown ("x") before a signal's first change.
  void at_most(const std::string& what, const Cycles& signals, std::uint64_t places) {
    for (const auto& [value, cycles] : signals) {
      if (!difference.empty() || cycles == 0 || value.find_first_not_of("01") != value.npos) continue;
      const std::uint64_t number = std::stoull(value, nullptr, 2);
      if (number <= places) continue;
      difference = "the waveform has " + std::to_string(number) + " in " + what + ", which has " +
                   std::to_string(places) + " places";
    }
  }

  std::string difference;
};

// Cycles between launches, in which no warp is resident, are in the waveform alone.
void compare_slots(const Dump& dump, const Json& run, Laws& laws) {
  const Cycles slots = dump.cycles("sm0.issue.slot");
  const auto in = [&](const std::string& state) { return slots.count(state) == 0 ? 0 : slots.at(state); };
  laws.equal("issued", in("issued"), run.at("issued_slots"));
  for (const auto& [cause, count] : run.at("stalls").items())
    if (cause != "no_warp") laws.equal("stalls." + cause, in(cause), count);
}

void compare_mshr(const Dump& dump, Laws& laws) {
  const Cycles entries = dump.cycles("sm0.mshr.entry_");
  if (entries.empty()) return;  // a block that does not tell
  std::uint64_t occupied = 0;
  for (const auto& [count, cycles] : dump.cycles("sm0.mshr.occupancy"))
    occupied += std::stoull(count, nullptr, 2) * cycles;
  laws.equal("occupied MSHR entries", entries.count("1") == 0 ? 0 : entries.at("1"), occupied);
}

// A copy writes the scratchpad without a place of its own in the load/store unit (models/sm/README.md).
void compare_places(const Dump& dump, const Json& run, Laws& laws) {
  const Design design = design_of(run.at("effective_design"));
  laws.at_most("the operand stage", dump.cycles("sm0.operand_stage.occupancy"), design.sm.operand_slots);
  laws.at_most("the queue of the scratchpad", dump.cycles("sm0.load_store.scratchpad_queue"), design.sm.memory_queue);
  laws.at_most("the queue of lines", dump.cycles("sm0.load_store.memory_queue"), design.sm.memory_queue);
  laws.at_most("the MSHR", dump.cycles("sm0.mshr.occupancy"), design.mshr.entries);
  laws.at_most("the DRAM queues", dump.cycles("dram.queue"), std::uint64_t{design.dram.channels} * design.dram.queue);
  const std::pair<const char*, unsigned> caches[] = {{"constant_cache", design.constant_cache.mshr_entries},
                                                     {"instruction_cache", design.instruction_cache.mshr_entries},
                                                     {"texture_cache", design.texture_cache.mshr_entries}};
  for (const auto& [name, entries] : caches)
    laws.at_most(std::string("outstanding lines of the ") + name, dump.cycles(std::string("sm0.") + name, ".under_way"),
                 entries);
}

}  // namespace

std::string wave_difference(const std::filesystem::path& vcd, const std::filesystem::path& json) {
  const Json run = Json::parse(std::ifstream(json)).at("runs").at(0);
  if (run.at("sms") != 1) return "";
  const auto has = [design = run.at("effective_design").get<std::string>()](const char* line) {
    return design.find(line) != design.npos;
  };
  const Dump dump(vcd);
  Laws laws;
  if (has("issue_width = 1 ")) compare_slots(dump, run, laws);
  for (const std::string access : {"read", "write"})
    if (has("model = \"arbitrated\" "))
      laws.equal("banks." + access + "s", dump.cycles("sm0.", "." + access)["1"], run.at("banks").at(access + "s"));
  compare_mshr(dump, laws);
  compare_places(dump, run, laws);
  return laws.difference;
}

}  // namespace unibank::test
