// A workload on a card: its own host side, whose launches run there and are clocked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/driver.h"
#include "workloads/workload.h"

namespace unibank::correlate {

// The program does something that a card cannot be made to do here; the text says what.
class NotOnCard : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CardLaunch {
  std::string kernel;
  std::optional<double> clock64_cycles;  // of the SM that takes longest, from its first warp's begin to its last's end
  std::optional<double> event_cycles;    // time between two events, at the card's highest clock
};

struct CardRun {
  std::vector<CardLaunch> launches;
  Verdict verdict;  // of the program, about what the card has computed
};

// Runs the program twice: with events around its launches, and with clocks in its kernels. Each launch runs four times
// on the same memory, the L2 written over before; the first run fetches the code, the median of the others counts.
// Throws NotOnCard; DriverError, unless only the kernels with clocks fail.
CardRun run_on_card(const cuda::Driver& driver, const Workload& workload, const WorkloadArguments& arguments);

}  // namespace unibank::correlate
