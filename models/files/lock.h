// A lock file for one program at a time.
#pragma once

#include <memory>
#include <string>

#include "files/temporaries.h"

namespace unibank::files {

// An empty file that exists and is locked during the object's life. The file of a killed program is not locked.
class Lock {
 public:
  // Throws InputError: with the text `taken` when another program holds it, else with the reason why it cannot be made.
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
