#include "trace/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/input_error.h"

namespace unibank::trace {
namespace {

std::string folder() {
  const char* const named = std::getenv("TMPDIR");
  return named && *named ? named : "/tmp";
}

[[noreturn]] void fail() {
  throw RunError("cannot keep a long thread block of the trace in a temporary file in '" + folder() +
                 "' (TMPDIR names another folder): " + std::strerror(errno));
}

}  // namespace

Spool::~Spool() {
  if (file_ >= 0) ::close(file_);
}

void Spool::open() {
  std::string name = folder() + "/unibank-trace-XXXXXX";
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) fail();
  ::unlink(name.c_str());
}

std::uint64_t Spool::put(const void* bytes, std::size_t count) {
  if (file_ < 0) open();
  const std::uint64_t place = end_;
  write(place, bytes, count);
  end_ += count;
  return place;
}

void Spool::write(std::uint64_t place, const void* bytes, std::size_t count) {
  const auto* from = static_cast<const char*>(bytes);
  while (count != 0) {
    const ssize_t done = ::pwrite(file_, from, count, static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail();
    from += done;
    place += static_cast<std::uint64_t>(done);
    count -= static_cast<std::size_t>(done);
  }
}

void Spool::read(std::uint64_t place, void* bytes, std::size_t count) const {
  auto* to = static_cast<char*>(bytes);
  while (count != 0) {
    const ssize_t done = ::pread(file_, to, count, static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = EIO;  // the file is shorter than what was written
    if (done <= 0) fail();
    to += done;
    place += static_cast<std::uint64_t>(done);
    count -= static_cast<std::size_t>(done);
  }
}

// On a file system without this function, the file keeps the bytes until it is closed.
void Spool::free(std::uint64_t place, std::uint64_t count) {
  if (file_ < 0 || count == 0) return;
  static_cast<void>(::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(place),
                                static_cast<off_t>(count)));
}

}  // namespace unibank::trace
