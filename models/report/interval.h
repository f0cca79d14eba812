// Estimates from a stratified random sample, with intervals that contain the true value in 95 of 100 samples.
#pragma once

#include <functional>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// Values of the sampled units of a stratum of `size` units: all of them, or at least two.
struct Stratum {
  std::uint64_t size = 0;
  std::vector<double> values;
  // Where the sum over all units of something else is known that the values are about in proportion to: that sum, and
  // what each sampled unit has of it. 0: nothing is.
  double known = 0;
  std::vector<double> shares = {};
  double end_variance = 0;  // of the sum, for another reason than the choice of units
};

// The sum over all units: sum of N_h times the mean of stratum h. Its variance is the sum of
// N_h^2 (1 - n_h / N_h) s_h^2 / n_h; the interval is Student's t with Satterthwaite's degrees of freedom (Cochran,
// Sampling Techniques, 1977, equations 5.6 to 5.16). With shares it is the ratio estimate, the sum of K_h times the sum
// of values over that of shares; its variance has the distances from that ratio in place of those from the mean, and
// K_h over the sum of shares in place of N_h / n_h (the same, section 6.4).
//
// Units of a stratum with shares are parts of one launch, and in a whole run they take other times: a unit's cycles
// depend on the phases of the blocks that run beside it, and these depend on all that ran before. So not even the
// counted units are known of the whole run, and the sum is that of N_h values that are yet to be drawn (the
// superpopulation of Royall, Biometrika 57, 1970, of which no value is observed): s_h^2 N_h^2 times
// 1 / n_h + 1 / N_h + 2 / N_h^2. The second term is what N_h units of the whole run scatter. The last one is the part
// that is counted for itself, whose begin and end shift in both runs. end_variance is added.
//
// Throws RunError for a stratum with one value of several units.
Interval total_of(const std::vector<Stratum>& strata);

// The cycles, or a counter, of a sampled run. The interval does not begin below the sum of the counted launches.
Interval cycles_of(const RunResult& run);
Interval counter_of(const RunResult& run, unsigned counter);

// Any figure of a sampled run: a share, a ratio, an energy. The figure is computed again without each of the counted
// launches in turn (the stratified jackknife, which for sums gives the formula above), and with more cycles by the root
// of each end_variance.
Interval figure_of(const RunResult& run, const std::function<double(const RunResult&)>& figure);

// Replaces cycles and counters of a sampled run by their estimates, rounded to whole numbers.
void put_estimates(RunResult& run);

}  // namespace unibank
