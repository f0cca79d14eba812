#include "sweep/part.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"
#include "files/whole_file.h"

namespace unibank::sweep {

namespace {

namespace fs = std::filesystem;

constexpr char kPart[] = ".part", kDone[] = ".done";
constexpr std::chrono::seconds kBetweenSyncs{1};
constexpr unsigned kMostAttempts = 100'000;

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

std::string done_name(const std::string& path) { return path.substr(0, path.size() - (sizeof kPart - 1)) + kDone; }

}  // namespace

PartWriter::PartWriter(const std::string& folder, const std::string& task) : synced_(std::chrono::steady_clock::now()) {
  for (unsigned attempt = 1; attempt <= kMostAttempts; ++attempt) {
    path_ = folder + "/" + task + "." + std::to_string(attempt) + kPart;
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) throw InputError("cannot create '" + path_ + "': " + std::strerror(errno));
    if (file_ >= 0 && is_own()) break;
  }
  if (file_ < 0) throw InputError("'" + folder + "' has too many files of " + task +
                                     "; expected a folder that 'unibank sweep --collect' has emptied");
}

// Locks the new file. False, and it is closed, in two cases: whoever collects points may have taken it for an abandoned
// one, locked it for a moment and removed it; or an ended task's file has the name that it would get.
bool PartWriter::is_own() {
  ::flock(file_, LOCK_EX);
  struct stat own {}, found {};
  const bool there = ::fstat(file_, &own) == 0 && ::stat(path_.c_str(), &found) == 0 && own.st_ino == found.st_ino;
  std::error_code error;
  if (there && !fs::exists(done_name(path_), error)) return true;
  if (there) ::unlink(path_.c_str());
  ::close(file_);
  file_ = -1;
  return false;
}

PartWriter::~PartWriter() {
  if (file_ >= 0) ::close(file_);
}

void PartWriter::sync() {
  synced_ = std::chrono::steady_clock::now();
  if (::fdatasync(file_) != 0) throw RunError("cannot write '" + path_ + "': " + std::strerror(errno));
}

void PartWriter::add(const Finished& point) { append(rows_.lines_of(point)); }

void PartWriter::add(const std::string& text) { append(text_line(text)); }

void PartWriter::append(const std::string& text) {
  const ssize_t count = ::write(file_, text.data(), text.size());
  if (count != static_cast<ssize_t>(text.size())) {
    const std::string reason = std::strerror(count < 0 ? errno : ENOSPC);
    if (::ftruncate(file_, static_cast<off_t>(written_)) != 0) ::close(file_), file_ = -1;
    throw RunError("cannot write '" + path_ + "': " + reason);
  }
  written_ += text.size();
  if (std::chrono::steady_clock::now() - synced_ >= kBetweenSyncs) sync();
}

void PartWriter::finish() {
  if (written_ == 0) {
    ::unlink(path_.c_str());
    return;
  }
  sync();
  const std::string done = done_name(path_);
  if (::rename(path_.c_str(), done.c_str()) != 0)
    throw RunError("cannot rename '" + path_ + "': " + std::strerror(errno));
  files::sync_folder(fs::path(path_).parent_path().string());
}

std::vector<PartFile> part_files(const std::string& folder) {
  std::vector<PartFile> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool done = ends_with(name, kDone);
    if (!done && !ends_with(name, kPart)) continue;
    const std::uintmax_t bytes = entry.file_size(error);
    if (!error) all.push_back({name, bytes, done});
  }
  std::sort(all.begin(), all.end(), [](const PartFile& a, const PartFile& b) { return a.name < b.name; });
  return all;
}

std::vector<std::string> part_files_of(const std::string& task, const std::string& folder) {
  std::vector<std::string> paths;
  for (const PartFile& file : part_files(folder))
    if (file.name.rfind(task + ".", 0) == 0) paths.push_back(folder + "/" + file.name);
  return paths;
}

std::uint64_t read_part(const std::string& path, std::uint64_t from, const std::function<void(const Finished&)>& take,
                        std::uint64_t& damaged) {
  std::ifstream file(path, std::ios::binary);
  if (!file && errno != ENOENT) throw RunError("cannot read '" + path + "': " + std::strerror(errno));
  RowReader reader;
  Finished point;
  std::uint64_t at = 0;
  for (std::string line; std::getline(file, line) && !file.eof(); at += line.size() + 1) {
    const RowReader::Line kind = at < from && line[0] == 'P' ? RowReader::Line::kNames : reader.read(line, point);
    if (at < from) continue;
    if (kind == RowReader::Line::kDamaged || kind == RowReader::Line::kText) ++damaged;
    if (kind == RowReader::Line::kPoint && take) take(point);
  }
  return at;
}

void read_texts(const std::string& path, const std::function<void(const std::string&)>& take, std::uint64_t& damaged) {
  std::ifstream file(path, std::ios::binary);
  RowReader reader;
  Finished point;
  for (std::string line; std::getline(file, line) && !file.eof();) {
    if (reader.read(line, point) == RowReader::Line::kText) take(reader.text());
    else ++damaged;
  }
}

void remove_part(const std::string& folder, const PartFile& part) {
  const std::string path = folder + "/" + part.name;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat found {};
  const bool ended = part.done || ::flock(file, LOCK_EX | LOCK_NB) == 0;
  if (ended && ::fstat(file, &found) == 0 && static_cast<std::uint64_t>(found.st_size) == part.bytes)
    ::unlink(path.c_str());
  ::close(file);
}

bool is_abandoned(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool free = ::flock(file, LOCK_EX | LOCK_NB) == 0;
  ::close(file);
  return free;
}

}  // namespace unibank::sweep
