// Loads, stores and atomics, in two independent halves: the scratchpad (through the crossbar) and
// memory (lines, through the L1). Each half serves its instructions in order.
#pragma once

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "cycle/fifo.h"
#include "cycle/row_groups.h"
#include "cycle/row_ports.h"
#include "l1/line_request.h"
#include "sm/context.h"
#include "sm/load_store_counters.h"
#include "tlm/ports.h"

namespace unibank {

class LoadStoreUnit : public sc_core::sc_module, public RowUser {
 public:
  // `rows`: the Sm's ports to its crossbar.
  LoadStoreUnit(sc_core::sc_module_name name, const Design& design, SmContext& context, RowPorts& rows);
  ~LoadStoreUnit() override;

  // The initiator socket to the L1 (line_request.h).
  InitiatorPort<LoadStoreUnit> lines;

  void reset(const AddressMap& map) { map_ = map; }

  // Room is taken at issue and released when the instruction has sent its last request.
  bool scratchpad_room() const { return scratchpad_taken_ < queue_; }
  bool memory_room() const { return memory_taken_ < queue_; }
  bool scheduler_room(unsigned scheduler) const { return own_queue_ == 0 || own_taken_[scheduler] < own_queue_; }
  void take_room(InFlight& instruction) {
    const bool scratchpad = instruction.decoded->space == Space::kScratchpad;
    ++(scratchpad ? scratchpad_taken_ : memory_taken_);
    ++own_taken(instruction);
    instruction.turn = turns_[scratchpad][instruction.warp].issued++;
    under_way_[instruction.warp] += !scratchpad;
  }
  // Outstanding memory accesses of the warp: loads without their values, stores that the L1 has not looked up.
  unsigned under_way(unsigned warp) const { return under_way_[warp]; }
  // Whether the warp has issued memory instructions whose operands have not been read yet.
  bool expects(unsigned warp) const {
    return turns_[0][warp].issued != turns_[0][warp].accepted || turns_[1][warp].issued != turns_[1][warp].accepted;
  }
  // To be called until it returns true: the warp's stores are then visible to other SMs. The result stays valid until
  // the warp issues.
  bool release(unsigned warp, bool acquires);
  void goes_on(unsigned warp) { releases_[warp] = Release::kNone; }
  // Later loads of the warp find no older data.
  void acquire(unsigned warp);
  unsigned scratchpad_occupancy() const { return scratchpad_taken_; }
  unsigned memory_occupancy() const { return memory_taken_; }

  const LoadStoreCounters& counters() const { return counters_; }

  // The instruction's operands have been read (its plan was made at issue). Instructions of a warp are served in
  // program order: an instruction whose operands are early waits for those that issued before it.
  void accept(InFlight& instruction);
  // The lines of a copy have arrived: writes its rows.
  void write_copy(InFlight& instruction);
  void advance_scratchpad();
  void advance_lines();
  // Whether a request waits for a grant or a turn, so that the Sm must run in the next cycle too. (A line request that
  // the L1 has not accepted waits in the L1.) `full`: the L1 is full, so that the next line would only wait there.
  bool wants_next_cycle(bool full) const {
    if (!scratchpad_.empty()) return true;
    if (unaccepted_) return false;
    return acquires_ || (!memory_queue_.empty() && !(full && line_is_next()));
  }
  bool idle() const {
    return scratchpad_.empty() && memory_queue_.empty() && early_.empty() && rows_out_ == 0 && lines_out_ == 0;
  }

  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void row_answered(RowRequest& request, Cycle due) override;

 private:
  // A bank row of the scratchpad.
  struct Row : RowRequest {
    InFlight* instruction = nullptr;
    BankRow row;  // if values are followed: the bank row,
    LineEnables enables{};  // and its bytes to write; in a payload for all ports, the bytes to access
  };
  // A line of an instruction.
  struct Line : Payload {
    Line() { set_extension(&note); }
    ~Line() override { clear_extension(&note); }
    InFlight* instruction = nullptr;
    LineNote note;
    LineEnables enables;
  };
  struct SendState {
    Row* request = nullptr;  // a request that may be reused; null: none
    Cycle latest = 0;        // the latest cycle of the responses that came at once
  };
  enum class Release : unsigned char { kNone, kAsked, kDone };
  struct Turns {
    std::uint32_t issued = 0, accepted = 0;
  };

  void serve(InFlight& instruction);
  bool send_rows(InFlight& instruction, bool write, std::uint64_t& counter);
  void send_row(InFlight& instruction, const BankRow& row, bool write, SendState& state);
  Row* row_request(InFlight& instruction, const BankRow& row, bool write);
  void send_granted_rows(InFlight& instruction, bool write, SendState& state);
  void send_group(InFlight& instruction, const RowGroups::Group& group, bool write, SendState& state);
  void row_under_way(SendState& state);
  void send_followed_row(InFlight& instruction, const BankRow& row, bool write, SendState& state);
  void put_values(const InFlight& instruction, Row& request) const;
  void take_values(Row& request) const;
  void tell_row(const BankRow& row, bool write);
  bool advance_scratchpad(InFlight& instruction);
  bool begin_writes(InFlight& instruction);
  bool line_is_next() const { return memory_queue_.front()->next < memory_queue_.front()->plan.lines.size(); }
  bool send_line(InFlight& instruction, std::size_t number);
  void released(Line& request);
  bool send_order(LineOperation operation, unsigned warp, bool acquires = false);
  static void put_line(Line& request);
  void take_line(const Line& request) const;
  void all_lines_sent();
  void part_done(InFlight& instruction, Cycle due, unsigned path, Cycle earliest);
  void value_there(InFlight& instruction, Cycle due, unsigned path);
  void maybe_done(InFlight& instruction, Cycle earliest);

  SmContext& context_;
  RowPorts& rows_;
  const unsigned queue_, lines_per_cycle_;
  const bool arbitrated_;
  AddressMap map_;
  PayloadPool<Row> row_pool_;    // only a bank's response uses the bytes of a row
  PayloadPool<Line> line_pool_;
  std::array<std::vector<Turns>, 2> turns_;  // [1: scratchpad, 0: memory][warp]
  std::vector<unsigned> under_way_;          // [warp]
  std::vector<Release> releases_;            // [warp]
  std::vector<BankRow> granted_;             // rows to send in this cycle
  std::vector<InFlight*> early_;             // instructions that arrived before their turn
  Fifo<InFlight*> scratchpad_, memory_queue_;
  unsigned& own_taken(const InFlight& instruction) { return own_taken_[instruction.warp % own_taken_.size()]; }
  const unsigned own_queue_;          // limit of each scheduler, in both halves; 0: none
  std::vector<unsigned> own_taken_;   // [scheduler]
  unsigned scratchpad_taken_ = 0, memory_taken_ = 0;
  unsigned rows_out_ = 0, lines_out_ = 0;
  bool acquires_ = false;                // an acquire waits for the request in unaccepted_
  const Payload* unaccepted_ = nullptr;  // the last line, until the L1 has accepted it
  Cycle lines_cycle_ = kNever;           // the cycle of lines_taken_
  unsigned lines_taken_ = 0;             // accepted lines, and instructions without a line, in that cycle
  LoadStoreCounters counters_;
};

}  // namespace unibank
