// The part of `run` that is about waveforms: its options, and the writer that they ask for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"
#include "gpu/transaction_recorder.h"
#include "wave/writer.h"

namespace CLI {
class App;
}

namespace unibank {

struct WaveOptions {
  std::string vcd, timeline;        // files; empty: none
  std::vector<std::string> views;   // of the waveform `vcd`, for viewers
  std::string transactions;         // a file of requests; empty: none
  std::int64_t from = 0;            // cycles; with a trigger counted from it
  Cycle to = kNever;
  std::string trigger;              // a condition on a signal; empty: none
  std::vector<std::string> groups;  // of the signals that are written; empty: all (of a timeline all that suit it)
  unsigned sm = 0;                  // whose signals

  bool any() const { return !vcd.empty() || !timeline.empty() || !transactions.empty(); }
};

// A file that one of these options asks for.
struct WaveFile {
  const char *option, *what;  // "--vcd", "waveform"
  std::string path;
};
std::vector<WaveFile> wave_files(const WaveOptions& waves);
// Of one simulation of several: the same files with names of their own, as `name_of` makes them of a name that was asked
// for and its ending.
void name_wave_files(WaveOptions& waves,
                     const std::function<std::string(const std::string& asked, const std::string& ending)>& name_of);

// As they stand on the command line.
struct RawWaves {
  std::string window, groups;
};

void add_waves(CLI::App& command, WaveOptions& waves, RawWaves& raw);
// After the command line is parsed. Throws InputError for what is no window, trigger or group, or asked of no file.
void read_waves(const RawWaves& raw, WaveOptions& waves);

// Null when neither waveform nor timeline is asked for. Throws InputError when a file cannot be made.
std::unique_ptr<wave::Writer> open_waves(const WaveOptions& waves);
// Of the watched SM and of what all SMs share. Null when none is asked for; to be there before the machine is built.
// Throws InputError when the file cannot be made.
std::unique_ptr<TransactionRecorder> open_transactions(const WaveOptions& waves);

}  // namespace unibank
