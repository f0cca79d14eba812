#include "compiler/compositions.h"

#include <algorithm>
#include <map>

namespace unibank::compiler {
namespace {

// [slots]: the number of call chains, or ends of chains, that take so many slots. The chains are not listed: there may
// be very many.
using Counts = std::map<std::uint64_t, double>;

double count_over(const Counts& counts, std::uint64_t beside, std::uint64_t limit) {
  double sum = 0;
  for (const auto& [slots, count] : counts)
    if (slots + beside > limit) sum += count;
  return sum;
}

class Counter {
 public:
  Counter(const std::vector<SlotBody>& bodies, const SlotState& state, unsigned limit, bool whole_frames)
      : bodies_(bodies), state_(state), limit_(limit), whole_frames_(whole_frames), to_(bodies.size()),
        from_(bodies.size()), taken_(bodies.size()), found_(bodies.size()) {}

  std::vector<std::vector<double>> run() {
    for (std::uint32_t body = 0; body < bodies_.size(); ++body) count_from(body);
    to_.back()[0] = 1;
    for (std::uint32_t body = static_cast<std::uint32_t>(bodies_.size()); body-- > 0;) count_to(body);
    for (std::uint32_t body = 0; body < bodies_.size(); ++body) {
      found_[body].resize(bodies_[body].spills.variables.size());
      count_ends(body);
      count_links(body);
    }
    return std::move(found_);
  }

 private:
  // The slots of compositions from the beginning of the body on.
  void count_from(std::uint32_t body) {
    const SlotBody& of = bodies_[body];
    std::vector<bool> links(of.spills.live.size());
    for (std::size_t c = 0; c < of.calls.size(); ++c) {
      links[of.calls[c].pc] = !of.calls[c].callees.empty();
      for (const std::uint32_t callee : of.calls[c].callees)
        for (const auto& [slots, count] : from_[callee]) from_[body][slots + state_.advance[body][c]] += count;
    }
    for (std::size_t pc = 0; pc < links.size(); ++pc) {
      taken_[body].push_back(links[pc] ? kLink : slots_of(of.spills, of.spills.live[pc], state_.kept[body]));
      if (!links[pc]) from_[body][taken_[body][pc]] += 1;
    }
  }

  // The slots of the call chains to the body.
  void count_to(std::uint32_t body) {
    const SlotBody& of = bodies_[body];
    for (std::size_t c = 0; c < of.calls.size(); ++c)
      for (const std::uint32_t callee : of.calls[c].callees)
        for (const auto& [slots, count] : to_[body]) to_[callee][slots + state_.advance[body][c]] += count;
  }

  // Compositions that end in the body.
  void count_ends(std::uint32_t body) {
    const SpillVariables& spills = bodies_[body].spills;
    for (std::size_t pc = 0; pc < spills.live.size(); ++pc) {
      if (taken_[body][pc] == kLink || spills.live[pc].empty()) continue;
      add(body, spills.live[pc], count_over(to_[body], taken_[body][pc], limit_));
    }
  }

  // Compositions that continue into its callees.
  void count_links(std::uint32_t body) {
    const SlotBody& of = bodies_[body];
    std::vector<std::uint32_t> all;
    for (std::uint32_t variable = 0; variable < of.spills.variables.size(); ++variable) all.push_back(variable);
    for (std::size_t c = 0; c < of.calls.size(); ++c) {
      double count = 0;
      for (const std::uint32_t callee : of.calls[c].callees)
        for (const auto& [slots, times] : to_[body])
          count += times * count_over(from_[callee], slots + state_.advance[body][c], limit_);
      add(body, whole_frames_ ? all : of.spills.live[of.calls[c].pc], count);
    }
  }

  void add(std::uint32_t body, const std::vector<std::uint32_t>& live, double count) {
    for (const std::uint32_t variable : live)
      if (state_.kept[body][variable]) found_[body][variable] += count;
  }

  static constexpr unsigned kLink = ~0u;

  const std::vector<SlotBody>& bodies_;
  const SlotState& state_;
  const std::uint64_t limit_;
  const bool whole_frames_;
  std::vector<Counts> to_, from_;
  std::vector<std::vector<unsigned>> taken_;  // for each instruction: slots in its own body; kLink: the instruction is
                                              // a call
  std::vector<std::vector<double>> found_;
};

}  // namespace

unsigned slots_of(const SpillVariables& of, const std::vector<std::uint32_t>& live, const std::vector<bool>& kept) {
  unsigned sum = 0;
  for (const std::uint32_t variable : live)
    if (kept[variable]) sum += of.variables[variable].slots;
  return sum;
}

std::vector<unsigned> inclusive_slots(const std::vector<SlotBody>& bodies, const SlotState& state,
                                      const std::vector<unsigned>& frames) {
  std::vector<unsigned> inclusive;
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    unsigned most = frames[body];
    for (std::size_t c = 0; c < bodies[body].calls.size(); ++c)
      for (const std::uint32_t callee : bodies[body].calls[c].callees)
        most = std::max(most, state.advance[body][c] + inclusive[callee]);
    inclusive.push_back(most);
  }
  return inclusive;
}

std::vector<std::vector<double>> frequencies_over(const std::vector<SlotBody>& bodies, const SlotState& state,
                                                  unsigned limit, bool whole_frames) {
  return Counter(bodies, state, limit, whole_frames).run();
}

}  // namespace unibank::compiler
