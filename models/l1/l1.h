// The L1 cache of an Sm as a module: sockets, payloads and bytes around L1Core, which makes the decisions.
//
// Target `loads`: lines of loads, stores and atomics (line_request.h). Initiators: `tags`, the tag array; `memory`, the
// MSHR. Bank rows go through the Sm's ports to its crossbar (cycle/row_ports.h). The Sm calls the steps of its cycle.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "cycle/row_ports.h"
#include "l1/l1_core.h"
#include "l1/line_request.h"
#include "memory/atomic_note.h"
#include "memory/tag_array.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

struct L1Parameters {
  const Design* design = nullptr;
  SmCycle* cycle = nullptr;
  RowPorts* rows = nullptr;
  LeavingLines* leaving = nullptr;   // shared with the operand stage
  CacheObserver* watch = nullptr;    // receives lookups and evictions
  LinePolicy* lines = nullptr;       // decides which lines enter
  // Accesses one row of a bank in every cluster, for a line stored there, after the operands of this cycle. Returns the
  // cycle in which the response is due; nothing: the bank is busy, to be retried in the next cycle; kNever: the bank
  // responds later, and L1Interface::register_row_read() follows for a read. `reader`: the load that reads the line;
  // null: the line is written. `line`: the values to write or read if values are followed, else null.
  std::function<std::optional<Cycle>(const RegisterRow& row, void* reader, LineValues* line)> register_row;
  bool follow_values = false;        // lines carry bytes and their writers
};

// The Sm's interface to an L1. The Sm calls the steps of a cycle in the order below.
class L1Interface {
 public:
  virtual ~L1Interface() = default;
  virtual TargetSocket& loads_socket() = 0;
  virtual InitiatorSocket& tags_socket() = 0;
  virtual InitiatorSocket& memory_socket() = 0;

  // The tag array at the socket `tags`, told once when the Sm is built. The L1 may call it instead of sending payloads.
  virtual void tags_are(TagArrayInterface& /*tags*/) {}

  // A launch, or a division, begins.
  virtual void reset(const AddressMap& map) = 0;
  // The kernel has ended: dirty lines are found one by one and written back. False when stores leave none.
  virtual bool flush() = 0;

  // Called before the due events of the cycle are handled. True: a line has entered in this cycle, or has arrived since
  // the Sm's last one.
  virtual bool begin_cycle() = 0;
  virtual void advance_fills() = 0;
  // Advances rows, memory requests, and the waiting line request.
  virtual void advance() = 0;
  // Called after the lines that have arrived in this cycle: advances evicted lines and the flush.
  virtual void advance_behind_lines() = 0;

  // Stores of the warp without a response of memory.
  virtual unsigned stores_out(unsigned warp) const = 0;
  // An entry of the calendar for `request` is due.
  virtual void tag_answer(void* request) = 0;
  virtual void fill_answer(void* request) = 0;
  virtual void memory_answer(void* request) = 0;
  // A bank has responded late: the row that this load reads is valid in cycle `due`.
  virtual void register_row_read(void* /*reader*/, Cycle /*due*/) {}
  // Whether a request waits for a grant or a turn, so that the Sm must run in the next cycle too.
  virtual bool wants_next_cycle() const = 0;
  // Whether an event is due, or overdue, that alone is no reason for the Sm to run: a load's miss, the rows of a line
  // that enters.
  virtual bool has_late() const = 0;
  // Handles events that were due before cycle `now` and change counters. To be called before the counters are read.
  virtual void catch_up(Cycle /*now*/) {}
  // Whether a line requested now would only wait. False is always allowed.
  virtual bool full() const { return false; }
  virtual bool idle() const = 0;
  virtual void add_counters_to(CounterValues& all) const = 0;
};

struct L1Kind {
  static constexpr const char* kName = "l1";
  using Block = L1Interface;
  using Parameters = L1Parameters;
};

class L1 final : public sc_core::sc_module, public L1Interface, public RowUser, private L1Outward {
 public:
  L1(sc_core::sc_module_name name, const L1Parameters& parameters);
  ~L1() override;

  TargetPort<L1> loads;
  InitiatorPort<L1> tags;
  InitiatorPort<L1> memory;

  TargetSocket& loads_socket() override { return loads; }
  InitiatorSocket& tags_socket() override { return tags; }
  InitiatorSocket& memory_socket() override { return memory; }
  void tags_are(TagArrayInterface& tags) override;
  void reset(const AddressMap& map) override { core_.reset(map); }
  bool flush() override { return core_.flush(); }
  bool begin_cycle() override { return core_.begin_cycle(); }
  void advance_fills() override { core_.advance_fills(); }
  void advance() override { core_.advance(); }
  void advance_behind_lines() override { core_.advance_behind_lines(); }
  unsigned stores_out(unsigned warp) const override { return core_.stores_out(warp); }
  void tag_answer(void* request) override;
  void fill_answer(void* request) override;
  void memory_answer(void* request) override;
  void register_row_read(void* reader, Cycle due) override { core_.victim_read(*static_cast<LineJob*>(reader), due); }
  bool wants_next_cycle() const override { return core_.wants_next_cycle(); }
  bool has_late() const override { return core_.has_late(); }
  void catch_up(Cycle now) override { core_.catch_up(now); }
  bool full() const override { return core_.full(); }
  bool idle() const override { return requests_out_ == 0 && core_.idle(); }
  void add_counters_to(CounterValues& all) const override { all.add(core_.counters()); }
  const L1Counters& counters() const { return core_.counters(); }

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void row_answered(RowRequest& request, Cycle due) override;

 private:
  using Purpose = L1Request::Purpose;
  struct Line : LineJob {
    Payload* payload = nullptr;
  };
  struct Request : Payload, L1Request {
    LineEnables enables;         // the byte enables of a write
    AtomicNote atomic;           // the note of an atomic
    LineData found;              // old values for an atomic, where values are followed
  };
  struct Row : RowRequest {
    LineJob* job = nullptr;
    LineValues* data = nullptr;  // if values are followed: the values of its line,
    unsigned first = 0;          // the row's first byte in the line
    LineEnables enables{};
  };
  struct SendState {
    Row* request = nullptr;  // a request that may be reused; null: none
    Cycle latest = 0;        // the latest cycle of the responses that came at once
  };

  static Payload& payload_of(const LineJob& job) { return *static_cast<const Line&>(job).payload; }
  // l1.cpp: the socket `loads`.
  Line* line_of(Payload& payload);
  tlm::tlm_sync_enum order(Payload& payload, tlm::tlm_phase& phase);
  void taken(LineJob& job) override;
  void answer(LineJob& job) override;
  void released(void* release) override;
  bool writes_whole_lines(std::uint64_t address) const override { return rows_.takes_line(address); }
  // l1_requests.cpp: tags and memory.
  Sent to_tags(const L1Request& request, TagOperation operation, std::uint8_t state) override;
  Sent to_memory(const L1Request& request, const MemoryJob& what) override;
  Request* request_for(const L1Request& what, std::uint64_t address, unsigned length);
  void make_atomic(Request& request, const MemoryJob& job);
  Sent send(InitiatorPort<L1>& port, Request& request);
  Sent ask_tags(const L1Request& what, std::uint64_t address);
  bool known_now(const L1Request& what, std::uint64_t order, const TagResult& answer, Cycle due);
  bool answered_now(Request& request, Cycle due);
  bool arrives(Request& request, Cycle due);
  void end_memory(Request& request);
  void finish_request(Request& request, Cycle due);
  static void end_write(Request& request);
  // `warp`: the warp of a request without a job.
  template <typename Any>
  void note(Any& request, const LineJob* job, AccessNote::Kind kind, unsigned warp = MemoryJob::kNoWarp) {
    AccessNote& note = PayloadPool<Any>::note_of(request);
    note.kind = kind;
    if (job) warp = job->warp;
    note.warp = warp == MemoryJob::kNoWarp ? AccessNote::kNoWarp : static_cast<unsigned short>(warp);
    note.lanes = job ? job->lanes : 0;
  }
  // l1_rows.cpp: bank rows.
  bool send_rows(RowJob& job, std::uint64_t& counter) override;
  bool send_together(RowJob& job, std::uint64_t& counter);
  void send_line(const RowJob& job, std::uint32_t words);
  bool may_send_whole(RowJob& job);
  void send_whole(const RowJob& job, std::uint64_t& counter);
  void send_row(const RowJob& job, const BankRow& row, unsigned port, SendState& state);
  void row_under_way(const RowJob& job, SendState& state);
  void sent_rows(const RowJob& job, const SendState& state);
  void tell_row(const BankRow& row, bool write);
  // l1_values.cpp: bytes of lines, and their writers.
  void stored(const LineJob& job, LineValues& line) override;
  void found(const LineValues& line, LineJob& job) override;
  void send_followed_row(const RowJob& job, const BankRow& row, SendState& state);
  static void put_values(const LineValues& line, Row& row);
  static void take_values(Row& row);
  static void put_line(const LineValues& line, Request& request);
  void take_line(Request& request);

  SmCycle& cycle_;
  RowPorts& rows_;
  L1Core core_;
  const bool follows_;                   // whether values are followed
  TagArrayInterface* direct_tags_ = nullptr;  // null: the L1 asks the tags through the socket
  PayloadPool<Request> pool_;
  PayloadPool<Row> row_pool_;            // only a bank's response uses the bytes of a row
  std::vector<std::unique_ptr<Line>> all_lines_;
  std::vector<Line*> free_lines_;
  unsigned requests_out_ = 0;
  std::uint64_t order_ = 0;
};

}  // namespace unibank
