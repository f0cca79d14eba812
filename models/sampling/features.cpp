#include "sampling/features.h"

#include <algorithm>
#include <memory>

namespace unibank {

namespace {

// Caches of few ways evict some lines early: no eviction is assumed until as many lines have been touched as fill half
// of the caches.
constexpr std::uint64_t kNoneGone = 2;
constexpr std::uint64_t kNoLine = ~std::uint64_t{0};

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit of the value changes half of the result's bits.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace

Survival survival_of(const Design& design) {
  Survival survival;
  const auto lines = [](double bytes) { return static_cast<std::uint64_t>(bytes / kLineBytes); };
  const bool l1 = !design.cache.flush_at_end || (design.cache.keep_between_kernels && design.gpu.sms == 1);
  if (l1) survival.lines += lines(design.capacity_kb() * 1024 * design.gpu.sms);
  survival.lines += lines(static_cast<double>(design.l2.bytes));
  survival.ends_with_copies = design.l2.bytes == 0 && design.cache.flush_at_end;
  survival.whole_lines = design.cache.holds_global_memory && design.cache.fetch == FetchUnit::kLine;
  return survival;
}

LaunchCounter::LaunchCounter(const Survival& survival) : survival_(survival) {}

void LaunchCounter::launch_begins(const ExecutedLaunch& launch) {
  LaunchFeatures features;
  features.kernel = launch.kernel;
  features.grid = launch.grid;
  features.block = launch.block;
  features.registers_per_thread = launch.registers_per_thread;
  features.scratchpad_bytes = launch.scratchpad_bytes;
  features.memory_changed = launch.memory_changed;
  begins(std::move(features));
}

void LaunchCounter::begins(LaunchFeatures features) {
  const std::uint64_t number = launches_.size();
  features.warm_from = number;
  if (features.memory_changed) copied_ = number;
  if (number != 0 && survival_.any()) features.before = launches_.back().signature;
  launches_.push_back(std::move(features));
  boundary_ = survival_.lines == 0 ? number : survival_.ends_with_copies ? copied_ : 0;
  recent_.fill(kNoLine);
  signed_.clear();
}

void LaunchCounter::executes(unsigned warp, const WarpInstruction& instruction) {
  LaunchFeatures& launch = launches_.back();
  const StaticInstruction& decoded = *instruction.decoded;
  ++launch.warp_instructions;
  launch.thread_instructions += static_cast<unsigned>(__builtin_popcount(instruction.active));
  sign(warp, instruction);
  if (decoded.unit == Unit::kTexture) textures_ = true;
  if (decoded.memory == MemoryOp::kNone || instruction.active == 0) return;
  ++launch.accesses;
  if (decoded.space == Space::kGlobal || decoded.space == Space::kLocal) touch_lines(instruction);
}

// Two accesses at equal places of pieces of this many bytes take equal times. In the scratchpad the address itself
// determines the bank, and the part that is shared with another block.
std::uint64_t LaunchCounter::piece_of(const StaticInstruction& decoded) const {
  if (decoded.space == Space::kScratchpad) return 1;
  const bool cached = decoded.memory == MemoryOp::kLoad && decoded.cache == CacheOperator::kAll && !decoded.strong;
  return cached && survival_.whole_lines && decoded.space == Space::kGlobal ? kLineBytes : kSectorBytes;
}

// Warp by warp: the same instructions take longer if one warp executes most of them.
void LaunchCounter::sign(unsigned warp, const WarpInstruction& instruction) {
  const StaticInstruction& decoded = *instruction.decoded;
  std::uint64_t own = mixed((std::uint64_t{decoded.pc} << 32 | instruction.active) + 1);
  const auto add = [&own](std::uint64_t value) { own = mixed(own + value); };
  if (decoded.sleeps) add(instruction.sleep);
  if (decoded.unit == Unit::kBarrier) add(std::uint64_t{instruction.barrier.threads} << 8 | instruction.barrier.id);
  if (decoded.memory != MemoryOp::kNone && instruction.active != 0) {
    if (decoded.memory == MemoryOp::kCopy) add(instruction.zero_filled);
    const std::uint64_t first = instruction.address[static_cast<unsigned>(__builtin_ctz(instruction.active))];
    const std::uint64_t piece = piece_of(decoded);
    for (LaneMask left = instruction.accessing(); left != 0; left &= left - 1) {
      const std::uint64_t address = instruction.address[static_cast<unsigned>(__builtin_ctz(left))];
      add(address - first);
      add(address / piece);
    }
    for (LaneMask left = instruction.copied_to ? instruction.active : 0; left != 0; left &= left - 1)
      add((*instruction.copied_to)[static_cast<unsigned>(__builtin_ctz(left))]);
  }
  if (warp >= signed_.size()) signed_.resize(warp + 1);
  signed_[warp] = mixed(signed_[warp] + own);
}

void LaunchCounter::texels_read(unsigned warp, const std::vector<std::uint64_t>& texels) {
  for (const std::uint64_t texel : texels) signed_[warp] = mixed(signed_[warp] + texel);
}

void LaunchCounter::touch_lines(const WarpInstruction& instruction) {
  const StaticInstruction& decoded = *instruction.decoded;
  const bool load = decoded.memory == MemoryOp::kLoad && decoded.cache == CacheOperator::kAll;
  std::uint64_t before = kNoLine;
  std::array<std::uint64_t, kWarpSize> lines{};
  std::size_t count = 0;
  for (LaneMask left = instruction.accessing(); left != 0; left &= left - 1) {
    const std::uint64_t line = instruction.address[static_cast<unsigned>(__builtin_ctz(left))] / kLineBytes;
    if (line == before) continue;
    before = line;
    if (std::find(lines.begin(), lines.begin() + count, line) != lines.begin() + count) continue;
    lines[count++] = line;
    touch(line, load);
  }
  launches_.back().line_accesses += count;
}

// A cache may allocate only loaded lines. So whether it holds a line depends on the launch that loaded it last, if
// there is one.
void LaunchCounter::touch(std::uint64_t line, bool load) {
  const std::uint64_t number = now(), key = 2 * line + load;
  std::uint64_t& recent = recent_[key % kRecent];
  if (recent == key) return;
  recent = key;
  Last& last = last_[line];
  if (last.touch != number) {
    LaunchFeatures& launch = launches_.back();
    const auto held = [this](std::uint64_t since) { return since != kNever && since >= boundary_; };
    ++launch.lines;
    launch.new_lines += !held(last.touch);
    launch.unloaded_lines += !held(last.load);
    if (held(last.touch)) launch.warm_from = std::min(launch.warm_from, held(last.load) ? last.load : last.touch);
    last.touch = number;
  }
  if (load) last.load = number;
}

// If lines may have been evicted, the lines that a launch finds depend on all launches since the caches were empty.
// Otherwise only the lines that it touches itself matter.
void LaunchCounter::launch_ends() {
  LaunchFeatures& launch = launches_.back();
  for (std::uint64_t warp = 0; warp < signed_.size(); ++warp) launch.signature += mixed(signed_[warp] + warp);
  const std::uint64_t number = now(), oldest = survival_.ends_with_copies ? copied_ : 0;
  if (survival_.lines == 0) launch.warm_from = number;
  else if (textures_ || kNoneGone * last_.size() > survival_.lines) launch.warm_from = oldest;
  if (survival_.any() && number > oldest) launch.warm_from = std::min(launch.warm_from, number - 1);
}

void LaunchCounter::count(const RecordedLaunch& launch) {
  LaunchFeatures features;
  features.kernel = launch.kernel->name();
  features.grid = launch.grid;
  features.block = launch.block;
  features.registers_per_thread = launch.kernel->registers_per_thread();
  features.scratchpad_bytes = launch.kernel->scratchpad_bytes();
  features.memory_changed = launch.memory_changed;
  begins(std::move(features));
  const auto warps = static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
  const std::unique_ptr<WarpStream> stream = std::move(launch.kernel->streams(1, warps).front());
  stream->follow_texels();
  for (std::uint64_t block = 0; block < launch.grid.count(); ++block) {
    stream->start_block(block, 0, 0);
    for (unsigned warp = 0; warp < warps; ++warp) {
      for (const WarpInstruction* next = &stream->peek(warp); next->decoded; next = &stream->peek(warp)) {
        executes(warp, *next);
        const bool fetch = next->decoded->unit == Unit::kTexture && next->active != 0;
        stream->commit(warp, 0);
        if (const auto* const texels = fetch ? stream->texels(warp) : nullptr) texels_read(warp, *texels);
      }
    }
    stream->finish_block(0);
  }
  launch_ends();
}

}  // namespace unibank
