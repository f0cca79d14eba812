// Phases, return statuses and times: sequences that the base protocol allows, and violations of its rules.
#include <catch2/catch.hpp>

#include "tlm/protocol_pair.h"

using namespace unibank;
using namespace unibank::test;

namespace {

DECLARE_EXTENDED_PHASE(EXTENDED);

}  // namespace

TEST_CASE("base protocol: four allowed ways through the phases") {
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
  CHECK(pair.said.back() == "END_REQ after BEGIN_RESP" + kRead);
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
  CHECK(pair.said == Said{"TLM_COMPLETED in return for BEGIN_REQ, after BEGIN_RESP"});
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
