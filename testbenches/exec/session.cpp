#include "exec/session.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <list>
#include <new>
#include <random>

#include "base/input_error.h"
#include "exec/channel.h"
#include "exec/program_file.h"
#include "files/own_library.h"
#include "files/temporaries.h"

namespace unibank::exec {
namespace {

constexpr char kLibrary[] = "libunibank_cudart.so";
constexpr int kTickMilliseconds = 50;
// Ticks that a model may take to end when a signal has ended the program, and the program when there is no model.
constexpr int kPatience = 40;
constexpr char kResult = 'R', kError = 'E';

void write_all(int pipe, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = ::write(pipe, text.data() + at, text.size() - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    at += static_cast<std::size_t>(count);
  }
}

// Puts the value before the variable's present value.
void put_first(const char* variable, const std::string& value, char between) {
  const char* const old = std::getenv(variable);
  ::setenv(variable, (old && *old ? value + between + old : value).c_str(), 1);
}

struct Model {
  pid_t pid = 0;
  int pipe = -1;
  std::string said;
};

class Session {
 public:
  explicit Session(const ServeProgram& serve)
      : serve_(serve),
        name_("unibank-exec-" + std::to_string(::getpid()) + "-" + std::to_string(std::random_device()())),
        listening_(listen_at(name_)) {
    if (listening_ < 0) throw RunError(std::string("cannot make a socket: ") + std::strerror(errno));
    for (std::size_t i = 0; i < old_.size(); ++i) old_[i] = std::signal(kSignals[i], SIG_IGN);
  }
  ~Session() {
    ::close(listening_);
    for (const Model& model : models_) end(model);
    if (program_ != 0) end_program();
    for (std::size_t i = 0; i < old_.size(); ++i) std::signal(kSignals[i], old_[i]);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  SessionEnd run(const std::vector<std::string>& program, const std::string& folder) {
    program_ = start(program, folder);
    int status = 0;
    while (::waitpid(program_, &status, WNOHANG) == 0) listen(true);
    program_ = 0;
    ended_.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    for (int tick = 0; !models_.empty(); ++tick) {
      if (WIFSIGNALED(status) && tick == kPatience)
        for (const Model& model : models_) ::kill(model.pid, SIGTERM);
      listen(false);
    }
    return ended_;
  }

 private:
  // A terminal sends these signals to the program, too, which decides whether it ends.
  static constexpr int kSignals[] = {SIGINT, SIGQUIT};

  pid_t start(const std::vector<std::string>& program, const std::string& folder) {
    const pid_t parent = ::getpid(), pid = ::fork();
    if (pid < 0) throw RunError(std::string("cannot start a process: ") + std::strerror(errno));
    if (pid != 0) return pid;
    for (std::size_t i = 0; i < old_.size(); ++i) std::signal(kSignals[i], old_[i]);
    std::signal(SIGXFSZ, SIG_DFL);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    ::setenv(kSocketVariable, name_.c_str(), 1);
    put_first("LD_LIBRARY_PATH", folder, ':');
    put_first("LD_PRELOAD", folder + "/" + kLibrary, ' ');
    std::vector<char*> arguments;
    arguments.reserve(program.size() + 1);
    for (const std::string& one : program) arguments.push_back(const_cast<char*>(one.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    const std::string why = "unibank: error: cannot start '" + program[0] + "': " + std::strerror(errno) + "\n";
    write_all(STDERR_FILENO, why);
    ::_exit(127);
  }

  // `accepts`: more processes of the program may come.
  void listen(bool accepts) {
    std::vector<pollfd> waiting;
    if (accepts) waiting.push_back({listening_, POLLIN, 0});
    for (const Model& model : models_) waiting.push_back({model.pipe, POLLIN, 0});
    if (::poll(waiting.data(), waiting.size(), kTickMilliseconds) <= 0) return;
    std::size_t at = accepts ? 1 : 0;
    for (auto model = models_.begin(); model != models_.end(); ++at) {
      const auto current = model++;
      if (waiting[at].revents != 0 && !read_from(*current)) take(current);
    }
    if (accepts && waiting[0].revents != 0) accept();
  }

  void accept() {
    const int socket = accept_from(listening_);
    if (socket < 0) return;
    std::list<Model> one(1);  // before the fork: if memory were missing after it, the process would never be ended
    int ends[2];
    const bool piped = ::pipe(ends) == 0;
    const pid_t parent = ::getpid(), pid = piped ? ::fork() : -1;
    if (pid < 0) {
      const std::string reason = std::strerror(errno);
      ::close(socket);
      if (piped) {
        ::close(ends[0]);
        ::close(ends[1]);
      }
      throw RunError((piped ? "cannot start a process: " : "cannot make a pipe: ") + reason);
    }
    if (pid == 0) {
      ::close(ends[0]);
      ::close(listening_);
      work(socket, ends[1], parent);
    }
    ::close(ends[1]);
    ::close(socket);
    first_ = false;
    one.front().pid = pid;
    one.front().pipe = ends[0];
    models_.splice(models_.end(), one);
  }

  [[noreturn]] void work(int socket, int pipe, pid_t parent) const {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    std::signal(SIGPIPE, SIG_IGN);
    files::remove_temporaries_on_signals();
    for (const int one : kSignals) std::signal(one, SIG_IGN);  // the program may continue after such a signal
    try {
      write_all(pipe, kResult + serve_(socket, first_));
    } catch (const std::bad_alloc&) {
      write_all(pipe, std::string(1, kError) + "out of memory");
    } catch (const std::exception& error) {
      write_all(pipe, kError + std::string(error.what()));
    }
    ::_exit(0);
  }

  static bool read_from(Model& model) {
    char buffer[65536];
    const ssize_t count = ::read(model.pipe, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR;
    model.said.append(buffer, static_cast<std::size_t>(count));
    return count != 0;
  }

  void take(std::list<Model>::iterator ended) {
    const Model model = *ended;
    models_.erase(ended);
    ::close(model.pipe);
    int status = 0;
    while (::waitpid(model.pid, &status, 0) < 0 && errno == EINTR) continue;
    if (!model.said.empty() && model.said[0] == kResult) {
      ended_.results.push_back(model.said.substr(1));
    } else if (!model.said.empty()) {
      ended_.errors.push_back(model.said.substr(1));
    } else {
      ended_.errors.push_back(WIFSIGNALED(status) ? "the model's process was ended by signal " +
                                                        std::to_string(WTERMSIG(status)) + " (" +
                                                        ::strsignal(WTERMSIG(status)) + ")"
                                                  : "the model's process ended without a result");
    }
  }

  static void end(const Model& model) {
    ::kill(model.pid, SIGKILL);
    ::waitpid(model.pid, nullptr, 0);
    ::close(model.pipe);
  }

  void end_program() const {
    ::kill(program_, SIGTERM);
    for (int tick = 0; tick < kPatience; ++tick) {
      if (::waitpid(program_, nullptr, WNOHANG) != 0) return;
      ::poll(nullptr, 0, kTickMilliseconds);
    }
    ::kill(program_, SIGKILL);
    ::waitpid(program_, nullptr, 0);
  }

  const ServeProgram& serve_;
  const std::string name_;
  const int listening_;
  pid_t program_ = 0;  // while it runs
  bool first_ = true;  // no process of the program has connected yet
  std::list<Model> models_;
  SessionEnd ended_;
  std::array<void (*)(int), std::size(kSignals)> old_{};
};

}  // namespace

std::string library_folder(bool with_model) {
  const std::string file = (with_model ? "in_process/" : "") + std::string(kLibrary);
  const char* const reason =
      with_model ? "which --in-process needs and a build with UNIBANK_IN_PROCESS=ON has" : "which exec needs";
  return std::filesystem::path(files::find_own_library("exec", file, reason)).parent_path().string();
}

SessionEnd run_session(const std::vector<std::string>& program, const std::string& folder, const ServeProgram& serve) {
  check_program_file(find_program_file(program.at(0)));
  return Session(serve).run(program, folder);
}

}  // namespace unibank::exec
