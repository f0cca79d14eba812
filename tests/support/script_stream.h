// A WarpStream from a script: every warp of every block runs the same list of instructions.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "warp/warp_stream.h"

namespace unibank::test {

// Instructions of a made-up kernel, with the registers they touch.
class Script {
 public:
  struct Line {
    StaticInstruction decoded;
    LaneMask active = ~LaneMask{0}, live = ~LaneMask{0};
    std::function<std::uint64_t(std::uint64_t block, unsigned lane)> address, copied_to;
    LaneMask zero_filled = 0;
    std::uint32_t sleep = 0;
    std::function<BarrierTurn(unsigned warp)> barrier;
  };

  Script& alu(std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources) {
    return add(Unit::kAlu, Space::kNone, MemoryOp::kNone, 0, std::move(results), std::move(sources), {});
  }
  Script& special(std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources) {
    return add(Unit::kSfu, Space::kNone, MemoryOp::kNone, 0, std::move(results), std::move(sources), {});
  }
  Script& texture(std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources) {
    return add(Unit::kTexture, Space::kNone, MemoryOp::kNone, 0, std::move(results), std::move(sources), {});
  }
  using Address = std::function<std::uint64_t(std::uint64_t, unsigned)>;
  // The texels that the last line reads; without this call they are at the addresses of the warp's last line that has
  // some.
  Script& texels(Address address) {
    lines_.back().address = std::move(address);
    return *this;
  }
  Script& load(Space space, std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources, Address address,
               unsigned bytes = 4) {
    return add(Unit::kMemory, space, MemoryOp::kLoad, bytes, std::move(results), std::move(sources),
               std::move(address));
  }
  Script& store(Space space, std::vector<std::uint16_t> sources, Address address, unsigned bytes = 4) {
    return add(Unit::kMemory, space, MemoryOp::kStore, bytes, {}, std::move(sources), std::move(address));
  }
  Script& atomic(std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources, Address address,
                 Space space = Space::kGlobal) {
    return add(Unit::kMemory, space, results.empty() ? MemoryOp::kReduction : MemoryOp::kAtomic, 4,
               std::move(results), std::move(sources), std::move(address));
  }
  Script& barrier() { return add(Unit::kBarrier, Space::kNone, MemoryOp::kNone, 0, {}, {}, {}); }
  Script& barrier(std::function<BarrierTurn(unsigned warp)> turn) {
    barrier();
    lines_.back().barrier = std::move(turn);
    return *this;
  }
  Script& exit() { return add(Unit::kExit, Space::kNone, MemoryOp::kNone, 0, {}, {}, {}); }
  Script& tensor(unsigned products, std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources) {
    add(Unit::kTensor, Space::kNone, MemoryOp::kNone, 0, std::move(results), std::move(sources), {});
    lines_.back().decoded.tensor_products = products;
    return *this;
  }
  // Copies lines to the block's scratchpad (null: to a place that is not known). Lanes without a bit in `reads` are
  // filled with zeros.
  Script& copy(Address from, Address to, unsigned bytes = 16, LaneMask reads = ~LaneMask{0}) {
    add(Unit::kMemory, Space::kGlobal, MemoryOp::kCopy, bytes, {}, {}, std::move(from));
    lines_.back().copied_to = std::move(to);
    lines_.back().zero_filled = ~reads;
    return *this;
  }
  Script& commit_copies() {
    alu({}, {});
    lines_.back().decoded.commits_copies = true;
    return *this;
  }
  // An arrival on the mbarrier at this address, when the warp's copies are done (cp.async.mbarrier.arrive.noinc).
  Script& arrive_after_copies(Address address) {
    alu({}, {});
    lines_.back().decoded.arrives_after_copies = true;
    lines_.back().decoded.bytes_per_lane = 8;
    lines_.back().address = std::move(address);
    return *this;
  }
  Script& sleep(std::uint32_t cycles) {
    alu({}, {});
    lines_.back().decoded.sleeps = true;
    lines_.back().sleep = cycles;
    return *this;
  }
  Script& wait_copies(std::int32_t groups_left) {
    alu({}, {});
    lines_.back().decoded.copy_groups_left = groups_left;
    return *this;
  }
  // ldmatrix of this many matrices.
  Script& matrices(unsigned count, std::vector<std::uint16_t> results, Address address) {
    load(Space::kScratchpad, std::move(results), {}, std::move(address), 16);
    lines_.back().decoded.matrices = true;
    lines_.back().decoded.addressing = ~LaneMask{0} >> (kWarpSize - 8 * count);
    return *this;
  }
  Script& release() {
    alu({}, {});
    lines_.back().decoded.release_scratchpad = true;
    return *this;
  }
  // The warp acquires a register section, or releases it with its registers `from` .. `to` - 1.
  Script& acquire_registers() {
    alu({}, {});
    lines_.back().decoded.extended = ExtendedRegisters::kAcquire;
    return *this;
  }
  Script& release_registers(unsigned from, unsigned to) {
    alu({}, {});
    lines_.back().decoded.extended = ExtendedRegisters::kRelease;
    for (unsigned number = from; number < to; ++number) lines_.back().decoded.touches.add_register(number);
    return *this;
  }
  Script& fence(Scope scope) {
    alu({}, {});
    lines_.back().decoded.fence = true;
    return ordered(scope, true, true);
  }
  Script& double_precision(std::vector<std::uint16_t> results, std::vector<std::uint16_t> sources) {
    alu(std::move(results), std::move(sources));
    lines_.back().decoded.double_precision = true;
    return *this;
  }
  // The last line does not follow the previous line in the code: the previous line was a taken branch.
  Script& elsewhere() {
    lines_.back().decoded.pc += 100;
    return *this;
  }
  // Sets the kind of arithmetic of the last line.
  Script& computes(Arithmetic kind) {
    lines_.back().decoded.arithmetic = kind;
    return *this;
  }
  // The last line is a branch with a condition.
  Script& conditional(unsigned predicate = 0) {
    lines_.back().decoded.conditional = true;
    lines_.back().decoded.touches.add_predicate(predicate);
    return *this;
  }
  // The last line writes a predicate.
  Script& compares(unsigned predicate = 0) {
    lines_.back().decoded.touches.add_predicate(predicate);
    lines_.back().decoded.writes.add_predicate(predicate);
    return *this;
  }
  // Sets the cache operator of the last line.
  Script& cached(CacheOperator how) {
    lines_.back().decoded.cache = how;
    return *this;
  }
  // The memory ordering of the last line.
  Script& ordered(Scope scope, bool acquires, bool releases) {
    StaticInstruction& what = lines_.back().decoded;
    what.strong = !what.fence;
    what.scope = scope;
    what.acquires = acquires;
    what.releases = releases;
    return *this;
  }
  // The last line runs with these lanes only.
  Script& lanes(LaneMask active) {
    lines_.back().active = active;
    return *this;
  }
  // The lanes that have not ended before the last line.
  Script& living(LaneMask live) {
    lines_.back().live = live;
    return *this;
  }
  // The last line is the last read of these registers.
  Script& last_use(std::vector<std::uint16_t> numbers) {
    lines_.back().decoded.dead_after = std::move(numbers);
    return *this;
  }
  // The last line, compiled for a register hierarchy: how many registers it reads from and writes to each level above
  // the main register file, in addition to the sources and results already given.
  Script& levels(unsigned lrf_reads, unsigned lrf_writes, unsigned orf_reads, unsigned orf_writes) {
    StaticInstruction& what = lines_.back().decoded;
    what.lrf_reads = static_cast<std::uint8_t>(lrf_reads);
    what.lrf_writes = static_cast<std::uint8_t>(lrf_writes);
    what.orf_reads = static_cast<std::uint8_t>(orf_reads);
    what.orf_writes = static_cast<std::uint8_t>(orf_writes);
    return *this;
  }
  // The last line writes its results above the main register file only.
  Script& results_above() {
    lines_.back().decoded.results.clear();
    return *this;
  }
  // The last line also uses this register, which is above the main register file.
  Script& touches(std::uint16_t number) {
    lines_.back().decoded.touches.add_register(number);
    return *this;
  }
  // The last line is inside a strand.
  Script& in_strand() {
    lines_.back().decoded.strand_start = false;
    return *this;
  }
  const std::deque<Line>& lines() const { return lines_; }

 private:
  Script& add(Unit unit, Space space, MemoryOp memory, unsigned bytes, std::vector<std::uint16_t> results,
              std::vector<std::uint16_t> sources, Address address) {
    Line line;
    line.decoded.pc = static_cast<std::uint32_t>(lines_.size());
    line.decoded.unit = unit;
    line.decoded.space = space;
    line.decoded.memory = memory;
    line.decoded.bytes_per_lane = static_cast<std::uint8_t>(bytes);
    for (std::uint16_t source : sources) line.decoded.touches.add_register(source);
    for (std::uint16_t result : results) line.decoded.writes.add_register(result);
    line.decoded.touches.add(line.decoded.writes);
    line.decoded.sources = std::move(sources);
    line.decoded.results = std::move(results);
    line.decoded.result_registers = static_cast<std::uint8_t>(line.decoded.results.size());
    line.decoded.text = "line " + std::to_string(lines_.size());
    line.address = std::move(address);
    lines_.push_back(std::move(line));
    return *this;
  }
  std::deque<Line> lines_;
};

class ScriptStream : public WarpStream {
 public:
  ScriptStream(const Script& script, unsigned warps_per_block) : script_(script), warps_per_block_(warps_per_block) {}

  void start_block(std::uint64_t block, unsigned, unsigned first_warp) override {
    for (unsigned i = 0; i < warps_per_block_; ++i) {
      warps_[first_warp + i] = {};
      warps_[first_warp + i].block = block;
      warps_[first_warp + i].number = i;
      show(warps_[first_warp + i]);
    }
  }
  const WarpInstruction& peek(unsigned warp) override { return warps_[warp].shown; }
  void commit(unsigned warp, Cycle cycle) override {
    commits.push_back({cycle, warp, warps_[warp].line});
    warps_[warp].texels.clear();
    const WarpInstruction& shown = warps_[warp].shown;
    for (LaneMask left = shown.decoded->unit == Unit::kTexture ? shown.active : 0; left != 0; left &= left - 1)
      warps_[warp].texels.push_back(shown.address[static_cast<unsigned>(__builtin_ctz(left))]);
    ++warps_[warp].line;
    show(warps_[warp]);
  }
  void finish_block(unsigned) override { ++finished; }
  const std::vector<std::uint64_t>* texels(unsigned warp) const override { return &warps_.at(warp).texels; }

  struct Commit {
    Cycle cycle;
    unsigned warp, line;
  };
  std::vector<Commit> commits;
  unsigned finished = 0;

 private:
  struct Warp {
    std::uint64_t block = 0;
    unsigned number = 0;  // in its block
    unsigned line = 0;
    WarpInstruction shown;
    std::array<std::uint64_t, kWarpSize> copied_to{};
    std::vector<std::uint64_t> texels;
  };
  void show(Warp& warp) {
    warp.shown.decoded = nullptr;
    if (warp.line >= script_.lines().size()) return;
    const Script::Line& line = script_.lines()[warp.line];
    warp.shown.decoded = &line.decoded;
    warp.shown.active = line.active;
    warp.shown.live = line.live;
    warp.shown.zero_filled = line.zero_filled;
    warp.shown.sleep = line.sleep;
    warp.shown.barrier = line.barrier ? line.barrier(warp.number) : BarrierTurn{};
    warp.shown.copied_to = line.copied_to ? &warp.copied_to : nullptr;
    for (unsigned lane = 0; lane < kWarpSize && line.copied_to; ++lane)
      warp.copied_to[lane] = line.copied_to(warp.block, lane);
    for (unsigned lane = 0; lane < kWarpSize && line.address; ++lane)
      warp.shown.address[lane] = line.address(warp.block, lane);
  }
  const Script script_;  // the SM's instructions in flight point into the script
  unsigned warps_per_block_;
  std::map<unsigned, Warp> warps_;
};

}  // namespace unibank::test
