// Reads one register operand as sm/register_rows.h does for a bank that is not this library's own: eight pooled
// payloads, one to a bank of each cluster.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "forked.h"
#include "sm/unified_bank.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank::bench {
namespace {

constexpr unsigned kClusters = 8, kRows = 512, kOperands = 1000000;

class Reader : public sc_core::sc_module {
 public:
  explicit Reader(const sc_core::sc_module_name& name) : sc_module(name) {
    for (unsigned i = 0; i < kClusters; ++i) {
      banks_.push_back(std::make_unique<UnifiedBank>(("bank" + std::to_string(i)).c_str(), BankParameters{kRows}));
      ports_.push_back(std::make_unique<InitiatorPort<Reader>>(("port" + std::to_string(i)).c_str(), this, i));
      ports_.back()->bind(banks_.back()->socket());
    }
  }

  void read_operand(unsigned row) {
    for (auto& port : ports_) {
      Payload* payload = pool_.get();
      payload->set_command(tlm::TLM_READ_COMMAND);
      payload->set_address(std::uint64_t{row} * kBankWidth);
      payload->set_data_length(kBankWidth);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      benchmark::DoNotOptimize(port->send(*payload, phase, delay));
      payload->release();
    }
  }
  void answered(unsigned, Payload&, const tlm::tlm_phase&, const sc_core::sc_time&) {}

 private:
  PayloadPool<Payload> pool_;
  std::vector<std::unique_ptr<UnifiedBank>> banks_;
  std::vector<std::unique_ptr<InitiatorPort<Reader>>> ports_;
};

Measured read_operands() {
  Reader reader("reader");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = cpu_seconds();
  for (unsigned i = 0; i < kOperands; ++i) reader.read_operand(i % kRows);
  return {cpu_seconds() - begin, kOperands};
}

void register_access(benchmark::State& state) {
  double operands = 0;
  for (auto _ : state) {
    const Measured measured = measure_forked(read_operands);
    state.SetIterationTime(measured.cpu_seconds);
    operands += measured.events;
  }
  state.counters["operands/s"] = benchmark::Counter(operands, benchmark::Counter::kIsRate);
}

BENCHMARK(register_access)->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace unibank::bench
