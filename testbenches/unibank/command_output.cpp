#include "unibank/command_output.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/input_error.h"

extern char** environ;

namespace unibank {

std::string output_of(const std::vector<std::string>& words) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw RunError(std::string("cannot make a pipe: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int failed = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t count = 1; failed == 0 && count != 0;) {
    count = ::read(ends[0], piece, sizeof piece);
    if (count > 0) text.append(piece, static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) break;
  }
  ::close(ends[0]);
  if (failed != 0)
    throw InputError("cannot run '" + words[0] + "': " + std::strerror(failed) +
                     "; expected Slurm's commands (Debian's slurm-client)");
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  throw RunError(words[0] + " failed: " + text.substr(0, text.find('\n')));
}

}  // namespace unibank
