// Which reads are the last use of a value: hand-made kernels, and random kernels compared with the definition.
#include "compiler/last_uses.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "compiler/placed_kernel.h"
#include "compiler/random_kernel.h"
#include "compiler/static_instructions.h"
#include "support/prepare.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Numbers = std::vector<std::uint16_t>;
using Marks = std::vector<Numbers>;

// Register numbers in the order of creation: the first is r0.
Marks last_uses_of(KernelMaker& make) {
  ptx::Kernel kernel = with_registers(make.done());
  find_last_uses(kernel);
  return kernel.last_uses;
}

// The definition, applied instruction by instruction and register by register. Node n of the graphs is the point before
// instruction n; the last node is the end.
class Definition {
 public:
  explicit Definition(const ptx::Kernel& kernel)
      : kernel_(kernel), end_(static_cast<std::uint32_t>(kernel.instructions.size())), ways_(end_ + 1),
        survivors_(end_ + 1) {
    for (const ptx::Instruction& instruction : kernel.instructions) accesses_.push_back(access_of(instruction));
    for (std::uint32_t pc = 0; pc < end_; ++pc) {
      const ptx::Instruction& instruction = kernel.instructions[pc];
      if (ptx::is_branch(instruction)) ways_.add_edge(pc, static_cast<std::uint32_t>(instruction.operands[0].index));
      if (ptx::is_exit(instruction)) ways_.add_edge(pc, end_);
      if (!accesses_[pc].certain || !ptx::ends_block(instruction)) ways_.add_edge(pc, pc + 1);
    }
    for (std::uint32_t pc = 0; pc < end_; ++pc)
      for (const std::uint32_t next : ways_.successors[pc])
        if (ways_.successors[pc].size() == 1 || !only_ends(next)) survivors_.add_edge(pc, next);
    const std::vector<bool> ended = reached(survivors_.reversed(), end_, kNoBlock);
    for (std::uint32_t pc = 0; pc < end_; ++pc)
      for (const std::uint32_t next : ways_.successors[pc])
        if (!ended[pc]) survivors_.add_edge(pc, next);
  }

  bool ends_everywhere() const {
    const std::vector<bool> ended = reached(ways_.reversed(), end_, kNoBlock);
    return std::all_of(ended.begin(), ended.end(), [](bool one) { return one; });
  }

  Numbers last_uses(std::uint32_t pc) const {
    Numbers found;
    for (std::uint16_t number = 0; number < kernel_.registers_per_thread; ++number) {
      if (!reads(pc, number) || (passes(pc, number) && live_behind(pc, number))) continue;
      const std::set<std::uint32_t> life = life_of(pc, number);
      const bool all = std::all_of(life.begin(), life.end(), [&](std::uint32_t place) {
        return place == pc || !reached(survivors_, place, pc)[end_];
      });
      if (all) found.push_back(number);
    }
    return found;
  }

 private:
  bool names(const std::vector<std::uint32_t>& registers, std::uint16_t number) const {
    const Numbers all = physical_registers(kernel_, registers);
    return std::find(all.begin(), all.end(), number) != all.end();
  }
  bool reads(std::uint32_t pc, std::uint16_t number) const { return names(accesses_[pc].reads, number); }
  bool writes(std::uint32_t pc, std::uint16_t number) const { return names(accesses_[pc].writes, number); }
  // After `pc`, some thread still has the register's old value.
  bool passes(std::uint32_t pc, std::uint16_t number) const { return !accesses_[pc].certain || !writes(pc, number); }

  // A block that contains only the thread's end: it is the target of a jump, or stands directly after one.
  bool only_ends(std::uint32_t pc) const {
    if (pc == end_) return true;
    if (!ptx::is_exit(kernel_.instructions[pc]) || !accesses_[pc].certain) return false;
    if (pc == 0 || ptx::ends_block(kernel_.instructions[pc - 1])) return true;
    return std::any_of(kernel_.instructions.begin(), kernel_.instructions.end(), [&](const auto& other) {
      return ptx::is_branch(other) && other.operands[0].index == static_cast<std::int32_t>(pc);
    });
  }

  static std::vector<bool> reached(const Graph& graph, std::uint32_t from, std::uint32_t removed) {
    std::vector<bool> seen(graph.size());
    std::vector<std::uint32_t> work{from};
    while (!work.empty()) {
      const std::uint32_t node = work.back();
      work.pop_back();
      if (node == removed || seen[node]) continue;
      seen[node] = true;
      work.insert(work.end(), graph.successors[node].begin(), graph.successors[node].end());
    }
    return seen;
  }

  // Some instruction reached from `place` may read the register's value.
  bool live(std::uint32_t place, std::uint16_t number) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> work{place};
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (at == end_ || !seen.insert(at).second) continue;
      if (reads(at, number)) return true;
      if (!passes(at, number)) continue;
      work.insert(work.end(), ways_.successors[at].begin(), ways_.successors[at].end());
    }
    return false;
  }
  bool live_behind(std::uint32_t pc, std::uint16_t number) const {
    const auto& next = ways_.successors[pc];
    return std::any_of(next.begin(), next.end(), [&](std::uint32_t place) { return live(place, number); });
  }

  // Reads and writes that belong to the value read at `read`: all those connected with it through places where the
  // value is live.
  std::set<std::uint32_t> life_of(std::uint32_t read, std::uint16_t number) const {
    std::set<std::uint32_t> places, found;
    std::vector<std::uint32_t> work{read};
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (!live(at, number) || !places.insert(at).second) continue;
      if (reads(at, number)) found.insert(at);
      if (passes(at, number))
        work.insert(work.end(), ways_.successors[at].begin(), ways_.successors[at].end());
      for (const std::uint32_t before : ways_.predecessors[at]) {
        if (writes(before, number)) found.insert(before);
        if (passes(before, number)) work.push_back(before);
      }
    }
    return found;
  }

  const ptx::Kernel& kernel_;
  const std::uint32_t end_;
  std::vector<Access> accesses_;
  Graph ways_, survivors_;  // all edges; the edges without branches straight to the end
};

}  // namespace

TEST_CASE("The last of several reads in a row is a last use and each register of a pair has one of its own") {
  KernelMaker make;
  const auto a = make.r64(), b = make.r32();
  make.set(a);
  make.set(b);
  make.use({a, b});
  make.use({a});
  make.ret();
  CHECK(last_uses_of(make) == Marks{{}, {}, {2}, {0, 1}, {}});
}

TEST_CASE("An instruction may read a register for the last time and write it") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.set(a);
  make.op(ptx::Op::kMov, {a}, {a});
  make.guard(p).op(ptx::Op::kMov, {a}, {a});  // the old value stays where the guard is off
  make.use({a, a});
  make.ret();
  CHECK(last_uses_of(make) == Marks{{}, {0}, {}, {0}, {}});
}

TEST_CASE("A value that dies in both arms of a branch has no last use but one read after the arms has") {
  for (const bool read_behind : {false, true}) {
    KernelMaker make;
    const auto a = make.r32(), p = make.predicate();
    make.set(a);
    make.branch_if(p, "else");
    make.use({a});
    make.branch("end");
    make.label("else");
    make.use({a});
    make.label("end");
    make.use(read_behind ? KernelMaker::Registers{a} : KernelMaker::Registers{});
    make.ret();
    const Numbers behind = read_behind ? Numbers{0} : Numbers{};
    CHECK(last_uses_of(make) == Marks{{}, {}, {}, {}, {}, behind, {}});
  }
}

TEST_CASE("A value that lives and dies in one arm of a branch has a last use there") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.branch_if(p, "end");
  make.set(a);
  make.use({a});
  make.label("end");
  make.use({});
  make.ret();
  CHECK(last_uses_of(make) == Marks{{}, {}, {0}, {}, {}});
}

TEST_CASE("A last use after a branch ends the live ranges of all definitions in its arms") {
  for (const bool also_before : {false, true}) {
    KernelMaker make;
    const auto a = make.r32(), p = make.predicate();
    make.set(a);
    if (also_before) make.use({a});  // of another value: both arms write
    make.branch_if(p, "else");
    make.set(a);
    make.branch("end");
    make.label("else");
    make.set(a);
    make.label("end");
    make.use({a});
    make.ret();
    Marks expected{{}, {}, {}, {}, {}, {0}, {}};
    if (also_before) expected.insert(expected.begin() + 1, Numbers{0});
    CHECK(last_uses_of(make) == expected);
  }
}

TEST_CASE("A value from before a loop dies on the edge out of it unless it is read after the loop") {
  for (const bool read_behind : {false, true}) {
    KernelMaker make;
    const auto a = make.r32(), b = make.r32(), p = make.predicate();
    make.set(a);
    make.label("loop");
    make.op(ptx::Op::kMov, {b}, {a});
    make.use({b});  // a value of this iteration
    make.branch_if(p, "loop");
    make.use(read_behind ? KernelMaker::Registers{a} : KernelMaker::Registers{});
    make.ret();
    CHECK(last_uses_of(make) == Marks{{}, {}, {1}, {}, read_behind ? Numbers{0} : Numbers{}, {}});
  }
}

TEST_CASE("A loop counter has no last use in the loop") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.set(a);
  make.label("loop");
  make.op(ptx::Op::kAdd, {a}, {a});
  make.op(ptx::Op::kSetp, {p}, {a});
  make.branch_if(p, "loop");
  make.ret();
  // The add is the last read of the old value, but the comparison reads the same live range, and a way from there
  // leaves the loop.
  CHECK(last_uses_of(make) == Marks{{}, {}, {}, {}, {}});
}

TEST_CASE("Threads that end early do not count as a path around a last use") {
  for (const unsigned form : {0u, 1u, 2u}) {
    KernelMaker make;
    const auto a = make.r32(), p = make.predicate();
    make.set(a);
    if (form == 0) make.guard(p).ret();
    if (form == 1) make.branch_if(p, "end");
    if (form == 2) make.branch_if(p, "work");
    make.use({a});
    make.label("end");
    make.ret();
    make.label("work");
    make.use({});
    make.ret();
    const Numbers found = form == 2 ? Numbers{} : Numbers{0};  // in the last form, threads on one side go on
    CHECK(last_uses_of(make) == Marks{{}, {}, found, {}, {}, {}});
  }
}

TEST_CASE("A loop followed only by the end of the kernel keeps its last uses") {
  KernelMaker make;
  const auto a = make.r32(), p = make.predicate();
  make.label("loop");
  make.set(a);
  make.use({a});
  make.branch_if(p, "loop");
  make.ret();
  CHECK(last_uses_of(make) == Marks{{}, {0}, {}, {}});
}

TEST_CASE("The SM is told which sources are read for the last time") {
  KernelMaker make;
  const auto a = make.r32(), b = make.r32(), c = make.r32();
  for (const auto one : {a, b, c}) make.set(one);
  make.use({b, a, c});
  make.use({a});
  make.ret();
  ptx::Kernel kernel = with_registers(make.done());
  CHECK(static_instructions(kernel)[3].last_use == 0);  // the analysis has not run
  find_last_uses(kernel);
  const std::vector<StaticInstruction> all = static_instructions(kernel);
  CHECK(all[3].sources == Numbers{1, 0, 2});
  CHECK(all[3].last_use == 0b101);
  CHECK(all[3].dead_after == Numbers{1, 2});
  CHECK(all[4].last_use == 0b1);
}

TEST_CASE("A value last read above the main register file is reported dead although it is not a source") {
  KernelMaker make;
  const auto a = make.r32();
  make.set(a);
  make.use({a});
  make.use({a});
  make.ret();
  ptx::Kernel kernel = placed(make, levels(1, 4));
  find_last_uses(kernel);
  const StaticInstruction last = static_instructions(kernel)[2];
  CHECK(last.sources.empty());
  CHECK(last.last_use == 0);
  CHECK(last.dead_after == Numbers{0});
}

TEST_CASE("Last uses of random kernels are those of the definition") {
  unsigned marked = 0, compared = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    ptx::Kernel kernel = random_kernel(5000 + seed, 12 + seed % 30, 3 + seed % 5);
    prepare(kernel);
    const Definition definition(kernel);
    if (!definition.ends_everywhere()) continue;
    find_last_uses(kernel);
    ++compared;
    for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc) {
      INFO("seed " << seed << ", instruction " << pc);
      REQUIRE(kernel.last_uses[pc] == definition.last_uses(pc));
      marked += kernel.last_uses[pc].size();
    }
  }
  CHECK(compared > 50);
  CHECK(marked > 100);
}
