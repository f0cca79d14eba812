// Turns the activity of an Sm into waveform records: warp states, issue slots, units, queues, banks, tags, MSHR, DRAM,
// partition, locks of scratchpad shared by pairs of blocks. Only changes are recorded.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/pulse_wires.h"
#include "report/run_result.h"
#include "sm/sm.h"
#include "wave/writer.h"

namespace unibank {

class GpuWaves : public SmObserver {
 public:
  // `sm` is number `index`; `control` are the variables of its division control. `stop` is called once, when the
  // writer's window has passed.
  GpuWaves(wave::Writer& writer, const Design& design, const Sm& sm, unsigned index, const PolicySignals& control,
           std::function<void()> stop);

  void register_row(unsigned clusters, unsigned bank, bool write) override {
    pulses_.pulse_all(bank_wire(bank, write), clusters, sm_.cycle());
  }
  void memory_row(unsigned port, unsigned bank, bool write) override {
    pulses_.pulse(bank_wire(memory_slot_ + bank, write) + port, sm_.cycle());
  }
  void tag_lookup(bool hit) override;
  void atomic_lookup() override { pulses_.pulse(kLookup, sm_.cycle()); }
  void mshr_changed() override { record_mshr(); }
  void end_of_cycle() override;

  void dram_queue(Cycle at, unsigned depth) { writer_.record(dram_queue_, at, depth); }
  void launch(Cycle at, unsigned number, const PartitionResult& division);
  // With gpu.concurrent_kernels above 1: the launch whose blocks an SM runs, as its number + 1, for every SM.
  void holds(Cycle at, unsigned sm, unsigned number) { show_launch(at, sm, number + 1); }
  void holds_none(Cycle at, unsigned sm) { show_launch(at, sm, 0); }
  void finish(Cycle end);

 private:
  using Signal = wave::SignalId;
  // A signal with its last value.
  struct Shown {
    Signal signal;
    std::uint64_t value = ~std::uint64_t{0};
  };
  struct Slot {
    Shown what, warp, pc;
  };
  enum Wire : unsigned { kLookup, kHit, kMiss, kUnits };               // kUnits + Unit
  static constexpr unsigned kExecutingUnits = 5;                       // the first values of Unit; barriers and
                                                                       // exits have no wire
  static constexpr unsigned kReadOnly = kUnits + kExecutingUnits;      // hit and miss of each read-only cache
  static constexpr unsigned kFirstBank = 16;                           // behind three read-only caches
  // The wires of one bank number are adjacent, one for each cluster or port. Register banks come first (they are all
  // banks if memory shares them), then the banks of memory alone.
  static constexpr unsigned kClusters = 8;
  static constexpr unsigned bank_wire(unsigned slot, bool write) { return kFirstBank + (slot * 2 + write) * kClusters; }

  void add_warps();
  void add_slots();  // scheduler s has the slots from s x sm.issue_width on
  void add_units();
  void add_banks();
  void add_locks();
  void add_mshr();
  void add_read_only();
  void add_policies(const PolicySignals& control);
  void add_bank(bool wide, unsigned port, unsigned bank);
  void show(Shown& shown, Cycle at, std::uint64_t value) {
    if (shown.value == value) return;
    shown.value = value;
    writer_.record(shown.signal, at, value);
  }
  // Replaces what may have been recorded for this later cycle.
  void show_ahead(Shown& shown, Cycle at, std::uint64_t value) {
    shown.value = value;
    writer_.record(shown.signal, at, value);
  }
  void show_launch(Cycle at, unsigned sm, std::uint64_t value) {
    if (!launches_.empty()) show(launches_[sm], at, value);
  }
  void add_launches();
  void record_warps();
  void record_slots();
  void record_locks();
  void record_queues(Cycle at);
  void record_mshr();
  void record_entries(Cycle now);
  void record_read_only();
  void record_division();

  wave::Writer& writer_;
  const Design& design_;
  const Sm& sm_;
  const std::string path_;  // "sm0."
  std::function<void()> stop_;
  PulseWires pulses_;
  unsigned memory_slot_ = 0;  // of memory's bank 0
  std::vector<Signal> warp_state_;
  std::vector<WarpState> shown_state_;
  std::vector<Slot> slots_;
  std::vector<Shown> locks_;           // [pair of blocks that share scratchpad]: the lock owner's slot + 1
  std::vector<Signal> mshr_entries_;  // empty if the MSHR does not show them
  std::vector<std::uint8_t> shown_entries_;
  Cycle mshr_ahead_ = 0;              // the last cycle for which entries that end were recorded ahead
  // A read-only cache: its outstanding lines, and its counters in the previous cycle.
  struct ReadOnly {
    const ReadOnlyCache* cache;
    Shown under_way;
    ReadOnlyCounts counted;
  };
  std::vector<ReadOnly> read_only_;
  Shown operands_, scratchpad_queue_, memory_queue_, mshr_, mshr_full_;
  Shown register_kb_, scratchpad_kb_, cache_kb_;
  Signal dram_queue_, launch_;
  std::vector<Shown> launches_;        // [SM]; empty if the machine runs one at a time
  struct Variable {
    Shown shown;
    std::function<std::uint64_t()> value;
  };
  std::vector<Variable> variables_;    // of policies
};

}  // namespace unibank
