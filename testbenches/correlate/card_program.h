// Runs a workload on a real GPU (a card): the workload's host side runs here, and its launches run on the card and are
// measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/driver.h"
#include "workloads/workload.h"

namespace unibank::correlate {

// Thrown when the program does something that this code cannot do on a card; the text names it.
class NotOnCard : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CardLaunch {
  std::string kernel;
  std::optional<double> clock64_cycles;  // of the slowest SM, from the start of its first warp to the end of its last
  std::optional<double> event_cycles;    // time between two events, at the card's highest clock
};

struct CardRun {
  std::vector<CardLaunch> launches;
  Verdict verdict;  // the program's verdict on the card's results
};

// Runs the program twice: with events around its launches, and with clocks in its kernels. Each launch runs four times
// on the same memory, each time after the contents of the L2 have been replaced. The first run loads the code into the
// caches; the median of the other three is the result. Throws NotOnCard, and DriverError unless only the kernels with
// clocks fail.
CardRun run_on_card(const cuda::Driver& driver, const Workload& workload, const WorkloadArguments& arguments);

}  // namespace unibank::correlate
