#include "reproduce/gnuplot.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/input_error.h"
#include "files/temporaries.h"

namespace unibank {

namespace {

constexpr int kNotFound = 127;  // the status that shells give

[[noreturn]] void become_gnuplot(const std::string& folder, const std::string& script, int messages) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = ::open("/dev/null", O_RDWR);
  if (nothing < 0 || ::chdir(folder.c_str()) != 0) ::_exit(1);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  ::unsetenv("GNUTERM");  // so that the user's settings do not change the pictures
  ::setenv("LC_ALL", "C.UTF-8", 1);
  ::execlp("gnuplot", "gnuplot", "-d", script.c_str(), static_cast<char*>(nullptr));
  ::_exit(errno == ENOENT ? kNotFound : 126);
}

std::string read_all(int from) {
  std::string text;
  char piece[4096];
  for (;;) {
    const ssize_t count = ::read(from, piece, sizeof piece);
    if (count > 0) text.append(piece, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR) return text;
  }
}

// The line with the error: gnuplot shows the command and a caret above it, and warnings before.
std::string reason(const std::string& messages) {
  std::string found;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size());
    const std::string line = messages.substr(at, end - at);
    if (line.find_first_not_of(" ^\t") != std::string::npos && line.find("warning") == std::string::npos) found = line;
    at = end + 1;
  }
  return found.empty() ? "it gave no reason" : found;
}

}  // namespace

void run_gnuplot(const std::string& folder, const std::string& script) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw RunError(std::string("no pipe for gnuplot: ") + std::strerror(errno));
  const pid_t child = ::fork();
  const int refusal = errno;
  if (child == 0) become_gnuplot(folder, script, ends[1]);
  ::close(ends[1]);
  const files::TemporaryProcess known(child);
  const std::string messages = child > 0 ? read_all(ends[0]) : "";
  ::close(ends[0]);
  if (child < 0) throw RunError(std::string("no process for gnuplot: ") + std::strerror(refusal));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
    throw InputError("the pictures need gnuplot, which is not in PATH; expected Debian's package gnuplot-nox");
  throw InputError("gnuplot cannot draw '" + script + "': " + reason(messages));
}

}  // namespace unibank
