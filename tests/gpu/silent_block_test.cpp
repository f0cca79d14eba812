// When the machine makes no progress, a compared block that owes an answer is named, not the warps that wait for it.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "block/compared.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr const char* kOneLoad = R"(
.visible .entry k(.param .u64 data) {
  .reg .u32 %r<2>;
  .reg .u64 %rd<2>;
  ld.param.u64 %rd1, [data];
  ld.global.u32 %r1, [%rd1];
  st.global.u32 [%rd1], %r1;
  ret;
})";

// Tags that take every request and never answer; their clock runs from then on. `compared`: a comparison misses the
// answers.
class SilentTags : public sc_core::sc_module, public TagArrayInterface, public Compared {
 public:
  SilentTags(const sc_core::sc_module_name& name, bool compared) : sc_module(name), compared_(compared) {
    SC_HAS_PROCESS(SilentTags);
    SC_METHOD(edge);
    sensitive << clock_;
    dont_initialize();
    for (unsigned port = 0; port < 2; ++port)
      ports_.push_back(std::make_unique<TargetPort<SilentTags>>(("port" + std::to_string(port)).c_str(), this, port));
  }
  TargetSocket& socket(unsigned port) override { return *ports_[port]; }
  void configure(unsigned, unsigned) override {}
  unsigned lines(std::uint8_t) const override { return 0; }
  TagCounters counters() const override { return {}; }
  const Comparison* comparison() const override { return nullptr; }
  void no_progress() const override {
    if (compared_ && asked_) throw RunError("the tags owe an answer");
  }

 private:
  friend class TargetPort<SilentTags>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    payload.acquire();
    asked_ = true;
    edge();
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void request_blocking(unsigned, Payload&) {}
  void edge() { clock_.notify(cycles(1)); }

  const bool compared_;
  bool asked_ = false;
  sc_core::sc_event clock_;
  std::vector<std::unique_ptr<TargetPort<SilentTags>>> ports_;
};

// The error of a kernel that loads, on a machine with these tags.
std::string error_with(bool compared, unsigned sms) {
  return forked([&] {
    BlockFactories factories;
    factories.set<TagArrayKind>([compared](const char* name, const TagArrayParameters&) {
      return std::make_unique<SilentTags>(name, compared);
    });
    KernelMachine machine(with_sms(sms), kOneLoad, factories);
    const std::uint64_t data = machine.memory.allocate(4096, "data");
    machine.device.launch("k", {1, 1, 1}, {64, 1, 1}, Arguments(data));
    return std::string("the launch ended");
  });
}

}  // namespace

TEST_CASE("a compared block that owes an answer is named when the machine makes no progress") {
  CHECK_THAT(error_with(false, 1), Catch::Contains("(run.no_progress_cycles); warp 0 "));
  CHECK_THAT(error_with(true, 1), Catch::Contains("the tags owe an answer"));
  CHECK_THAT(error_with(true, 2), Catch::Contains("the tags owe an answer"));
}
