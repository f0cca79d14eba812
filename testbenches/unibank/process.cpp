#include "unibank/process.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <list>
#include <new>
#include <string_view>
#include <utility>

#include "base/input_error.h"
#include "files/temporaries.h"
#include "unibank/limits.h"

#ifdef UNIBANK_WRITES_PROFILE
extern "C" void __gcov_dump();  // g++'s: writes the counts for a profile (cmake/tuned.cmake)
#endif

namespace unibank {

namespace {

// Each line in the pipe begins with one of these.
enum Tag : char { kNote = 'N', kPrint = 'P', kResult = 'R', kInputError = 'I', kRunError = 'E' };

constexpr int kTickMilliseconds = 200;

volatile std::sig_atomic_t interrupted = 0;

// Replaces a line break within a line.
constexpr char kBreak = '\v';

void write_all(int pipe, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(pipe, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {  // the parent no longer exists
      files::remove_temporaries();
      ::_exit(1);
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void write_line(int pipe, Tag tag, std::string text) {
  std::replace(text.begin(), text.end(), '\n', kBreak);
  write_all(pipe, std::string(1, tag) + text + "\n");
}

// Turns text of any bytes into a line without breaks, and back.
constexpr std::pair<char, char> kEscapes[] = {{'\\', '\\'}, {'\n', 'n'}, {kBreak, 'v'}};
std::string escaped(const std::string& text) {
  std::string line;
  for (const char one : text) {
    const auto meant = [one](const auto& escape) { return escape.first == one; };
    const auto escape = std::find_if(std::begin(kEscapes), std::end(kEscapes), meant);
    if (escape == std::end(kEscapes)) line += one;
    else line += {'\\', escape->second};
  }
  return line;
}
std::string unescaped(const std::string& line) {
  std::string text;
  for (auto one = line.begin(); one != line.end(); ++one) {
    if (*one != '\\') {
      text += *one;
      continue;
    }
    ++one;  // escaped() always writes a second character
    for (const auto& [meant, written] : kEscapes)
      if (written == *one) text += meant;
  }
  return text;
}

void work(const ForkedJob& job, int pipe) {
  try {
    const Notify notify([pipe](const std::string& text) { write_line(pipe, kNote, text); },
                        [pipe](const std::string& text) { write_line(pipe, kPrint, escaped(text)); });
    write_line(pipe, kResult, job.work(notify));
  } catch (const InputError& error) {
    write_line(pipe, kInputError, error.what());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    write_line(pipe, kRunError, error.what());
  }
}

constexpr int kSignals[] = {SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU};

[[noreturn]] void work_as_child(const ForkedJob& job, int pipe, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it had ended before
  std::signal(SIGINT, SIG_IGN);           // a terminal signals all processes: the parent ends its children
  std::signal(SIGQUIT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  files::remove_temporaries_on_signals();
  try {
    work(job, pipe);
  } catch (...) {
    for (const char* text : {"E", out_of_memory(), "\n"}) write_all(pipe, text);  // no memory for a joined one
  }
#ifdef UNIBANK_WRITES_PROFILE
  __gcov_dump();
#endif
  ::_exit(0);  // the parent's unflushed output must not be written here
}

// A process may not react to signals, for example while a disk does not answer.
void wait_or_kill(pid_t process) {
  for (unsigned left = 2000; left != 0; --left) {
    if (::waitpid(process, nullptr, WNOHANG) != 0) return;
    ::usleep(1000);
  }
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

struct Child {
  std::size_t job;
  std::string name;
  pid_t pid;
  int pipe;
  std::string unread;
  bool has_result = false;
};

class Jobs {
 public:
  // `results`: an additional place for the results; null: none.
  Jobs(const JobSource& jobs, JobWatcher& watcher, std::vector<std::string>* results)
      : jobs_(jobs), watcher_(watcher), results_(results) {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = [](int signal) { interrupted = signal; };
    for (std::size_t i = 0; i < old_.size(); ++i) {
      ::sigaction(kSignals[i], nullptr, &old_[i]);
      if (old_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
    }
  }
  ~Jobs() {
    for (const Child& child : children_) {
      ::kill(child.pid, SIGTERM);  // so that it removes its unfinished files
      ::kill(child.pid, SIGCONT);
    }
    for (const Child& child : children_) {
      wait_or_kill(child.pid);
      ::close(child.pipe);
    }
    for (std::size_t i = 0; i < old_.size(); ++i) ::sigaction(kSignals[i], &old_[i], nullptr);
  }

  std::size_t run(unsigned at_once) {
    while (has_next() || !children_.empty()) {
      while (children_.size() < at_once && has_next()) start(next_++);
      listen();
      if (interrupted) throw RunError(why_interrupted());
      watcher_.tick();
    }
    return next_;
  }

 private:
  // Another program may send SIGALRM, too.
  static std::string why_interrupted() {
    const std::string over = interrupted == SIGALRM ? time_is_over() : "";
    return over.empty() ? "interrupted" : over;
  }

  bool has_next() {
    stopped_ = stopped_ || next_ == jobs_.count || (jobs_.may_start && !jobs_.may_start(next_));
    return !stopped_;
  }

  void start(std::size_t number) {
    const ForkedJob job = jobs_.make(number);
    // Made before the fork: if memory were missing after it, the process would never be ended.
    std::list<Child> one;
    one.push_back({number, job.name, 0, -1, "", false});
    int ends[2];
    if (::pipe(ends) != 0) throw RunError(std::string("cannot make a pipe: ") + std::strerror(errno));
    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid < 0) {
      const std::string reason = std::strerror(errno);
      ::close(ends[0]);
      ::close(ends[1]);
      throw RunError("cannot start a process: " + reason);
    }
    if (pid == 0) {
      ::close(ends[0]);
      work_as_child(job, ends[1], parent);
    }
    ::close(ends[1]);
    one.front().pid = pid;
    one.front().pipe = ends[0];
    children_.splice(children_.end(), one);
    watcher_.started(number);
  }

  void listen() {
    std::vector<pollfd> waiting;
    for (const Child& child : children_) waiting.push_back({child.pipe, POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), kTickMilliseconds) <= 0) return;
    auto child = children_.begin();
    for (const pollfd& ready : waiting) {
      const auto current = child++;
      if (ready.revents != 0 && !read_from(*current)) end(current);
    }
  }

  // Returns false at the end of the pipe.
  bool read_from(Child& child) {
    char buffer[65536];
    const ssize_t count = ::read(child.pipe, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR;
    child.unread.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end; (end = child.unread.find('\n')) != std::string::npos; child.unread.erase(0, end + 1))
      take_line(child, child.unread.substr(0, end));
    return count != 0;
  }

  void take_line(Child& child, const std::string& line) {
    if (line[0] == kPrint) return watcher_.printed(child.job, unescaped(line.substr(1)));
    std::string text = line.substr(1);
    std::replace(text.begin(), text.end(), kBreak, '\n');
    const std::string named = child.name + ": " + text;
    switch (line[0]) {
      case kNote: watcher_.noted(child.job, text); break;
      case kInputError: throw InputError(named);
      case kRunError: throw RunError(named);
      default:
        if (results_) (*results_)[child.job] = text;
        child.has_result = true;
        watcher_.has_result(child.job, text);
    }
  }

  void end(std::list<Child>::iterator child) {
    const Child ended = *child;
    children_.erase(child);
    ::close(ended.pipe);
    int status = 0;
    while (::waitpid(ended.pid, &status, 0) < 0 && errno == EINTR) continue;
    std::string how;
    if (WIFSIGNALED(status))
      how = "its process was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
            ::strsignal(WTERMSIG(status)) + ")";
    else if (!ended.has_result)
      how = "its process ended without a result";
    if (!how.empty() && !watcher_.died(ended.job, how)) throw RunError(ended.name + ": " + how);
    watcher_.ended(ended.job);
  }

  const JobSource& jobs_;
  JobWatcher& watcher_;
  std::vector<std::string>* const results_;
  std::list<Child> children_;
  std::size_t next_ = 0;
  bool stopped_ = false;
  std::array<struct sigaction, std::size(kSignals)> old_{};
};

}  // namespace

std::vector<std::string> run_forked(const std::vector<ForkedJob>& jobs, unsigned at_once, JobWatcher& watcher) {
  std::vector<std::string> results(jobs.size());
  const JobSource source{jobs.size(), [&jobs](std::size_t job) { return jobs[job]; }, nullptr};
  Jobs(source, watcher, &results).run(std::max(at_once, 1u));
  return results;
}

std::size_t run_forked(const JobSource& jobs, unsigned at_once, JobWatcher& watcher) {
  return Jobs(jobs, watcher, nullptr).run(std::max(at_once, 1u));
}

}  // namespace unibank
