// mbarrier, and cp.async.mbarrier.arrive. The reference counts as the PTX manual describes it: phases are numbered, and
// the counts are plain numbers.
#include <catch2/catch.hpp>
#include <random>

#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

using BarrierWord = std::uint32_t;

constexpr BarrierWord kMost = (1u << 20) - 1;

// The operations of the kernel below, by number.
enum BarrierOperation : BarrierWord {
  kArrive, kArriveCount, kArriveNoComplete, kArriveExpect, kDrop, kDropCount, kDropNoComplete, kDropExpect,
  kExpect, kComplete, kRenew, kOperations
};
struct BarrierStep {
  BarrierWord operation = 0, operand = 0;
};

// One thread executes the steps, 8 bytes each, on a barrier of `count` arrivals. After each step it writes the pending
// count of the last state, whether the state's phase is complete, and whether the phases of parity 0 and 1 are.
std::string kernel_of_steps(BarrierWord count, std::size_t steps) {
  const auto when = [](BarrierWord operation, const std::string& text) {
    return "setp.eq.u32 %p1, %r2, " + std::to_string(operation) + ";\n@%p1 mbarrier." + text + ";\n";
  };
  return ".shared .align 8 .b64 b[2];\nmov.u32 %r9, b;\nadd.u32 %r9, %r9, 8;\nmbarrier.init.shared.b64 [%r9], " +
         std::to_string(count) + ";\nmov.u32 %r1, 0;\nmov.u64 %l3, 0;\nLOOP:\nld.global.v2.u32 {%r2, %r3}, [%l1];\n" +
         when(kArrive, "arrive.shared.b64 %l3, [%r9]") + when(kArriveCount, "arrive.shared.b64 %l3, [%r9], %r3") +
         when(kArriveNoComplete, "arrive.noComplete.shared.b64 %l3, [%r9], %r3") +
         when(kArriveExpect, "arrive.expect_tx.release.cta.shared::cta.b64 %l3, [%r9], %r3") +
         when(kDrop, "arrive_drop.shared.b64 %l3, [%r9]") + when(kDropCount, "arrive_drop.shared.b64 %l3, [%r9], %r3") +
         when(kDropNoComplete, "arrive_drop.noComplete.shared.b64 %l3, [%r9], %r3") +
         when(kDropExpect, "arrive_drop.expect_tx.shared::cta.release.cta.b64 %l3, [%r9], %r3") +
         when(kExpect, "expect_tx.relaxed.cta.shared::cta.b64 [%r9], %r3") +
         when(kComplete, "complete_tx.shared::cta.b64 [%r9], %r3") + when(kRenew, "inval.shared.b64 [%r9]") +
         "@%p1 mbarrier.init.shared::cta.b64 [%r9], %r3;\nmbarrier.pending_count.b64 %r4, %l3;\n"
         "mbarrier.test_wait.shared.b64 %p2, [%r9], %l3;\n"
         "mbarrier.try_wait.parity.acquire.cta.shared.b64 %p3, [%r9], 0;\n"
         "mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r9], 1;\nselp.u32 %r5, 1, 0, %p2;\n"
         "selp.u32 %r6, 1, 0, %p3;\nselp.u32 %r7, 1, 0, %p4;\nst.global.v4.u32 [%l0], {%r4, %r5, %r6, %r7};\n"
         "add.u64 %l0, %l0, 16;\nadd.u64 %l1, %l1, 8;\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p5, %r1, " +
         std::to_string(steps) + ";\n@%p5 bra LOOP;";
}

struct Reference {
  std::int64_t phase = 0, pending, expected, bytes = 0;
  std::int64_t ended = 0;                           // phases, of all barriers
  std::int64_t state_phase = 0, state_pending = 0;  // of the last arrival; a state of zeros has phase 0
  explicit Reference(BarrierWord count) : pending(count), expected(count) {}

  // Whether PTX defines the step; then `take` does it.
  bool defined(BarrierStep step) const {
    const std::int64_t n = step.operand;
    const bool count = n >= 1 && n <= kMost;
    switch (step.operation) {
      case kArrive: return pending >= 1;
      case kArriveCount: return count && n <= pending;
      case kArriveNoComplete: return count && n <= pending && (n < pending || bytes != 0);
      case kArriveExpect: return pending >= 1 && n <= kMost && bytes + n <= kMost;
      case kDrop: return pending >= 1 && expected >= 1;
      case kDropCount: return count && n <= pending && n <= expected;
      case kDropNoComplete: return count && n <= pending && n <= expected && (n < pending || bytes != 0);
      case kDropExpect: return pending >= 1 && expected >= 1 && n <= kMost && bytes + n <= kMost;
      case kExpect: return n <= kMost && bytes + n <= kMost;
      case kComplete: return n <= kMost && bytes - n >= -std::int64_t{kMost};
      default: return count;
    }
  }
  void take(BarrierStep step) {
    const std::int64_t n = step.operand;
    const bool drops = step.operation >= kDrop && step.operation <= kDropExpect;
    const bool counted = step.operation == kArriveCount || step.operation == kArriveNoComplete ||
                         step.operation == kDropCount || step.operation == kDropNoComplete;
    if (step.operation == kRenew) {
      phase = bytes = 0;
      pending = expected = n;
      return;
    }
    if (step.operation <= kDropExpect) {
      state_phase = phase;
      state_pending = pending;
      pending -= counted ? n : 1;
      if (drops) expected -= counted ? n : 1;
    }
    if (step.operation == kArriveExpect || step.operation == kDropExpect || step.operation == kExpect) bytes += n;
    if (step.operation == kComplete) bytes -= n;
    if (pending != 0 || bytes != 0) return;
    ++phase;
    ++ended;
    pending = expected;
  }
  // A phase of a parity is complete when it is not the current one.
  std::array<BarrierWord, 4> answer() const {
    return {static_cast<BarrierWord>(state_pending), BarrierWord{(phase - state_phase) % 2 != 0},
            BarrierWord{phase % 2 != 0}, BarrierWord{phase % 2 == 0}};
  }
};

BarrierWord awkward(std::mt19937& random, std::int64_t near) {
  switch (random() % 6) {
    case 0: return static_cast<BarrierWord>(near);
    case 1: return static_cast<BarrierWord>(std::max<std::int64_t>(near - 1, 0));
    case 2: return 1;
    case 3: return kMost - random() % 3;
    case 4: return random() % 5;
    default: return near > 0 ? static_cast<BarrierWord>(random() % near + 1) : 1;
  }
}

// The parity of a phase is all that a state is asked for, so it may be older than PTX allows.
std::vector<BarrierStep> random_steps(BarrierWord count, std::size_t steps, std::uint32_t seed) {
  std::mt19937 random(seed);
  Reference reference(count);
  std::vector<BarrierStep> all;
  while (all.size() < steps) {
    const bool stuck = reference.pending == 0 && reference.expected == 0;
    BarrierStep step{stuck ? BarrierWord{kRenew} : static_cast<BarrierWord>(random() % kOperations), 0};
    if (step.operation == kRenew && !stuck && random() % 8 != 0) continue;
    const bool bytes = step.operation == kComplete || step.operation == kExpect;
    step.operand = awkward(random, bytes ? std::abs(reference.bytes) : reference.pending);
    if (!reference.defined(step)) continue;
    reference.take(step);
    all.push_back(step);
  }
  return all;
}

std::vector<BarrierWord> step_words(const std::vector<BarrierStep>& steps) {
  std::vector<BarrierWord> words;
  for (const BarrierStep& step : steps) {
    words.push_back(step.operation);
    words.push_back(step.operand);
  }
  return words;
}

// The error of a kernel whose 32 threads have initialised a barrier at [%r9] for 40 arrivals.
std::string failure(const std::string& body) {
  KernelRun kernel(module_of(".shared .align 8 .b64 b[4];\nmov.u32 %r9, b;\nsetp.eq.u32 %p9, %r0, 0;\n"
                             "@%p9 mbarrier.init.shared.b64 [%r9], 40;\nbar.sync 0;\n" + body));
  try {
    kernel.run<BarrierWord>(std::vector<BarrierWord>{0}, 32);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("random operations on an mbarrier count as the reference does") {
  constexpr std::size_t kSteps = 2500;
  std::uint32_t seed = 1;
  for (const BarrierWord count : {BarrierWord{1}, BarrierWord{2}, BarrierWord{32}, kMost}) {
    const std::vector<BarrierStep> steps = random_steps(count, kSteps, seed++);
    KernelRun kernel(module_of(kernel_of_steps(count, kSteps)));
    const auto found = kernel.run<BarrierWord>(step_words(steps), 4 * kSteps, {}, {1, 1, 1});
    Reference reference(count);
    for (std::size_t i = 0; i < kSteps; ++i) {
      reference.take(steps[i]);
      const auto expected = reference.answer();
      INFO("step " << i << ", operation " << steps[i].operation << ", operand " << steps[i].operand);
      for (unsigned word = 0; word < 4; ++word) REQUIRE(found[4 * i + word] == expected[word]);
    }
    CHECK(reference.ended > 20);
  }
}

TEST_CASE("the lanes of a warp arrive one after the other") {
  KernelRun kernel(module_of(".shared .align 8 .b64 b;\nmov.u64 %l9, b;\ncvta.shared.u64 %l9, %l9;\n"
                             "setp.eq.u32 %p9, %r0, 0;\n@%p9 mbarrier.init.b64 [%l9], 31;\nbar.sync 0;\n"
                             "mbarrier.arrive.b64 %l3, [%l9];\nmbarrier.pending_count.b64 %r4, %l3;\n"
                             "mbarrier.try_wait.b64 %p1, [%l9], %l3, 100;\n@%p1 add.u32 %r4, %r4, 100;\n"
                             "mul.wide.u32 %l4, %r0, 4;\nadd.u64 %l0, %l0, %l4;\nst.global.u32 [%l0], %r4;"));
  const auto found = kernel.run<BarrierWord>(std::vector<BarrierWord>{0}, 32);
  for (BarrierWord lane = 0; lane < 31; ++lane) CHECK(found[lane] == 131 - lane);
  CHECK(found[31] == 31);  // of the next phase, which is not complete
}

TEST_CASE("an arrival behind copies is expected in addition or not") {
  const std::string wait = "mbarrier.test_wait.parity.shared.b64 %p1, [%r9], 0;\nselp.u32 %r4, 1, 0, %p1;\n"
                           "mul.wide.u32 %l4, %r0, 4;\nadd.u64 %l0, %l0, %l4;\nst.global.u32 [%l0], %r4;";
  const auto complete = [&](const std::string& form, const std::string& count) {
    KernelRun kernel(module_of(".shared .align 16 .b8 s[512];\n.shared .align 8 .b64 b;\nmov.u32 %r9, b;\n"
                               "setp.eq.u32 %p9, %r0, 0;\n@%p9 mbarrier.init.shared.b64 [%r9], " + count +
                               ";\nbar.sync 0;\nmov.u32 %r1, s;\nmad.lo.u32 %r1, %r0, 4, %r1;\n"
                               "cp.async.ca.shared.global [%r1], [%l1], 4;\ncp.async.mbarrier.arrive" + form +
                               ".b64 [%r9];\n" + wait));
    return kernel.run<BarrierWord>(std::vector<BarrierWord>{7}, 32) == std::vector<BarrierWord>(32, 1);
  };
  CHECK(complete(".noinc.shared", "32"));
  CHECK_FALSE(complete(".noinc.shared::cta", "33"));
  CHECK_FALSE(complete(".shared", "1"));
  CHECK_THAT(failure("cp.async.mbarrier.arrive.noinc.shared.b64 [%r9];\n"
                     "cp.async.mbarrier.arrive.noinc.shared.b64 [%r9];\nadd.u32 %r9, %r9, 8;\n"
                     "cp.async.mbarrier.arrive.shared.b64 [%r9];"),
             Contains("found no object at the address"));
}

TEST_CASE("what PTX leaves undefined on an mbarrier is an error") {
  CHECK(failure("") == "");
  CHECK(failure("mbarrier.arrive.shared.b64 %l3, [%r9];") == "");
  CHECK_THAT(failure("mbarrier.arrive.shared.b64 %l3, [%r9+8];"),
             Contains("mbarrier: found no object at the address; expected one that mbarrier.init has made"));
  CHECK_THAT(failure("mbarrier.arrive.noComplete.shared.b64 %l3, [%r9], 2;"), Contains("thread (19, 0, 0): mbarrier"));
  CHECK_THAT(failure("@%p9 mbarrier.arrive.shared.b64 %l3, [%r9], 41;"),
             Contains("found 41 arrivals in a phase that waits for 40"));
  CHECK_THAT(failure("@%p9 mbarrier.arrive.shared.b64 %l3, [%r9], 0;"), Contains("found a count of 0"));
  CHECK_THAT(failure("@%p9 mbarrier.init.shared.b64 [%r9], 1048576;"), Contains("expected 1 to 1048575"));
  CHECK_THAT(failure("@%p9 mbarrier.arrive.noComplete.shared.b64 %l3, [%r9], 40;"), Contains("with .noComplete"));
  CHECK_THAT(failure("@%p9 mbarrier.arrive_drop.shared.b64 %l3, [%r9], 41;"), Contains("41 arrivals to drop of 40"));
  CHECK_THAT(failure("@%p9 mbarrier.expect_tx.shared::cta.b64 [%r9], 1048576;"),
             Contains("bytes where 0 are expected"));
  CHECK_THAT(failure("mbarrier.complete_tx.shared::cta.b64 [%r9], 1048575;"), Contains("in either direction"));
  CHECK_THAT(failure("mbarrier.arrive.shared.b64 %l3, [%r9+4];"), Contains("aligned"));
  CHECK_THAT(failure("mbarrier.arrive.b64 %l3, [%l1];"), Contains("scratchpad"));
  CHECK_THAT(failure("@%p9 mbarrier.inval.shared.b64 [%r9];\nmbarrier.arrive.shared.b64 %l3, [%r9];"),
             Contains("no object"));
}

TEST_CASE("a phase that nothing completes is an error") {
  const std::string spin = "W:\nmbarrier.try_wait.shared.b64 %p1, [%r9], %l3;\n@!%p1 bra W;";
  CHECK_THAT(failure("mbarrier.arrive.shared.b64 %l3, [%r9];\n" + spin),
             Contains("a phase that never ends") && Contains("which waits for 8 arrivals and 0 bytes") &&
                 Contains("no other warp can change it"));
  CHECK_THAT(failure("@%p9 mbarrier.arrive.shared.b64 %l3, [%r9], 8;\n@%p9 bra W;\n"
                     "mbarrier.arrive.shared.b64 %l4, [%r9];\nbra E;\n" + spin + "\nE:"),
             Contains("thread (0, 0, 0) of warp 0") && Contains("which waits for 1 arrivals and 0 bytes"));
}

TEST_CASE("lanes that wait for a phase let other lanes of their warp run") {
  // Lanes 0 to 15 and lanes 16 to 31 each write, arrive, wait for the others, and read. Either half may run first.
  for (const std::string first : {"lt", "ge"}) {
    KernelRun kernel(module_of(
        ".shared .align 8 .b64 b;\n.shared .align 4 .b32 s[32];\nmov.u32 %r9, b;\nsetp.eq.u32 %p9, %r0, 0;\n"
        "@%p9 mbarrier.init.shared.b64 [%r9], 32;\nbar.sync 0;\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 2;\n"
        "add.u32 %r1, %r1, %r2;\nmul.lo.u32 %r3, %r0, 7;\nxor.b32 %r4, %r2, 64;\nmov.u32 %r5, s;\n"
        "add.u32 %r4, %r4, %r5;\nsetp." + first + ".u32 %p1, %r0, 16;\n@%p1 bra A;\n"
        "st.shared.u32 [%r1], %r3;\nmbarrier.arrive.shared.b64 %l3, [%r9];\n"
        "V:\nmbarrier.test_wait.shared.b64 %p2, [%r9], %l3;\n@!%p2 bra V;\nld.shared.u32 %r6, [%r4];\nbra E;\n"
        "A:\nst.shared.u32 [%r1], %r3;\nmbarrier.arrive.shared.b64 %l3, [%r9];\n"
        "W:\nmbarrier.test_wait.shared.b64 %p2, [%r9], %l3;\n@!%p2 bra W;\nld.shared.u32 %r6, [%r4];\nE:\n"
        "mul.wide.u32 %l4, %r0, 4;\nadd.u64 %l0, %l0, %l4;\nst.global.u32 [%l0], %r6;"));
    const auto found = kernel.run<BarrierWord>(std::vector<BarrierWord>{0}, 32);
    for (BarrierWord lane = 0; lane < 32; ++lane) CHECK(found[lane] == 7 * (lane ^ 16));
  }
}
