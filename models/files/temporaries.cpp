#include "files/temporaries.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>

namespace unibank::files {

namespace {

// A signal may come at any time, and its handler may neither lock nor allocate: the number of slots is fixed, and what
// the handler removes is in single atomic words.
struct Slot {
  std::atomic<bool> taken{false};
  pid_t owner = 0;  // a forked process inherits the slots of its parent, and must not use them
  std::atomic<char*> path{nullptr};
  std::atomic<pid_t> process{0};
};

constexpr int kNone = -1;
std::array<Slot, 1024> slots;

int take_slot() {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].taken.exchange(true)) continue;
    slots[i].owner = ::getpid();
    return static_cast<int>(i);
  }
  return kNone;
}

template <typename Work>
void each_own(Work work) {
  const pid_t own = ::getpid();
  for (Slot& slot : slots)
    if (slot.taken && slot.owner == own) work(slot);
}

}  // namespace

void remove_temporaries() {
  each_own([](Slot& slot) {
    const pid_t process = slot.process;
    if (process <= 0) return;
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  });
  each_own([](Slot& slot) {
    if (const char* path = slot.path) ::unlink(path);
  });
  each_own([](Slot& slot) {
    if (const char* path = slot.path) ::rmdir(path);
  });
}

namespace {

extern "C" void remove_and_end(int signal) {
  remove_temporaries();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

// Throws std::bad_alloc, before the file is created, if there is no memory for the path: without the path in its slot,
// the file would stay if the program ended early.
Temporary::Temporary(const std::string& path) : slot_(take_slot()) {
  if (slot_ == kNone) return;
  Slot& slot = slots[static_cast<std::size_t>(slot_)];
  slot.path = ::strdup(path.c_str());
  if (slot.path) return;
  slot.taken = false;
  throw std::bad_alloc();
}

Temporary::~Temporary() {
  if (slot_ == kNone) return;
  Slot& slot = slots[static_cast<std::size_t>(slot_)];
  std::free(slot.path.exchange(nullptr));
  slot.taken = false;
}

TemporaryProcess::TemporaryProcess(pid_t process) : slot_(take_slot()) {
  if (slot_ != kNone) slots[static_cast<std::size_t>(slot_)].process = process;
}

TemporaryProcess::~TemporaryProcess() {
  if (slot_ == kNone) return;
  Slot& slot = slots[static_cast<std::size_t>(slot_)];
  slot.process = 0;
  slot.taken = false;
}

void remove_temporaries_on_signals() {
  const auto handle = [](int signal, bool is_fault) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if (is_fault ? now.sa_handler != SIG_DFL : now.sa_handler == SIG_IGN) return;
    struct sigaction action {};
    action.sa_handler = remove_and_end;
    ::sigaction(signal, &action, nullptr);
  };
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM})
    handle(signal, false);
  for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS}) handle(signal, true);
}

}  // namespace unibank::files
