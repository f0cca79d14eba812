// Five programs on each of fourteen memories that keep the base protocol in ways of their own: answers are right, every
// byte that hardware would move is what the executor has (run.check_data), and every response ends as the memory wants
// it.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "memory/foreign_memory.h"
#include "support/awkward_memory.h"
#include "tlm/blocking_adapter.h"
#include "tlm/protocol_checker.h"
#include "tlm/width_adapter.h"

using namespace unibank;
using namespace unibank::test;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

struct AwkwardCase {
  const char* name;
  Awkward way;
  ResponseEnd end = ResponseEnd::kWhenPassedOn;
  std::uint64_t base = 0;
  unsigned bits = kSocketBits;  // of its socket
  bool blocking = false;        // it has b_transport only
};

// The adapters between the checker and a memory whose sockets are different: another width, or b_transport only.
class Between {
 public:
  Between(const AwkwardCase& one, InitiatorSocket& from, TargetSocket& to) {
    if (one.blocking) {
      blocking_ = std::make_unique<BlockingAdapter>("blocking", 4);
      from.bind(blocking_->target);
      through<32>(blocking_->initiator, to);
    } else if (one.bits == 32) {
      through<32>(from, to);
    } else if (one.bits == 512) {
      through<512>(from, to);
    } else {
      from.bind(to);
    }
  }

 private:
  template <unsigned kBits>
  void through(InitiatorSocket& from, TargetSocket& to) {
    auto narrower = std::make_shared<WidthAdapter<kSocketBits, kBits>>("there");
    auto wider = std::make_shared<WidthAdapter<kBits, kSocketBits>>("and_back");
    from.bind(narrower->target);
    narrower->initiator.bind(wider->target);
    wider->initiator.bind(to);
    adapters_ = {narrower, wider};
  }
  std::unique_ptr<BlockingAdapter> blocking_;
  std::vector<std::shared_ptr<sc_core::sc_module>> adapters_;
};

Awkward way(Awkward::Request request) {
  Awkward one;
  one.request = request;
  return one;
}

std::vector<AwkwardCase> cases() {
  using Request = Awkward::Request;
  std::vector<AwkwardCase> all = {{"END_REQ late", way(Request::kEndCalled)},
                                  {"END_REQ returned", way(Request::kEndReturned)},
                                  {"no END_REQ", way(Request::kNoEnd)},
                                  {"completed early", way(Request::kCompleted)},
                                  {"BEGIN_RESP returned", way(Request::kResponse)}};
  all[0].way.accepts_after = sc_time(37.3, SC_NS);
  AwkwardCase last{"out of order", way(Request::kEndReturned)};
  last.way.order = Awkward::Order::kLast;
  AwkwardCase refresh{"refresh", way(Request::kEndCalled)};
  refresh.way.refresh_every = sc_time(200, SC_NS);
  AwkwardCase annotated{"delays on everything", way(Request::kEndReturned)};
  annotated.way.annotated = sc_time(3.7, SC_NS);
  annotated.way.order = Awkward::Order::kLast;
  // Arbiters that accept only one way of ending a response: the first TLM_UPDATED with END_RESP, the second only a
  // call. Both allow one request at a time.
  AwkwardCase updated{"ends by TLM_UPDATED", way(Request::kEndCalled), ResponseEnd::kUpdated};
  updated.way.ends = Awkward::Ends::kUpdated;
  updated.way.most = 1;
  AwkwardCase called{"ends by a call, in a window of addresses", way(Request::kEndCalled), ResponseEnd::kCall,
                     std::uint64_t{1} << 33};
  called.way.ends = Awkward::Ends::kCalled;
  called.way.most = 1;
  called.way.base = called.base;
  // As DRAMSys: 32 bits, refresh. (Sockets narrower than the bus make a transfer longer by the time that the target
  // states.)
  AwkwardCase narrow{"32 bits with refresh", refresh.way};
  narrow.bits = 32;
  AwkwardCase wide{"512 bits", last.way};
  wide.bits = 512;
  AwkwardCase blocking{"b_transport only", {}};
  blocking.blocking = true;
  AwkwardCase window{"32 bits in a window of addresses", way(Request::kEndReturned)};
  window.bits = 32;
  window.base = window.way.base = std::uint64_t{1} << 33;
  for (const AwkwardCase& one : {last, refresh, annotated, updated, called, narrow, wide, blocking, window})
    all.push_back(one);
  return all;
}

std::string run_awkward(const AwkwardCase& one, const char* workload) {
  return forked([&] {
    AwkwardMemory memory("memory", one.way);
    ProtocolChecker<> checker("checker");
    const Between between(one, checker.initiator, memory.socket);
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
  const std::vector<AwkwardCase> all = cases();
  REQUIRE(all.size() == 14);
  for (std::size_t i = first; i < end; ++i) {
    for (const char* workload : {"needle", "bfs", "vectoradd", "srad", "matrixmul"}) {
      INFO(all[i].name << ", " << workload);
      CHECK(run_awkward(all[i], workload) == "right");
    }
  }
}

}  // namespace

TEST_CASE("awkward memories: requests end late or on return or not at all or with their response") { check(0, 5); }
TEST_CASE("awkward memories: answers out of order or after refreshes or delayed or of one end only") { check(5, 10); }
TEST_CASE("awkward memories: sockets of 32 and 512 bits or b_transport only") { check(10, 14); }

TEST_CASE("awkward memories: a memory of 32 bits behind each port of six channels") {
  for (const char* workload : {"needle", "bfs", "vectoradd", "srad", "matrixmul"}) {
    INFO(workload);
    CHECK(forked([&] {
      std::vector<std::unique_ptr<AwkwardMemory>> memories;
      std::vector<std::unique_ptr<WidthAdapter<kSocketBits, 32>>> narrower;
      std::vector<std::unique_ptr<WidthAdapter<32, kSocketBits>>> wider;
      BlockFactories factories;
      factories.set<DramKind>([&](const char* name, const DramParameters& parameters) {
        ForeignMemoryParameters foreign;
        foreign.ports = parameters.ports;
        Awkward way;
        way.refresh_every = sc_time(200, SC_NS);
        // The ports of a channel lead to one memory if they serve the same lines; here each port has its own lines.
        return std::make_unique<ForeignMemory>(name, foreign, [&](unsigned, InitiatorSocket& socket) {
          const std::string number = std::to_string(memories.size());
          memories.push_back(std::make_unique<AwkwardMemory>(("memory" + number).c_str(), way));
          narrower.push_back(std::make_unique<WidthAdapter<kSocketBits, 32>>(("there" + number).c_str()));
          wider.push_back(std::make_unique<WidthAdapter<32, kSocketBits>>(("and_back" + number).c_str()));
          socket.bind(narrower.back()->target);
          narrower.back()->initiator.bind(wider.back()->target);
          wider.back()->initiator.bind(memories.back()->socket);
        });
      });
      Design design = load_design("jing2016/separate-16k").design;
      design.run.check_data = true;
      const RunResult result = measure(workload, design, factories).result;
      std::string text = result.verified ? "right" : "wrong: " + result.verification;
      for (const std::string& broken : result.broken_invariants) text += "; " + broken;
      if (result.counters["values.memory"] == 0) text += "; no byte was compared";
      if (memories.size() < 6) text += "; " + std::to_string(memories.size()) + " memories";
      for (const auto& memory : memories) {
        if (memory->answers != memory->requests || !memory->drained()) text += "; answers are missing";
      }
      return text;
    }) == "right");
  }
}
