// The next calls of all blocks of one machine, in one calendar with one SystemC event. Blocks enter themselves through
// a StepEvent (notify.h).
//
// A machine acts at whole and half cycles only, and mostly between its own blocks. So it may run ahead of the SystemC
// kernel: while the kernel has no other activity up to the machine's next call, the machine makes that call at once,
// and present() (time.h) returns the machine's own time. The kernel's time catches up before any other process runs.
// This requires blocks that read the time from present(), as those of this library do, and a limit set by run_ahead().
#pragma once

#include <array>
#include <cstdint>
#include <systemc>
#include <vector>

#include "tlm/time.h"

namespace unibank {

class Steps : public sc_core::sc_module {
 public:
  // A time in quarters of a cycle since the start of the simulation: blocks act at whole and half cycles, and the check
  // for the end of a launch comes between them.
  using Moment = std::uint64_t;
  static constexpr Moment kPerCycle = 4;
  static constexpr Moment kNone = ~Moment{0};

  // A method to call, and the moment of its next call. Calls of one moment are made in the order in which the clients
  // were added; a client that is entered for the present moment is called after all that were due.
  struct Client {
    void (*call)(void* owner) = nullptr;
    void* owner = nullptr;
    Moment at = kNone;    // of its next call
    unsigned number = 0;  // order of add()
  };

  // StepEvents constructed from now on, until built() or the destructor, belong to this machine.
  explicit Steps(const sc_core::sc_module_name& name);
  ~Steps() override { built(); }
  void built();
  // The steps of the machine under construction. Null: a StepEvent that is constructed now has its own SystemC event.
  static Steps* building() { return building_; }

  // Once for each client, which must outlive all steps; before it is entered.
  void add(Client& client);
  // Calls the client once: at `at`, or at the moment of its present entry if that is earlier. A moment in the past
  // means now.
  void enter(Client& client, Moment at) {
    if (at < client.at) enter_earlier(client, at);
  }
  // Not for a client that is due at the moment that is being called: it is called all the same.
  void cancel(Client& client);
  // The moment of the next call or of the kernel's next activity (rounded up), whichever is earlier; kNone: neither
  // exists. Must be called by a client or while no client is running.
  Moment next_moment() const;

  // Allows the machine to run ahead of the kernel up to `before`, exclusive; 0: not at all.
  void run_ahead(Moment before) { ahead_before_ = before; }
  // Whether present() is later than the kernel's time, which catches up at the end of this step.
  bool is_ahead() const { return present_ahead != nullptr; }

 private:
  // One bit per client.
  using Word = std::uint64_t;
  static constexpr unsigned kBits = 64;
  // The calendar has a set of clients for each of the next 128 cycles' moments; later entries are in a list.
  static constexpr unsigned kMoments = 128 * kPerCycle;

  static Word bit_of(unsigned n) { return Word{1} << n % kBits; }
  static unsigned lowest_bit(Word word) { return static_cast<unsigned>(__builtin_ctzll(word)); }
  Client& client_of(unsigned word, Word bits) { return *clients_[word * kBits + lowest_bit(bits)]; }
  Word* set_of(Moment at) { return &calendar_[at % kMoments * words_]; }

  void run();
  void run_clients();
  void enter_earlier(Client& client, Moment at);
  void put(const Client& client);
  void take_out(const Client& client);
  void find_first_later();
  void take_from_later();
  void call_due();
  void call(Word* set);
  Moment next() const;
  Moment next_in_calendar() const;
  bool may_go_to(Moment next) const;
  void notify(Moment at);

  static inline Steps* building_ = nullptr;
  std::vector<Client*> clients_;  // [number]
  unsigned words_ = 0;            // of a set of clients
  std::vector<Word> calendar_;    // [moment mod kMoments]: the clients due then; `words_` each
  std::array<Word, kMoments / kBits> occupied_{};  // moments (mod kMoments) whose set is not empty
  Moment base_ = 0;                                // the last moment run; the calendar begins here
  std::vector<const Client*> later_;               // clients due after the calendar's last moment
  Moment first_later_ = kNone;                     // when the first of these is due
  std::vector<Word> entered_, called_;  // clients entered for the present moment; those being called
  bool any_entered_ = false;
  sc_core::sc_simcontext* const kernel_;
  bool running_ = false;
  Moment notified_ = kNone;   // of the pending event
  Moment ahead_before_ = 0;
  sc_core::sc_time time_;     // the machine's time while it is ahead
  sc_core::sc_event event_;
};

}  // namespace unibank
