#include "report/interval.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <string>

#include "base/input_error.h"

namespace unibank {

namespace {

// Uses double precision: with long double, constants of the library would be computed at every start of the program,
// which takes time and fails under valgrind, whose long double is shorter.
using Student = boost::math::students_t_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

constexpr double kOutside = 0.05;  // probability that an interval misses the true value

// Parts of a variance, each with its degrees of freedom.
class Variance {
 public:
  void add(double part, double freedom) {
    sum_ += part;
    squares_ += part * part / freedom;
  }
  double half_width() const {
    if (sum_ <= 0) return 0;
    const Student distribution(sum_ * sum_ / squares_);
    return boost::math::quantile(complement(distribution, kOutside / 2)) * std::sqrt(sum_);
  }

 private:
  double sum_ = 0, squares_ = 0;
};

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }
double mean_of(const std::vector<double>& values) { return sum_of(values) / static_cast<double>(values.size()); }

Interval around(double estimate, double half) { return {estimate, estimate - half, estimate + half}; }

void check_stratum(std::uint64_t size, std::size_t sampled) {
  if (sampled == size || (sampled >= 2 && sampled < size)) return;
  throw RunError("a stratum of " + std::to_string(size) + " launches or units has " + std::to_string(sampled) +
                 " that are counted; expected all, or at least 2");
}

// The variance of a sum of `all` values of which `sampled` are known, divided by all^2 and by the variance of a value
// (total_of).
double spread(double all, double sampled, bool units) {
  return units ? 1 / sampled + 1 / all + 2 / (all * all) : (1 - sampled / all) / sampled;
}

double share_of(const Sampled::Launch& unit) { return static_cast<double>(unit.counters["warp_instructions"]); }

std::vector<Stratum> strata_of(const RunResult& run, const std::function<double(const Sampled::Launch&)>& value) {
  std::vector<Stratum> strata;
  for (const std::uint64_t size : run.sampled.strata) strata.push_back({size, {}});
  for (std::size_t h = 0; h < run.sampled.instructions.size(); ++h)
    strata.at(h).known = static_cast<double>(run.sampled.instructions[h]);
  for (const Sampled::Launch& launch : run.sampled.measured) {
    strata.at(launch.stratum).values.push_back(value(launch));
    if (run.sampled.of_blocks()) strata[launch.stratum].shares.push_back(share_of(launch));
  }
  return strata;
}

Interval at_least_measured(Interval total, const std::vector<Stratum>& strata) {
  double measured = 0;
  for (const Stratum& stratum : strata)
    for (const double value : stratum.values) measured += value;
  // The two sums may differ in their last bits; so an interval always contains its estimate.
  total.low = std::min(std::max(total.low, measured), total.estimate);
  return total;
}

// Cycles and counters, from which the estimates with and without one launch are computed.
class Sums {
 public:
  void add(const Sampled::Launch& launch, double weight) {
    cycles_ += weight * static_cast<double>(launch.cycles);
    for (unsigned i = 0; i < counters_.size(); ++i) counters_[i] += weight * static_cast<double>(launch.counters[i]);
  }
  void add(const Sums& other, double weight) {
    cycles_ += weight * other.cycles_;
    for (unsigned i = 0; i < counters_.size(); ++i) counters_[i] += weight * other.counters_[i];
  }
  void add_cycles(double cycles) { cycles_ += cycles; }
  void put_into(RunResult& run, const CounterValues& exact) const {
    run.cycles = whole(cycles_);
    for (unsigned i = 0; i < counters_.size(); ++i) run.counters.at(i) = whole(counters_[i]) + exact[i];
  }

 private:
  static std::uint64_t whole(double value) { return static_cast<std::uint64_t>(std::llround(std::max(0.0, value))); }
  double cycles_ = 0;
  std::vector<double> counters_ = std::vector<double>(DeclaredCounters::instance().size());
};

class Replicates {
 public:
  explicit Replicates(const RunResult& run)
      : sizes_(run.sampled.strata),
        known_(run.sampled.instructions),
        exact_(run.sampled.exact),
        strata_(sizes_.size()),
        plain_(run) {
    plain_.sampled = {};
    plain_.launches.clear();
    plain_.effective_design.clear();
    for (const Sampled::Launch& launch : run.sampled.measured) {
      ++strata_.at(launch.stratum).launches;
      if (!known_.empty()) strata_[launch.stratum].shares += share_of(launch);
      strata_[launch.stratum].sums.add(launch, 1);
    }
    for (std::size_t h = 0; h < strata_.size(); ++h) {
      check_stratum(sizes_[h], strata_[h].launches);
      if (sizes_[h] != 0) all_.add(strata_[h].sums, weight(h, strata_[h].launches, strata_[h].shares));
    }
  }

  const RunResult& estimates() { return put(all_); }
  // The reference is valid until the next call.
  const RunResult& without(const Sampled::Launch& launch) {
    const Of& stratum = strata_[launch.stratum];
    const double before = weight(launch.stratum, stratum.launches, stratum.shares);
    const double after = weight(launch.stratum, stratum.launches - 1,
                                known_.empty() ? 0 : stratum.shares - share_of(launch));
    Sums sums = all_;
    sums.add(stratum.sums, after - before);
    sums.add(launch, -after);
    return put(sums);
  }
  // The result with this many more cycles in total. The reference is valid until the next call.
  const RunResult& with_more_cycles(double cycles) {
    Sums sums = all_;
    sums.add_cycles(cycles);
    return put(sums);
  }
  bool has_all(unsigned stratum) const { return strata_[stratum].launches == sizes_[stratum]; }

 private:
  struct Of {
    std::uint64_t launches = 0;
    double shares = 0;
    Sums sums;
  };
  double weight(std::size_t stratum, std::uint64_t launches, double shares) const {
    if (stratum < known_.size() && known_[stratum] != 0 && shares > 0)
      return static_cast<double>(known_[stratum]) / shares;
    return static_cast<double>(sizes_[stratum]) / static_cast<double>(launches);
  }
  const RunResult& put(const Sums& sums) {
    sums.put_into(plain_, exact_);
    return plain_;
  }

  const std::vector<std::uint64_t> sizes_, known_;
  const CounterValues exact_;
  std::vector<Of> strata_;
  Sums all_;
  RunResult plain_;  // without the parts that no figure uses
};

}  // namespace

Interval total_of(const std::vector<Stratum>& strata) {
  double total = 0;
  Variance variance;
  for (const Stratum& stratum : strata) {
    check_stratum(stratum.size, stratum.values.size());
    if (stratum.size == 0) continue;
    const auto all = static_cast<double>(stratum.size), sampled = static_cast<double>(stratum.values.size());
    const double shares = sum_of(stratum.shares), values = sum_of(stratum.values);
    const bool ratio = stratum.known > 0 && shares > 0;
    const double mean = values / sampled, factor = ratio ? values / shares : 0;
    total += ratio ? stratum.known * factor : all * mean;
    if (stratum.values.size() == stratum.size) continue;
    double squares = 0;
    for (std::size_t i = 0; i < stratum.values.size(); ++i) {
      const double expected = ratio ? factor * stratum.shares[i] : mean;
      squares += (stratum.values[i] - expected) * (stratum.values[i] - expected);
    }
    const double weight = ratio ? stratum.known / shares * sampled : all;
    variance.add(weight * weight * spread(all, sampled, ratio) * squares / (sampled - 1), sampled - 1);
    variance.add(stratum.end_variance, sampled - 1);
  }
  return around(total, variance.half_width());
}

Interval cycles_of(const RunResult& run) {
  auto strata = strata_of(run, [](const Sampled::Launch& one) { return static_cast<double>(one.cycles); });
  for (std::size_t h = 0; h < run.sampled.end_variances.size(); ++h)
    strata.at(h).end_variance = run.sampled.end_variances[h];
  return at_least_measured(total_of(strata), strata);
}

Interval counter_of(const RunResult& run, unsigned counter) {
  const auto strata = strata_of(
      run, [counter](const Sampled::Launch& one) { return static_cast<double>(one.counters[counter]); });
  const Interval total = at_least_measured(total_of(strata), strata);
  const auto exact = static_cast<double>(run.sampled.exact[counter]);
  return {total.estimate + exact, total.low + exact, total.high + exact};
}

Interval figure_of(const RunResult& run, const std::function<double(const RunResult&)>& figure) {
  Replicates replicates(run);
  const double estimate = figure(replicates.estimates());
  std::vector<std::vector<double>> figures(run.sampled.strata.size());
  for (const Sampled::Launch& launch : run.sampled.measured) {
    if (replicates.has_all(launch.stratum)) continue;
    figures[launch.stratum].push_back(figure(replicates.without(launch)));
  }
  Variance variance;
  for (std::size_t h = 0; h < figures.size(); ++h) {
    if (figures[h].empty()) continue;
    const auto all = static_cast<double>(run.sampled.strata[h]), sampled = static_cast<double>(figures[h].size());
    const double mean = mean_of(figures[h]);
    double squares = 0;
    for (const double one : figures[h]) squares += (one - mean) * (one - mean);
    variance.add(spread(all, sampled, run.sampled.of_blocks()) * (sampled - 1) * squares, sampled - 1);
    if (!run.sampled.of_blocks()) continue;
    const double moved = figure(replicates.with_more_cycles(std::sqrt(run.sampled.end_variances.at(h)))) - estimate;
    variance.add(moved * moved, sampled - 1);
  }
  return around(estimate, variance.half_width());
}

void put_estimates(RunResult& run) {
  Replicates replicates(run);
  const RunResult& estimates = replicates.estimates();
  run.cycles = estimates.cycles;
  run.counters = estimates.counters;
}

}  // namespace unibank
