#include "soak/cases/random_statements.h"

#include <algorithm>

#include "soak/cases/kernel_draws.h"
#include "soak/cases/one_of.h"

namespace unibank::test {

namespace {

class StatementWriter : KernelDraws {
 public:
  StatementWriter(LaunchKernel& kernel, const std::vector<std::uint32_t>& multipliers, Random& random)
      : KernelDraws(kernel, random), multipliers_(multipliers) {}

  void add(std::uint64_t work) {
    while (work_of(kernel_.statements) < work) add_one(kernel_.statements, 0, true);
  }

 private:
  using List = std::vector<Statement>;

  std::uint32_t word() { return static_cast<std::uint32_t>(random_.below(std::uint64_t{1} << 32)); }
  void add_some(List& list, unsigned depth, bool together) {
    for (unsigned n = 1 + below(4); n > 0; --n) add_one(list, depth, together);
  }
  // `together`: all threads of the block come here, so that it may have barriers.
  void add_one(List& list, unsigned depth, bool together) {
    const unsigned kind = below(24);
    if (kind < 5) return add_compute(list);
    if (kind < 10) return add_load(list);
    if (kind < 14) return add_owned(list, together);
    if (kind < 16) return add_count(list);
    if (kind < 19) return add_scratchpad(list, together);
    if (kind < 21) return add_local(list);
    if (kind == 21 && one_in(4)) return add_fence(list);
    if (depth < 2) add_control(list, depth, together);
  }

  void add_compute(List& list) {
    static const std::vector<Operation> operations = {Operation::kAdd, Operation::kSub, Operation::kMul,
                                                      Operation::kXor, Operation::kAnd, Operation::kOr,
                                                      Operation::kMin, Operation::kMax};
    for (unsigned n = 1 + below(4); n > 0; --n) {
      Statement one;
      one.operation = one_in(6) ? (one_in(2) ? Operation::kShl : Operation::kShr) : one_of(operations, random_);
      one.to = any_register(), one.a = any_register();
      const bool shifts = one.operation == Operation::kShl || one.operation == Operation::kShr;
      if (shifts || one_in(3)) one.number = shifts ? below(32) : word();
      else one.b = any_register();
      list.push_back(one);
    }
  }

  // Consecutive elements, strides, the same element for a block, and elements that a register chooses.
  Place any_place(unsigned source) {
    Place place;
    place.constant = one_in(2) ? 0 : below(1 << 16);
    place.of_round = one_in(3) ? 0 : one_in(2) ? kernel_.threads() : 1 + below(97);
    place.source = source;
    switch (below(7)) {
      case 0: case 1: place.of_grid = 1; break;
      case 2: place.of_grid = 2 + below(47); break;
      case 3: place.of_block = below(200), place.of_thread = 1 + below(3); break;
      case 4: place.of_block = 1 + below(60); break;
      case 5: place.of_block = below(300), place.mask = (2u << below(8)) - 1; break;
      default: place.mask = 0xffffff;
    }
    return place;
  }
  void add_load(List& list) {
    static const std::vector<std::string> ways = {"ld.global",      "ld.global",    "ld.global",
                                                  "ld.global",      "ld.global.nc", "ld.global.nc",
                                                  "ld.global.ca",   "ld.global.cg", "ld.volatile.global",
                                                  "ld.relaxed.gpu.global", "ld"};
    Statement one;
    one.action = Action::kLoad;
    one.slot = one_of(slots_of(Role::kRead), random_);
    one.with = one_of(ways, random_);
    if (one_in(4)) {  // an index from a buffer
      one.place.of_grid = 1, one.to = any_register();
      list.push_back(one);
      one.place = any_place(one.to);
      one.place.mask = 0x3ffff;
      one.slot = one_of(slots_of(Role::kRead), random_);
    } else {
      one.place = any_place(any_register());
    }
    one.bytes = one_in(2) ? 4 : 1u << below(5);
    one.to = registers_for(one.bytes);
    list.push_back(one);
  }

  Statement owned(Action action) {
    Statement one;
    one.action = action;
    one.slot = one_of(slots_of(Role::kOwned), random_);
    const unsigned whole = kernel_.slots[one.slot].element_bytes;
    one.bytes = whole;
    if (one_in(2))
      while (one.bytes > 1 && one_in(2)) one.bytes /= 2;
    one.piece = below(whole / one.bytes) * one.bytes;
    one.round = below(Slot::kPositions / 2);
    one.counts = one_in(2);
    return one;
  }
  void add_store(List& list) {
    static const std::vector<std::string> ways = {"st.global",    "st.global",    "st.global",
                                                  "st.global",    "st.global",    "st.global.cg",
                                                  "st.global.wt", "st.global.cs", "st.volatile.global",
                                                  "st.relaxed.gpu.global", "st"};
    Statement one = owned(Action::kStoreOwn);
    one.a = registers_for(one.bytes);
    one.with = one_of(ways, random_);
    list.push_back(one);
  }
  void load_owned(List& list, Statement one) {
    static const std::vector<std::string> ways = {"ld.global",    "ld.global", "ld.global",
                                                  "ld.global.ca", "ld.global.cg", "ld.volatile.global", "ld"};
    one.with = one_of(ways, random_);
    one.to = registers_for(one.bytes);
    list.push_back(one);
  }
  void add_owned(List& list, bool together) {
    const unsigned kind = below(8);
    if (kind < 4) return add_store(list);
    if (kind < 6) return load_owned(list, owned(Action::kLoadOwn));
    if (kind == 6 && together) {
      Statement one = owned(Action::kLoadOther);
      one.shift = below(kernel_.threads());
      return load_owned(list, one);
    }
    Statement one = owned(Action::kAtomicOwn);
    const unsigned whole = kernel_.slots[one.slot].element_bytes;
    if (whole < 4) return add_store(list);
    one.bytes = 4, one.piece = below(whole / 4) * 4;
    static const std::vector<Operation> operations = {Operation::kAdd, Operation::kExchange, Operation::kMax,
                                                      Operation::kXor};
    one.operation = one_of(operations, random_);
    one.to = any_register(), one.a = any_register();
    one.with = "atom.global";
    list.push_back(one);
  }
  void add_count(List& list) {
    const std::vector<unsigned> slots = slots_of(Role::kCounted);
    if (slots.empty()) return add_store(list);
    Statement one;
    one.action = Action::kCount;
    one.slot = one_of(slots, random_);
    one.bytes = kernel_.slots[one.slot].element_bytes;
    one.a = any_register(), one.b = any_register();
    one.place = any_place(any_register());
    if (one_in(2)) {  // words on which many threads meet
      one.place = {};
      one.place.source = any_register(), one.place.mask = (1u << below(6)) - 1;
    }
    one.with = one_in(2) ? "red.global" : "atom.global";
    list.push_back(one);
  }

  unsigned array_bytes() const {
    if (!kernel_.keeps_dynamic) return *std::min_element(kernel_.dynamic_bytes.begin(), kernel_.dynamic_bytes.end());
    return kernel_.fixed_bytes;
  }
  void add_scratchpad(List& list, bool together) {
    Statement one;
    if (kernel_.keeps && one_in(2)) {
      one.action = together && one_in(2) ? Action::kKept : Action::kKeep;
      one.to = any_register(), one.a = any_register();
      one.shift = one_in(2) ? 0 : below(kernel_.threads());
      return list.push_back(one);
    }
    if (!kernel_.exchanges || !together) return add_local(list);
    if (one_in(3)) return add_tally(list);
    one.action = Action::kExchange;
    one.bytes = one_in(2) ? 4 : 1u << below(5);
    while (one.bytes * kernel_.threads() > array_bytes()) one.bytes /= 2;
    one.a = registers_for(one.bytes), one.to = registers_for(one.bytes);
    one.shift = below(kernel_.threads());
    one.multiplier = one_of(multipliers_, random_);
    one.offset = below(1 << 16);
    list.push_back(one);
  }
  void add_tally(List& list) {
    Statement one;
    one.action = Action::kTally;
    one.bytes = 1u << below(6);  // words: at most as many as threads
    one.number = word();
    one.a = any_register(), one.b = any_register(), one.to = any_register();
    static const std::vector<Operation> operations = {Operation::kAdd, Operation::kXor, Operation::kMin,
                                                      Operation::kMax, Operation::kOr};
    one.operation = one_of(operations, random_);
    one.shift = below(1 << 8);
    one.with = one_in(2) ? "red.shared" : "atom.shared";
    list.push_back(one);
  }
  void add_local(List& list) {
    if (kernel_.local_words == 0) return add_compute(list);
    for (unsigned n = 1 + below(3); n > 0; --n) {
      Statement one;
      one.action = one_in(2) ? Action::kStoreLocal : Action::kLoadLocal;
      one.to = any_register(), one.a = any_register(), one.b = any_register();
      one.number = below(kernel_.local_words);
      list.push_back(one);
    }
  }
  void add_fence(List& list) {
    static const std::vector<std::string> ways = {"membar.gl", "membar.cta", "fence.acq_rel.gpu", "fence.sc.gpu"};
    Statement one;
    one.action = Action::kFence;
    one.with = one_of(ways, random_);
    list.push_back(one);
  }

  void add_control(List& list, unsigned depth, bool together) {
    Statement one;
    const unsigned kind = below(4);
    one.a = any_register();
    if (kind < 2) {
      one.action = Action::kLoop;
      one.number = 1 + below(Slot::kPositions / 2);
      add_some(one.body, depth + 1, together);
    } else if (kind == 2) {
      one.action = Action::kRepeat;
      one.number = 1 + below(3);
      add_some(one.body, depth + 1, false);
    } else {
      one.action = Action::kIf;
      if (one_in(3)) one.a = kNothing;
      one.number = (2u << below(8)) - 1;
      one.offset = below(one.number + 1);
      add_some(one.body, depth + 1, false);
      if (one_in(2)) add_some(one.otherwise, depth + 1, false);
    }
    list.push_back(one);
  }

  const std::vector<std::uint32_t>& multipliers_;
};

bool scatters(const Place& place) { return place.mask > 1023 || place.of_grid > 8; }

}  // namespace

std::uint64_t work_of(const std::vector<Statement>& statements) {
  std::uint64_t work = 0;
  for (const Statement& one : statements) {
    const std::uint64_t inside = work_of(one.body);
    switch (one.action) {
      case Action::kCompute: work += 1; break;
      case Action::kLoop: work += one.number * (inside + 3); break;
      case Action::kRepeat: work += (one.number + 1) * (inside + 3); break;
      case Action::kIf: work += inside + work_of(one.otherwise) + 4; break;
      case Action::kLoad: case Action::kCount: work += scatters(one.place) ? 40 : 12; break;
      case Action::kExchange: case Action::kTally: case Action::kKept: work += 20; break;
      default: work += 12;
    }
  }
  return work;
}

void add_statements(LaunchKernel& kernel, const std::vector<std::uint32_t>& multipliers, std::uint64_t work,
                    Random& random) {
  StatementWriter(kernel, multipliers, random).add(work);
}

}  // namespace unibank::test
