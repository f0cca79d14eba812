#include "tlm/protocol_checker.h"

#include <catch2/catch.hpp>

#include "support/requester.h"
#include "tlm/protocol.h"

using namespace unibank;
using test::read_at;
using test::Requester;

namespace {

// Answers at once: correctly at address 0, without a response status at others.
class Careless : public sc_core::sc_module {
 public:
  explicit Careless(const sc_core::sc_module_name& name) : sc_module(name), port("port", this) {}
  TargetPort<Careless> port;

 private:
  friend class TargetPort<Careless>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    if (payload.get_address() == 0) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += next_cycle_delay();
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload&) {}
};

}  // namespace

TEST_CASE("protocol checker: a module between two sockets changes nothing and reports what is wrong") {
  make_socket_tap = nullptr;
  std::vector<std::string> said;
  Careless target("target");
  ProtocolChecker<> checker("checker", [&](const std::string& what) { said.push_back(what); });
  Requester requester("requester", {read_at(0, 0), read_at(2, 16), read_at(4, 0)});
  requester.port.bind(checker.target);
  checker.initiator.bind(target.port);
  sc_core::sc_start();
  CHECK(said == std::vector<std::string>{
                    "checker: at 2500 ps: answered with TLM_INCOMPLETE_RESPONSE (read of 16 bytes at 0x10)"});
  CHECK(requester.done());
  CHECK(requester[0].answered == 1);
  CHECK(requester[2].answered == 5);
  CHECK(checker.in_flight() == 0);
}

TEST_CASE("protocol checker: on every socket of a test and without a module") {
  Careless target("target");
  Requester requester("requester", {read_at(0, 0), read_at(2, 16)});
  requester.port.bind(target.port);
  std::string said;
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    said = report.get_msg();
  }
  CHECK(said.find("requester.port: at 2500 ps: answered with TLM_INCOMPLETE_RESPONSE (read of 16 bytes at 0x10)") !=
        std::string::npos);
}
