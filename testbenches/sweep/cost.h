// The expected cost of points: seconds per warp instruction, estimated from the points that have run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sweep/database.h"
#include "sweep/points.h"

namespace unibank::sweep {

class CostModel {
 public:
  explicit CostModel(const std::vector<Cost>& costs);

  enum class From {
    kSame,      // the same program and arguments ran on this design, with other values
    kProgram,   // it has run on another design
    kSize,      // the program ran with other arguments of this size
    kGuess      // it has not run: a typical value for its size
  };
  struct Estimate {
    double seconds = 0;
    From from = From::kGuess;
  };
  Estimate of(const Point& point) const;

 private:
  struct Sum {
    double points = 0, seconds = 0, instructions = 0;
    void add(const Cost& cost);
    double mean() const { return seconds / points; }
  };
  const Sum* find(const std::string& key) const;

  std::map<std::string, Sum> sums_;  // by the words of a point, fewer words for coarser sums
  Sum all_;
};

// CPU time in a readable unit: "12 s", "3.4 min", "5.6 h".
std::string duration_text(double seconds);

// The numbers of the jobs in the order in which they begin: the most expensive first, so that none of them runs
// alone at the end; of equal costs in the given order.
std::vector<std::size_t> longest_first(const std::vector<double>& costs);

}  // namespace unibank::sweep
