// The settings of a model of `unibank exec` from the command line, with its design as text.
#pragma once

#include <cstdint>
#include <string>

#include "exec/selection.h"
#include "unibank/wave_options.h"

namespace unibank {

struct ExecSettings {
  std::string design_name;
  std::string effective_design;  // a complete design file
  std::string compiled_for;      // simulate.h
  std::string record;            // folder; empty: none
  bool functional = false;
  exec::Selection timed;
  unsigned registers = 0;  // for each thread; 0: the design's
  unsigned cores = 1;
  std::uint64_t memory_bytes = 0;
  WaveOptions waves;
  bool first = true;  // of the program's processes: it alone may write waveforms and a record
};

// The settings for another process, which may have another working folder: paths of files are absolute.
std::string packed(const ExecSettings& settings);
ExecSettings unpacked_settings(const std::string& bytes);

}  // namespace unibank
