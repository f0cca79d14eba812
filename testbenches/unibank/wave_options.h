// The part of `run` that is about waveforms: its options, and the writer that they ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"
#include "wave/writer.h"

namespace CLI {
class App;
}

namespace unibank {

struct WaveOptions {
  std::string vcd, timeline;        // files; empty: none
  std::int64_t from = 0;            // cycles; with a trigger counted from it
  Cycle to = kNever;
  std::string trigger;              // a condition on a signal; empty: none
  std::vector<std::string> groups;  // of the signals that are written; empty: all (of a timeline all that suit it)
  unsigned sm = 0;                  // whose signals

  bool any() const { return !vcd.empty() || !timeline.empty(); }
};

// As they stand on the command line.
struct RawWaves {
  std::string window, groups;
};

void add_waves(CLI::App& command, WaveOptions& waves, RawWaves& raw);
// After the command line is parsed. Throws InputError for what is no window, trigger or group, or asked of no file.
void read_waves(const RawWaves& raw, WaveOptions& waves);

// Null when none is asked for. Throws InputError when a file cannot be made.
std::unique_ptr<wave::Writer> open_waves(const WaveOptions& waves);

}  // namespace unibank
