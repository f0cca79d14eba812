#include "soak/cases/random_case.h"

#include <algorithm>

#include "design/load.h"
#include "host/random_check.h"
#include "soak/cases/launch_text.h"
#include "soak/cases/launch_values.h"
#include "soak/cases/random_handovers.h"
#include "soak/cases/random_launches.h"
#include "soak/cases/random_sections.h"

namespace unibank::test {

namespace {

Random random_of(unsigned seed) {
  Random random(seed);
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) random.below(2);  // small seeds have few bits set
  return random;
}

// RTL takes some twenty times as long as native blocks.
LaunchLimits limits_of(const RandomOptions& options) {
  const Design design = load_design(options.design.base, {}, options.design.overrides).design;
  LaunchLimits limits;
  limits.sms = design.gpu.sms;
  limits.scratchpad_bytes =
      static_cast<unsigned>(std::min<std::uint64_t>(design.capacity().bytes(Part::kScratchpad), 1u << 20));
  limits.work = options.has_rtl ? 10000 : 100000;
  return limits;
}

}  // namespace

RandomCase::RandomCase(unsigned seed) {
  Random random = random_of(seed);
  const RandomCheck check(seed, static_cast<Flow>(random.below(4)),
                          random.below(4) == 0 ? Syncs::kNone : Syncs::kParts);
  text = check.text;
  in = check.in;
  out = check.expected;
  failure = check.failure;
  Random narrow(0x6e6172726f77 + seed);
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) narrow.below(2);
  options = random_options(random, narrow);
}

void RandomCase::write(const std::filesystem::path& folder) const {
  write_case(folder, text, in, out);
  write_command(folder, options);
}

RandomLaunchCase::RandomLaunchCase(unsigned seed) {
  Random random = random_of(seed);
  options = random_launch_options(random);
  program = random_launches(random, limits_of(options));
}

namespace {

// A warp that waits for a lock keeps its registers, which regmutex may owe to the one that has it.
SectionLimits section_limits(const RandomOptions& options) {
  const Design design = load_design(options.design.base, {}, options.design.overrides).design;
  SectionLimits limits;
  limits.order = design.kernel.pass != KernelPass::kTimeShared;
  limits.outside = design.run.out_of_bounds == OutOfBounds::kWarn;
  return limits;
}

bool has_copy(const std::vector<Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(), [](const Statement& one) {
    return one.action == Action::kCopy || one.action == Action::kCopyKept ||
           one.action == Action::kCopyLate || has_copy(one.body) ||
           has_copy(one.otherwise);
  });
}
// A record has one address per lane, and the path that each warp took in another order of threads.
bool may_record(const LaunchProgram& program) {
  return !program.has_order() && std::none_of(program.kernels.begin(), program.kernels.end(),
                                              [](const LaunchKernel& kernel) { return has_copy(kernel.statements); });
}

}  // namespace

// One seed in four, whose program is another kind. The programs of the others do not depend on this choice.
bool hands_over(unsigned seed) {
  Random random(0x68616e646f76 + std::uint64_t{seed});
  for (unsigned warm_up = 0; warm_up < 8; ++warm_up) random.below(2);
  return random.below(4) == 0;
}

RandomSectionCase::RandomSectionCase(unsigned seed) {
  Random random = random_of(seed);
  if (hands_over(seed)) {
    options = random_handover_options(random);
    program = random_handovers(random, limits_of(options));
    options.may_record = may_record(program);
    return;
  }
  options = random_section_options(random);
  LaunchLimits limits = limits_of(options);
  limits.work /= 4;  // short programs: more machines and more sections in the same time
  program = random_launches(random, limits);
  add_sections(program, section_limits(options), random);
  options.may_record = may_record(program);
}

void RandomLaunchCase::write(const std::filesystem::path& folder) const {
  write_launches(folder, program, values_of(program));
  write_command(folder, options);
}

}  // namespace unibank::test
