#include "soak/laws/timeline_laws.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "soak/laws/wave_dump.h"

namespace unibank::test {

namespace {

using Json = nlohmann::json;
using Stays = WaveDump::Stays;

// A time in microseconds, of which a cycle is a thousandth.
std::uint64_t cycles_of(const Json& time) {
  return static_cast<std::uint64_t>(std::llround(time.get<double>() * 1000));
}

// The tracks of a timeline, by the paths of their signals.
class Timeline {
 public:
  Timeline(const std::filesystem::path& path, std::uint64_t end) {
    const Json events = Json::parse(std::ifstream(path)).at("traceEvents");
    for (const Json& event : events)
      if (event.at("ph") == "M") name(event);
    for (const Json& event : events) {
      if (event.at("ph") == "X") slice(event);
      if (event.at("ph") == "C") change(event);
    }
    for (auto& [track, counter] : counters_) count(counter, end);
  }

  std::map<std::string, Stays> slices;    // a value is a slice's name
  std::map<std::string, Stays> counters;  // a value is a decimal number

 private:
  struct Counter {
    std::string path, value;
    std::uint64_t since = 0;
  };

  void name(const Json& event) {
    const std::string what = event.at("name"), name = event.at("args").value("name", "");
    if (what == "process_name") processes_[event.at("pid")] = name;
    if (what != "thread_name") return;
    tracks_[event.at("tid")] = processes_.at(event.at("pid")) + "." + name;
    slices[tracks_.at(event.at("tid"))];  // a track without slices
  }
  void slice(const Json& event) {
    WaveDump::Stay& stay = slices[tracks_.at(event.at("tid"))][event.at("name")];
    stay.cycles += cycles_of(event.at("dur"));
    ++stay.times;
  }
  void change(const Json& event) {
    Counter& counter = counters_[event.at("tid")];
    count(counter, cycles_of(event.at("ts")));
    counter.path = processes_.at(event.at("pid")) + "." + event.at("name").get<std::string>();
    counter.value = event.at("args").at("value").dump();
    counters[counter.path];
  }
  void count(Counter& counter, std::uint64_t until) {
    if (!counter.path.empty() && counter.since != until) {
      WaveDump::Stay& stay = counters[counter.path][counter.value];
      stay.cycles += until - counter.since;
      ++stay.times;
    }
    counter.since = until;
  }

  std::map<unsigned, std::string> processes_, tracks_;  // [pid], [tid]
  std::map<unsigned, Counter> counters_;                // [tid]
};

// A signal of the waveform as a track of slices: of a wire when it is 1, of a state unless it is a quiet one.
Stays as_slices(const std::string& path, const Stays& stays) {
  Stays slices;
  for (const auto& [value, stay] : stays) {
    if (value == "1") slices[path.substr(path.rfind('.') + 1)] = stay;
    else if (value != "0" && value != "?" && value != "empty" && value != "free" && value != "no_warp")
      slices[value] = stay;
  }
  return slices;
}

Stays as_counter(const Stays& stays) {
  Stays numbers;
  for (const auto& [value, stay] : stays)
    if (value != "x") numbers[std::to_string(std::stoull(value, nullptr, 2))] = stay;
  return numbers;
}

std::string stays_text(const Stays& stays) {
  std::string text;
  for (const auto& [value, stay] : stays)
    text += " " + value + " " + std::to_string(stay.times) + " times in " + std::to_string(stay.cycles) + " cycles,";
  return text.empty() ? " nothing," : text;
}

bool in_waveform_only(const std::string& path) { return path.rfind("rtl.", 0) == 0 || path.find(".bank") != path.npos; }

}  // namespace

std::string timeline_difference(const std::filesystem::path& timeline, const std::filesystem::path& vcd) {
  const WaveDump dump(vcd);
  const std::map<std::string, Stays> signals = dump.signals();
  const Timeline shown(timeline, dump.end());
  for (const auto* tracks : {&shown.slices, &shown.counters})
    for (const auto& [path, stays] : *tracks)
      if (signals.count(path) == 0 || in_waveform_only(path)) return "the timeline has a track '" + path + "' too many";
  for (const auto& [path, stays] : signals) {
    if (in_waveform_only(path)) continue;
    const bool sliced = shown.slices.count(path) != 0;
    if (!sliced && shown.counters.count(path) == 0 && !as_counter(stays).empty())
      return "the timeline has no track '" + path + "'";
    const Stays wave = sliced ? as_slices(path, stays) : as_counter(stays);
    const Stays track = sliced ? shown.slices.at(path) : wave.empty() ? Stays() : shown.counters.at(path);
    if (track != wave)
      return "track '" + path + "' of the timeline has" + stays_text(track) + " the waveform" + stays_text(wave);
  }
  return "";
}

}  // namespace unibank::test
