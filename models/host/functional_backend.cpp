#include "host/functional_backend.h"

#include "base/input_error.h"
#include "ptx/kernel.h"

namespace unibank {
namespace {

// A warp's turn ends at a barrier or after this many instructions, so that warps that wait for each other in a loop all
// come along.
constexpr unsigned kTurn = 1024;

LaunchShape shape_of(const Launch& launch) {
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.arguments = launch.arguments;
  return shape;
}

enum class State { kRunning, kAtBarrier, kEnded };

std::string where(const SimtStream& stream, const std::vector<State>& warps) {
  std::string text;
  for (unsigned w = 0; w < warps.size(); ++w) {
    if (warps[w] == State::kEnded) continue;
    text += (text.empty() ? "warp " : ", warp ") + std::to_string(w) +
            (warps[w] == State::kAtBarrier ? " waits at the barrier before line " : " runs at line ") +
            std::to_string(stream.source_line(w));
  }
  return text;
}

}  // namespace

FunctionalBackend::FunctionalBackend(DeviceMemory& memory, std::uint64_t instruction_limit)
    : memory_(memory), limit_(instruction_limit == 0 ? ~std::uint64_t{0} : instruction_limit) {}

void FunctionalBackend::plan(const std::vector<Launch>&) {}

void FunctionalBackend::run(const Launch& launch) {
  ++counts_.launches;
  left_ = limit_;
  const auto warps = static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
  SimtStream stream(*launch.kernel, shape_of(launch), memory_, warps);
  for (std::uint64_t block = 0; block < launch.grid.count(); ++block) run_block(stream, launch, block);
}

// One block's warps and where they stand.
struct FunctionalBackend::BlockRun {
  SimtStream& stream;
  Counts& counts;
  std::uint64_t& left;
  std::vector<State> warps;

  // Runs a warp until its turn is over.
  void turn(unsigned warp) {
    for (unsigned n = 0; n < kTurn; ++n) {
      const WarpInstruction& next = stream.peek(warp);
      if (next.what == nullptr) {
        warps[warp] = State::kEnded;
        return;
      }
      if (left == 0) return;
      --left;
      ++counts.warp_instructions;
      counts.thread_instructions += static_cast<unsigned>(__builtin_popcount(next.active));
      const bool barrier = next.what->unit == Unit::kBarrier;
      stream.commit(warp, counts.warp_instructions);
      if (!barrier) continue;
      // The barrier may have been the last instruction.
      warps[warp] = stream.peek(warp).what == nullptr ? State::kEnded : State::kAtBarrier;
      return;
    }
  }
  bool all(State state) const {
    for (const State warp : warps)
      if (warp != state && warp != State::kEnded) return false;
    return true;
  }
};

void FunctionalBackend::run_block(SimtStream& stream, const Launch& launch, std::uint64_t block) {
  stream.start_block(block, 0, 0);
  BlockRun run{stream, counts_, left_, std::vector<State>(stream.warps_per_block(), State::kRunning)};
  while (!run.all(State::kEnded)) {
    for (unsigned w = 0; w < run.warps.size(); ++w) {
      if (run.warps[w] == State::kRunning) run.turn(w);
    }
    if (left_ == 0 && !run.all(State::kEnded)) {
      throw RunError("kernel '" + launch.kernel->name + "', block " + std::to_string(block) + ": not ended after " +
                     std::to_string(limit_) + " warp instructions: " + where(stream, run.warps));
    }
    if (!run.all(State::kAtBarrier)) continue;
    for (State& warp : run.warps) {
      if (warp == State::kAtBarrier) warp = State::kRunning;
    }
  }
  ++counts_.blocks;
  stream.finish_block(0);
}

}  // namespace unibank
