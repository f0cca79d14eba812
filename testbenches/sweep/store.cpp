#include "sweep/store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"

namespace unibank::sweep {

namespace {

namespace fs = std::filesystem;

// One program at a time collects, from listing the files until the last one is removed: so none reads a file while
// another removes it, and a task begins one with its name. Where locks do not work, or a stopped program holds this one
// for a minute, work goes on without it.
class Turn {
 public:
  explicit Turn(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    for (unsigned left = 60'000; left != 0 && is_taken(); --left) ::usleep(1000);
  }
  ~Turn() {
    if (file_ >= 0) ::close(file_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  bool is_taken() const { return ::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; }

  const int file_;
};

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (std::error_code ignored; fs::exists(path, ignored) && !fs::is_directory(path, ignored))
    throw InputError("cannot make folder '" + path + "': a file of this name is there");
  if (error) throw InputError("cannot make folder '" + path + "': " + error.message());
}

Store::Store(const std::string& folder, bool only_read) : folder_(folder) {
  if (only_read && !fs::exists(folder)) {
    database_ = std::make_unique<Database>(":memory:");
    return;
  }
  make_folder(parts());
  database_ = std::make_unique<Database>(folder_ + "/points.sqlite");
}

Store::Collected Store::collect() {
  Collected collected;
  std::vector<PartFile> ended;
  if (part_files(parts()).empty()) return collected;  // the folder may be read-only
  const Turn turn(folder_ + "/collect.lock");
  const std::vector<PartFile> all = part_files(parts());
  database_->begin();
  for (const PartFile& file : all) {
    // Determined before the file is read: if a task ends in between, its remaining lines are read later.
    const bool over = file.done || is_abandoned(parts() + "/" + file.name);
    collect_file(file, collected);
    if (over) ended.push_back(file);
  }
  for (const PartFile& file : ended) {
    const std::string stem = file.name.substr(0, file.name.rfind('.'));  // a later task may have the name while it runs
    for (const char* ending : {".part", ".done"}) database_->forget_part(stem + ending);
  }
  database_->commit();
  for (const PartFile& file : ended) remove_part(parts(), file);
  return collected;
}

void Store::collect_file(const PartFile& file, Collected& collected) {
  ++collected.files;
  const std::uint64_t from = database_->read_to(file.name);
  if (from == file.bytes && !file.done) return;
  const std::uint64_t to = read_part(
      parts() + "/" + file.name, from,
      [&](const Finished& point) { ++(database_->add(point) ? collected.points : collected.known); },
      collected.damaged);
  database_->set_read_to(file.name, to);
}

std::uint64_t Store::uncollected() const {
  std::uint64_t count = 0;
  for (const PartFile& file : part_files(parts())) {
    std::ifstream stream(parts() + "/" + file.name, std::ios::binary);
    const std::uint64_t from = database_->read_to(file.name);
    stream.seekg(static_cast<std::streamoff>(from));
    for (std::string line; std::getline(stream, line) && !stream.eof();) count += line[0] == 'P';
  }
  return count;
}

}  // namespace unibank::sweep
