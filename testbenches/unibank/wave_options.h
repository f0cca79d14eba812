// The options of `run` and `exec` for waveforms, and the writers that they request.
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
  std::vector<std::string> views;   // viewers' files for the waveform `vcd`
  std::string transactions;         // a file of transactions; empty: none
  std::int64_t from = 0;            // cycles; relative to the trigger if there is one
  Cycle to = kNever;
  std::string trigger;              // a condition on a signal; empty: none
  std::vector<std::string> groups;  // of the written signals; empty: all (in a timeline all suitable ones)
  unsigned sm = 0;                  // the SM whose signals are written

  bool any() const { return !vcd.empty() || !timeline.empty() || !transactions.empty(); }
};

// A file requested by one of these options.
struct WaveFile {
  const char *option, *what;  // "--vcd", "waveform"
  std::string path;
};
std::vector<WaveFile> wave_files(const WaveOptions& waves);
// For one of several simulations: gives the files distinct names, which `name_of` forms from the given name and its
// ending.
void name_wave_files(WaveOptions& waves,
                     const std::function<std::string(const std::string& asked, const std::string& ending)>& name_of);

// The texts of the command line.
struct RawWaves {
  std::string window, groups;
};

void add_waves(CLI::App& command, WaveOptions& waves, RawWaves& raw);
// Called after the command line is parsed. Throws InputError for an invalid window, trigger or group, and for a window,
// trigger or group without a file.
void read_waves(const RawWaves& raw, WaveOptions& waves);

// Null if neither a waveform nor a timeline is requested. Throws InputError if a file cannot be created.
std::unique_ptr<wave::Writer> open_waves(const WaveOptions& waves);
// Records requests of the watched SM and of the modules that all SMs share. Null if not requested; create it before the
// machine is built. Throws InputError if the file cannot be created.
std::unique_ptr<TransactionRecorder> open_transactions(const WaveOptions& waves);
// Adds what the finished files have to say. Either may be null.
void add_remarks(const wave::Writer* waves, const TransactionRecorder* transactions,
                 std::vector<std::string>& warnings);

}  // namespace unibank
