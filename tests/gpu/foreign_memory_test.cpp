// Whole programs with a user's memory in place of the DRAM channel.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"
#include "memory/foreign_memory.h"
#include "report/invariants.h"
#include "support/foreign_memories.h"
#include "tlm/blocking_adapter.h"
#include "tlm/protocol_checker.h"

using namespace unibank;
using namespace unibank::test;

namespace {

const char* const kPrograms[] = {"needle", "bfs", "vectoradd", "srad", "matrixmul"};

// A channel has one port for each slice that it serves.
Design two_channels_behind_an_l2(unsigned slices) {
  Design design = unified_design();
  design.gpu.sms = 2;
  design.l2.bytes = 8192;
  design.l2.slices = slices;
  design.l2.ways = 4;
  design.dram.channels = 2;
  return design;
}

BlockFactories with_memory(const std::function<std::unique_ptr<DramInterface>(const char*, unsigned ports)>& make) {
  BlockFactories factories;
  factories.set<DramKind>([make](const char* name, const DramParameters& p) { return make(name, p.ports); });
  return factories;
}

}  // namespace

TEST_CASE("foreign memory: the DRAM channel used as a foreign memory changes no cycle and no counter") {
  for (const char* workload : {"needle", "bfs"}) {
    const Design design = unified_design();
    const auto text = [&](const BlockFactories& factories) {
      return forked([&] {
        Measured measured = measure(workload, design, factories);
        measured.result.counters.at("dram.busy_cycles") = 0;  // a foreign memory has no DRAM counters
        return text_of(measured);
      });
    };
    std::unique_ptr<DramChannel> channel;
    BlockFactories factories;
    factories.set<DramKind>([&](const char* name, const DramParameters& p) {
      channel = std::make_unique<DramChannel>("channel", p);
      return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{p.ports, 0},
                                             [&](unsigned port, InitiatorSocket& s) { s.bind(channel->socket(port)); });
    });
    CHECK(text(factories) == text(BlockFactories()));
  }
}

TEST_CASE("foreign memory: programs are right on a target with all four phases") {
  for (const char* workload : kPrograms) {
    INFO(workload);
    const std::string text = forked([&] {
      AtMemory at("at", 8);
      ProtocolChecker<> checker("checker");
      checker.initiator.bind(at.socket);
      const BlockFactories factories = with_memory([&](const char* name, unsigned) {
        return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{1, 1 << 20},
                                               [&](unsigned, InitiatorSocket& s) { s.bind(checker.target); });
      });
      std::string all = verdict_of(measure(workload, unified_design(), factories).result);
      if (at.ended != at.begin_requests || at.end_responses == 0) all += "; responses have not ended";
      return all;
    });
    CHECK(text == "right");
  }
}

TEST_CASE("foreign memory: programs are right on a target that implements b_transport only") {
  for (const char* workload : kPrograms) {
    INFO(workload);
    const std::string text = forked([&] {
      LtMemory lt("lt", sc_core::sc_time(100.7, sc_core::SC_NS), sc_core::sc_time(20, sc_core::SC_NS));
      BlockingAdapter adapter("adapter", 16);
      adapter.initiator.bind(lt.socket);
      const BlockFactories factories = with_memory([&](const char* name, unsigned) {
        return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{1, 0},
                                               [&](unsigned, InitiatorSocket& s) { s.bind(adapter.target); });
      });
      std::string all = verdict_of(measure(workload, unified_design(), factories).result);
      if (lt.calls == 0 || adapter.outstanding() != 0) all += "; calls are missing";
      return all;
    });
    CHECK(text == "right");
  }
}

TEST_CASE("foreign memory: behind an L2 cache each channel has its own") {
  const Design design = two_channels_behind_an_l2(4);
  const std::string text = forked([&] {
    std::vector<std::unique_ptr<DramChannel>> channels;
    BlockFactories factories;
    factories.set<DramKind>([&](const char* name, const DramParameters& p) {
      channels.push_back(std::make_unique<DramChannel>((std::string("behind_") + name).c_str(), p));
      DramChannel& channel = *channels.back();
      return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{p.ports, 0},
                                             [&](unsigned port, InitiatorSocket& s) { s.bind(channel.socket(port)); });
    });
    return verdict_of(measure("bfs", design, factories).result);
  });
  CHECK(text == "right");
}

TEST_CASE("foreign memory: behind an L2 cache one channel has four phases and the other b_transport only") {
  for (const char* workload : kPrograms) {
    INFO(workload);
    const std::string text = forked([&] {
      AtMemory at("at", 8);
      LtMemory lt("lt", sc_core::sc_time(100.7, sc_core::SC_NS), sc_core::sc_time(20, sc_core::SC_NS));
      BlockingAdapter adapter("adapter", 16);
      adapter.initiator.bind(lt.socket);
      TargetSocket* const targets[] = {&at.socket, &adapter.target};
      unsigned channel = 0;
      const BlockFactories factories = with_memory([&](const char* name, unsigned ports) {
        TargetSocket& target = *targets[channel++];
        return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{ports, 0},
                                               [&](unsigned, InitiatorSocket& s) { s.bind(target); });
      });
      std::string all = verdict_of(measure(workload, two_channels_behind_an_l2(2), factories).result);
      if (at.begin_requests == 0 || lt.calls == 0) all += "; a channel was not used";
      return all;
    });
    CHECK(text == "right");
  }
}
