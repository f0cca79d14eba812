// The file of finished points of one paper and size: read at the start, extended point by point, sorted at the end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reproduce/point_csv.h"

namespace unibank {

class PointFile {
 public:
  // Reads FOLDER/PAPER/points-SIZE.csv if it exists. `messages`: the dropped rows. Throws InputError if it cannot be
  // read.
  PointFile(const std::string& folder, const std::string& paper, const std::string& size, const PointList& list);
  ~PointFile();
  PointFile(const PointFile&) = delete;
  PointFile& operator=(const PointFile&) = delete;

  const std::map<std::string, FinishedPoint>& finished() const { return finished_; }
  const std::vector<std::string>& messages() const { return messages_; }
  const std::string& path() const { return path_; }

  // Creates the folder and a file to which rows can be appended, without damaged and stale rows. Throws InputError if
  // it cannot be written, if another program has it open for writing, or as check_columns() does.
  void open();
  // InputError if the columns are those of another version: its points, which may have taken hours, would be lost.
  void check_columns() const;
  // Adds a row at once, so that it survives if the program is killed. Throws RunError when the disk is full.
  void add(const FinishedPoint& point);
  // Writes all rows in order, and closes the file.
  void close();
  // Writes the rows in order if an earlier program could not: its disk was full. Leaves a file that this program cannot
  // write, that another one writes, or that has rows to drop.
  void sort();

 private:
  bool try_lock();
  void lock();

  std::string path_, text_, other_columns_;
  int lock_ = -1;          // held until the end
  bool in_order_ = false;  // when the file was read
  const PointList& list_;
  std::map<std::string, FinishedPoint> finished_;
  std::vector<std::string> messages_;
};

}  // namespace unibank
