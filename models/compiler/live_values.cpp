#include "compiler/live_values.h"

#include <algorithm>
#include <map>

namespace unibank::compiler {

LiveValues::LiveValues(const RegisterUse& use, std::uint32_t first, std::uint32_t last, const BitMatrix& live_behind) {
  reads_.resize(last - first);
  writes_.resize(last - first);
  std::map<std::uint32_t, std::uint32_t> now;  // the value of each used register
  const auto value_of = [&](std::uint32_t used) {
    const auto [place, fresh] = now.emplace(used, static_cast<std::uint32_t>(values_.size()));
    if (fresh) {
      values_.push_back({use.units[used], 0, false});
      live_ += use.units[used];
    }
    return place->second;
  };
  for (std::uint32_t node = 0; node < reads_.size(); ++node) {
    const Access& access = use.accesses[first + node];
    const auto read = [&](std::uint32_t used) {
      const std::uint32_t value = value_of(used);
      std::vector<std::uint32_t>& all = reads_[node];
      if (std::find(all.begin(), all.end(), value) != all.end()) return;
      all.push_back(value);
      ++values_[value].readers;
    };
    for (const std::uint32_t used : access.reads) read(used);
    for (const std::uint32_t used : access.writes) {
      if (!access.certain) read(used);
      now[used] = static_cast<std::uint32_t>(values_.size());
      writes_[node].push_back(now[used]);
      values_.push_back({use.units[used], 0, false});
    }
  }
  live_behind.each(0, [&](std::uint32_t used) { values_[value_of(used)].survives = true; });
}

unsigned LiveValues::with(std::uint32_t node) const {
  unsigned all = live_;
  for (const std::uint32_t value : reads_[node])
    if (ends(value)) all -= values_[value].units;
  for (const std::uint32_t value : writes_[node]) all += values_[value].units;
  return all;
}

void LiveValues::issue(std::uint32_t node) {
  live_ = with(node);
  for (const std::uint32_t value : reads_[node]) --values_[value].readers;
  for (const std::uint32_t value : writes_[node])
    if (values_[value].readers == 0 && !values_[value].survives) live_ -= values_[value].units;
}

}  // namespace unibank::compiler
