// A DRAM model with its own keys and counter, in one file: banks that close their row after every access. A design
// chooses it with `[dram] model = "my_dram"` and `banks = 16`, a run with `--block my_dram`. DramModule handles the
// order of requests at the sockets, END_REQ and BEGIN_RESP.
#include <algorithm>
#include <map>
#include <set>

#include "block/factories.h"
#include "memory/dram_module.h"
#include "tlm/time.h"

namespace {

using namespace unibank;

#define MY_DRAM_COUNTERS(counter) \
  counter(bank_waits, "dram.bank_waits", "cycles", "that requests waited for a bank when the data bus was free")
UNIBANK_COUNTERS(MyDramCounters, "dram", MY_DRAM_COUNTERS);

class MyDram : public DramModule {
 public:
  MyDram(const char* name, const DramParameters& machine, const BlockOptions& options)
      : DramModule(name, machine.ports),
        queue_(machine.queue),
        busy_(options.values.at("t_bank")),
        latency_(options.values.at("latency")),
        bytes_per_cycle_(options.values.at("bytes_per_cycle")),
        bank_free_(static_cast<unsigned>(options.values.at("banks"))),
        answers_(machine.ports) {}

  unsigned queue_depth() const override {
    return static_cast<unsigned>(std::distance(starts_.upper_bound(current_cycle()), starts_.end()));
  }
  DramChannelCounters counters() const override { return counters_; }
  void add_counters_to(CounterValues& all) const override {
    all.add(counters_);
    all.add(own_);
  }

 private:
  Cycle run(Cycle now) override {
    Cycle next = kNever;
    for (unsigned port = 0; port < answers_.size(); ++port) {
      auto& due = answers_[port];
      if (!due.empty() && due.begin()->first <= now) {
        Payload& payload = *due.begin()->second;
        due.erase(due.begin());
        answer(port, payload);
      }
    }
    accept_requests(now);
    for (const auto& due : answers_) {
      if (!due.empty()) next = std::min(next, std::max(due.begin()->first, now + 1));
    }
    return std::min(next, next_request(now, has_room(now) ? 0 : *starts_.begin()));
  }

  bool has_room(Cycle now) override {
    starts_.erase(starts_.begin(), starts_.upper_bound(now));
    return starts_.size() < queue_;
  }

  // An access occupies its bank and, for its bytes, the bus. It begins when both are free.
  void take(unsigned port, Payload& payload, Cycle now) override {
    const unsigned bytes = kSectorBytes * touched_sectors(payload.get_address(), payload.get_data_length(),
                                                          payload.get_byte_enable_ptr(),
                                                          payload.get_byte_enable_length());
    const Cycle transfer = std::max(1u, (bytes + bytes_per_cycle_ - 1) / bytes_per_cycle_);
    Cycle& bank = bank_free_[payload.get_address() / kLineBytes % bank_free_.size()];
    const Cycle start = std::max({now, bank, bus_free_});
    own_.bank_waits += start - std::max(now, bus_free_);
    bank = start + busy_;
    bus_free_ = start + transfer;
    if (start > now) starts_.insert(start);
    const bool write = payload.is_write();
    (write ? counters_.writes : counters_.reads) += 1;
    (write ? counters_.write_bytes : counters_.read_bytes) += bytes;
    counters_.busy_cycles += transfer;
    answers_[port].emplace(start + (write ? transfer : std::max<Cycle>(latency_, transfer)), &payload);
  }

  const unsigned queue_, busy_, latency_, bytes_per_cycle_;
  Cycle bus_free_ = 0;
  std::vector<Cycle> bank_free_;                        // [bank]
  std::multiset<Cycle> starts_;                         // starts of accepted requests that wait
  std::vector<std::multimap<Cycle, Payload*>> answers_;  // [port], by the cycle in which they are due
  DramChannelCounters counters_;
  MyDramCounters own_;
};

const BlockRegistration<DramKind> kMyDram(
    {"", "my_dram", "banks that close their row after every access",
     {{"banks", 8, 1, 1024, "", "banks of a channel, to which lines go in turn", "chosen for this example"},
      {"t_bank", 45, 1, 10000, "cycles", "an access keeps its bank busy", "chosen for this example"},
      {"latency", 400, 1, 1000000, "cycles", "of a read without a queue", "as fixed-latency"},
      {"bytes_per_cycle", 8, 1, 4096, "bytes/cycle", "bandwidth of a channel", "as fixed-latency"}}},
    made_as<DramKind, MyDram>());

}  // namespace
