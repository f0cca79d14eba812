#include "files/whole_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include "base/input_error.h"

namespace unibank::files {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;          // the limit of Linux
constexpr std::size_t kMostStem = 200;  // of the 255 characters of a name
constexpr unsigned kMostTries = 100;
constexpr std::uint64_t kSyncBytes = 4 << 20;

// Equal in forked processes, so this process can remove their remains.
const std::string& token() {
  static const std::string made = [] {
    std::random_device random;
    char text[16];
    const std::size_t length = static_cast<std::size_t>(
        std::snprintf(text, sizeof text, "%08x%04x", static_cast<unsigned>(random()), random() & 0xffffu));
    return std::string(text, length);
  }();
  return made;
}

std::string part_name(const std::string& target, unsigned number) {
  const fs::path path(target);
  std::string name = path.filename().string().substr(0, kMostStem) + "." + token();
  if (number != 0) name += "-" + std::to_string(number);
  return (path.parent_path() / (name + ".part")).string();
}

// Closes it on destruction.
class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  const int number_;
};

std::string folder_of(const std::string& target) {
  const std::string folder = fs::path(target).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Some file systems cannot flush a folder, and a folder may be writable without being readable.
bool synced(const Descriptor& folder) {
  return folder.number() < 0 || ::fsync(folder.number()) == 0 || errno == EINVAL || errno == EROFS;
}

// The lock of a folder, which programs hold for the microseconds of a check and a rename. Whoever holds it for seconds
// has other reasons, and may wait for the end of this program, as flock(1) does: then work goes on without the lock.
class Turn {
 public:
  explicit Turn(int folder) : folder_(folder) {
    for (unsigned left = kMostWaits; left != 0 && is_taken(); --left) ::usleep(1000);
  }
  ~Turn() { ::flock(folder_, LOCK_UN); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  static constexpr unsigned kMostWaits = 2000;  // of a millisecond each

  bool is_taken() const { return ::flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

  const int folder_;
};

[[noreturn]] void cannot_write(const std::string& path, const std::string& reason) {
  throw WriteError("cannot write '" + path + "': " + reason);
}

// The reason for an error of write(), with the length that this process may write, which the user may have set.
std::string reason_of(int error) {
  rlimit limit{};
  if (error != EFBIG || ::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::strerror(error);
  return std::string(std::strerror(error)) + ", the limit is " + std::to_string(limit.rlim_cur) +
         " bytes (--limits file=MB or ulimit -f sets it)";
}

}  // namespace

std::string output_target(const std::string& path) {
  const auto refuse = [&path](const std::string& reason) {
    throw InputError("cannot create '" + path + "': " + reason);
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error == std::errc::filename_too_long) refuse(error.message());  // the unfinished file's may be shorter
  if (fs::is_directory(status)) refuse("it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("it is not a regular file");
  fs::path target = path;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    if (links == kMostLinks) refuse("too many symbolic links");
    const fs::path next = fs::read_symlink(target, error);
    if (error) refuse(error.message());
    target = target.parent_path() / next;  // an absolute `next` replaces the path
  }
  return target.string();
}

Stamp Stamp::of(const std::string& target) {
  Stamp stamp;
  struct stat found {};
  if (::stat(target.c_str(), &found) != 0) return stamp;
  stamp.there_ = true;
  stamp.device_ = found.st_dev;
  stamp.number_ = found.st_ino;
  stamp.size_ = found.st_size;
  stamp.changed_ = found.st_mtim;
  return stamp;
}

bool Stamp::operator==(const Stamp& other) const {
  return there_ == other.there_ && device_ == other.device_ && number_ == other.number_ && size_ == other.size_ &&
         changed_.tv_sec == other.changed_.tv_sec && changed_.tv_nsec == other.changed_.tv_nsec;
}

WholeFile::WholeFile(const std::string& path) : path_(path), target_(output_target(path)) {
  before_ = Stamp::of(target_);
  create();
}

WholeFile::WholeFile(const std::string& path, const Stamp& before)
    : path_(path), target_(output_target(path)), before_(before) {
  create();
}

// O_EXCL: the file is new, and no link is followed. It gets the rights of the file that it replaces.
void WholeFile::create() {
  struct stat replaced {};
  const bool replaces = ::stat(target_.c_str(), &replaced) == 0;
  if (replaces && ::access(target_.c_str(), W_OK) != 0)  // a rename would succeed nevertheless
    throw InputError("cannot create '" + path_ + "': the file that is there may not be written: " +
                     std::strerror(errno));
  const mode_t rights = replaced.st_mode & 0777;
  for (unsigned number = 0; number < kMostTries && file_ < 0; ++number) {
    part_ = part_name(target_, number);
    temporary_ = std::make_unique<Temporary>(part_);
    file_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? rights & 0600 : 0666);
    if (file_ >= 0 && (!replaces || ::fchmod(file_, rights) == 0)) return;
    const int error = errno;
    if (file_ >= 0) ::close(file_), ::unlink(part_.c_str());
    temporary_ = nullptr;
    if (error != EEXIST) throw InputError("cannot create '" + path_ + "': " + std::strerror(error));
  }
  throw InputError("cannot create '" + path_ + "': there are too many unfinished files in its folder");
}

WholeFile::~WholeFile() {
  if (file_ >= 0) ::close(file_);
  if (temporary_) ::unlink(part_.c_str());
}

void WholeFile::fail(const std::string& reason) const { cannot_write(path_, reason); }

void WholeFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(reason_of(errno));
    text.remove_prefix(static_cast<std::size_t>(count));
    unsynced_ += static_cast<std::uint64_t>(count);
  }
  if (unsynced_ >= kSyncBytes) start_sync();
}

// The disk begins to write what the file has so far, so that close() need not wait for all of it. close() reports an
// error of this, too.
void WholeFile::start_sync() {
  unsynced_ = 0;
#ifdef SYNC_FILE_RANGE_WRITE
  ::sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

void WholeFile::write_at(std::uint64_t place, std::string_view text) {
  if (::lseek(file_, static_cast<off_t>(place), SEEK_SET) < 0) fail(std::strerror(errno));
  write(text);
}

void WholeFile::cut(std::uint64_t length) {
  if (::ftruncate(file_, static_cast<off_t>(length)) != 0) fail(std::strerror(errno));
}

void WholeFile::close() {
  const bool synced = ::fsync(file_) == 0;
  const int error = errno;
  const bool closed = ::close(file_) == 0;
  file_ = -1;
  if (!synced || !closed) fail(std::strerror(synced ? errno : error));
}

void WholeFile::publish() {
  close();
  const Descriptor folder(folder_of(target_), O_RDONLY | O_DIRECTORY);
  take_name(folder.number());
  if (!synced(folder)) fail(std::strerror(errno));
}

// Only one program at a time checks the existing file and replaces it. Where the file is gone, nothing is lost.
void WholeFile::take_name(int folder) {
  const Turn turn(folder);
  const Stamp present = Stamp::of(target_);
  if (present.is_there() && !(present == before_))
    throw Overtaken("cannot write '" + path_ + "': another program has written it since this run began");
  if (::rename(part_.c_str(), target_.c_str()) != 0) fail(std::strerror(errno));
  temporary_ = nullptr;
}

std::string WholeFile::part_of(const std::string& path) { return part_name(output_target(path), 0); }

void sync_file(const std::string& path) {
  const Descriptor file(path, O_RDONLY);
  if (file.number() < 0 || ::fsync(file.number()) != 0) cannot_write(path, std::strerror(errno));
}

void sync_folder(const std::string& path) {
  if (!synced(Descriptor(path, O_RDONLY | O_DIRECTORY))) cannot_write(path, std::strerror(errno));
}

namespace {

// The path was valid when the run began, so it is not bad input.
template <typename... Before>
void write_all(const std::string& path, std::string_view text, const Before&... before) {
  try {
    WholeFile file(path, before...);
    file.write(text);
    file.publish();
  } catch (const InputError& error) {
    throw RunError(error.what());
  }
}

}  // namespace

void write_whole(const std::string& path, std::string_view text, const Stamp& before) {
  write_all(path, text, before);
}

void write_whole(const std::string& path, std::string_view text) {
  for (unsigned left = kMostTries; left != 0; --left) {
    try {
      return write_all(path, text);
    } catch (const Overtaken&) {
      if (left == 1) throw;
    }
  }
}

}  // namespace unibank::files
