#include "soak/cases/random_sections.h"

#include <algorithm>

#include "soak/cases/kernel_draws.h"
#include "soak/cases/one_of.h"

namespace unibank::test {

namespace {

constexpr unsigned kLocks = 256, kBlockThreads = 256, kMostPublished = 2;

// Adds statements to one kernel. Further slots are bound to buffers of their own.
class SectionWriter : KernelDraws {
 public:
  SectionWriter(LaunchProgram& program, LaunchKernel& kernel, const SectionLimits& limits, Random& random)
      : KernelDraws(kernel, random), program_(program), limits_(limits) {}

  void add() {
    choose_slots();
    for (unsigned n = 1 + below(6); n > 0; --n) add_into(kernel_.statements, 0, true, false);
    if (limits_.outside) move_outside(kernel_.statements);
  }

 private:
  using List = std::vector<Statement>;

  void choose_slots() {
    if (one_in(2)) kernel_.constants = 1u << below(12), kernel_.constant_salt = below(1u << 31);
    const bool swaps = std::any_of(program_.steps.begin(), program_.steps.end(),
                                   [](const ProgramStep& step) { return step.swapped != kNothing; });
    if (limits_.textures && !swaps && one_in(2)) kernel_.slots[one_of(slots_of(Role::kRead), random_)].textured = true;
    if (!limits_.order) return;
    if (one_in(2)) locked_ = add_slot(Role::kLocked);
    const unsigned published = one_in(2) ? 0 : 1 + below(kMostPublished);
    while (published_.size() < published) published_.push_back(add_slot(Role::kPublished));
  }
  // 256 to 16,384 words, so that every odd number permutes the elements.
  unsigned add_slot(Role role) {
    static const std::vector<Operation> operations = {Operation::kAdd, Operation::kXor, Operation::kMax};
    Slot slot;
    slot.role = role;
    slot.operation = one_of(operations, random_);
    slot.element_bytes = role == Role::kLocked ? 4u << below(3) : 4;
    slot.multiplier = one_in(2) ? 1 : 2 * below(500) + 1;
    slot.offset = one_in(2) ? 0 : below(1 << 16);
    slot.in_turn = one_in(3);
    kernel_.slots.push_back(slot);
    kernel_.has_order = true;
    std::vector<std::uint32_t> words(std::size_t{256} << below(7));
    for (std::uint32_t& word : words) word = below(1u << 31);
    program_.buffers.push_back(std::move(words));
    const auto buffer = static_cast<unsigned>(program_.buffers.size() - 1);
    for (ProgramStep& step : program_.steps)
      for (ProgramLaunch& launch : step.launches)
        if (&program_.kernels[launch.kernel] == &kernel_) launch.buffers.push_back(buffer);
    return static_cast<unsigned>(kernel_.slots.size() - 1);
  }

  // At a random place of the list, or of a list inside of it.
  void add_into(List& list, unsigned depth, bool together, bool in_copy) {
    std::vector<Statement*> inner;
    for (Statement& one : list)
      if (!one.body.empty()) inner.push_back(&one);
    if (!inner.empty() && one_in(2)) {
      Statement& one = *inner[below(inner.size())];
      const bool copies = one.action == Action::kCopy || one.action == Action::kCopyKept;
      List& chosen = one.otherwise.empty() || one_in(2) ? one.body : one.otherwise;
      return add_into(chosen, depth + 1, together && one.action == Action::kLoop, in_copy || copies);
    }
    const auto place = below(list.size() + 1);
    Statement one;
    if (!choose(one, depth, together, in_copy)) return;
    const bool copies = one.action == Action::kCopy || one.action == Action::kCopyKept;
    for (unsigned n = copies ? below(4) : 0; n > 0 && place < list.size() && may_overlap(list[place]); --n) {
      one.body.push_back(std::move(list[place]));
      list.erase(list.begin() + place);
    }
    list.insert(list.begin() + place, std::move(one));
  }
  // What a thread may do while its copies are under way.
  static bool may_overlap(const Statement& one) {
    static const std::vector<Action> actions = {Action::kCompute,   Action::kLoad,       Action::kStoreOwn,
                                                Action::kLoadOwn,   Action::kAtomicOwn,  Action::kCount,
                                                Action::kStoreLocal, Action::kLoadLocal, Action::kFence};
    return std::find(actions.begin(), actions.end(), one.action) != actions.end();
  }
  bool choose(Statement& one, unsigned depth, bool together, bool in_copy) {
    switch (below(10)) {
      case 0: case 1: return leave(one);
      case 2: case 3: case 4: return !in_copy && copy(one, depth, together);
      case 5: case 6: return depth < 2 && lock(one);
      case 7: return depth == 0 && publish(one);
      case 8: return constant(one);
      default: return texture(one);
    }
  }

  // A thread that has ended does not arrive where others wait for it.
  bool leave(Statement& one) {
    if (leaves_ == 3 || !published_.empty()) return false;
    ++leaves_;
    one.action = Action::kLeave;
    one.a = one_in(3) ? kNothing : any_register();
    one.number = one_in(2) ? kBlockThreads - 1 : (4u << below(5)) - 1;
    one.offset = 1 + below(one_in(2) ? one.number : 1 + one.number / 4);
    one.with = one_in(2) ? "ret" : "exit";
    return true;
  }

  Place any_place() {
    Place place;
    place.constant = one_in(2) ? 0 : below(1 << 16);
    place.source = any_register();
    switch (below(4)) {
      case 0: place.of_grid = 1 + below(2) * below(40); break;
      case 1: place.of_block = below(300), place.of_thread = 1; break;
      case 2: place.mask = (2u << below(10)) - 1; break;
      default: place.mask = 0xffffff;
    }
    return place;
  }
  unsigned array_bytes() const {
    if (!kernel_.keeps_dynamic) return *std::min_element(kernel_.dynamic_bytes.begin(), kernel_.dynamic_bytes.end());
    return kernel_.fixed_bytes;
  }
  bool copy(Statement& one, unsigned depth, bool together) {
    const bool exchanges = kernel_.exchanges && together;
    if (!exchanges && !kernel_.keeps) return false;
    one.action = !exchanges || (kernel_.keeps && one_in(4)) ? Action::kCopyKept : Action::kCopy;
    one.bytes = one.action == Action::kCopyKept ? 4 : 4u << below(3);
    while (one.bytes > 4 && one.bytes * kernel_.threads() > array_bytes()) one.bytes /= 2;
    one.slot = one_of(slots_of(Role::kRead), random_);
    one.place = any_place();
    one.to = registers_for(one.bytes);
    one.shift = below(kernel_.threads());
    one.multiplier = kernel_.keep_multiplier, one.offset = below(1 << 16);
    one.with = one.bytes == 16 && !one_in(4) ? "cp.async.cg.shared.global" : "cp.async.ca.shared.global";
    one.after = one_in(2) ? "cp.async.wait_group 0" : "cp.async.wait_all";
    for (unsigned n = below(4); n > 0; --n) add_into(one.body, depth + 1, false, true);
    return true;
  }

  bool lock(Statement& one) {
    if (locked_ == kNothing) return false;
    one.action = Action::kLocked;
    one.slot = locked_;
    one.bytes = kernel_.slots[locked_].element_bytes;
    one.a = any_register(), one.b = any_register();
    one.number = one_in(3) ? 15 : one_in(2) ? 63 : 255;
    one.place.source = any_register(), one.place.mask = (8u << below(8)) - 1;
    if (one_in(2)) one.place.of_thread = 1;
    static const std::vector<std::string> fenced = {"st.volatile.global.u32", "st.relaxed.gpu.global.u32",
                                                    "red.global.and.b32"};
    static const std::vector<std::string> ordered = {"st.release.gpu.global.u32", "red.release.gpu.global.and.b32"};
    one.fenced = one_in(2);
    one.with = one.fenced ? "atom.global.cas.b32" : "atom.acquire.gpu.global.cas.b32";
    one.after = one_of(one.fenced ? fenced : ordered, random_);
    return true;
  }
  bool publish(Statement& one) {
    if (next_published_ == published_.size()) return false;
    one.action = Action::kPublish;
    one.slot = published_[next_published_];
    one.number = kLocks + kBlockThreads * static_cast<unsigned>(next_published_++);
    one.a = any_register();
    one.fenced = one_in(2);
    one.with = one.fenced ? "atom.global.add.u32" : "atom.acq_rel.gpu.global.add.u32";
    static const std::vector<std::string> loads = {"ld.global.u32", "ld.global.u32", "ld.global.ca.u32",
                                                   "ld.global.cg.u32", "ld.volatile.global.u32"};
    one.after = one_of(loads, random_);
    return true;
  }

  bool constant(Statement& one) {
    if (kernel_.constants == 0) return false;
    one.action = Action::kConstant;
    one.a = any_register(), one.to = any_register();
    one.number = below(kernel_.constants);  // a mask of any bits
    return true;
  }
  bool texture(Statement& one) {
    for (unsigned s = 0; s < kernel_.slots.size(); ++s)
      if (kernel_.slots[s].textured) one.slot = s, one.action = Action::kTexture;
    one.place = any_place();
    one.to = any_register();
    return one.action == Action::kTexture;
  }

  void move_outside(List& list) {
    for (Statement& one : list) {
      const Action action = one.action;
      if (action == Action::kLoad || action == Action::kStoreOwn || action == Action::kLoadOwn ||
          action == Action::kCopy || action == Action::kCopyKept)
        if (one_in(6)) one.outside = any_register();
      move_outside(one.body);
      move_outside(one.otherwise);
    }
  }

  LaunchProgram& program_;
  const SectionLimits& limits_;
  unsigned leaves_ = 0, locked_ = kNothing;
  std::size_t next_published_ = 0;
  std::vector<unsigned> published_;
};

// Some launches read a buffer that others change under locks, or publish.
void read_sections(LaunchProgram& program, std::size_t first, Random& random) {
  if (first == program.buffers.size()) return;
  for (ProgramStep& step : program.steps)
    for (ProgramLaunch& launch : step.launches) {
      const auto buffer = static_cast<unsigned>(first + random.below(program.buffers.size() - first));
      const std::vector<Slot>& slots = program.kernels[launch.kernel].slots;
      const auto slot = static_cast<std::size_t>(random.below(slots.size()));
      const bool bound = std::count(launch.buffers.begin(), launch.buffers.end(), buffer) != 0;
      if (slots[slot].role == Role::kRead && !bound) launch.buffers[slot] = buffer;
    }
}

}  // namespace

void add_sections(LaunchProgram& program, const SectionLimits& limits, Random& random) {
  const std::size_t first = program.buffers.size();
  for (LaunchKernel& kernel : program.kernels) SectionWriter(program, kernel, limits, random).add();
  read_sections(program, first, random);
  if (!program.has_order()) return;
  program.locks = static_cast<unsigned>(program.buffers.size());
  program.buffers.emplace_back(kLocks + kMostPublished * kBlockThreads);
}

}  // namespace unibank::test
