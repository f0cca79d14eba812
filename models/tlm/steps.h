// What the blocks of one machine do next, and when: one queue, and one event of SystemC's kernel for all of them. Blocks
// enter themselves through a StepEvent (notify.h).
//
// All that happens in a machine happens at whole and half cycles, most of it between its own blocks. So a machine may go
// ahead of the kernel: as long as nothing else is pending there up to the next moment in which it has something to do, it
// does that at once, and present() (time.h) is the machine's own time. The kernel's time follows before anything else
// runs. For that the machine must consist of blocks that ask present() what time it is: of this library's own; and
// somebody must say up to which moment (run_ahead).
#pragma once

#include <systemc>
#include <vector>

#include "tlm/time.h"

namespace unibank {

class Steps : public sc_core::sc_module {
 public:
  // What is called, and when. Calls in one moment go in the order in which the kernel's own queue would bring events
  // that were notified as these are entered: a machine does the same with its steps as with an event for each block.
  struct Client {
    void (*call)(void* owner) = nullptr;
    void* owner = nullptr;
    sc_dt::uint64 at = kNone;  // time of its next call
    unsigned entered = 0;      // how often it has been entered: of its entries the last counts
  };
  static constexpr sc_dt::uint64 kNone = ~sc_dt::uint64{0};

  // Alarms that are made from now on, until built() or the end of this object, are of this machine.
  explicit Steps(const sc_core::sc_module_name& name);
  ~Steps() override { built(); }
  void built();
  // The machine that is being built; null: an alarm has an event of its own.
  static Steps* building() { return building_; }

  // The client is called at this time unless it is to be called earlier; and at no other before it is entered again. In
  // this moment when the time has passed.
  void enter(Client& client, sc_dt::uint64 at);
  void cancel(Client& client) { client.at = kNone; }
  // The time of the next moment in which anything happens, here or elsewhere in the simulation; kNone: nothing will. From
  // a client that is being called, or while nothing of the machine is.
  sc_dt::uint64 next_moment();

  // Moments before this time need no event of the kernel's; 0: every moment is one.
  void run_ahead(sc_dt::uint64 before) { ahead_before_ = before; }
  // The time is not the kernel's, which comes there when this step is over.
  bool is_ahead() const { return present_ahead != nullptr; }

 private:
  struct Entry {
    sc_dt::uint64 at;
    Client* client;
    unsigned number;  // of the client's
  };

  void run();
  void run_clients();
  void call_due(sc_dt::uint64 now);
  bool may_go_to(sc_dt::uint64 next) const;
  static bool is_stale(const Entry& entry) {
    return entry.number != entry.client->entered || entry.client->at == kNone;
  }
  void push(const Entry& entry);
  Entry pop();
  void drop_stale();
  void notify(sc_dt::uint64 at);

  static inline Steps* building_ = nullptr;
  // A heap as the kernel's, which moves no entry before one of the same time. What counts no more stays until its time.
  std::vector<Entry> entries_;
  std::vector<Client*> in_this_moment_, calls_;  // entered for a time that has come; and those under way
  bool running_ = false;
  sc_dt::uint64 notified_ = kNone;  // the time of the pending event
  sc_dt::uint64 ahead_before_ = 0;
  sc_core::sc_time time_;           // while it is ahead
  sc_core::sc_event event_;
};

}  // namespace unibank
