#include "host/functional_backend.h"


#include "base/input_error.h"
#include "ptx/kernel.h"

namespace unibank {
namespace {

// A warp's turn ends at a barrier, even if it opens, or after this many instructions, so that warps that poll for each
// other all make progress.
constexpr unsigned kTurn = 1024;

std::string where(SimtStream& stream, unsigned first_warp) {
  std::string text;
  for (unsigned w = 0; w < stream.warps_per_block(); ++w) {
    const unsigned warp = first_warp + w;
    if (stream.peek(warp).decoded == nullptr) continue;
    text += (text.empty() ? "warp " : ", warp ") + std::to_string(w) +
            (stream.waits(warp) ? " waits at the barrier in line " : " runs at line ") +
            std::to_string(stream.source_line(warp));
  }
  return text;
}

unsigned warps_of(const Launch& launch) {
  return static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
}

void check_cooperative(const Launch& launch, bool recorded) {
  const std::string kernel = "kernel '" + launch.kernel->name + "': ";
  if (recorded) {
    throw InputError(kernel + "a cooperative launch cannot be recorded: a trace has blocks one after the other, but "
                              "these wait for each other");
  }
  const std::uint64_t most = FunctionalBackend::kMostWarps / warps_of(launch);
  if (launch.grid.count() <= most) return;
  throw InputError(kernel + "a cooperative launch of " + std::to_string(launch.grid.count()) +
                   " blocks; expected at most " + std::to_string(most) + ", which are resident at once: " +
                   std::to_string(FunctionalBackend::kMostWarps) + " warps without a design, " +
                   std::to_string(warps_of(launch)) + " a block");
}

}  // namespace

FunctionalBackend::FunctionalBackend(DeviceMemory& memory, std::uint64_t instruction_limit)
    : memory_(memory), limit_(instruction_limit == 0 ? ~std::uint64_t{0} : instruction_limit) {}

void FunctionalBackend::plan(const std::vector<Launch>&) {}

LaunchShape FunctionalBackend::shape_of(const Launch& launch) const {
  LaunchShape shape;
  shape.grid = launch.grid;
  shape.block = launch.block;
  shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
  shape.arguments = launch.arguments;
  shape.number = launch.number;
  shape.cooperative = launch.cooperative;
  shape.warn_out_of_bounds = warn_out_of_bounds_;
  return shape;
}

void FunctionalBackend::run(const Launch& launch) {
  if (launch.cooperative) check_cooperative(launch, observer_ && blocks_in_turn_);
  const bool memory_changed = memory_.host_writes() != host_writes_seen_ || surfaces_stored_;
  execute(launch, memory_changed);
  host_writes_seen_ = memory_.host_writes();  // after the allocations of the launch itself
}

void FunctionalBackend::execute(const Launch& launch, bool memory_changed) {
  ++counts_.launches;
  left_ = limit_;
  const auto blocks = static_cast<unsigned>(launch.cooperative ? launch.grid.count() : 1);
  SimtStream stream(*launch.kernel, shape_of(launch), memory_, blocks * warps_of(launch));
  const std::uint64_t writes_before = memory_.host_writes();
  if (observer_) {
    ExecutedLaunch description = stream.description();
    description.memory_changed = memory_changed;
    observer_->launch_begins(description);
    if (observer_->follows_texels()) stream.follow_texels();
  }
  launch.cooperative ? run_side_by_side(stream, launch) : run_in_turn(stream, launch);
  if (observer_) observer_->launch_ends();
  surfaces_stored_ = memory_.host_writes() != writes_before;
  count(stream);
}

void FunctionalBackend::count(const SimtStream& ended) {
  counts_.uninitialised_scratchpad_reads.add(ended.uninitialised_reads());
  counts_.inactive_shuffle_reads.add(ended.inactive_shuffle_reads());
  counts_.out_of_bounds.add(ended.out_of_bounds());
}

FunctionalBackend::Part::Part(FunctionalBackend& backend, const Launch& launch)
    : backend_(backend),
      launch_(launch),
      stream_(*launch.kernel, backend.shape_of(launch), backend.memory_, warps_of(launch)) {
  backend_.left_ = backend_.limit_;
}

FunctionalBackend::Part::~Part() { backend_.count(stream_); }

void FunctionalBackend::count(const WarpInstruction& next) {
  ++counts_.warp_instructions;
  counts_.thread_instructions += static_cast<unsigned>(__builtin_popcount(next.active));
  if (!next.decoded->spill || next.active == 0) return;
  ++(next.decoded->memory == MemoryOp::kLoad ? counts_.spill_loads : counts_.spill_stores);
}

// Runs a warp until its turn is over; false when it has ended.
bool FunctionalBackend::turn(SimtStream& stream, unsigned warp) {
  for (unsigned n = 0; n < kTurn; ++n) {
    const WarpInstruction& next = stream.peek(warp);
    if (next.decoded == nullptr) return false;
    if (left_ == 0) return true;
    --left_;
    count(next);
    if (observer_) observer_->executes(warp, next);
    const bool barrier = next.decoded->unit == Unit::kBarrier && next.active != 0 && next.barrier.waits;
    const bool fetch = observer_ && next.decoded->unit == Unit::kTexture && next.active != 0;
    stream.commit(warp, counts_.warp_instructions);
    const std::vector<std::uint64_t>* const texels = fetch ? stream.texels(warp) : nullptr;
    if (texels) observer_->texels_read(warp, *texels);
    if (barrier) break;
  }
  return stream.peek(warp).decoded != nullptr;
}

// A turn for each warp of a block; false when all have ended.
bool FunctionalBackend::turns(SimtStream& stream, unsigned first_warp) {
  bool running = false;
  for (unsigned warp = first_warp; warp < first_warp + stream.warps_per_block(); ++warp) {
    if (stream.waits(warp)) running = true;
    else running |= turn(stream, warp);
  }
  return running;
}

void FunctionalBackend::check_limit(SimtStream& stream, const Launch& launch, std::uint64_t block,
                                    unsigned first_warp) const {
  if (left_ != 0) return;
  throw RunError("kernel '" + launch.kernel->name + "', block " + std::to_string(block) + ": the launch has executed " +
                 std::to_string(limit_) + " warp instructions (run.instruction_limit) without an end; " +
                 where(stream, first_warp));
}

void FunctionalBackend::end_block(SimtStream& stream, std::uint64_t block, unsigned slot) {
  ++counts_.blocks;
  if (observer_) observer_->block_ends(block);
  stream.finish_block(slot);
}

void FunctionalBackend::run_in_turn(SimtStream& stream, const Launch& launch) {
  for (std::uint64_t block = 0; block < launch.grid.count(); ++block) run_block(stream, launch, block);
}

void FunctionalBackend::run_block(SimtStream& stream, const Launch& launch, std::uint64_t block) {
  stream.start_block(block, 0, 0);
  while (turns(stream, 0)) check_limit(stream, launch, block, 0);
  end_block(stream, block, 0);
}

void FunctionalBackend::run_side_by_side(SimtStream& stream, const Launch& launch) {
  const auto blocks = static_cast<unsigned>(launch.grid.count());
  const unsigned warps = stream.warps_per_block();
  for (unsigned block = 0; block < blocks; ++block) stream.start_block(block, block, block * warps);
  std::vector<bool> running(blocks, true);
  for (unsigned left = blocks; left != 0;) {
    for (unsigned block = 0; block < blocks; ++block) {
      if (!running[block]) continue;
      running[block] = turns(stream, block * warps);
      if (running[block]) {
        check_limit(stream, launch, block, block * warps);
      } else {
        end_block(stream, block, block);
        --left;
      }
    }
  }
}

}  // namespace unibank
