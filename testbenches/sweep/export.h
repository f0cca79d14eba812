// A study's points as tables for other programs: CSV and JSON that pandas can read. The same points give the same
// bytes, on every machine and in every order of runs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sweep/database.h"
#include "sweep/points.h"

namespace unibank::sweep {

// The fields of a point in an export.
struct Exported {
  const Point* point = nullptr;
  const Finished* finished = nullptr;         // null: the point has not run
};

// For a search: additional columns of its points, and its progress.
struct SearchMarks {
  struct Mark {
    unsigned generation = 0;
    bool front = false;
  };
  struct Step {
    unsigned generation = 0;
    std::size_t front = 0;
    double hypervolume = 0;
  };
  std::map<Number, Mark> points;
  std::vector<Step> generations;
};

// Cells as a line of CSV.
std::string csv_line(const std::vector<std::string>& cells);

class Exporter {
 public:
  // Writes FOLDER/points.csv and FOLDER/points.json, each completely or not at all, and FOLDER/illegal.csv if there are
  // illegal points. Throws RunError. `marks`: for a search, whose points have two additional columns; null: no search.
  Exporter(const Study& study, PointSpace& space, const Listing& listing, Database& database,
           const SearchMarks* marks = nullptr)
      : study_(study), space_(space), listing_(listing), database_(database), marks_(marks) {}
  void write(const std::string& folder);

  // All points that run, in order, each with its finished row if it has one.
  void for_each(const std::function<void(const Exported&)>& take);
  // The names of all values that a finished point of the study has, sorted.
  std::vector<std::string> value_names();
  // Columns: number, program, size, arguments, style, design, then the axes, for a search generation and front, then
  // refused.
  std::vector<std::string> word_names() const;
  std::vector<std::string> words_of(const Exported& one) const;
  const SearchMarks* marks() const { return marks_; }

 private:
  void write_points(const std::string& folder);
  void write_illegal(const std::string& folder);

  const Study& study_;
  PointSpace& space_;
  const Listing& listing_;
  Database& database_;
  const SearchMarks* const marks_;
};

}  // namespace unibank::sweep
