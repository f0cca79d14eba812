// The CPU time of points of papers' experiments, in a file that the user names (`reproduce --costs`). The file is
// separate from the finished points, because times differ from run to run and from machine to machine.
#pragma once

#include <string>
#include <vector>

#include "reproduce/point.h"
#include "sweep/cost.h"

namespace unibank {

class PointCosts {
 public:
  // Reads the file if it exists; an empty path: costs are not kept. Throws InputError for a line that is not a cost,
  // and if the file cannot be read or, if `writes`, written.
  PointCosts(const std::string& path, bool writes);

  const std::vector<sweep::Cost>& costs() const { return costs_; }
  // Adds the CPU seconds of a point. Throws RunError if the file cannot be written.
  void add(const FinishedPoint& point, double seconds);

  // The words by which a cost is found, and the point's instructions if it has run.
  static sweep::Cost words_of(const FinishedPoint& point);

 private:
  const std::string path_;
  std::vector<sweep::Cost> costs_;
};

}  // namespace unibank
