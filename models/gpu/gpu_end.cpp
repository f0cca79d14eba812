// The end of a launch: when the machine has drained, and the message if it cannot drain.
#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "block/compared.h"
#include "gpu/gpu.h"
#include "sm/without_progress.h"

namespace unibank {

namespace {

void ask_silent(const sc_core::sc_object& object) {
  if (const auto* const compared = dynamic_cast<const Compared*>(&object)) compared->no_progress();
  for (const sc_core::sc_object* const child : object.get_child_objects()) ask_silent(*child);
}

}  // namespace

std::string Gpu::named(unsigned sm) const { return sms_.size() == 1 ? "" : "SM " + std::to_string(sm) + ": "; }

bool Gpu::drained() const {
  if (clock_.next() != kNever || memory_system_.in_flight() != 0) return false;
  return std::all_of(sms_.begin(), sms_.end(),
                     [](const std::unique_ptr<Sm>& sm) { return sm->idle() && sm->in_miss_path() == 0; });
}

// Throws RunError if a block that is compared owes an answer: its name and the request say more than what warps wait
// for.
void Gpu::find_silent_block() const { ask_silent(*this); }

// An Sm that knows its next event is not stuck. With requests in memory the limit is ten times longer: memory may be
// slow. The limit is at least twice the design's longest latency, interval or refresh (Gpu's constructor).
Cycle Gpu::stuck_at() const {
  const Cycle now = current_cycle(), next = clock_.next();
  Cycle last = first_block_;
  unsigned requests = memory_system_.in_flight();
  for (const auto& sm : sms_) {
    last = std::max(last, sm->last_progress());
    requests += sm->mshr().in_flight() + sm->in_miss_path();
  }
  const Cycle limit = design_.run.no_progress_cycles;
  Cycle deadline = last + limit + 1;
  if (deadline <= now && requests != 0) deadline = last + kSlowMemory * limit + 1;
  if (deadline <= now && next != kNever) deadline = std::max(next, now) + 1;
  if (deadline > now) return deadline;
  find_silent_block();
  std::string text = without_progress(now - last);
  for (const std::string& what : memory_system_.not_drained()) text += what + "; ";
  const std::string waiting = waiting_text();
  throw RunError(text + (waiting.empty() ? "no warp is resident" : waiting));
}

// Looks become rarer as a run becomes longer, because each has the same cost; a look comes at most a sixteenth of the
// run late.
Cycle Gpu::deadline() {
  constexpr Cycle kFirstLook = 256, kShare = 16;
  const Cycle stuck = stuck_at();
  if (!on_look) return stuck;
  const Cycle now = current_cycle();
  if (now >= next_look_) {
    if (next_look_ != 0) on_look(so_far());
    next_look_ = now + std::max(kFirstLook, now / kShare);
  }
  return std::min(stuck, next_look_);
}

// Cycles and counters of the launches that have ended and, up to now, of those that run.
RunResult Gpu::so_far() const {
  RunResult result;
  Cycle last = period_start_;
  for (const auto& sm : sms_) last = std::max(last, sm->last_work());
  result.cycles = cycles_ + last - period_start_ + 1;
  result.issue_slots = design_.sm.schedulers * design_.sm.issue_width;
  result.sms = static_cast<unsigned>(sms_.size());
  result.counters.add(counted());
  return result;
}

// SMs that are not idle, and what their warps wait for; empty when all are.
std::string Gpu::waiting_text(const ActiveLaunch* launch) const {
  constexpr unsigned kMostNamed = 4;  // warps of an SM, and SMs
  std::string waiting;
  unsigned busy = 0;
  for (unsigned i = 0; i < sms_.size(); ++i) {
    if (launch && owned_[i].launch != launch) continue;
    if (sms_[i]->idle() || ++busy > kMostNamed) continue;
    waiting += (busy == 1 ? "" : "; ") + named(i) + sms_[i]->waiting_warps(kMostNamed);
  }
  return busy > kMostNamed ? waiting + "; and " + std::to_string(busy - kMostNamed) + " more SMs" : waiting;
}

// The simulation stopped because the launch has ended, or no event is left: either all blocks have retired, or all
// warps wait.
void Gpu::check_ended(const ActiveLaunch& launch) const {
  const std::string waiting = waiting_text(&launch);
  std::uint64_t retired = launch.blocks_retired;
  Cycle last = 0;
  for (unsigned i = 0; i < sms_.size(); ++i) {
    last = std::max(last, sms_[i]->cycle());
    if (owned_[i].launch == &launch) retired += sms_[i]->blocks_retired() - owned_[i].before.blocks;
  }
  const std::uint64_t dispatched = launch.grid.blocks - launch.grid.left_out;
  if (retired == dispatched && waiting.empty()) return;
  find_silent_block();
  throw RunError("kernel " + launch.declared.kernel + " has stopped at cycle " + std::to_string(last) + " with " +
                 std::to_string(retired) + " of " + std::to_string(dispatched) +
                 " blocks retired and no event left: " + (waiting.empty() ? "no warp is resident" : waiting));
}

void Gpu::check_drained(RunResult& result) const {
  const auto broken = [&result](const std::string& what) { result.broken_invariants.push_back(what); };
  for (unsigned i = 0; i < sms_.size(); ++i) {
    const std::uint64_t violations = sms_[i]->port_violations();
    if (!sms_[i]->idle()) broken(named(i) + "the SM has not drained");
    if (violations != 0) {
      broken(named(i) + std::to_string(violations) + " accesses beyond one read and one write per bank and cycle");
    }
  }
  for (unsigned i = 0; i < sms_.size(); ++i) {
    const unsigned requests = sms_[i]->in_miss_path();
    if (requests != 0) broken(named(i) + std::to_string(requests) + " requests are still in the miss path");
  }
  for (const std::string& what : memory_system_.not_drained()) broken(what);
}

}  // namespace unibank
