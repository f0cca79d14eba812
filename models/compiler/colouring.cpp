#include "compiler/colouring.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "compiler/coalesce.h"

namespace unibank::compiler {
namespace {

using Order = std::vector<std::uint32_t>;
using Taken = Body::Numbers;

Taken even_numbers() {
  Taken even;
  for (unsigned n = 0; n < kMaxRegisters; n += 2) even.set(n);
  return even;
}

// The numbers of a register's neighbours. Most of an allocation's time is spent on them, so a number is marked by a
// store of one byte, without a condition.
class Marks {
 public:
  static constexpr unsigned kNowhere = kMaxRegisters;  // the mark of registers without a number

  void set(unsigned number) { marks_[number] = 1; }

  Taken numbers() const {
    Taken all;
    for (unsigned first = kMaxRegisters; first != 0; first -= 64) all = all << 64 | Taken(bits(first - 64));
    return all;
  }

 private:
  // Bit i: the mark of number first + i.
  std::uint64_t bits(unsigned first) const {
    constexpr std::uint64_t kGather = 0x0102040810204080;  // moves the lowest bit of byte i to bit 56 + i
    std::uint64_t all = 0;
    for (unsigned byte = 0; byte < 8; ++byte) {
      std::uint64_t eight;
      std::memcpy(&eight, &marks_[first + 8 * byte], sizeof eight);
      all |= (eight * kGather >> 56) << 8 * byte;
    }
    return all;
  }

  std::array<std::uint8_t, kMaxRegisters + 1> marks_{};
};

// One attempt: colours the registers of a file one by one.
class Painter {
 public:
  Painter(const File& file, unsigned capacity)
      : file_(file), body_(file.body), capacity_(capacity), held_(body_.use.size()) {}

  // Gives each register in order a number. A register without a free number below the capacity fails.
  Colouring paint(const Order& order) {
    result_ = Colouring{};
    result_.place.assign(body_.use.size(), kNoPlace);
    std::fill(held_.begin(), held_.end(), Held{});
    for (const std::uint32_t used : order) {
      if (body_.fixed[used] != AllocationContext::kFree) put(used, static_cast<unsigned>(body_.fixed[used]));
    }
    for (const std::uint32_t used : order) {
      if (result_.place[used] != kNoPlace) continue;
      const unsigned place = choose(used, taken(used));
      if (place + body_.units(used) <= capacity_) put(used, place);
      else result_.failed.push_back(used);
    }
    return std::move(result_);
  }

 private:
  void put(std::uint32_t used, unsigned place) {
    result_.place[used] = place;
    held_[used] = {static_cast<std::uint16_t>(place), static_cast<std::uint16_t>(place + body_.units(used) - 1)};
    result_.count = std::max(result_.count, place + body_.units(used));
  }

  Taken taken(std::uint32_t used) const {
    Marks marks;
    for (const std::uint32_t other : (*file_.neighbours)[used]) {
      marks.set(held_[other].first);
      marks.set(held_[other].last);
    }
    return body_.forbidden.empty() ? marks.numbers() : marks.numbers() | body_.forbidden[used];
  }

  // The number for a register with `taken` occupied: a move partner's, else a free one below the count so far,
  // preferably one whose pair half is taken so that pairs stay whole, else the lowest.
  unsigned choose(std::uint32_t used, const Taken& taken) const {
    static const Taken even = even_numbers();
    const unsigned step = body_.units(used);
    const Taken free = step == 2 ? ~(taken | taken >> 1) : ~taken;
    for (const std::uint32_t partner : (*file_.partners)[used]) {
      const unsigned place = result_.place[partner];
      if (place != kNoPlace && place + step <= capacity_ && free[place]) return place;
    }
    // If no number is found, the result is the size of the set, which is above the last number of every capacity.
    const auto lowest = static_cast<unsigned>((step == 2 ? free & even : free)._Find_first());
    if (step == 2) return lowest;
    const Taken other_half = (taken & even) << 1 | (taken >> 1 & even);
    const auto beside = static_cast<unsigned>((free & other_half)._Find_first());
    return beside < std::min(result_.count, capacity_) ? beside : lowest;
  }

  // The first and the last number of a register.
  struct Held {
    std::uint16_t first = Marks::kNowhere, last = Marks::kNowhere;
  };

  const File& file_;
  const Body& body_;
  unsigned capacity_;
  Colouring result_;
  std::vector<Held> held_;  // [used register]: Colouring::place without a condition
};

bool better(const Colouring& a, const Colouring& b) {
  return a.failed.size() != b.failed.size() ? a.failed.size() < b.failed.size() : a.count < b.count;
}

// Number of attempts that a file's size allows in negligible time: an attempt visits every neighbour.
unsigned attempts(const File& file, const Goal& goal) {
  std::size_t visits = file.registers.size() + 1;
  for (const std::uint32_t used : file.registers) visits += (*file.neighbours)[used].size();
  return static_cast<unsigned>(std::min<std::size_t>(goal.work / visits, 1000));
}

// Greedy colouring again, with the registers that did not fit below the bound first.
Colouring improve(const File& file, const Goal& goal, unsigned rounds, Order order, Colouring best) {
  Painter painter(file, goal.capacity);
  Colouring last = best;
  const auto done = [&] { return best.failed.empty() && best.count <= goal.enough; };
  for (unsigned round = 0; round < rounds && !done(); ++round) {
    const unsigned bound = std::min(goal.enough, goal.capacity);
    std::stable_partition(order.begin(), order.end(), [&](std::uint32_t used) {
      return last.place[used] == kNoPlace || last.place[used] + file.body.units(used) > bound;
    });
    last = painter.paint(order);
    if (better(last, best)) best = last;
  }
  return best;
}

// Tries the orders on the unmerged file.
Colouring try_orders(const File& file, const Goal& goal) {
  constexpr unsigned kRounds = 20;
  Painter painter(file, goal.capacity);
  const std::vector<Order> orders =
      colouring_orders(file.body.flow, file.body.use, *file.neighbours, file.registers);
  const unsigned all = attempts(file, goal), each = std::max<unsigned>(1, all / static_cast<unsigned>(orders.size()));
  Colouring best;
  for (std::size_t i = 0; i < orders.size() && (i == 0 || i < all); ++i) {
    Colouring found = improve(file, goal, std::min(kRounds, each - 1), orders[i], painter.paint(orders[i]));
    if (i == 0 || better(found, best)) best = std::move(found);
    if (best.failed.empty() && best.count <= goal.enough) break;
  }
  return best;
}

}  // namespace

File::File(const Body& of, bool predicates)
    : body(of),
      what(predicates ? "predicates" : "32-bit registers"),
      most_live(predicates ? of.live.max_predicates : of.live.max_registers),
      neighbours(&of.neighbours),
      partners(&of.partners) {
  for (std::uint32_t used = 0; used < body.use.size(); ++used) {
    if (body.is_predicate(used) == predicates) registers.push_back(used);
  }
}

Colouring best_colouring(const File& file, const Goal& goal) {
  Colouring best = try_orders(file, goal);
  if (best.failed.empty() && best.count <= goal.enough) return best;
  // Registers connected by moves are merged: fewer to colour, and conservative merging does not make it harder.
  const Coalesced merged(file, best.failed.empty() ? best.count : goal.capacity);
  if (!merged.any()) return best;
  Colouring other = try_orders(merged.file(), goal);
  merged.spread(other);
  return better(other, best) ? other : best;
}

}  // namespace unibank::compiler
