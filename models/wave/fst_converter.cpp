#include "wave/fst_converter.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/input_error.h"

namespace unibank::wave {

namespace {

// Blocks signals during its life: a handler that removes unfinished files must know the process that writes them.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

// Between fork and exec: no call that may lock.
[[noreturn]] void become_vcd2fst(const char* program, int input, const char* file, pid_t parent,
                                 const sigset_t& signals) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent ended earlier, and the file has no owner
  ::pthread_sigmask(SIG_SETMASK, &signals, nullptr);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(input, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::execl(program, "vcd2fst", "-v", "-", "-f", file, static_cast<char*>(nullptr));
  ::_exit(127);
}

// vcd2fst does not report a full disk. A file is complete when its blocks are: each has a type byte and its length,
// eight big-endian bytes that are included in the length.
bool whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  std::uint64_t at = 0;
  while (file && at < size) {
    unsigned char head[9] = {};
    file.seekg(static_cast<std::streamoff>(at));
    file.read(reinterpret_cast<char*>(head), sizeof head);
    std::uint64_t length = 0;
    for (unsigned i = 1; i < sizeof head; ++i) length = length << 8 | head[i];
    if (!file || length < 8 || length >= size) return false;
    at += 1 + length;
  }
  return at == size && size != 0;
}

}  // namespace

bool names_fst(const std::string& path) {
  const std::string ending = ".fst";
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

std::string find_vcd2fst() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/vcd2fst";
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  throw InputError("a waveform as FST needs vcd2fst, which is not in PATH; expected Debian's package gtkwave, or a "
                   "file name that does not end in .fst");
}

std::string fst_remains(const std::string& file) { return file + ".hier"; }

FstConverter::FstConverter(const std::string& file) : file_(file), remains_(fst_remains(file)) {
  const std::string program = find_vcd2fst();
  int ends[2];
  // A socket: writing to one without a reader is an error and no signal.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw RunError(std::string("no socket for vcd2fst: ") + std::strerror(errno));
  const pid_t parent = ::getpid();
  const SignalsWait wait;
  process_ = ::fork();
  const int reason = errno;
  if (process_ == 0) become_vcd2fst(program.c_str(), ends[1], file_.c_str(), parent, wait.before());
  ::close(ends[1]);
  input_ = ends[0];
  if (process_ >= 0) {
    known_.emplace(process_);  // allocates nothing: it must not fail after the fork
    return;
  }
  ::close(input_);
  throw RunError(std::string("no process for vcd2fst: ") + std::strerror(reason));
}

FstConverter::~FstConverter() {
  if (process_ >= 0) ::kill(process_, SIGKILL);
  wait();
  std::remove(fst_remains(file_).c_str());
}

bool FstConverter::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::send(input_, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool FstConverter::finish() { return wait() && whole(file_); }

// Returns whether it ended successfully.
bool FstConverter::wait() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
  if (process_ < 0) return false;
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  known_.reset();
  process_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace unibank::wave
