#include "soak/laws/roofs.h"

#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "design/load.h"
#include "soak/laws/roof_list.h"

namespace unibank::test {

using Json = nlohmann::json;

Design design_of(const std::string& effective) {
  std::istringstream lines(effective);
  DesignText source{"effective", "effective design", "", ""};
  for (std::string line; std::getline(lines, line);) {
    const bool rtl = line.rfind("model = ", 0) == 0 && line.find(".sv\"") != line.npos;
    if (rtl || line.rfind("check = ", 0) == 0 || line.rfind("check_by = ", 0) == 0) continue;
    source.text += line + "\n";
  }
  return load_design(source).design;
}

RoofList::RoofList(const Json& of_run)
    : run(of_run),
      design(design_of(of_run.at("effective_design"))),
      cycles(of_run.at("cycles")),
      sms(of_run.at("sms")),
      launches(static_cast<double>(of_run.at("launches").size())) {}

double RoofList::count(const std::string& counter) const {
  const std::size_t dot = counter.find('.');
  if (dot == counter.npos) return run.at(counter);
  return run.at(counter.substr(0, dot)).at(counter.substr(dot + 1));
}

double least_dram_latency(const Design& design) {
  const BlockChoice dram = design.blocks.of("dram");
  if (dram.model != "fr-fcfs") return static_cast<double>(dram.values.at("latency"));
  const DramTiming& timing = design.dram.timing;
  return design.dram.answer_latency + std::floor((timing.t_cl + timing.burst) / design.dram.clock_ratio);
}

double least_read_latency(const RoofList& list) {
  const Design& design = list.design;
  double cycles = least_network_latency(design);
  if (design.l2.bytes == 0)
    cycles += least_dram_latency(design);
  else if (list.count("l2.merges") == 0)
    cycles += design.l2.latency;
  return cycles;
}

std::vector<Roof> roofs_of(const std::string& run) {
  const Json json = Json::parse(run);
  RoofList list(json);
  add_roofs_of_sms(list);
  add_roofs_of_memory(list);
  return list.roofs;
}

std::string broken_roof(const std::filesystem::path& json) {
  const Json result = Json::parse(std::ifstream(json));
  if (!result.contains("runs")) return "";
  for (const Json& run : result.at("runs")) {
    if (run.value("functional", false)) continue;
    for (const Roof& roof : roofs_of(run.dump())) {
      if (roof.used <= roof.most) continue;
      std::ostringstream text;
      text << roof.resource << ": " << std::setprecision(15) << roof.used << " is more than " << roof.most;
      return text.str();
    }
  }
  return "";
}

}  // namespace unibank::test
