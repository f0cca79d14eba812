// Files, folders and processes to remove when a signal ends the program.
#pragma once

#include <string>
#include <sys/types.h>

namespace unibank::files {

// While the object lives, a signal removes this file, or this folder if it is empty then. If there are more objects
// than a maximum number, a signal does not remove the files of the last ones.
class Temporary {
 public:
  explicit Temporary(const std::string& path);
  ~Temporary();  // removes nothing
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

 private:
  int slot_;
};

// A process of this program that writes such files: a signal ends it before they are removed.
class TemporaryProcess {
 public:
  explicit TemporaryProcess(pid_t process);
  ~TemporaryProcess();
  TemporaryProcess(const TemporaryProcess&) = delete;
  TemporaryProcess& operator=(const TemporaryProcess&) = delete;

 private:
  int slot_;
};

// Removes everything registered by this process, at once and without allocating: for a program that must abort.
void remove_temporaries();

// From now on the signals that end a program remove everything registered by this process and then end it as by
// default: those from outside (SIGINT, SIGQUIT, SIGTERM, SIGXCPU and the like), except where the process was started to
// ignore them, and those of faults (SIGSEGV, SIGABRT and the like), except where they have a handler (a sanitizer's).
void remove_temporaries_on_signals();

}  // namespace unibank::files
