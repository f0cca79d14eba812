// The program's end when a signal or another program interferes: nothing half-written, no process left.
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>

#include "unibank/folder.h"

namespace {

const char* const kLong[] = {"run",    "needle", "--size", "test",   "--design", "gebhart2012/partitioned",
                             "--json", "x.json", "--vcd",  "x.vcd"};

// A running program in a folder.
class Running {
 public:
  Running(const Folder& folder, const std::vector<const char*>& arguments) : folder_(folder) {
    process_ = ::fork();
    if (process_ != 0) return;
    std::vector<char*> all = {const_cast<char*>("unibank")};
    for (const char* one : arguments) all.push_back(const_cast<char*>(one));
    all.push_back(nullptr);
    const int nowhere = ::open("/dev/null", O_WRONLY),
              messages = ::open((folder.path / ".err").c_str(), O_WRONLY | O_CREAT, 0666);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    if (::chdir(folder.path.c_str()) == 0) ::execv(UNIBANK_PROGRAM, all.data());
    ::_exit(99);
  }
  ~Running() { end(SIGKILL); }

  // Waits until it has begun a file.
  bool wait_for_part() const {
    return wait([this] { return !parts().empty(); });
  }
  // Waits until a file has text. The process of a simulation writes it, so the program is then waiting for that process
  // and handles signals.
  bool wait_for_text() const {
    return wait([this] {
      for (const std::string& name : parts()) {
        std::error_code gone;
        const std::uintmax_t bytes = fs::file_size(folder_.path / name, gone);
        if (!gone && bytes != 0) return true;
      }
      return false;
    });
  }
  std::vector<std::string> parts() const {
    std::vector<std::string> found;
    for (const std::string& name : folder_.files())
      if (name.find(".part") != std::string::npos) found.push_back(name);
    return found;
  }
  // Whether its main() has begun. Before that, the process is still the test program, which catches signals, too.
  bool catches_interrupts() const {
    const std::string status = text_of("/proc/" + std::to_string(process_) + "/status"), name = "SigCgt:";
    const std::size_t at = status.find(name);
    if (status.rfind("Name:\tunibank\n", 0) != 0 || at == std::string::npos) return false;
    return (std::stoull(status.substr(at + name.size()), nullptr, 16) >> (SIGINT - 1)) % 2 != 0;
  }
  void signal(int number) const { ::kill(process_, number); }
  // Sends the signal and returns the program's wait status.
  int end(int number) {
    if (process_ <= 0) return -1;
    signal(number);
    return ended();
  }
  int ended() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return status;
  }
  std::string messages() const {
    const std::string text = text_of(folder_.path / ".err");
    fs::remove(folder_.path / ".err");
    return text;
  }
  static bool wait(const std::function<bool()>& until) {
    for (unsigned left = 3000; left != 0; --left) {
      if (until()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  const Folder& folder_;
  pid_t process_ = -1;
};

std::vector<const char*> long_run() { return {std::begin(kLong), std::end(kLong)}; }

}  // namespace

TEST_CASE("signals from outside end a run with one line and leave no file") {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGALRM}) {
    const Folder folder;
    Running run(folder, long_run());
    REQUIRE(run.wait_for_text());
    const int status = run.end(signal);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 1);
    CHECK_THAT(run.messages(), Catch::EndsWith("unibank: error: interrupted\n"));
    CHECK(folder.files().empty());
  }
}

TEST_CASE("when the program is killed its processes end and remove their unfinished files") {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // they become this process's
  const Folder folder;
  Running run(folder, long_run());
  REQUIRE(run.wait_for_text());
  run.end(SIGKILL);
  int status = 0;
  CHECK(::waitpid(-1, &status, 0) > 0);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGTERM);
  run.messages();
  CHECK(folder.files().empty());
}

TEST_CASE("a file that another program writes during a run stays and the run fails") {
  const Folder folder;
  folder.write("x.json", "earlier\n");
  std::vector<const char*> arguments = long_run();
  arguments[3] = "tiny";
  Running run(folder, arguments);
  REQUIRE(run.wait_for_part());
  run.signal(SIGSTOP);
  folder.write("other", "theirs\n");
  fs::rename(folder.path / "other", folder.path / "x.json");
  run.signal(SIGCONT);
  const int status = run.ended();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  CHECK_THAT(run.messages(), Catch::EndsWith("unibank: error: cannot write 'x.json': another program has written it "
                                             "since this run began\n"));
  CHECK(text_of(folder.path / "x.json") == "theirs\n");
}

TEST_CASE("files that are named like unfinished ones stay") {
  const Folder folder;
  folder.write("x.json.part", "mine\n");
  folder.write("mine", "mine\n");
  fs::create_symlink("mine", folder.path / "x.csv.part");
  fs::create_symlink("mine", folder.path / "x.vcd.part");
  CHECK(folder.run("run vectoradd --size tiny --design gebhart2012/partitioned --json x.json --csv x.csv --vcd x.vcd")
            .status == 0);
  CHECK(text_of(folder.path / "x.json.part") == "mine\n");
  CHECK(text_of(folder.path / "mine") == "mine\n");
  CHECK(folder.files() ==
        std::vector<std::string>{"mine", "x.csv", "x.csv.part", "x.json", "x.json.part", "x.vcd", "x.vcd.part"});
}

TEST_CASE("a record that has no room on the disk fails and has no list") {
  const Folder folder;
  const Folder::Ended ended = folder.run("--version >/dev/null && { ulimit -f 100; '" UNIBANK_PROGRAM
                                         "' record needle --size tiny -o record; }");
  CHECK(ended.status == 1);
  CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: record: cannot write 'record/kernel-1.traceg': File too "
                                          "large, the limit is "));  // shells count in other units
  CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
  CHECK_FALSE(fs::exists(folder.path / "record"));
}

TEST_CASE("signals from outside end a record with one line and leave no trace of a launch") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    Running record(folder, {"record", "bfs", "--size", "test", "--output", "."});
    REQUIRE(record.wait([&] { return fs::exists(folder.path / "kernel-1.traceg"); }));
    const int status = record.end(signal);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 1);
    CHECK_THAT(record.messages(), Catch::EndsWith("unibank: error: interrupted\n"));
    CHECK(folder.files().empty());
  }
}

TEST_CASE("a record replaces a longer one in its folder and leaves other files") {
  const Folder folder;
  REQUIRE(folder.run("record bfs --size tiny --output .").status == 0);
  REQUIRE(folder.files().size() > 2);
  folder.write("kernel-mine.traceg", "mine\n");
  CHECK(folder.run("record vectoradd --size tiny --output .").status == 0);
  CHECK(folder.files() == std::vector<std::string>{"kernel-1.traceg", "kernel-mine.traceg", "kernelslist.g"});
}

TEST_CASE("a signal ends a reproduction that still reads its experiments with one line") {
  const Folder folder;
  Running reading(folder, {"reproduce", "--list"});
  REQUIRE(reading.wait([&] { return reading.catches_interrupts(); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const int status = reading.end(SIGINT);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  CHECK(reading.messages() == "unibank: error: interrupted\n");
}
