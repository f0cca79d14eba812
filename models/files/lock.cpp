#include "files/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/input_error.h"

namespace unibank::files {

Lock::Lock(const std::string& path, const std::string& taken) : path_(path) {
  while (!take(taken)) continue;
  temporary_ = std::make_unique<Temporary>(path_);
}

// False when the program that held the lock has removed the file.
bool Lock::take(const std::string& taken) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ < 0) throw InputError("cannot create '" + path_ + "': " + std::strerror(errno));
  const bool locked = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
  const int error = errno;
  struct stat own {}, found {};
  const bool same = ::fstat(file_, &own) == 0 && ::stat(path_.c_str(), &found) == 0 && own.st_ino == found.st_ino;
  if (locked && same) return true;
  ::close(file_);
  if (locked) return false;
  if (error == EWOULDBLOCK) throw InputError(taken);
  ::unlink(path_.c_str());  // no program can hold it, then
  throw InputError("cannot lock '" + path_ + "': " + std::strerror(error));
}

Lock::~Lock() {
  ::unlink(path_.c_str());  // while it is locked, so no other program holds it
  ::close(file_);
}

}  // namespace unibank::files
