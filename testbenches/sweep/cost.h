// The expected CPU time of points, from points that have run: seconds for the start of a run, and seconds per warp
// instruction.
//
// A program's instructions at a size are known when it has run at that size on any design, or has been counted. A
// design's seconds per instruction are nearly the same at all sizes, so a small size tells the cost of a large one.
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
  // `counted`: programs whose instructions are known, but not their seconds.
  explicit CostModel(const std::vector<Cost>& costs, const std::vector<Cost>& counted = {});

  enum class From {
    kSame,      // the same program and arguments ran on this design, with other values
    kProgram,   // the program's instructions are known, and the cost of an instruction on this design or on others
    kSize,      // the program ran with other arguments of this size
    kGuess      // it has not run: a typical value for its size
  };
  struct Estimate {
    double seconds = 0;
    From from = From::kGuess;
  };
  Estimate of(const Point& point) const;
  // The estimate for the point described by `words`, of which `points`, `seconds` and `warp_instructions` are not used.
  Estimate of(const Cost& words) const;

 private:
  struct Sum {
    double points = 0, seconds = 0, instructions = 0;
    void add(const Cost& cost);
    double mean() const { return seconds / points; }
  };
  const Sum* find(const std::string& key) const;
  double rate_of(const Sum& sum) const;
  double rate_on_design(const Cost& words) const;

  std::map<std::string, Sum> sums_;  // by the words of a point, fewer words for coarser sums
  std::map<std::string, Sum> counted_;
  Sum all_;
  double start_ = 0;                 // seconds of a point without instructions
};

// "expected: 3.4 h of CPU time, of which 20 min is a guess: 12 points are of programs that have not run".
class Expectation {
 public:
  void add(const CostModel::Estimate& estimate);
  std::string text() const;

 private:
  double all_ = 0, guessed_ = 0;
  std::size_t guesses_ = 0;
};

// CPU time in a readable unit: "12 s", "3.4 min", "5.6 h".
std::string duration_text(double seconds);

// The numbers of the jobs in the order in which they begin: the most expensive first, so that none of them runs
// alone at the end; of equal costs in the given order.
std::vector<std::size_t> longest_first(const std::vector<double>& costs);

}  // namespace unibank::sweep
