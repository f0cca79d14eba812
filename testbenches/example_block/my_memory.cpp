// A memory that implements only b_transport, in place of the DRAM channel: `my_unibank run ... --block my_memory`. It
// does not depend on this model; any base-protocol target of 128 bits could be used instead.
#include "block/factories.h"
#include "memory/foreign_memory.h"
#include "tlm/blocking_adapter.h"

namespace {

using namespace unibank;

// 200 ns per access (a cycle is 1 ns), and 64 more bytes every 10 ns.
class BlockingMemory : public sc_core::sc_module, private FwIf {
 public:
  explicit BlockingMemory(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {
    socket.bind(static_cast<FwIf&>(*this));
  }
  TargetSocket socket;

 private:
  void b_transport(Payload& payload, sc_core::sc_time& delay) override {
    sc_core::wait(delay + sc_core::sc_time(200 + payload.get_data_length() / 64 * 10, sc_core::SC_NS));
    delay = sc_core::SC_ZERO_TIME;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
};

// The memory, and the adapter that calls it from 32 threads; each port of the channel has its own set of both.
struct Memories {
  explicit Memories(unsigned ports) {
    for (unsigned port = 0; port < ports; ++port) {
      memories.push_back(std::make_unique<BlockingMemory>(sc_core::sc_gen_unique_name("my_memory")));
      adapters.push_back(std::make_unique<BlockingAdapter>(sc_core::sc_gen_unique_name("adapter"), 32));
      adapters.back()->initiator.bind(memories.back()->socket);
    }
  }
  std::vector<std::unique_ptr<BlockingMemory>> memories;
  std::vector<std::unique_ptr<BlockingAdapter>> adapters;
};

class MyMemory : private Memories, public ForeignMemory {
 public:
  MyMemory(const char* name, const DramParameters& parameters, const BlockOptions& /*options*/)
      : Memories(parameters.ports),
        ForeignMemory(name, {parameters.ports, 0},
                      [this](unsigned port, InitiatorSocket& socket) { socket.bind(adapters[port]->target); }) {}
};

const BlockRegistration<DramKind> kMyMemory({"", "my_memory", "b_transport alone, called from 32 threads"},
                                                made_as<DramKind, MyMemory>());

}  // namespace
