// Executes launches functionally and checks the register hierarchy in which their kernels are placed: every read must
// find the register's newest value in the level it names, in every lane that executes it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compile_options/register_hierarchy.h"
#include "ptx/kernel.h"
#include "support/watched_backend.h"

namespace unibank {

// Reads and writes of a warp's 32-bit registers, counted once for each instruction that at least one lane executes.
struct HierarchyCounts {
  std::uint64_t instructions = 0, strands = 0;
  std::uint64_t reads = 0, writes = 0;  // all accesses, as without levels
  std::uint64_t mrf_reads = 0, mrf_writes = 0, lrf_reads = 0, lrf_writes = 0, orf_reads = 0, orf_writes = 0;

  double removed() const {
    const auto all = static_cast<double>(reads + writes);
    return all == 0 ? 0 : 1 - static_cast<double>(mrf_reads + mrf_writes) / all;
  }
};

// The contents of one warp's LRF, ORF and MRF, lane by lane: for each register the number of its last write.
class HierarchyWatch {
 public:
  explicit HierarchyWatch(const ptx::Kernel& kernel) : kernel_(kernel) {}

  // Called before the warp executes instruction `pc` with these lanes. Returns the fault, or "".
  std::string step(std::uint32_t pc, LaneMask active) {
    const ptx::PlacedInstruction& placed = kernel_.placement.at(pc);
    strand_ += placed.strand_start;
    std::string fault;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (active >> lane & 1) run(placed, lane, fault);
    return fault.empty() ? fault : kernel_.name + ", instruction " + std::to_string(pc) + ": " + fault;
  }

 private:
  static constexpr unsigned kEntries = 64;
  struct Held {
    std::uint64_t strand = 0;  // strand in which it was written; entries of earlier strands are invalid
    std::uint16_t number = 0;
    std::uint32_t version = 0;
  };
  struct Lane {
    std::array<std::uint32_t, kMaxRegisters> newest{}, mrf{};
    std::array<Held, kEntries> lrf, orf;
  };

  void run(const ptx::PlacedInstruction& placed, unsigned number, std::string& fault) {
    Lane& lane = lanes_[number];
    for (const ptx::PlacedRead& read : placed.reads) {
      const bool in_mrf = read.level == ptx::RegisterLevel::kMrf;
      const Held& held = read.level == ptx::RegisterLevel::kLrf ? lane.lrf.at(read.entry) : lane.orf.at(read.entry);
      const std::uint32_t newest = lane.newest[read.number];
      const bool right = in_mrf ? lane.mrf[read.number] == newest
                                : held.strand == strand_ && held.number == read.number && held.version == newest;
      if (!right)
        fault = "lane " + std::to_string(number) + " does not find register " + std::to_string(read.number) +
                " in the " + (in_mrf ? "MRF" : (read.level == ptx::RegisterLevel::kLrf ? "LRF" : "ORF"));
    }
    for (const ptx::PlacedRead& read : placed.reads)
      if (read.fills) lane.orf.at(read.entry) = {strand_, read.number, lane.newest[read.number]};
    for (const ptx::PlacedWrite& write : placed.writes) {
      const std::uint32_t version = ++lane.newest[write.number];
      if (write.mrf) lane.mrf[write.number] = version;
      if (write.level == ptx::RegisterLevel::kLrf) lane.lrf.at(write.entry) = {strand_, write.number, version};
      if (write.level == ptx::RegisterLevel::kOrf) lane.orf.at(write.entry) = {strand_, write.number, version};
    }
  }

  const ptx::Kernel& kernel_;
  std::uint64_t strand_ = 0;
  std::array<Lane, kWarpSize> lanes_{};
};

class HierarchyBackend : public WatchedBackend {
 public:
  using WatchedBackend::WatchedBackend;

  void run(const Launch& launch) override {
    if (launch.kernel->placement.empty()) throw InputError("the kernel has no placement");
    WatchedBackend::run(launch);
  }
  const HierarchyCounts& counts() const { return counts_; }
  const std::string& fault() const { return fault_; }  // the first fault; empty when every read was right

 private:
  void block_started(const ptx::Kernel& kernel, unsigned warps) override {
    watches_ = std::vector<HierarchyWatch>(warps, HierarchyWatch(kernel));
  }
  void about_to_execute(unsigned warp, const WarpInstruction& next) override {
    const std::string fault = watches_[warp].step(next.decoded->pc, next.active);
    if (fault_.empty()) fault_ = fault;
    count(next);
  }
  void count(const WarpInstruction& next) {
    const StaticInstruction& what = *next.decoded;
    ++counts_.instructions;
    counts_.strands += what.strand_start;
    if (next.active == 0) return;
    counts_.reads += what.sources.size() + what.lrf_reads + what.orf_reads;
    counts_.writes += what.result_registers;
    counts_.mrf_reads += what.sources.size();
    counts_.mrf_writes += what.results.size();
    counts_.lrf_reads += what.lrf_reads;
    counts_.lrf_writes += what.lrf_writes;
    counts_.orf_reads += what.orf_reads;
    counts_.orf_writes += what.orf_writes;
  }

  std::vector<HierarchyWatch> watches_;  // for each warp of the block
  HierarchyCounts counts_;
  std::string fault_;
};

inline compiler::RegisterHierarchy hierarchy_of(unsigned lrf_entries, unsigned orf_entries) {
  compiler::RegisterHierarchy hierarchy;
  hierarchy.enabled = true;
  hierarchy.lrf_entries = lrf_entries;
  hierarchy.orf_entries = orf_entries;
  return hierarchy;
}

}  // namespace unibank
