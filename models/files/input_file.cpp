#include "files/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace unibank::files {

namespace {

[[noreturn]] void refuse(const std::string& reason) { throw std::runtime_error(reason); }

void check_kind(const struct stat& found) {
  if (S_ISDIR(found.st_mode)) refuse("it is a folder");
  if (!S_ISREG(found.st_mode)) refuse("it is not a regular file");
}

class Opened {
 public:
  // O_NONBLOCK: a pipe that has replaced the file meanwhile does not block the caller.
  explicit Opened(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (number_ < 0) refuse(std::strerror(errno));
  }
  ~Opened() { ::close(number_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  std::uint64_t size() const {
    struct stat found {};
    if (::fstat(number_, &found) != 0) refuse(std::strerror(errno));
    check_kind(found);
    return static_cast<std::uint64_t>(found.st_size);
  }
  // Reads at most `room` bytes; returns the number read.
  std::size_t read(char* text, std::size_t room) const {
    for (;;) {
      const ssize_t count = ::read(number_, text, room);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) refuse(std::strerror(errno));
    }
  }

 private:
  const int number_;
};

}  // namespace

void check_regular(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) refuse(std::strerror(errno));
  check_kind(found);
}

std::string read_all(const std::string& path, std::uint64_t most_bytes) {
  check_regular(path);
  const Opened file(path);
  const auto check = [most_bytes](std::uint64_t bytes) {
    if (bytes > most_bytes)
      refuse("it has more than " + std::to_string(most_bytes) + " bytes, the maximum for such a file");
  };
  check(file.size());
  std::string text;
  std::size_t used = 0;
  text.resize(static_cast<std::size_t>(file.size()) + 1);  // one more, to detect the end at once
  while (const std::size_t count = file.read(text.data() + used, text.size() - used)) {
    used += count;
    check(used);  // it may grow
    if (used == text.size()) text.resize(2 * used);
  }
  text.resize(used);
  return text;
}

}  // namespace unibank::files
