// What the command line asks for, checked as far as it can be without looking into designs and workloads.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/types.h"

namespace unibank {

struct RunOptions {
  std::string workload, size = "test";
  std::vector<std::string> designs, overrides;    // overrides: "section.key=value"
  std::map<std::string, std::string> arguments;
  bool functional = false;
  std::string json, csv, vcd;                     // files; empty: none
  Cycle vcd_from = 0, vcd_to = kNever;
};

struct ListOptions {
  std::string what;  // "workloads", "designs" or "policies"
};

struct ShowOptions {
  std::string design;
  std::vector<std::string> overrides;
};

struct Options {
  enum class Command { kNone, kRun, kList, kShow } command = Command::kNone;  // kNone: help or version was printed
  RunOptions run;
  ListOptions list;
  ShowOptions show;
};

// Throws InputError with one line for whatever cannot be understood.
Options parse_options(int argc, char** argv);

}  // namespace unibank
