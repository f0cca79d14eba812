// The options of `exec`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "unibank/options.h"

namespace CLI {
class App;
}

namespace unibank {

// The texts of the command line.
struct RawExec {
  std::string launches;
  std::optional<std::uint64_t> memory;  // megabytes
  RawWaves waves;
};

void add_exec(CLI::App& app, ExecOptions& exec, RawExec& raw);
// Called after the command line is parsed. Throws InputError for incompatible options.
void read_exec(const RawExec& raw, const Limits& limits, ExecOptions& exec);

}  // namespace unibank
