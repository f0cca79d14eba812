// A folder of finished points: parts/ has the files that tasks write, points.sqlite has all collected points.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sweep/database.h"
#include "sweep/part.h"

namespace unibank::sweep {

class Store {
 public:
  // Creates the folder if it is missing; with `only_read` a missing one is taken for empty. Throws InputError.
  explicit Store(const std::string& folder, bool only_read = false);

  struct Collected {
    std::uint64_t points = 0, known = 0;    // new points; points that were already stored
    std::uint64_t files = 0, damaged = 0;   // files read; lines that are not points
  };
  // Moves the points of tasks into the database, each line once, and removes the files of ended tasks. If the program
  // is killed meanwhile, no point is lost: a file is removed only when its points are on disk, and reading a file twice
  // has no further effect.
  Collected collect();
  // The number of points in files that have not been collected: counts their lines without parsing them.
  std::uint64_t uncollected() const;

  Database& database() { return *database_; }
  const std::string& folder() const { return folder_; }
  std::string parts() const { return folder_ + "/parts"; }
  // The folder of a study's exports, lists and pages.
  std::string of_study(const std::string& study) const { return folder_ + "/" + study; }

 private:
  void collect_file(const PartFile& file, Collected& collected);

  std::string folder_;
  std::unique_ptr<Database> database_;
};

// Creates a folder and its parents. Throws InputError.
void make_folder(const std::string& path);

}  // namespace unibank::sweep
