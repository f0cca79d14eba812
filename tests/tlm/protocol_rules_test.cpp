#include <catch2/catch.hpp>

#include "tlm/pool.h"
#include "tlm/protocol_rules.h"
#include "tlm/time.h"

using namespace unibank;
using sc_core::sc_time;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

namespace {

DECLARE_EXTENDED_PHASE(EXTENDED);

// A target and an initiator that do as they are told with every call, the rules between them, and what these said
// without the socket and the time.
class Pair : public FwIf, public BwIf {
 public:
  using Act = std::function<tlm_sync_enum(Payload&, tlm_phase&, sc_time&)>;

  Pair() : rules("socket", [this](const std::string& what) { said.push_back(what.substr(what.find(": at ") + 10)); }) {}

  Payload* payload(tlm::tlm_command command = tlm::TLM_READ_COMMAND) {
    Payload* const made = pool.get();
    made->set_command(command);
    made->set_address(64);
    made->set_data_length(32);
    return made;
  }
  tlm_sync_enum forward(Payload& payload, tlm_phase phase, unsigned cycle = 0) {
    sc_time delay = cycles(cycle);
    return rules.forward(*this, payload, phase, delay);
  }
  tlm_sync_enum backward(Payload& payload, tlm_phase phase, unsigned cycle = 0) {
    sc_time delay = cycles(cycle);
    return rules.backward(*this, payload, phase, delay);
  }
  // A request that the target takes; its response is not known yet.
  Payload& accepted(tlm::tlm_command command = tlm::TLM_READ_COMMAND) {
    Payload& made = *payload(command);
    target = returns(tlm::TLM_UPDATED, tlm::END_REQ);
    forward(made, tlm::BEGIN_REQ);
    return made;
  }
  // The same with its response known, and not yet sent.
  Payload& answerable() {
    Payload& made = accepted();
    made.set_response_status(tlm::TLM_OK_RESPONSE);
    return made;
  }
  static Act returns(tlm_sync_enum status, tlm_phase phase = tlm::UNINITIALIZED_PHASE, unsigned cycle = 0) {
    return [=](Payload&, tlm_phase& sent, sc_time& delay) {
      if (phase != tlm::UNINITIALIZED_PHASE) sent = phase;
      delay += cycles(cycle);
      return status;
    };
  }
  static Act completes(tlm::tlm_response_status response = tlm::TLM_OK_RESPONSE, unsigned cycle = 1) {
    return [=](Payload& payload, tlm_phase&, sc_time& delay) {
      payload.set_response_status(response);
      delay += cycles(cycle);
      return tlm::TLM_COMPLETED;
    };
  }

  PayloadPool<Payload> pool;
  Act target = returns(tlm::TLM_ACCEPTED), initiator = returns(tlm::TLM_COMPLETED);
  std::vector<std::string> said;
  ProtocolRules rules;

 private:
  tlm_sync_enum nb_transport_fw(Payload& p, tlm_phase& phase, sc_time& t) override { return target(p, phase, t); }
  tlm_sync_enum nb_transport_bw(Payload& p, tlm_phase& phase, sc_time& t) override { return initiator(p, phase, t); }
  void b_transport(Payload& payload, sc_time& delay) override {
    tlm_phase phase = tlm::BEGIN_REQ;
    target(payload, phase, delay);
  }
  unsigned transport_dbg(Payload&) override { return 0; }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

using Said = std::vector<std::string>;
const std::string kRead = " (read of 32 bytes at 0x40)", kWrite = " (write of 32 bytes at 0x40)";

}  // namespace

TEST_CASE("base protocol: every allowed way through the phases") {
  Pair pair;
  Payload& payload = *pair.payload();
  const auto again = [&] { payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE); };
  pair.target = pair.completes();
  pair.forward(payload, tlm::BEGIN_REQ);  // early completion
  again();

  pair.target = pair.returns(tlm::TLM_ACCEPTED);  // four phases in four calls
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.forward(payload, tlm::BEGIN_REQ, 1);
  pair.backward(payload, tlm::END_REQ, 2);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.backward(payload, tlm::BEGIN_RESP, 3);
  pair.forward(payload, tlm::END_RESP, 4);
  again();

  pair.target = pair.returns(tlm::TLM_UPDATED, tlm::END_REQ, 1);  // on the return paths
  pair.forward(payload, tlm::BEGIN_REQ);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.initiator = pair.returns(tlm::TLM_UPDATED, tlm::END_RESP, 1);
  pair.backward(payload, tlm::BEGIN_RESP, 1);
  again();

  pair.target = pair.returns(tlm::TLM_ACCEPTED);  // BEGIN_RESP implies END_REQ; completed by the initiator
  pair.initiator = pair.returns(tlm::TLM_COMPLETED);
  pair.forward(payload, tlm::BEGIN_REQ);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.backward(payload, tlm::BEGIN_RESP, 5);
  CHECK(pair.said == Said());
  CHECK(pair.rules.in_flight() == 0);
}

TEST_CASE("base protocol: an answer may come before the request's call returns") {
  Pair pair;
  Payload& payload = *pair.payload();
  pair.target = [&](Payload& sent, tlm_phase&, sc_time&) {
    sent.set_response_status(tlm::TLM_OK_RESPONSE);
    pair.backward(sent, tlm::BEGIN_RESP);
    return tlm::TLM_ACCEPTED;
  };
  pair.forward(payload, tlm::BEGIN_REQ);
  CHECK(pair.said == Said());
  CHECK(pair.rules.in_flight() == 0);
}

TEST_CASE("base protocol: several requests in flight answered out of order") {
  Pair pair;
  Payload &first = pair.answerable(), &second = pair.answerable();
  CHECK(pair.rules.in_flight() == 2);
  pair.backward(second, tlm::BEGIN_RESP);
  pair.backward(first, tlm::BEGIN_RESP);
  CHECK(pair.said == Said());
}

TEST_CASE("base protocol: phases of an extended protocol are not looked at") {
  Pair pair;
  pair.forward(*pair.payload(), EXTENDED);
  pair.backward(*pair.payload(), EXTENDED);
  CHECK(pair.said == Said());
}

TEST_CASE("base protocol violated: a second BEGIN_REQ before END_REQ of the first") {
  Pair pair;
  pair.forward(*pair.payload(), tlm::BEGIN_REQ);
  pair.forward(*pair.payload(), tlm::BEGIN_REQ);
  CHECK(pair.said == Said{"BEGIN_REQ before END_REQ of the last request" + kRead});
}

TEST_CASE("base protocol violated: a second BEGIN_RESP before END_RESP of the first") {
  Pair pair;
  Payload &first = pair.answerable(), &second = pair.answerable();
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.backward(first, tlm::BEGIN_RESP);
  pair.backward(second, tlm::BEGIN_RESP);
  CHECK(pair.said == Said{"BEGIN_RESP before END_RESP of the last response" + kRead});
}

TEST_CASE("base protocol violated: an answer to no request") {
  Pair pair;
  Payload& payload = *pair.payload();
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.backward(payload, tlm::END_REQ);
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said == Said{"END_REQ of a request that is not in flight" + kRead,
                          "BEGIN_RESP of a request that is not in flight" + kRead});
}

TEST_CASE("base protocol violated: a second answer") {
  Pair pair;
  Payload& payload = pair.answerable();
  pair.backward(payload, tlm::BEGIN_RESP);
  pair.backward(payload, tlm::BEGIN_RESP);
  REQUIRE(pair.said.size() == 2);
  CHECK(pair.said[0] == "BEGIN_RESP of a request that is not in flight" + kRead);
  CHECK(pair.said[1] == "the response ended twice");
}

TEST_CASE("base protocol violated: phases out of order") {
  Pair pair;
  Payload& payload = pair.answerable();
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.backward(payload, tlm::END_REQ);
  CHECK(pair.said == Said{"END_REQ twice" + kRead});
  pair.target = pair.returns(tlm::TLM_COMPLETED);
  pair.forward(payload, tlm::END_RESP);
  CHECK(pair.said.back() == "END_RESP without BEGIN_RESP" + kRead);
  pair.backward(payload, tlm::BEGIN_RESP);
  pair.backward(payload, tlm::END_REQ);
  CHECK(pair.said.back() == "END_REQ behind BEGIN_RESP" + kRead);
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said.back() == "BEGIN_RESP twice" + kRead);
  CHECK(pair.said.size() == 4);
}

TEST_CASE("base protocol violated: phases in the wrong direction") {
  Pair pair;
  Payload& payload = *pair.payload();
  for (const tlm_phase phase : {tlm::END_REQ, tlm::BEGIN_RESP, tlm::UNINITIALIZED_PHASE}) {
    pair.said.clear();
    pair.forward(payload, phase);
    REQUIRE(pair.said.size() == 1);
    CHECK(pair.said[0].find(" on the forward path") != std::string::npos);
  }
  for (const tlm_phase phase : {tlm::BEGIN_REQ, tlm::END_RESP, tlm::UNINITIALIZED_PHASE}) {
    pair.said.clear();
    pair.backward(payload, phase);
    REQUIRE(pair.said.size() == 1);
    CHECK(pair.said[0].find(" on the backward path") != std::string::npos);
  }
}

TEST_CASE("base protocol violated: what BEGIN_REQ returns") {
  Pair pair;
  const auto send = [&](const Pair::Act& act) {
    pair.said.clear();
    pair.target = act;
    Payload& payload = *pair.payload();
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    pair.forward(payload, tlm::BEGIN_REQ, 4);
    return pair.said.empty() ? std::string() : pair.said[0];
  };
  CHECK(send(pair.returns(tlm::TLM_UPDATED)) == "TLM_UPDATED with BEGIN_REQ in return for BEGIN_REQ");
  pair.rules = ProtocolRules("socket", [&](const std::string& what) { pair.said.push_back(what); });
  CHECK(send(pair.returns(tlm::TLM_UPDATED, tlm::END_RESP)) ==
        "socket: at 0 s: TLM_UPDATED with END_RESP in return for BEGIN_REQ");
}

TEST_CASE("base protocol violated: TLM_ACCEPTED with another phase or another time") {
  const std::string expected = "TLM_ACCEPTED in return for BEGIN_REQ with another phase or time";
  Pair phase, time;
  phase.target = phase.returns(tlm::TLM_ACCEPTED, tlm::END_REQ);
  phase.forward(*phase.payload(), tlm::BEGIN_REQ);
  CHECK(phase.said == Said{expected});
  time.target = time.returns(tlm::TLM_ACCEPTED, tlm::BEGIN_REQ, 1);
  time.forward(*time.payload(), tlm::BEGIN_REQ);
  CHECK(time.said == Said{expected});
}

TEST_CASE("base protocol violated: TLM_COMPLETED behind BEGIN_RESP of the same request") {
  Pair pair;
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.target = [&](Payload& sent, tlm_phase&, sc_time&) {
    sent.set_response_status(tlm::TLM_OK_RESPONSE);
    pair.backward(sent, tlm::BEGIN_RESP);
    return tlm::TLM_COMPLETED;
  };
  pair.forward(*pair.payload(), tlm::BEGIN_REQ);
  CHECK(pair.said == Said{"TLM_COMPLETED in return for BEGIN_REQ, behind BEGIN_RESP"});
}

TEST_CASE("base protocol violated: what END_REQ and BEGIN_RESP and END_RESP return") {
  Pair pair;
  Payload& payload = *pair.payload();
  pair.forward(payload, tlm::BEGIN_REQ);
  pair.initiator = pair.returns(tlm::TLM_COMPLETED);
  pair.backward(payload, tlm::END_REQ);
  CHECK(pair.said == Said{"TLM_COMPLETED in return for END_REQ"});
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.initiator = pair.returns(tlm::TLM_UPDATED, tlm::BEGIN_REQ);
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said.back() == "TLM_UPDATED with BEGIN_REQ in return for BEGIN_RESP");
  pair.target = pair.returns(tlm::TLM_UPDATED);
  pair.forward(payload, tlm::END_RESP);
  CHECK(pair.said.back() == "TLM_UPDATED in return for END_RESP");
  CHECK(pair.said.size() == 3);
}

TEST_CASE("base protocol violated: answered without a response status") {
  Pair early, late;
  early.target = early.completes(tlm::TLM_INCOMPLETE_RESPONSE);
  early.forward(*early.payload(), tlm::BEGIN_REQ);
  CHECK(early.said == Said{"answered with TLM_INCOMPLETE_RESPONSE" + kRead});
  late.backward(late.accepted(), tlm::BEGIN_RESP);
  CHECK(late.said == early.said);
}

TEST_CASE("base protocol violated: time goes back") {
  Pair pair;
  Payload& payload = *pair.payload();
  pair.forward(payload, tlm::BEGIN_REQ, 5);
  pair.initiator = pair.returns(tlm::TLM_ACCEPTED);
  pair.backward(payload, tlm::END_REQ, 4);
  CHECK(pair.said == Said{"time goes back from 5 ns to 4 ns"});
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  pair.initiator = [](Payload&, tlm_phase&, sc_time& delay) {
    delay = cycles(2);
    return tlm::TLM_COMPLETED;
  };
  pair.backward(payload, tlm::BEGIN_RESP, 6);
  CHECK(pair.said.back() == "time goes back from 6 ns to 2 ns");
}

TEST_CASE("base protocol violated: a payload that is in flight is sent again") {
  Pair pair;
  Payload& payload = pair.accepted();
  pair.forward(payload, tlm::BEGIN_REQ);
  CHECK(pair.said == Said{"BEGIN_REQ of a payload that is in flight" + kRead});
}

TEST_CASE("base protocol violated: the payload changes in flight") {
  std::array<unsigned char, 32> other{};
  const std::pair<const char*, std::function<void(Payload&)>> changes[] = {
      {"command", [](Payload& p) { p.set_command(tlm::TLM_READ_COMMAND); }},
      {"data pointer", [&](Payload& p) { p.set_data_ptr(other.data()); }},
      {"data length", [](Payload& p) { p.set_data_length(16); }},
      {"byte enable pointer", [&](Payload& p) { p.set_byte_enable_ptr(other.data()); }},
      {"streaming width", [](Payload& p) { p.set_streaming_width(8); }},
      {"data of a write, or byte enables,", [](Payload& p) { ++p.get_data_ptr()[31]; }},
  };
  for (const auto& [what, change] : changes) {
    Pair pair;
    Payload& payload = pair.accepted(tlm::TLM_WRITE_COMMAND);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    change(payload);
    pair.backward(payload, tlm::BEGIN_RESP);
    REQUIRE(pair.said.size() == 1);
    CHECK(pair.said[0].substr(0, pair.said[0].find(" (")) == std::string("the ") + what + " changed in flight");
    payload.set_byte_enable_ptr(nullptr);
  }
}

TEST_CASE("base protocol: a read's data and the address may change in flight") {
  Pair pair;
  Payload& payload = pair.answerable();
  ++payload.get_data_ptr()[3];
  payload.set_address(7);
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said == Said());
}

TEST_CASE("base protocol violated: byte enables change in flight") {
  Pair pair;
  std::array<unsigned char, 4> enables{};
  Payload& payload = *pair.payload(tlm::TLM_WRITE_COMMAND);
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(4);
  pair.target = pair.returns(tlm::TLM_UPDATED, tlm::END_REQ);
  pair.forward(payload, tlm::BEGIN_REQ);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  enables[2] = 0xff;
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said == Said{"the data of a write, or byte enables, changed in flight" + kWrite});
  payload.set_byte_enable_ptr(nullptr);
}

TEST_CASE("base protocol violated: the new payload is not complete") {
  const std::pair<const char*, std::function<void(Payload&)>> faults[] = {
      {"a new request's response status is not TLM_INCOMPLETE_RESPONSE",
       [](Payload& p) { p.set_response_status(tlm::TLM_OK_RESPONSE); }},
      {"a new request allows DMI already", [](Payload& p) { p.set_dmi_allowed(true); }},
      {"there is no data pointer", [](Payload& p) { p.set_data_ptr(nullptr); }},
      {"the data length is 0", [](Payload& p) { p.set_data_length(0); }},
      {"the streaming width is 0", [](Payload& p) { p.set_streaming_width(0); }},
      {"the byte enable length is 0", [](Payload& p) { p.set_byte_enable_ptr(p.get_data_ptr()); }},
      {"nobody has a reference to the payload", [](Payload& p) { p.release(); }},
  };
  for (const auto& [what, fault] : faults) {
    Pair pair;
    Payload& payload = *pair.payload();
    payload.set_byte_enable_length(0);
    fault(payload);
    pair.forward(payload, tlm::BEGIN_REQ);
    REQUIRE(pair.said.size() == 1);
    CHECK(pair.said[0].substr(0, pair.said[0].find(" (")) == what);
  }
  Pair pair;
  Payload unmanaged;
  unsigned char byte = 0;
  unmanaged.set_data_ptr(&byte);
  unmanaged.set_data_length(1);
  unmanaged.set_streaming_width(1);
  unmanaged.set_command(tlm::TLM_READ_COMMAND);
  pair.forward(unmanaged, tlm::BEGIN_REQ);
  CHECK(pair.said == Said{"the payload has no memory manager (read of 1 bytes at 0x0)"});
}

TEST_CASE("base protocol violated: nobody holds the payload until it is answered") {
  Pair pair;
  Payload& payload = pair.answerable();
  payload.release();
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said == Said{"nobody has a reference to the payload" + kRead});
}

TEST_CASE("base protocol: blocking calls") {
  Pair pair;
  Payload& payload = *pair.payload(tlm::TLM_WRITE_COMMAND);
  sc_time delay = cycles(3);
  pair.target = pair.completes();
  pair.rules.blocking(pair, payload, delay);
  CHECK(pair.said == Said());
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  pair.target = [](Payload& sent, tlm_phase&, sc_time& time) {
    ++sent.get_data_ptr()[0];
    time = cycles(1);
    return tlm::TLM_COMPLETED;
  };
  pair.rules.blocking(pair, payload, delay);
  CHECK(pair.said == Said{"the data of a write, or byte enables, changed in flight" + kWrite,
                          "answered with TLM_INCOMPLETE_RESPONSE" + kWrite, "time goes back from 4 ns to 1 ns"});
}
