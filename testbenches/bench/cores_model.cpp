#include "cores_model.h"

#include <algorithm>
#include <numeric>

namespace unibank::bench {

CoresModel::CoresModel(unsigned cores, unsigned sms, double meeting)
    : each_meeting_(meeting), end_(std::max(std::min(cores, sms), 1u)), issued_(end_.size()) {}

double CoresModel::shared(const std::vector<TickTime>& ticks) {
  std::fill(end_.begin(), end_.end(), 0.0);
  double all = 0, last = 0;  // last: the end of all ticks so far
  for (const TickTime& tick : ticks) {
    double& end = end_[tick.number % end_.size()];
    end += tick.before_turn;
    if (tick.takes_turn) end = std::max(end, last) + tick.in_turn;
    last = std::max(last, end);
    all += tick.before_turn + tick.in_turn;
  }
  meeting_ += each_meeting_;
  imbalance_ += last - all / static_cast<double>(end_.size());
  return last + each_meeting_;
}

void CoresModel::cycle(const std::vector<TickTime>& ticks) {
  if (end_.size() > 1 && gain_.shares()) {
    nanoseconds_ += shared(ticks);
  } else {
    for (const TickTime& tick : ticks) nanoseconds_ += tick.before_turn + tick.in_turn;
  }
  std::fill(issued_.begin(), issued_.end(), 0u);
  for (const TickTime& tick : ticks) issued_[tick.number % issued_.size()] += tick.issued;
  gain_.count(std::accumulate(issued_.begin(), issued_.end(), 0u), *std::max_element(issued_.begin(), issued_.end()));
}

WindowsModel::WindowsModel(unsigned cores, unsigned sms, double meeting, unsigned window)
    : each_meeting_(meeting), window_(window), busy_(std::max(std::min(cores, sms), 1u)) {}

double WindowsModel::busiest() const { return *std::max_element(busy_.begin(), busy_.end()); }

void WindowsModel::cycle(const std::vector<TickTime>& ticks) {
  for (const TickTime& tick : ticks) busy_[tick.number % busy_.size()] += tick.before_turn + tick.in_turn;
  if (++cycles_ != window_) return;
  nanoseconds_ += busiest() + (busy_.size() > 1 ? each_meeting_ : 0);
  std::fill(busy_.begin(), busy_.end(), 0.0);
  cycles_ = 0;
}

}  // namespace unibank::bench
