#include "tlm/blocking_adapter.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "support/foreign_memories.h"
#include "support/requester.h"
#include "tlm/protocol_checker.h"

using namespace unibank;
using sc_core::sc_time;
using sc_core::SC_NS;
using test::LtMemory;
using test::read_at;
using test::Requester;

TEST_CASE("a blocking target behind the adapter serves as many requests as may be outstanding") {
  LtMemory lt("lt", sc_time(30, SC_NS), sc_time(0.5, SC_NS));
  BlockingAdapter adapter("adapter", 2);
  Requester requester("requester", {read_at(0, 0), read_at(0, 16), read_at(0, 32), read_at(0, 48), read_at(100, 0)});
  requester.port.bind(adapter.target);
  adapter.initiator.bind(lt.socket);
  sc_core::sc_start();
  const Cycle accepted[] = {0, 0, 31, 31, 100}, answered[] = {31, 31, 61, 62, 131};
  for (unsigned i = 0; i < 5; ++i) {
    INFO(i);
    CHECK(requester[i].accepted == accepted[i]);
    CHECK(requester[i].answered == answered[i]);
    CHECK(requester[i].status == tlm::TLM_OK_RESPONSE);
  }
  CHECK(lt.calls == 5);
  CHECK(lt.most_side_by_side == 2);
  CHECK(adapter.outstanding() == 0);
  CHECK(requester.done());
}

TEST_CASE("a blocking target that only annotates its time answers as late") {
  LtMemory lt("lt", sc_core::SC_ZERO_TIME, sc_time(20, SC_NS));
  BlockingAdapter adapter("adapter", 1);
  Requester requester("requester", {read_at(0, 0), read_at(0, 16)});
  requester.port.bind(adapter.target);
  adapter.initiator.bind(lt.socket);
  sc_core::sc_start();
  CHECK(requester[0].answered == 20);
  CHECK(requester[1].accepted == 20);
  CHECK(requester[1].answered == 40);
}

TEST_CASE("answers due at one time leave the adapter in the order of their requests") {
  LtMemory lt("lt", sc_time(10, SC_NS), sc_core::SC_ZERO_TIME);
  BlockingAdapter adapter("adapter", 8);
  std::vector<test::Access> accesses;
  for (unsigned i = 0; i < 8; ++i) accesses.push_back(read_at(0, 16 * i));
  Requester requester("requester", accesses);
  requester.port.bind(adapter.target);
  adapter.initiator.bind(lt.socket);
  sc_core::sc_start();
  for (unsigned i = 0; i < 8; ++i) CHECK(requester[i].order == i);
  CHECK(lt.most_side_by_side == 8);
}

TEST_CASE("an adapter of no outstanding requests is refused") {
  CHECK_THROWS_WITH(BlockingAdapter("adapter", 0),
                    "a blocking adapter of 0 outstanding requests, expected 1 or more");
}
