// What must not stay behind when SIGHUP, SIGINT or SIGTERM ends the program.
#pragma once

#include <string>
#include <sys/types.h>

namespace unibank::files {

// While it is there a signal removes this file, or this folder when it is empty then. Where there are too many, a
// signal leaves the last ones behind.
class Temporary {
 public:
  explicit Temporary(const std::string& path);
  ~Temporary();  // removes nothing
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

 private:
  int slot_;
};

// A process of this program's that writes such files: a signal ends it before they are removed.
class TemporaryProcess {
 public:
  explicit TemporaryProcess(pid_t process);
  ~TemporaryProcess();
  TemporaryProcess(const TemporaryProcess&) = delete;
  TemporaryProcess& operator=(const TemporaryProcess&) = delete;

 private:
  int slot_;
};

// Removes all that is there of this process, at once and without memory: for a program that has to end where it stands.
void remove_temporaries();

// From now on the three signals remove what is there of this process and end it as they would have; but for those that
// the caller was started to ignore.
void remove_temporaries_on_signals();

}  // namespace unibank::files
