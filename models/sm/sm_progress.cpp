// The checks for progress, the cycles that need no run of the Sm, and its counts at the end.
#include <string>

#include "base/input_error.h"
#include "base/text.h"
#include "sm/sm.h"
#include "sm/without_progress.h"

namespace unibank {

// A run without progress is an error, and so is an endless run. An Sm may run while it waits for slow memory: a policy
// asks for a new division at the end of a window.
void Sm::check_progress() {
  const Cycle factor = mshr_->in_flight() != 0 || in_miss_path() != 0 ? kSlowMemory : 1;
  if (now - progress_cycle_ > factor * design_.run.no_progress_cycles)
    throw NoProgress(without_progress(now - progress_cycle_) + waiting_warps(4));
  *launch_.executed += progress() - counted_;
  counted_ = progress();
  const std::uint64_t limit = design_.run.instruction_limit;
  if (limit != 0 && *launch_.executed > limit) {
    throw RunError("the launch has executed " + counted(limit, "warp instruction") +
                   " (run.instruction_limit) without an end; " + waiting_warps(4, "is ready"));
  }
}

// True only if the tag array has neither registers nor dirty lines: a line that enters might have to wait for their
// rows.
bool Sm::passes(Cycle at) {
  const bool alone = issue_.settled() && !warps_.changed() && warps_.resident_blocks() != 0 && !observer &&
                     !division_.control() && tag_stage == 0 && tag_array_->answers_at_once() &&
                     lines(kDirtyLine) == 0;
  if (!alone) return false;
  account_lines(at);
  return true;
}

// Lines do not change while the Sm sleeps.
void Sm::account_lines(Cycle until) {
  const Cycle cycles = until - lines_accounted_until_;
  lines_accounted_until_ = until;
  counters_.line_capacity_cycles += cycles * cache_sets_ * cache_ways_;
  counters_.cache_line_cycles += cycles * (lines(kInactiveLine) + lines(kCleanLine) + lines(kDirtyLine));
  counters_.register_line_cycles += cycles * (lines(kRegisterLine) + lines(kCleanRegister));
}

void Sm::end(Cycle end) {
  l1_->catch_up(end + 1);
  issue_.sleep_until(end + 1);
  register_life.account(end + 1);
  account_lines(end + 1);
  if (reuse) reuse->end();
}

}  // namespace unibank
