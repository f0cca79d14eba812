// The base protocol's rules about the payload and about blocking calls.
#include <catch2/catch.hpp>

#include "tlm/protocol_pair.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const std::string kWrite = " (write of 32 bytes at 0x40)";

}  // namespace

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
      {"the payload has no reference", [](Payload& p) { p.release(); }},
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

TEST_CASE("base protocol violated: the payload is not kept until it is answered") {
  Pair pair;
  Payload& payload = pair.answerable();
  payload.release();
  pair.backward(payload, tlm::BEGIN_RESP);
  CHECK(pair.said == Said{"the payload has no reference" + kRead});
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
