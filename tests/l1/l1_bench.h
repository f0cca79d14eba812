// An L1 with its own tags and banks, stepped as an Sm steps it, and a requester of lines.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "l1/l1.h"
#include "memory/dram_channel.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "support/requester.h"

namespace unibank::test {

constexpr Cycle kBankAndCrossbar = 2;
constexpr unsigned kDram = 100;

// All banks behind the crossbar: each row is answered after two cycles.
struct RowBanks : sc_core::sc_module {
  explicit RowBanks(const sc_core::sc_module_name& name) : sc_module(name) {
    for (unsigned port = 0; port < RowPorts::kPorts; ++port)
      ports.push_back(std::make_unique<TargetPort<RowBanks>>(("port" + std::to_string(port)).c_str(), this, port));
  }
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    ++(payload.is_write() ? writes : reads);
    rows += payload.is_write() ? 'w' : 'r';
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = answer_delay(kBankAndCrossbar);
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload&) {}
  std::vector<std::unique_ptr<TargetPort<RowBanks>>> ports;
  unsigned reads = 0, writes = 0;
  std::string rows;  // 'r' or 'w' for each, in their order
};

struct LookupList : CacheObserver {
  void looked_up(const CacheLookup& lookup) override { lookups.push_back(lookup); }
  std::vector<CacheLookup> lookups;
};

class L1Level : public sc_core::sc_module, public SmCycle {
 public:
  L1Level(const sc_core::sc_module_name& name, const Design& design_of)
      : sc_module(name),
        design(design_of),
        rows("rows", design, *this),
        l1("l1", {&design, this, &rows, &leaving, &watch, &lines, {}}),
        tags("tags", {design.cache.ways, 1, nullptr}),
        banks("banks"),
        half_("half") {
    l1.tags.bind(tags.socket(0));
    for (unsigned port = 0; port < RowPorts::kPorts; ++port) rows.socket(port).bind(*banks.ports[port]);
    arbiter = Arbiter(design);
    const AddressMap map(design, 0, 0, 1, 16);
    l1.reset(map);
    tags.configure(map.cache_sets(), map.cache_ways());
    SC_HAS_PROCESS(L1Level);
    SC_METHOD(tick);
    sensitive << half_;
    dont_initialize();
    half_.notify(cycles(1) / 2);
  }
  void wake(Cycle) override {}
  void take_turn() override {}

  const Design design;
  LeavingLines leaving;
  LookupList watch;
  LinePolicy lines;
  RowPorts rows;
  L1 l1;
  TagArray tags;
  RowBanks banks;

 private:
  void tick() {
    now = current_cycle();
    arbiter.begin_cycle();
    l1.begin_cycle();
    for (const DueItem& item : calendar.take(now)) {
      if (item.kind() == Due::kMemoryAnswer) l1.memory_answer(item.subject);
      if (item.kind() == Due::kFillAnswer) l1.fill_answer(item.subject);
      if (item.kind() == Due::kTagAnswer) l1.tag_answer(item.subject);
    }
    l1.advance_fills();
    l1.advance();
    l1.advance_behind_lines();
    half_.notify(cycles(1));
  }
  sc_core::sc_event half_;
};

// An access for an L1's socket `loads`.
inline Access line(Cycle issue, LineOperation operation, std::uint64_t address, std::uint32_t words = ~0u) {
  Access access;
  access.issue = issue;
  access.address = static_cast<std::uint64_t>(operation) << 60 | address;
  access.write = operation == LineOperation::kStore || operation == LineOperation::kReduction;
  access.length = kLineBytes;
  for (unsigned byte = 0; words != ~0u && byte < kLineBytes; ++byte)
    access.enables.push_back(words >> (byte / 4) & 1 ? 0xff : 0);
  return access;
}

inline Access order(Cycle issue, LineOperation operation, unsigned warp = 0) {
  Access access = line(issue, operation, 0);
  access.orders = true;
  access.warp = warp;
  return access;
}

}  // namespace unibank::test
