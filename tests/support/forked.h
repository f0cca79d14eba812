// Runs a function in its own process (SystemC elaborates once per process) and returns its text.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <functional>
#include <string>

namespace unibank::test {

// Returns the text that `work` returned, "error: ..." if it threw, and "died" if the process ended abnormally.
inline std::string forked(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    std::string text;
    try {
      text = work();
    } catch (const std::exception& error) {
      text = std::string("error: ") + error.what();
    }
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t wrote = write(ends[1], text.data() + sent, text.size() - sent);
      if (wrote <= 0) break;
      sent += static_cast<std::size_t>(wrote);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "died";
}

}  // namespace unibank::test
