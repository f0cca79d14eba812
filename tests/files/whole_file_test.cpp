#include <catch2/catch.hpp>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/input_error.h"
#include "files/lock.h"
#include "files/whole_file.h"
#include "support/forked.h"
#include "support/temporary_folder.h"

using namespace unibank;
using files::WholeFile;
namespace fs = std::filesystem;

namespace {

class Folder : public TemporaryFolder {
 public:
  std::string operator/(const char* name) const { return (path / name).string(); }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(path)) all.push_back(entry.path().filename().string());
    std::sort(all.begin(), all.end());
    return all;
  }
};

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Limits the files of this process to this many bytes while it exists.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

// The wait status of a child process that runs `work`.
int status_of(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("a file gets its name when it is complete and no other file is left") {
  const Folder folder;
  const std::string path = folder / "x";
  {
    WholeFile file(path);
    file.write("half");
    CHECK(folder.names().size() == 1);
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(folder.names().empty());
  WholeFile file(path);
  file.write("half and ");
  file.write("half");
  file.publish();
  CHECK(text_of(path) == "half and half");
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("existing files named like unfinished ones are left alone") {
  const Folder folder;
  const std::string path = folder / "x";
  const std::string unfinished = WholeFile::part_of(path);
  std::ofstream(folder / "mine") << "mine";
  fs::create_symlink("mine", unfinished);
  std::ofstream(path + ".part") << "mine";
  files::write_whole(path, "all");
  CHECK(text_of(path) == "all");
  CHECK(text_of(folder / "mine") == "mine");
  CHECK(text_of(path + ".part") == "mine");
  CHECK(fs::is_symlink(unfinished));
}

TEST_CASE("a name as long as names may be leaves room for the unfinished file's") {
  const Folder folder;
  const std::string name(255, 'n');
  files::write_whole(folder / name.c_str(), "all");
  CHECK(folder.names() == std::vector<std::string>{name});
}

TEST_CASE("a name longer than names may be is refused before anything is written") {
  const Folder folder;
  const std::string path = folder / std::string(256, 'n').c_str();
  CHECK_THROWS_WITH(files::WholeFile(path), "cannot create '" + path + "': File name too long");
  CHECK(folder.names().empty());
}

TEST_CASE("of two programs that write one file the second to end reports an error and replaces nothing") {
  const Folder folder;
  const std::string path = folder / "x";
  for (const bool there : {false, true}) {
    WholeFile one(path), other(path);
    one.write("one" + std::to_string(there));
    other.write("other");
    one.publish();
    CHECK_THROWS_WITH(other.publish(),
                      "cannot write '" + path + "': another program has written it since this run began");
    CHECK(text_of(path) == "one" + std::to_string(there));
  }
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("a file that was removed since the run began is written again") {
  const Folder folder;
  const std::string path = folder / "x";
  std::ofstream(path) << "earlier";
  WholeFile file(path);
  file.write("all");
  fs::remove(path);
  file.publish();
  CHECK(text_of(path) == "all");
}

TEST_CASE("a file gets its name while no other program renames a file in the folder") {
  const Folder folder;
  const std::string path = folder / "x";
  WholeFile file(path);
  file.write("all");
  const int other = ::open(folder.path.c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(other, LOCK_EX) == 0);
  std::thread publishing([&file] { file.publish(); });
  ::usleep(200000);
  const bool too_early = fs::exists(path);
  ::close(other);
  publishing.join();
  CHECK(!too_early);
  CHECK(text_of(path) == "all");
}

TEST_CASE("a file gets its name while another program holds the lock of the folder for ever") {
  const Folder folder;
  const int other = ::open(folder.path.c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(other, LOCK_EX) == 0);
  const int status = status_of([&folder] {
    ::alarm(60);
    files::write_whole(folder / "x", "all");
  });
  ::close(other);
  CHECK(status == 0);
  CHECK(text_of(folder / "x") == "all");
}

TEST_CASE("of two programs that write one file without a stamp the last replaces it") {
  const Folder folder;
  const std::string path = folder / "x";
  pid_t writers[2];
  for (pid_t& writer : writers) {
    writer = ::fork();
    if (writer != 0) continue;
    try {
      for (int i = 0; i < 200; ++i) files::write_whole(path, "all");
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  for (const pid_t writer : writers) {
    int status = -1;
    CHECK(::waitpid(writer, &status, 0) == writer);
    CHECK(status == 0);
  }
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("a file keeps the rights of the one that it replaces") {
  const Folder folder;
  const std::string path = folder / "x";
  for (const mode_t rights : {0600u, 0640u, 0666u, 0755u}) {
    std::ofstream(path) << "earlier";
    ::chmod(path.c_str(), rights);
    WholeFile file(path);
    struct stat found {};
    ::stat(file.part().c_str(), &found);
    CHECK((found.st_mode & 07777) == rights);  // from the beginning
    file.write("all");
    file.publish();
    ::stat(path.c_str(), &found);
    CHECK((found.st_mode & 07777) == rights);
    CHECK(text_of(path) == "all");
  }
}

TEST_CASE("a file that the user may not write is not replaced") {
  const Folder folder;
  const std::string path = folder / "x";
  std::ofstream(path) << "earlier";
  ::chmod(path.c_str(), 0444);
  ::chmod(folder.path.c_str(), 0777);
  const std::string ended = test::forked([&path] {
    if (::getuid() == 0 && ::setuid(65534) != 0) return std::string("cannot become another user");
    files::write_whole(path, "all");
    return std::string("written");
  });
  CHECK(ended == "error: cannot create '" + path +
                     "': the file that is there may not be written: Permission denied");
  CHECK(text_of(path) == "earlier");
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("a file of an earlier run is replaced and one that was not there is created") {
  const Folder folder;
  const std::string path = folder / "x";
  files::write_whole(path, "earlier");
  files::write_whole(path, "later");
  CHECK(text_of(path) == "later");
  const files::Stamp none;
  fs::remove(path);
  files::write_whole(path, "again", none);
  CHECK(text_of(path) == "again");
}

TEST_CASE("a full disk gives one error line and the earlier file stays") {
  const Folder folder;
  const std::string path = folder / "x";
  files::write_whole(path, "earlier");
  {
    const SmallFiles small(1000);
    CHECK_THROWS_WITH(files::write_whole(path, std::string(1001, 'x')),
                      "cannot write '" + path + "': File too large, the limit is 1000 bytes (--limits file=MB or "
                      "ulimit -f sets it)");
    files::write_whole(folder / "y", std::string(1000, 'y'));
  }
  CHECK(text_of(path) == "earlier");
  CHECK(folder.names() == std::vector<std::string>{"x", "y"});
}

TEST_CASE("signals that end the program remove what is unfinished") {
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM,
                           SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS}) {
    const Folder folder;
    const int status = status_of([&] {
      std::signal(signal, SIG_DFL);  // not Catch's or a sanitizer's handler
      files::remove_temporaries_on_signals();
      WholeFile file(folder / "x");
      const files::Lock lock(folder / "lock", "taken");
      fs::create_directory(folder.path / "shop");
      const files::Temporary shop(folder / "shop"), inside(folder / "shop/inside");
      std::ofstream(folder / "shop/inside") << "half";
      file.write("half");
      ::raise(signal);
    });
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(folder.names().empty());
  }
}

TEST_CASE("a signal that the program was started to ignore stays ignored") {
  const Folder folder;
  const int status = status_of([&] {
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    files::remove_temporaries_on_signals();
    WholeFile file(folder / "x");
    ::raise(SIGHUP);
    file.publish();
  });
  CHECK(status == 0);
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("a handler of faults that is there already stays") {
  const Folder folder;
  const int status = status_of([&] {
    std::signal(SIGSEGV, [](int) { ::_exit(3); });
    files::remove_temporaries_on_signals();
    ::raise(SIGSEGV);
  });
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
}

TEST_CASE("a signal to a forked process leaves its parent's unfinished files alone") {
  const Folder folder;
  WholeFile file(folder / "x");
  const int status = status_of([] {
    files::remove_temporaries_on_signals();
    ::raise(SIGTERM);
  });
  CHECK(WIFSIGNALED(status));
  file.publish();
  CHECK(folder.names() == std::vector<std::string>{"x"});
}

TEST_CASE("a signal ends the processes that write unfinished files") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  status_of([&] {
    files::remove_temporaries_on_signals();
    const pid_t helper = ::fork();
    if (helper == 0)
      for (;;) ::pause();
    const files::TemporaryProcess known(helper);
    ::close(ends[1]);
    ::raise(SIGTERM);
  });
  ::close(ends[1]);
  char none;
  CHECK(::read(ends[0], &none, 1) == 0);  // the helper held the other end
  ::close(ends[0]);
}

TEST_CASE("one program at a time holds a lock and a killed program holds none") {
  const Folder folder;
  const std::string path = folder / "lock";
  {
    const files::Lock lock(path, "taken");
    CHECK_THROWS_WITH(files::Lock(path, "taken"), "taken");
    CHECK(fs::exists(path));
  }
  CHECK(folder.names().empty());
  status_of([&] {
    const files::Lock lock(path, "taken");
    ::raise(SIGKILL);
  });
  CHECK(fs::exists(path));
  CHECK_NOTHROW(files::Lock(path, "taken"));
  CHECK(folder.names().empty());
  CHECK_THROWS_WITH(files::Lock(folder / "no/lock", "taken"),
                    "cannot create '" + folder / "no/lock" + "': No such file or directory");
}

TEST_CASE("a file is written where symbolic links lead and links that lead nowhere else are refused") {
  const Folder folder;
  fs::create_directory(folder / "far");
  fs::create_symlink("far/end", folder / "middle");
  fs::create_symlink(folder / "middle", folder / "begin");
  files::write_whole(folder / "begin", "text");
  CHECK(fs::is_symlink(folder / "begin"));
  CHECK(text_of(folder / "far/end") == "text");
  CHECK(folder.names() == std::vector<std::string>{"begin", "far", "middle"});
  fs::create_symlink("circle", folder / "circle");
  CHECK_THROWS_WITH(files::output_target(folder / "circle"),
                    "cannot create '" + folder / "circle" + "': too many symbolic links");
  REQUIRE(::mkfifo(std::string(folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(files::output_target(folder / "pipe"),
                    "cannot create '" + folder / "pipe" + "': it is not a regular file");
  CHECK_THROWS_WITH(files::output_target(folder / "far"), "cannot create '" + folder / "far" + "': it is a folder");
}

TEST_CASE("a file that cannot be written any more is an error of the run") {
  const Folder folder;
  fs::create_directory(folder / "far");
  const std::string path = folder / "far", reason = "cannot create '" + path + "': it is a folder";
  const auto message = [&path](const auto&... before) {
    try {
      files::write_whole(path, "text", before...);
    } catch (const RunError& error) {
      return std::string(error.what());
    } catch (const InputError& error) {
      return "bad input: " + std::string(error.what());
    }
    return std::string("written");
  };
  CHECK(message() == reason);
  CHECK(message(files::Stamp{}) == reason);
}

TEST_CASE("a file that is written at places can be written there again and cut off") {
  const Folder folder;
  WholeFile file(folder / "x");
  file.write_at(0, "abcdef");
  file.write_at(2, "CD");
  file.cut(5);
  file.publish();
  CHECK(text_of(folder / "x") == "abCDe");
}
