// Five programs on each of ten memories that keep the base protocol in ways of their own: answers are right, every byte
// that hardware would move is what the executor has (run.check_data), and every response ends as the memory wants it.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"
#include "memory/foreign_memory.h"
#include "support/awkward_memory.h"
#include "tlm/protocol_checker.h"

using namespace unibank;
using namespace unibank::test;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

struct Case {
  const char* name;
  Awkward way;
  ResponseEnd end = ResponseEnd::kWhenPassedOn;
  std::uint64_t base = 0;
};

Awkward way(Awkward::Request request) {
  Awkward one;
  one.request = request;
  return one;
}

std::vector<Case> cases() {
  using Request = Awkward::Request;
  std::vector<Case> all = {{"END_REQ late", way(Request::kEndCalled)},
                           {"END_REQ returned", way(Request::kEndReturned)},
                           {"no END_REQ", way(Request::kNoEnd)},
                           {"completed early", way(Request::kCompleted)},
                           {"BEGIN_RESP returned", way(Request::kResponse)}};
  all[0].way.accepts_after = sc_time(37.3, SC_NS);
  Case last{"out of order", way(Request::kEndReturned)};
  last.way.order = Awkward::Order::kLast;
  Case refresh{"refresh", way(Request::kEndCalled)};
  refresh.way.refresh_every = sc_time(200, SC_NS);
  Case annotated{"delays on everything", way(Request::kEndReturned)};
  annotated.way.annotated = sc_time(3.7, SC_NS);
  annotated.way.order = Awkward::Order::kLast;
  // An arbiter that takes TLM_UPDATED with END_RESP for the end of a response, and nothing else; one that waits for the
  // call; one request at a time in both.
  Case updated{"ends by TLM_UPDATED", way(Request::kEndCalled), ResponseEnd::kUpdated};
  updated.way.ends = Awkward::Ends::kUpdated;
  updated.way.most = 1;
  Case called{"ends by a call, in a window of addresses", way(Request::kEndCalled), ResponseEnd::kCall,
              std::uint64_t{1} << 33};
  called.way.ends = Awkward::Ends::kCalled;
  called.way.most = 1;
  called.way.base = called.base;
  for (const Case& one : {last, refresh, annotated, updated, called}) all.push_back(one);
  return all;
}

std::string run(const Case& one, const char* workload) {
  return forked([&] {
    AwkwardMemory memory("memory", one.way);
    ProtocolChecker<> checker("checker");
    checker.initiator.bind(memory.socket);
    BlockFactories factories;
    factories.set<DramKind>([&](const char* name, const DramParameters& parameters) {
      ForeignMemoryParameters foreign;
      foreign.ports = parameters.ports;
      foreign.base = one.base;
      foreign.response_end = one.end;
      return std::make_unique<ForeignMemory>(name, foreign,
                                             [&](unsigned, InitiatorSocket& s) { s.bind(checker.target); });
    });
    Design design = unified_design();
    design.run.check_data = true;
    const RunResult result = measure(workload, design, factories).result;
    std::string text = result.verified ? "right" : "wrong: " + result.verification;
    for (const std::string& broken : result.broken_invariants) text += "; " + broken;
    if (result.counters["values.memory"] == 0) text += "; no byte was compared";
    if (memory.requests == 0 || memory.answers != memory.requests || !memory.drained()) text += "; answers are missing";
    if (memory.wrong_ends != 0) text += "; " + std::to_string(memory.wrong_ends) + " responses ended otherwise";
    if (memory.wrong_addresses != 0) text += "; addresses outside of the memory";
    return text;
  });
}

void check(std::size_t first, std::size_t end) {
  const std::vector<Case> all = cases();
  REQUIRE(all.size() == 10);
  for (std::size_t i = first; i < end; ++i) {
    for (const char* workload : {"needle", "bfs", "vectoradd", "srad", "matrixmul"}) {
      INFO(all[i].name << ", " << workload);
      CHECK(run(all[i], workload) == "right");
    }
  }
}

}  // namespace

TEST_CASE("awkward memories: requests end late or on return or not at all or with their response") { check(0, 5); }
TEST_CASE("awkward memories: answers out of order or behind refreshes or with delays or ended in one way only") { check(5, 10); }
