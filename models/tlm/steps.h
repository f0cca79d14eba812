// The next calls of all blocks of one machine, in one queue with one SystemC event. Blocks enter themselves through a
// StepEvent (notify.h).
//
// A machine acts at whole and half cycles only, and mostly between its own blocks. So it may run ahead of the SystemC
// kernel: while the kernel has no other activity up to the machine's next call, the machine makes that call at once,
// and present() (time.h) returns the machine's own time. The kernel's time catches up before any other process runs.
// This requires blocks that read the time from present(), as those of this library do, and a limit set by run_ahead().
#pragma once

#include <systemc>
#include <vector>

#include "tlm/time.h"

namespace unibank {

class Steps : public sc_core::sc_module {
 public:
  // A method to call, and the time of its next call. Calls at one time are made in the order in which SystemC's queue
  // would trigger one event per client, so a machine gives the same results with its steps as with an event for each
  // block.
  struct Client {
    void (*call)(void* owner) = nullptr;
    void* owner = nullptr;
    sc_dt::uint64 at = kNone;  // time of its next call
    unsigned entered = 0;      // number of times it was entered; only its last entry counts
  };
  static constexpr sc_dt::uint64 kNone = ~sc_dt::uint64{0};

  // StepEvents constructed from now on, until built() or the destructor, belong to this machine.
  explicit Steps(const sc_core::sc_module_name& name);
  ~Steps() override { built(); }
  void built();
  // The steps of the machine under construction. Null: a StepEvent that is constructed now has its own SystemC event.
  static Steps* building() { return building_; }

  // Calls the client once: at time `at`, or at the time of its present entry if that is earlier. A time in the past
  // means now.
  void enter(Client& client, sc_dt::uint64 at) {
    if (at < client.at) enter_earlier(client, at);
  }
  void cancel(Client& client) { client.at = kNone; }
  // The time of the next call or of the kernel's next activity, whichever is earlier; kNone: neither exists. Must be
  // called by a client or while no client is running.
  sc_dt::uint64 next_moment();

  // Allows the machine to run ahead of the kernel up to time `before`, exclusive; 0: not at all.
  void run_ahead(sc_dt::uint64 before) { ahead_before_ = before; }
  // Whether present() is later than the kernel's time, which catches up at the end of this step.
  bool is_ahead() const { return present_ahead != nullptr; }

 private:
  struct Entry {
    sc_dt::uint64 at;
    Client* client;
    unsigned number;  // value of `entered` of the client at this entry
  };

  void run();
  void run_clients();
  void enter_earlier(Client& client, sc_dt::uint64 at);
  Client* take_due(sc_dt::uint64 now);
  void call_due(sc_dt::uint64 now);
  void call_together(Client* first, sc_dt::uint64 now);
  void call_entered();
  bool may_go_to(sc_dt::uint64 next) const;
  static bool is_stale(const Entry& entry) {
    return entry.number != entry.client->entered || entry.client->at == kNone;
  }
  void push(Entry entry);
  void pop();
  void drop_stale();
  void notify(sc_dt::uint64 at);

  static inline Steps* building_ = nullptr;
  // A heap of the same kind as the kernel's, so entries of equal time leave it in the same order. Stale entries stay
  // until their time.
  std::vector<Entry> entries_;
  std::vector<Client*> in_this_moment_, calls_;  // clients entered for the present time; clients being called
  sc_core::sc_simcontext* const kernel_;
  bool running_ = false;
  sc_dt::uint64 notified_ = kNone;  // the time of the pending event
  sc_dt::uint64 ahead_before_ = 0;
  sc_core::sc_time time_;           // the machine's time while it is ahead
  sc_core::sc_event event_;
};

}  // namespace unibank
