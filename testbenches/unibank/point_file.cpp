#include "unibank/point_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/input_error.h"
#include "base/text.h"
#include "unibank/output.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

std::vector<FinishedPoint> values_of(const std::map<std::string, FinishedPoint>& points) {
  std::vector<FinishedPoint> all;
  all.reserve(points.size());
  for (const auto& [key, point] : points) all.push_back(point);
  return all;
}

// A stream without content if the file does not exist.
std::ifstream readable(const std::string& path) {
  std::error_code error;
  const bool there = fs::exists(fs::status(path, error));
  if (there && !fs::is_regular_file(path, error)) throw InputError(path + ": expected a file of finished points");
  std::ifstream stream(path, std::ios::binary);
  if (there && !stream) throw InputError(path + ": cannot be read");
  return stream;
}

}  // namespace

PointFile::PointFile(const std::string& folder, const std::string& paper, const std::string& size,
                     const PointList& list)
    : path_((fs::path(folder) / paper / ("points-" + size + ".csv")).string()), list_(list) {
  if (std::error_code error; fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw InputError("--results: '" + folder + "' is no folder");
  std::ifstream stream = readable(path_);
  text_.assign(std::istreambuf_iterator<char>(stream), {});
  PointTable table = parse_point_csv(text_, path_);
  messages_ = std::move(table.messages);
  other_columns_ = std::move(table.other_columns);
  std::size_t stale = 0;
  std::vector<FinishedPoint> ordered = canonical(table.points, list, stale);
  const auto same = [](const FinishedPoint& one, const FinishedPoint& other) { return one.key == other.key; };
  in_order_ = std::equal(ordered.begin(), ordered.end(), table.points.begin(), table.points.end(), same);
  for (FinishedPoint& point : ordered) finished_.emplace(point.key, std::move(point));
  if (stale != 0)
    messages_.push_back(path_ + ": " + counted(stale, "point") +
                        " of no experiment, or of another version of the model; not used");
}

void PointFile::check_columns() const {
  if (!other_columns_.empty())
    throw InputError(path_ + ": written by another version of the program (" + other_columns_ +
                     "), so its points cannot be kept; continue with that version, or give the file another name to "
                     "measure them again, or take other --results");
}

void PointFile::open() {
  check_columns();
  std::error_code error;
  fs::create_directories(fs::path(path_).parent_path(), error);
  if (error) throw InputError(path_ + ": its folder cannot be made: " + error.message());
  check_outputs({{"--results", path_}}, {});
  lock();
  close();
  lock();  // the file that a rename has placed there
}

PointFile::~PointFile() {
  if (lock_ >= 0) ::close(lock_);
}

// The file is locked, because two programs writing it would each sort it without the other's points. False if another
// one holds the lock.
bool PointFile::try_lock() {
  const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) throw InputError(path_ + ": cannot be written: " + std::strerror(errno));
  if (lock_ >= 0) ::close(lock_);  // first: it may be the same file, whose lock this would close
  lock_ = file;
  return ::flock(file, LOCK_EX | LOCK_NB) == 0;
}

void PointFile::lock() {
  if (!try_lock())
    throw InputError(path_ + ": another unibank reproduce writes it; wait for it, or take other --results");
}

void PointFile::add(const FinishedPoint& point) {
  const std::string row = point_csv_row(point);
  const int file = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const off_t before = file < 0 ? -1 : ::lseek(file, 0, SEEK_END);
  const ssize_t written = before < 0 ? -1 : ::write(file, row.data(), row.size());
  const int error = errno;
  const bool whole = written == static_cast<ssize_t>(row.size());
  const bool kept = whole && ::fsync(file) == 0;
  const std::string reason = std::strerror(whole ? errno : written < 0 ? error : ENOSPC);
  // Half a row would otherwise become the beginning of the next one.
  const bool mended = kept || before < 0 || ::ftruncate(file, before) == 0;
  const bool closed = file < 0 || ::close(file) == 0;
  if (!kept || !closed)
    throw RunError(path_ + ": cannot be written: " + reason + (mended ? "" : ", and its last row is cut off"));
  text_ += row;
  finished_[point.key] = point;
}

void PointFile::sort() {
  const std::string folder = fs::path(path_).parent_path().string();
  const bool writable = ::access(path_.c_str(), W_OK) == 0 && ::access(folder.c_str(), W_OK) == 0;
  if (in_order_ || !writable || !messages_.empty() || !try_lock()) return;
  std::ifstream stream = readable(path_);
  const bool same = text_ == std::string(std::istreambuf_iterator<char>(stream), {});
  if (same) close();  // else a program that has ended meanwhile has added rows, and sorted them
}

void PointFile::close() {
  std::size_t stale = 0;
  const std::string text = point_csv(canonical(values_of(finished_), list_, stale));
  if (text != text_ || !fs::exists(path_)) files::write_whole(path_, text);
  text_ = text;
}

}  // namespace unibank
