#include "soak/laws/wave_dump.h"

#include <fstream>
#include <sstream>

namespace unibank::test {

namespace {

bool matches(const std::string& path, const std::string& prefix, const std::string& suffix) {
  return path.rfind(prefix, 0) == 0 && path.size() >= suffix.size() &&
         path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
}

}  // namespace

WaveDump::WaveDump(const std::filesystem::path& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) read(line);
  for (auto& [id, signal] : signals_) change(signal, "");
}

WaveDump::Stays WaveDump::stays(const std::string& prefix, const std::string& suffix) const {
  Stays sum;
  for (const auto& [id, signal] : signals_) {
    if (!matches(signal.path, prefix, suffix)) continue;
    for (const auto& [value, stay] : signal.stays) {
      sum[value].cycles += stay.cycles;
      sum[value].times += stay.times;
    }
  }
  return sum;
}

std::map<std::string, WaveDump::Stays> WaveDump::signals() const {
  std::map<std::string, Stays> all;
  for (const auto& [id, signal] : signals_) all[signal.path] = signal.stays;
  return all;
}

void WaveDump::read(const std::string& line) {
  if (line[0] == '0' || line[0] == '1') return change(signals_[line.substr(1)], line.substr(0, 1));
  std::istringstream text(line);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  const std::string& first = words[0];
  if (first == "$scope") scopes_.push_back(words[2]);
  else if (first == "$upscope") scopes_.pop_back();
  else if (first == "$var") signals_[words[3]].path = path_of(words[4]);
  else if (first[0] == '#') now_ = std::stoull(first.substr(1)) / 10;  // ten ticks a cycle
  else if (first[0] == 'b' || first[0] == 's') change(signals_[words[1]], first.substr(1));
}

std::string WaveDump::path_of(const std::string& name) const {
  std::string path;
  for (const std::string& scope : scopes_) path += scope + ".";
  return path + name;
}

void WaveDump::change(Signal& signal, const std::string& value) {
  if (!signal.value.empty() && signal.since != now_) {
    Stay& stay = signal.stays[signal.value];
    stay.cycles += now_ - signal.since;
    ++stay.times;
  }
  signal.value = value;
  signal.since = now_;
}

}  // namespace unibank::test
