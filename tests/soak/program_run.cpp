#include "soak/program_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace unibank::test {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void become(const std::vector<std::string>& command, const std::filesystem::path& folder,
                         unsigned seconds) {
  ::setpgid(0, 0);
  const rlimit most{seconds, seconds + 5};  // first a signal of its own, then SIGKILL
  ::setrlimit(RLIMIT_CPU, &most);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const int out = ::open("/dev/null", O_WRONLY);
  const int err = ::open((folder / "err.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0 || err < 0 || ::chdir(folder.c_str()) != 0) ::_exit(126);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& one : command) arguments.push_back(const_cast<char*>(one.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

// The processor seconds of a process group, with those of ended children (fields 5 and 14 to 17 of /proc/PID/stat).
double used_by(pid_t group) {
  double ticks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string text, state;
    if (!std::getline(file, text)) continue;
    std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));  // behind the name
    long parent = 0, its_group = 0, skipped = 0, own[4] = {};
    fields >> state >> parent >> its_group;
    for (unsigned field = 6; field < 14; ++field) fields >> skipped;
    for (long& one : own) fields >> one;
    if (fields && its_group == group) ticks += static_cast<double>(own[0] + own[1] + own[2] + own[3]);
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// Waits for the process. When the group has used less than a hundredth of `patience`, it is killed; returns false.
bool waited_for(pid_t process, std::chrono::seconds patience, int& status) {
  double used = 0;
  for (Clock::time_point latest = Clock::now() + patience;; ::usleep(2000)) {
    if (::waitpid(process, &status, WNOHANG) == process) return true;
    if (Clock::now() < latest) continue;
    const double before = used;
    used = used_by(process);
    if (used - before < static_cast<double>(patience.count()) / 100) break;
    latest += patience;
  }
  ::kill(-process, SIGKILL);
  ::waitpid(process, &status, 0);
  return false;
}

// The process itself or a child exceeded its processor time, as reported by the status, by a shell or by unibank.
bool was_too_long(int status, const std::string& err) {
  constexpr int kOfShells = 128;
  return (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
         (WIFEXITED(status) && WEXITSTATUS(status) == kOfShells + SIGXCPU) ||
         err.find("ended by signal " + std::to_string(SIGXCPU) + " ") != std::string::npos;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

ProgramRun run_program(const std::vector<std::string>& command, const std::filesystem::path& folder, unsigned seconds) {
  const pid_t process = ::fork();
  if (process < 0) throw std::runtime_error("cannot start a process");
  if (process == 0) become(command, folder, seconds);
  int status = 0;
  const bool by_itself = waited_for(process, std::chrono::seconds(10 * seconds), status);
  ProgramRun run;
  run.err = text_of(folder / "err.txt");
  run.number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (!by_itself) run.end = ProgramRun::End::kHangs;
  else if (was_too_long(status, run.err)) run.end = ProgramRun::End::kTooLong;
  else if (WIFSIGNALED(status)) run.end = ProgramRun::End::kSignal;
  return run;
}

}  // namespace unibank::test
