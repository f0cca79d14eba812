// The files in which tasks leave finished points: one a task and attempt, written line by line under a name that ends
// in ".part", renamed to ".done" when the task has ended. What a killed task leaves is read as far as it goes.
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
  // Makes FOLDER/TASK.<attempt>.part, of the first attempt that is not there. Throws InputError.
  PartWriter(const std::string& folder, const std::string& task);
  ~PartWriter();
  PartWriter(const PartWriter&) = delete;
  PartWriter& operator=(const PartWriter&) = delete;

  // In one write: a process that is killed behind it has left the point. On disk, for a machine that fails, within a
  // second of work. Throws RunError when the disk is full; the file then ends with the point before.
  void add(const Finished& point);
  // The same of a row of another table (text_line).
  void add(const std::string& text);
  // To disk, and under its last name. An empty file is removed instead.
  void finish();
  const std::string& path() const { return path_; }

 private:
  void sync();
  void append(const std::string& lines);

  std::string path_;
  int file_ = -1;
  std::uint64_t written_ = 0;
  RowWriter rows_;
  std::chrono::steady_clock::time_point synced_;
};

struct PartFile {
  std::string name;              // in its folder
  std::uint64_t bytes = 0;
  bool done = false;             // else its task runs, or was killed
};
// The files in order of their names; none if the folder does not exist.
std::vector<PartFile> part_files(const std::string& folder);

// Reads whole lines from byte `from` on, whose names of values are in the lines before; returns where the next ones
// will begin. `damaged` counts lines that cannot be parsed.
std::uint64_t read_part(const std::string& path, std::uint64_t from, const std::function<void(const Finished&)>& take,
                        std::uint64_t& damaged);

// The same of rows of another table, all of them.
void read_texts(const std::string& path, const std::function<void(const std::string&)>& take, std::uint64_t& damaged);

// Whether the task that wrote an unfinished file has ended, that is, its lock is free. False if locks do not work.
bool is_abandoned(const std::string& path);

}  // namespace unibank::sweep
