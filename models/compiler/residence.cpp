#include "compiler/residence.h"

#include <algorithm>

namespace unibank::compiler {

Residence::Residence(const Body& body, bool predicates) : body_(body), predicates_(predicates) {
  for (std::uint32_t block = 0; block < body.flow.exit(); ++block) visit_block(block);
  std::stable_sort(stays_.begin(), stays_.end(), [](const Stay& a, const Stay& b) { return a.used < b.used; });
  stay_of_.resize(visits_.size());
  first_stay_.assign(body.use.size() + 1, static_cast<std::uint32_t>(stays_.size()));
  for (std::uint32_t i = static_cast<std::uint32_t>(stays_.size()); i-- > 0;) {
    first_stay_[stays_[i].used] = i;
    for (std::uint32_t v = stays_[i].first; v < stays_[i].last; ++v) stay_of_[v] = i;
  }
  for (std::size_t used = body.use.size(); used-- > 0;) {  // registers without stays
    first_stay_[used] = std::min(first_stay_[used], first_stay_[used + 1]);
  }
}

void Residence::visit_block(std::uint32_t block) {
  std::vector<std::pair<std::uint32_t, Visit>> found;
  const auto add = [&](std::uint32_t used, std::uint32_t pc, bool reads, bool writes) {
    if (body_.is_predicate(used) == predicates_) found.push_back({used, {pc, reads, writes}});
  };
  for (std::uint32_t pc = body_.flow.blocks[block].first; pc < body_.flow.blocks[block].last; ++pc) {
    const Access& access = body_.use.accesses[pc];
    const auto in = [](const std::vector<std::uint32_t>& registers, std::uint32_t used) {
      return std::find(registers.begin(), registers.end(), used) != registers.end();
    };
    for (const std::uint32_t used : access.writes) add(used, pc, in(access.reads, used), true);
    for (const std::uint32_t used : access.reads) {
      if (!in(access.writes, used)) add(used, pc, true, false);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<bool> visited(body_.use.size());
  const auto stay = [&](std::uint32_t used) {
    const auto next = static_cast<std::uint32_t>(visits_.size());
    return Stay{used, block, next, next, body_.live.live_in.get(block, used), body_.live.live_out.get(block, used)};
  };
  for (std::size_t i = 0; i < found.size();) {
    Stay made = stay(found[i].first);
    visited[made.used] = true;
    for (; i < found.size() && found[i].first == made.used; ++i) visits_.push_back(found[i].second);
    made.last = static_cast<std::uint32_t>(visits_.size());
    settle(made);
    stays_.push_back(made);
  }
  body_.live.live_in.each(block, [&](std::uint32_t used) {
    if (body_.is_predicate(used) == predicates_ && !visited[used]) stays_.push_back(stay(used));
  });
}

// Before this, `needs` only means that the visit reads the value. An unwritten value is not needed; a value that a
// guarded write may leave in place is needed.
void Residence::settle(Stay& stay) {
  bool after = stay.live_out;
  for (std::uint32_t v = stay.last; v-- > stay.first;) {
    Visit& visit = visits_[v];
    if (visit.writes && !body_.use.accesses[visit.pc].certain && after) visit.needs = true;
    after = visit.needs || (after && !visit.writes);
  }
  bool written = body_.live.written_in.get(stay.block, stay.used);
  for (std::uint32_t v = stay.first; v < stay.last; ++v) {
    if (!written) visits_[v].needs = false;
    written |= visits_[v].writes;
  }
}

bool Residence::kept_behind(const Stay& stay, std::uint32_t visit) const {
  return visit + 1 == stay.last ? stay.live_out : visits_[visit + 1].needs;
}

Interval Residence::gap(std::uint32_t visit) const {
  const Visit& from = visits_[visit];
  return {from.writes ? before(from.pc + 1) : across(from.pc), before(visits_[visit + 1].pc)};
}

std::vector<Interval> Residence::borders(std::uint32_t used) const {
  std::vector<Interval> found;
  const auto add = [&](Interval interval) {
    if (interval.begin == interval.end) return;
    if (!found.empty() && found.back().end == interval.begin) found.back().end = interval.end;
    else found.push_back(interval);
  };
  for (std::uint32_t i = first_stay(used); i < last_stay(used); ++i) {
    const Stay& stay = stays_[i];
    const Block& block = body_.flow.blocks[stay.block];
    if (stay.first == stay.last) {
      add({before(block.first), before(block.last)});
      continue;
    }
    const Visit& last = visits_[stay.last - 1];
    if (stay.live_in) add({before(block.first), before(visits_[stay.first].pc)});
    if (stay.live_out) add({last.writes ? before(last.pc + 1) : across(last.pc), before(block.last)});
  }
  return found;
}

}  // namespace unibank::compiler
