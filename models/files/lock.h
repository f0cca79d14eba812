// One program at a time.
#pragma once

#include <memory>
#include <string>

#include "files/temporaries.h"

namespace unibank::files {

// An empty file that is there, and locked, as long as this is. What a killed program leaves locks nothing.
class Lock {
 public:
  // Throws InputError: "taken" when another program has it, or why it cannot be made.
  Lock(const std::string& path, const std::string& taken);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  bool take(const std::string& taken);

  const std::string path_;
  std::unique_ptr<Temporary> temporary_;
  int file_ = -1;
};

}  // namespace unibank::files
