// A watcher of jobs that take milliseconds: no progress is shown.
#pragma once

#include <string>

#include "unibank/process.h"

namespace unibank {

class QuietWatcher : public JobWatcher {
 public:
  void started(std::size_t) override {}
  void noted(std::size_t, const std::string&) override {}
  void ended(std::size_t) override {}
  void tick() override {}
};

}  // namespace unibank
