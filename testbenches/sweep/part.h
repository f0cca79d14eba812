// The files in which tasks store finished points: one for each task and attempt, written line by line under a name that
// ends in ".part", and renamed to ".done" when the task ends. The file of a killed task is read up to its last complete
// line.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sweep/row.h"

namespace unibank::sweep {

class PartWriter {
 public:
  // Creates FOLDER/TASK.<attempt>.part for the first free attempt number. Throws InputError.
  PartWriter(const std::string& folder, const std::string& task);
  ~PartWriter();
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;

  // Writes the point in one write, so that it is kept if the process is killed afterwards. The file is synchronised
  // with the disk about once a second, so that few points are lost when the machine fails. Throws RunError when the
  // disk is full; the file then ends with the previous point.
  void add(const Finished& point);
  // Writes a row of another kind of table (text_line).
  void add(const std::string& text);
  // Writes to disk and gives the file its final name. An empty file is removed instead.
  void finish();
  const std::string& path() const { return path_; }

 private:
  bool is_own();
  void sync();
  void append(const std::string& lines);

  std::string path_;
  int file_ = -1;
  std::uint64_t written_ = 0;
  RowWriter rows_;
  std::chrono::steady_clock::time_point synced_;
};

struct PartFile {
  std::string name;              // its name in the folder
  std::uint64_t bytes = 0;
  bool done = false;             // false: the task is running, or was killed
};
// The files in alphabetical order; none if the folder does not exist.
std::vector<PartFile> part_files(const std::string& folder);
// The paths of those that earlier attempts of a task have written.
std::vector<std::string> part_files_of(const std::string& task, const std::string& folder);

// Reads whole lines from byte `from` on (names of values are taken from earlier lines); returns where to continue.
// `damaged` counts lines that cannot be parsed. Nothing is read if the file is gone. Throws RunError if it cannot be
// read.
std::uint64_t read_part(const std::string& path, std::uint64_t from, const std::function<void(const Finished&)>& take,
                        std::uint64_t& damaged);

// Reads rows of another kind of table, from the beginning of the file.
void read_texts(const std::string& path, const std::function<void(const std::string&)>& take, std::uint64_t& damaged);

// Removes a file whose points are stored. It stays if it has changed since it was listed, or if its task runs: a task
// that had only created it when it was listed seemed to have ended.
void remove_part(const std::string& folder, const PartFile& part);

// Whether the task that wrote an unfinished file has ended, that is, the file's lock is free. False if locks do not
// work.
bool is_abandoned(const std::string& path);

}  // namespace unibank::sweep
