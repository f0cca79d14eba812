// A waveform that a test reads.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "wave/writer.h"

namespace unibank::test {

// Keeps every change of every signal.
class Notebook : public wave::Writer {
 public:
  wave::SignalId signal(const std::string& path, unsigned) override {
    paths.push_back(path);
    return {static_cast<unsigned>(paths.size() - 1)};
  }
  wave::SignalId text_signal(const std::string& path, std::vector<std::string>) override { return signal(path, 0); }
  void record(wave::SignalId signal, Cycle at, std::uint64_t value) override {
    early += at < now;
    values[paths[signal.index]][at] = value;
  }
  void advance(Cycle at) override { now = at; }
  void finish(Cycle) override {}

  // The number of cycles in which signals with this prefix and suffix were 1; for numbers, the sum of their values over
  // all cycles.
  std::uint64_t cycles(const std::string& prefix, const std::string& suffix) const {
    std::uint64_t sum = 0;
    for (const auto& [path, changes] : values) {
      if (path.rfind(prefix, 0) != 0 || path.size() < suffix.size() ||
          path.compare(path.size() - suffix.size(), suffix.size(), suffix) != 0) {
        continue;
      }
      for (auto change = changes.begin(); change != changes.end(); ++change) {
        const auto next = std::next(change);
        sum += change->second * ((next == changes.end() ? now + 1 : next->first) - change->first);
      }
    }
    return sum;
  }

  // The number of cycles, summed over the signals with this prefix, in which the value was `value`.
  std::uint64_t cycles_with(const std::string& prefix, std::uint64_t value) const {
    std::uint64_t sum = 0;
    for (const auto& [path, changes] : values) {
      if (path.rfind(prefix, 0) != 0) continue;
      for (auto change = changes.begin(); change != changes.end(); ++change) {
        const auto next = std::next(change);
        if (change->second == value) sum += (next == changes.end() ? now + 1 : next->first) - change->first;
      }
    }
    return sum;
  }

  std::vector<std::string> paths;
  std::map<std::string, std::map<Cycle, std::uint64_t>> values;
  Cycle now = 0;
  unsigned early = 0;
};

}  // namespace unibank::test
