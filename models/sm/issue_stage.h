// Issue: each scheduler picks a warp; the warp's instruction is executed (WarpStream::commit) and sent to its unit only
// after it has passed all checks. A refused instruction has no effect.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "design/register_addresses.h"
#include "layout/conflicts.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"
#include "read_only/read_only_paths.h"
#include "sm/active_warps.h"
#include "sm/condition_times.h"
#include "sm/copy_groups.h"
#include "sm/issue_counters.h"
#include "sm/known_plans.h"
#include "sm/load_store_unit.h"
#include "sm/operand_stage.h"
#include "sm/warp_table.h"
#include "warp/warp_stream.h"

namespace unibank {

// One issue slot of a scheduler in one cycle, for observers: its instruction, or why it is empty.
struct IssueRecord {
  bool issued = false;
  Stall cause = Stall::kNoWarp;
  unsigned warp = 0, pc = 0;
  Unit unit = Unit::kAlu;  // that the issued instruction uses on this design
};

class IssueStage {
 public:
  using Orders = std::vector<std::unique_ptr<WarpOrder>>;  // [scheduler]

  IssueStage(const Design& design, Orders orders, SmContext& context, WarpTable& warps, OperandStage& operands,
             LoadStoreUnit& memory, ReadOnlyPaths& read_only);

  void reset(WarpStream& stream, RegisterStore& registers, ScratchpadGate& gate, Throttle& throttle,
             const AddressMap& map, Cycle start);
  void block_started(unsigned slot) { active_.block_started(slot); }
  // The warp's next instruction is known; the warp waits if the instruction must be fetched.
  void fetch_next(unsigned warp);
  void block_finished(unsigned slot) { active_.block_finished(slot); }
  // The results of an instruction of the warp, which may be an acquire, are written.
  void completed(const InFlight& instruction) {
    conditions_.written(instruction.warp, instruction.decoded->writes.predicates(), context_.now);
    if (acquiring_[instruction.warp] && instruction.decoded->acquires) acquired(instruction.warp);
  }
  // A copy of the warp is in the scratchpad.
  void copied(const InFlight& instruction) {
    const bool waited = copies_.completed(instruction.warp, {instruction.copy_group, instruction.copy_number});
    if (waited) warps_.await_copies(instruction.warp, false);
    send_arrivals(instruction.warp);
  }
  // The division has changed: new addresses of scratchpad and lines.
  void move_to(const AddressMap& map) {
    map_ = map;
    plans_.forget();
  }

  // Advances all schedulers by one cycle.
  void advance();
  // Instead of advance(): no warp may issue in this cycle, so no unit refuses one.
  void advance_held() { refused_.assign(refused_.size(), Refusal::kNone); }
  // Accounts for cycles up to and not including `until`, in which nothing has changed since the last advance(). Must be
  // called before any event of a new cycle is handled.
  void sleep_until(Cycle until);
  // The first cycle in which an instruction could issue without another event; kNever: none.
  Cycle next_cycle() const;
  // Whether the schedulers would do the same in the next cycle, unless another event occurs.
  bool settled() const { return settled_; }
  const IssueCounters& counters() const { return counters_; }
  // Products of matrices that took the lanes of floats or doubles (StaticInstruction::lanes_instead).
  std::uint64_t products_on_lanes() const { return products_on_lanes_; }
  void add_counters_to(CounterValues& all) const;
  // The record of an issue slot in this cycle, as the counters count it. Slots: scheduler x issue width + number.
  IssueRecord record(unsigned slot) const;
  // Whether all slots of the next cycle are lost to a conflict penalty.
  bool pays_next() const { return penalty_at(context_.now + 1); }
  // A block has started or ended, a lock of the gate has changed its owner, or a section of registers has been
  // released: refused warps are retried.
  void blocks_changed();
  WarpSet active(unsigned scheduler) const { return orders_[scheduler]->active(warps_.view(scheduler)); }
  const Orders& orders() const { return orders_; }

 private:
  enum class Refusal : std::uint8_t { kNone, kGate, kGateAndSlot, kMemoryUnit, kOperandStage };

  void run_schedulers();
  void run_scheduler(unsigned scheduler);
  // The order's choice among the ready warps; negative: none.
  int pick(unsigned scheduler, const WarpView& view) {
    const int index = orders_[scheduler]->pick(view);
    if (index >= 0 && (index >= 64 || !(view.ready >> index & 1))) refuse_pick(scheduler, index);
    return index;
  }
  [[noreturn]] void refuse_pick(unsigned scheduler, int index) const;
  Refusal try_issue(unsigned scheduler, unsigned warp);
  void note_refusal(unsigned scheduler, Refusal refusal, WarpSet warp, WarpView& view);
  Refusal check_units(unsigned scheduler, const StaticInstruction& what) const;
  bool hands_on(const StaticInstruction& what) const;
  bool overtakes_stores(unsigned warp) const;
  bool hands_on_early(unsigned warp, const StaticInstruction& what) const;
  bool out_of_order(unsigned warp, const StaticInstruction& what);
  void acquired(unsigned warp);
  void begin_acquire(unsigned warp, const StaticInstruction& what);
  static bool needs_gate(const WarpInstruction& instruction);
  Refusal ask_gate(unsigned warp, const WarpInstruction& instruction);
  Refusal ask_registers(unsigned warp, const WarpInstruction& instruction);
  void tell_registers(unsigned warp, ExtendedRegisters extended, LaneMask active, LaneMask live_before);
  void ask_again();
  void tell_gate(unsigned warp, bool releases, LaneMask active, LaneMask live_before);
  void issue(unsigned scheduler, unsigned warp);
  void delay_next(unsigned warp, const StaticInstruction& done, bool executed);
  void hold(unsigned warp, unsigned latency);
  void fall_asleep(unsigned warp, unsigned cycles);
  void open_barriers();
  void start(unsigned scheduler, unsigned warp, InFlight& instruction, const WarpInstruction& shown);
  void commit_followed(unsigned warp, InFlight& instruction);
  void occupy_unit(unsigned scheduler, InFlight& instruction);
  void count(const WarpInstruction& instruction);
  void plan(InFlight& instruction, const WarpInstruction& shown);
  void check_addresses(const StaticInstruction& what, const AccessPlan& plan) const;
  void count_conflicted(const ConflictCount& found);
  unsigned conflicts(const InFlight& instruction);
  ConflictCount conflicts_of_phases(const std::uint8_t* register_reads, const AccessPlan& plan) const;
  void pay(unsigned scheduler, const InFlight& instruction);
  unsigned latency_of(const InFlight& instruction) const;
  unsigned tensor_cycles(const StaticInstruction& what) const;
  Cycle next_issue() const;
  Stall idle_cause(unsigned scheduler, WarpSet picked, Cycle cycle) const;
  bool penalty_at(Cycle cycle) const { return penalty_from_ <= cycle && cycle < penalty_until_; }
  bool memory_blocked() const { return std::max(memory_blocked_until_, constants_blocked_until_) > context_.now; }
  void refresh_ranks();
  void update_throttle();
  bool orders_change() const;

  const Design& design_;
  SmContext& context_;
  WarpTable& warps_;
  OperandStage& operands_;
  LoadStoreUnit& load_store_;
  ReadOnlyPaths& read_only_;
  WarpStream* stream_ = nullptr;
  RegisterStore* registers_ = nullptr;
  ScratchpadGate* gate_ = nullptr;
  bool gate_may_refuse_ = false;
  AddressMap map_;
  KnownPlans plans_;
  Orders orders_;
  std::vector<bool> ranks_;            // [scheduler]: WarpOrder::ranks()
  ActiveWarps active_;
  CopyGroups copies_;
  ConditionTimes conditions_;
  IssueCounters counters_;
  std::uint64_t products_on_lanes_ = 0;
  StallCounters stalls_;
  BankClassCounters bank_classes_;
  ConflictClassCounters conflict_classes_;
  std::uint64_t issued_at_update_ = 0;  // slots issued at the throttle's last update,
  StallCounters stalls_at_update_;      // its unused slots by cause,
  Cycle updated_ = 0;                  // and the cycle of that update
  std::vector<IssueRecord> records_;   // [scheduler x issue width + number]
  unsigned first_ = 0;                 // the scheduler that issues first in a cycle
  unsigned turn_ = 0;                  // position in the order of the scheduler that issues
  // When the lanes of a scheduler are free for the next instruction, in cycles. A scheduler may have more ALU lanes
  // than a warp has threads, so `alu` counts threads, one per lane and cycle.
  struct UnitsFree {
    std::uint64_t alu = 0;
    Cycle special = 0, double_precision = 0, tensor = 0, integer = 0, shuffle = 0, address = 0;
    const Cycle& own(Arithmetic kind) const { return kind == Arithmetic::kShuffle ? shuffle : integer; }
    Cycle& own(Arithmetic kind) { return kind == Arithmetic::kShuffle ? shuffle : integer; }
  };
  // Where there is room. Bit 0: for scratchpad instructions, bit 1: for lines of memory, bit 2: for constants, bit 3:
  // for textures; from bit 4 on: for memory instructions of each scheduler.
  std::uint64_t memory_room() const {
    std::uint64_t room = load_store_.scratchpad_room() | load_store_.memory_room() << 1 |
                         read_only_.constants().has_room() << 2 | texture_room() << 3;
    if (design_.sm.scheduler_memory_queue == 0) return room;
    for (unsigned scheduler = 0; scheduler < free_.size(); ++scheduler)
      room |= std::uint64_t{load_store_.scheduler_room(scheduler)} << (4 + scheduler);
    return room;
  }
  bool texture_room() const { return !read_only_.textures() || read_only_.textures()->has_room(); }
  void plan_texels(InFlight& instruction);
  void handle_groups(unsigned warp, const StaticInstruction& what);
  void send_arrivals(unsigned warp);
  void send_arrival(unsigned warp, const WarpInstruction& shown);
  Refusal check_memory(unsigned scheduler, Space space) const;
  unsigned products_each_cycle(const StaticInstruction& what) const {
    return what.double_precision ? design_.sm.tensor_double_products : design_.sm.tensor_products;
  }
  Unit unit_of(const StaticInstruction& what) const {
    if (what.lanes_instead && products_each_cycle(what) == 0) return Unit::kAlu;
    return special_conversions_ && what.arithmetic == Arithmetic::kConversion && what.unit == Unit::kAlu ? Unit::kSfu
                                                                                                         : what.unit;
  }
  // Lanes that only this kind of arithmetic uses; 0: none.
  unsigned own_lanes(Arithmetic kind) const {
    switch (kind) {
      case Arithmetic::kInteger: case Arithmetic::kVote: return design_.sm.integer_lanes;
      case Arithmetic::kShuffle: return design_.sm.shuffle_lanes;
      default: return 0;
    }
  }
  bool lanes_free(unsigned scheduler, const StaticInstruction& what) const {
    if (own_lanes(what.arithmetic) != 0) return free_[scheduler].own(what.arithmetic) <= context_.now;
    return free_[scheduler].alu < (context_.now + 1) * design_.sm.lanes;
  }
  void occupy_lanes(unsigned scheduler, const StaticInstruction& what);
  const RegisterAddresses register_addresses_;
  const bool special_conversions_;     // conversions run on the special function unit
  std::vector<UnitsFree> free_;        // [scheduler]
  std::vector<bool> acquiring_;        // [warp]: its memory accesses wait for an acquiring access
  std::vector<Refusal> refused_;       // [scheduler]: the first refusal of a ready warp other than by the gate
  std::vector<bool> slot_lost_;        // [scheduler]: its last pick lost the slot to a warp that the gate refused
  Cycle penalty_from_ = 0, penalty_until_ = 0;  // per-instruction penalty on the SM
  // Per-instruction penalty on the load/store unit, and on the unit of constants.
  Cycle memory_blocked_until_ = 0, constants_blocked_until_ = 0;
  Cycle gate_retry_ = kNever;          // the cycle in which warps that the gate has refused are retried
  bool issued_in_last_ = false;        // whether an instruction issued in the last advance()
  // No instruction issued in the last advance(), and every refused warp waits for room in the load/store unit. Until a
  // warp or that room changes, the schedulers would do the same, and their cycles are accounted for as if the Sm slept.
  bool settled_ = false;
  // Whether the last refusal came from the units, so that it also holds for all instructions of this cycle that need
  // the same units.
  bool units_refused_ = false;
  bool refused_elsewhere_ = false;     // whether another unit than the load/store unit refused a warp in the last
                                       // advance()
  std::uint64_t memory_room_ = 0;      // memory_room() in the last advance()
  Cycle accounted_until_ = 0;          // first cycle not yet in the counters
  std::uint64_t sequence_ = 0;
};

}  // namespace unibank
