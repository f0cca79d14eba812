// What points of papers' experiments have cost: a file of the user's (`reproduce --costs`), apart from the finished
// points, because times differ from run to run and from machine to machine.
#pragma once

#include <string>
#include <vector>

#include "reproduce/point.h"
#include "sweep/cost.h"

namespace unibank {

class PointCosts {
 public:
  // Reads the file if it exists; an empty path: costs are not kept. Throws InputError for a line that is no cost, and
  // if the file cannot be read or, when `writes`, written.
  PointCosts(const std::string& path, bool writes);

  const std::vector<sweep::Cost>& costs() const { return costs_; }
  // A point has taken these CPU seconds. Throws RunError if the file cannot be written.
  void add(const FinishedPoint& point, double seconds);

  // The words by which a cost is found, and the point's instructions if it has run.
  static sweep::Cost words_of(const FinishedPoint& point);

 private:
  const std::string path_;
  std::vector<sweep::Cost> costs_;
};

}  // namespace unibank
