// Turns what an Sm does into waveform records: warp states, issue slots, units, queues, banks, tags, MSHR, DRAM,
// partition, locks of scratchpad that pairs of blocks share.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "report/run_result.h"
#include "sm/sm.h"
#include "wave/writer.h"

namespace unibank {

class GpuWaves : public SmObserver {
 public:
  // `sm` is number `index`. `stop` is called once, when the writer's window has passed: there is nothing left to watch.
  GpuWaves(wave::Writer& writer, const Design& design, const Sm& sm, unsigned index, std::function<void()> stop);

  void bank_access(BankKind kind, unsigned cluster, unsigned bank, bool write) override;
  void tag_lookup(bool hit) override;
  void end_of_cycle() override;

  void dram_queue(Cycle at, unsigned depth) { writer_.record(dram_queue_, at, depth); }
  void launch(Cycle at, unsigned number, double register_bytes, double scratchpad_bytes, double cache_bytes);
  void finish(Cycle end) { writer_.finish(end); }

 private:
  using Signal = wave::SignalId;
  struct BankSignals {
    Signal read, write;
  };
  struct Slot {
    Signal what, warp, pc;
  };
  void add_warps();
  void add_slots();
  void add_units();
  void add_banks();
  void add_locks();
  void add_mshr();
  BankSignals bank_signals(const std::string& path);
  void pulse(Signal signal);
  void record_warps();
  void record_slots();
  void record_units();
  void record_locks();
  void record_mshr();

  wave::Writer& writer_;
  const Design& design_;
  const Sm& sm_;
  const std::string path_;  // "sm0."
  std::function<void()> stop_;
  std::vector<Signal> warp_state_;
  std::vector<std::uint8_t> shown_state_;
  std::vector<Slot> slots_;
  std::array<Signal, 4> units_;  // [Unit]; those that execute
  std::vector<Signal> locks_;    // of pairs of blocks that share scratchpad
  std::vector<int> shown_lock_;  // block slot that holds it
  std::vector<Signal> mshr_entries_;  // none where the seat does not show them
  std::vector<std::uint8_t> shown_entries_;
  std::array<std::array<BankSignals, 8>, 8> register_banks_{}, memory_banks_{};  // [cluster or port][bank]
  Signal operands_, scratchpad_queue_, memory_queue_, lookup_, hit_, miss_, mshr_, mshr_full_, dram_queue_;
  Signal register_kb_, scratchpad_kb_, cache_kb_, launch_;
};

}  // namespace unibank
