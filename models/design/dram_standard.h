// A DRAM standard: a TOML file that gives the clock, the banks and the timing of a channel, each with its source.
//
//     description = "HBM2, 2 Gb/s a pin: one pseudo channel"
//     clock_mhz = { value = 1000, source = "..." }
//     banks     = { value = 16, source = "..." }
//     t_rcd     = { ns = 12, source = "..." }                # or cycles = 12; both: the longer
//
// A file must have a description, clock_mhz and all keys of dram_standard_keys(). Times in ns are rounded up to cycles
// of the clock, only t_refi is rounded down.
#pragma once

#include <string>
#include <vector>

#include "design/find.h"
#include "design/schema.h"

namespace unibank {

struct DramStandard {
  struct Value {
    std::string key;       // of the design's section dram
    ParameterValue value;
    unsigned line = 0;
    std::string source;    // "12 ns at 1000 MHz; <the file's source>"
  };
  std::string description, file;
  double clock_mhz = 0;
  unsigned clock_line = 0;
  std::string clock_source;
  std::vector<Value> values;
};

// The parameters of the section dram that a standard gives.
const std::vector<std::string>& dram_standard_keys();

// Throws InputError: file, line, what was found, what was expected.
DramStandard read_dram_standard(const DesignText& text);

}  // namespace unibank
