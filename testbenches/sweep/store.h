// A folder of finished points: parts/ has the files that tasks write, points.sqlite all collected points.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sweep/database.h"
#include "sweep/part.h"

namespace unibank::sweep {

class Store {
 public:
  // Makes the folder when it is not there. Throws InputError.
  explicit Store(const std::string& folder);

  struct Collected {
    std::uint64_t points = 0, known = 0;    // new ones; those that were there already
    std::uint64_t files = 0, damaged = 0;   // files read; lines that are no points
  };
  // Takes what tasks have left into the database, each line once, and removes the files of tasks that have ended.
  // Killed at any moment it loses nothing: files go when what they hold is on disk, and reading one twice changes
  // nothing.
  Collected collect();
  // Points in files that have not been collected: their lines are counted, without reading them as points.
  std::uint64_t uncollected() const;

  Database& database() { return *database_; }
  const std::string& folder() const { return folder_; }
  std::string parts() const { return folder_ + "/parts"; }
  // Where exports, lists and pages of a study are.
  std::string of_study(const std::string& study) const { return folder_ + "/" + study; }

 private:
  void collect_file(const PartFile& file, Collected& collected);

  std::string folder_;
  std::unique_ptr<Database> database_;
};

// Creates a folder and its parents. Throws InputError.
void make_folder(const std::string& path);

}  // namespace unibank::sweep
