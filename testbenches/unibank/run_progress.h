// What the process of a run says while it simulates: launches, blocks, speed, and about how long is left.
#pragma once

#include <string>

#include "gpu/timed_backend.h"

namespace unibank {

class RunProgress {
 public:
  // What the program launches, all of it timed, where that is known before it runs. `launches` 0: it is not.
  struct Known {
    std::uint64_t launches = 0, blocks = 0;
  };
  explicit RunProgress(const Known& known) : known_(known) {}

  // To be called with every report of the backend, `seconds` after the run's begin. Empty: the last text is not old.
  std::string text(const TimedBackend::Progress& now, double seconds);

 private:
  double seconds_left(const TimedBackend::Progress& now, double seconds) const;

  const Known known_;
  unsigned launches_ = 0;  // that have ended, and when the last one did
  double launch_begin_ = 0;
  double last_text_ = 0;
};

}  // namespace unibank
