// The command line of a random case: a random machine, and how the program runs on it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "soak/cases/random_design.h"
#include "support/random.h"

namespace unibank::test {

struct RandomOptions {
  RandomDesign design;             // with all values of `run`
  std::vector<std::string> run;    // of `unibank run case.toml`
  std::vector<std::string> again;  // further options, under which the output must be the same
  bool has_rtl = false;
  bool may_record = true;  // whether a record takes the time of the run
};

// For a kernel on its own. `narrow` chooses whether one resource becomes as narrow as its key allows.
RandomOptions random_options(Random& random, Random& narrow);

// For programs of several launches: more machines of a few SMs, of which the next launch finds something in the caches,
// and most with run.check_data.
RandomOptions random_launch_options(Random& random);

// For programs with sections (random_sections.h): designs that share or divide memory in time more often than others.
RandomOptions random_section_options(Random& random);

// For programs that hand scratchpad over (random_handovers.h): designs in which blocks share it, with run.check_data.
RandomOptions random_handover_options(Random& random);

// Writes scripts beside case.toml, whose arguments are the program and further options:
// - `command`: the case itself, twice;
// - `effective`: the case on the design in effective.toml;
// - with RTL `native`: the case without RTL;
// - without RTL three that leave out run.check_data: `replay`, the case and then a record of it (may_record);
//   `sampled_launches` and `sampled_blocks`, the case and then a sample of it in which every launch or block is timed.
void write_command(const std::filesystem::path& folder, const RandomOptions& options);

}  // namespace unibank::test
