// Estimates from a stratified random sample; their intervals are for the random choice (95 of 100), not for any bias.
#pragma once

#include <functional>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// Values of the sampled units of a stratum of `size` units: all of them, or at least two.
struct Stratum {
  std::uint64_t size = 0;
  std::vector<double> values;
  // For the ratio estimate: the sum over all units of a known quantity to which the values are about proportional, and
  // the quantity of each sampled unit. 0: there is no such quantity.
  double known = 0;
  std::vector<double> shares = {};
  double end_variance = 0;  // a further variance of the sum that does not come from the choice of units
};

// The sum over all units: sum of N_h times the mean of stratum h. Its variance is the sum of N_h^2 (1 - n_h / N_h)
// s_h^2 / n_h; the interval is Student's t with Satterthwaite's degrees of freedom (Cochran, Sampling Techniques, 1977,
// equations 5.6 to 5.16). With shares it is the ratio estimate, the sum of K_h times the sum of values divided by the
// sum of shares (K_h: `known`). Its variance has the distances from that ratio in place of those from the mean, and K_h
// divided by the sum of shares in place of N_h / n_h (Cochran, section 6.4).
//
// Units of a stratum with shares are parts of one launch, and in a whole run they take other times: a unit's cycles
// depend on the phases of the blocks that run at the same time, and these depend on everything that ran before. So not
// even the values of the counted units in a whole run are known, and the sum is over N_h values that are yet to be
// drawn (the superpopulation of Royall, Biometrika 57, 1970, of which no value is observed). Its variance is s_h^2
// N_h^2 (1 / n_h + 1 / N_h + 2 / N_h^2). The second term is the scatter of the N_h units of the whole run. The last
// term is for the parts that are counted unscaled, whose begin and end shift in both runs. end_variance is added.
//
// Throws RunError for a stratum of several units with only one value.
Interval total_of(const std::vector<Stratum>& strata);

// The cycles, or a counter, of a sampled run. The interval does not begin below the sum of the counted launches.
Interval cycles_of(const RunResult& run);
Interval counter_of(const RunResult& run, unsigned counter);

// The interval of any figure of a sampled run: a share, a ratio, an energy. The figure is computed again without each
// of the counted launches in turn (the stratified jackknife, which for sums gives the formula above), and with the
// cycles increased by the square root of each end_variance.
Interval figure_of(const RunResult& run, const std::function<double(const RunResult&)>& figure);

// Replaces cycles and counters of a sampled run by their estimates, rounded to whole numbers.
void put_estimates(RunResult& run);

}  // namespace unibank
