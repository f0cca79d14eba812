#include "unibank/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/input_error.h"

namespace unibank {

ResultOnly::ResultOnly(bool wanted) {
  if (!wanted) return;
  std::fflush(stdout);
  result_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (result_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw RunError("cannot keep standard output for the result");
}

ResultOnly::~ResultOnly() {
  if (result_ < 0) return;
  std::fflush(stdout);
  ::dup2(result_, STDOUT_FILENO);
  ::close(result_);
}

void ResultOnly::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(result_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw RunError("cannot write to standard output");
    done += static_cast<std::size_t>(written);
  }
}

}  // namespace unibank
