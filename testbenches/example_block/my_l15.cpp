// A cache of level 1.5 between the MSHR of an SM and the memory system: `[miss_path] model = "my_l15"`, or
// `--block my_l15`. my_l15_core.h has its state; here are its sockets, keys, counters and signals.
//
// A read that hits is answered within the call, with `latency` cycles annotated; other requests are forwarded with the
// same payload. Until memory has accepted a forwarded request, the MSHR sends nothing.
#include "block/factories.h"
#include "block/signals.h"
#include "memory/miss_path.h"
#include "my_l15_core.h"
#include "tlm/time.h"
#include "wave/writer.h"

namespace {

using namespace unibank;

#define MY_L15_COUNTERS(counter) \
  counter(reads, "my_l15.reads", "requests", "reads that the MSHR sent") \
  counter(hits, "my_l15.hits", "requests", "of these, that went no further")
UNIBANK_COUNTERS(MyL15Counters, "sm.miss_path", MY_L15_COUNTERS);

class MyL15 : public sc_core::sc_module, public MissPathInterface {
 public:
  MyL15(const sc_core::sc_module_name& name, const MissPathParameters& machine, const BlockOptions& options)
      : sc_module(name),
        core_(options.values.at("bytes"), options.values.at("ways")),
        latency_(options.values.at("latency")),
        in_("in", this),
        out_("out", this) {
    if (!options.waves || machine.sm != 0) return;
    waves_ = options.waves;
    hit_ = waves_->signal("sm0.my_l15.hit", 1);
    waves_->record(hit_, 0, 0);
  }

  TargetSocket& socket() override { return in_; }
  InitiatorSocket& memory() override { return out_; }
  unsigned in_flight() const override { return in_flight_; }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }

 private:
  friend class TargetPort<MyL15>;
  friend class InitiatorPort<MyL15>;

  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const bool hit = payload.is_read() && core_.read(payload.get_address(), payload.get_data_length());
    counters_.reads += payload.is_read();
    counters_.hits += hit;
    show(hit);
    if (hit) {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      delay += answer_delay(latency_);
      return tlm::TLM_COMPLETED;
    }
    const tlm::tlm_sync_enum status = out_.send(payload, phase, delay);
    if (status == tlm::TLM_COMPLETED) {
      came(payload);
    } else {
      ++in_flight_;
    }
    return status;
  }
  void request_blocking(unsigned, Payload& payload) {
    sc_core::sc_time none;
    out_->b_transport(payload, none);
  }
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_RESP) {
      came(payload);
      --in_flight_;
    }
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    in_.answer(payload, same_phase, same_delay);
  }

  // Called when memory has answered a request.
  void came(const Payload& payload) {
    if (payload.is_read()) {
      core_.fill(payload.get_address(), payload.get_data_length());
    } else {
      core_.write(payload.get_address());
    }
  }

  void show(bool hit) {
    if (!waves_) return;
    waves_->record(hit_, current_cycle(), hit);
    if (hit) waves_->record(hit_, current_cycle() + 1, 0);
  }

  my::L15Core core_;
  const unsigned latency_;
  TargetPort<MyL15> in_;
  InitiatorPort<MyL15> out_;
  unsigned in_flight_ = 0;
  MyL15Counters counters_;
  wave::Writer* waves_ = nullptr;
  wave::SignalId hit_ = {};
};

const BlockRegistration<MissPathKind> kMyL15(
    {"", "my_l15", "a read-only cache of sectors",
     {{"bytes", 32768, 512, 1 << 24, "bytes", "its size, a multiple of a set", "chosen for this example"},
      {"ways", 4, 1, 64, "ways", "associativity; replacement is LRU", "chosen for this example"},
      {"latency", 40, 1, 10000, "cycles", "request to answer of a hit", "chosen for this example"}},
     "", false, false,
     [](const PolicyValues& values, const RefuseValue& refuse) {
       const unsigned bytes = values.at("bytes"), set = 128 * static_cast<unsigned>(values.at("ways"));
       if (bytes % set != 0) {
         refuse("bytes", "miss_path.bytes is " + std::to_string(bytes) + ", expected a multiple of " +
                             std::to_string(set) + ": sets of miss_path.ways lines of 128 bytes");
       }
     }},
    made_as<MissPathKind, MyL15>());

const SignalDeclaration kSignals("l15", "hits of the L1.5 cache",
                                 {{"smN.my_l15.hit", "1 in a cycle with a hit"}});

}  // namespace
