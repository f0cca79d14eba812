// The RTL arbiter in lock-step with the model's: the requests of a cycle in order of priority.
#include <catch2/catch.hpp>
#include <map>

#include "rtl/arbiter_pins.h"
#include "sm/arbiter.h"
#include "support/random.h"

using namespace unibank;
using rtl::ArbiterPins;

namespace {

using Met = std::map<std::string, unsigned>;

Design machine(bool unified, bool one_port, bool multiple, unsigned lookups) {
  Design design;
  design.conflicts.model = ConflictModel::kArbitrated;
  design.storage.unified = unified;
  design.storage.bank_ports = one_port ? BankPorts::kOneReadOrWrite : BankPorts::kOneReadOneWrite;
  design.storage.bank_mux = multiple ? BankMux::kMultiple : BankMux::kSingle;
  design.cache.lookups_per_cycle = lookups;
  design.cache.tag_banks = 4;
  return design;
}

// Cycles of a machine; "" when RTL and model grant the same.
class Stream {
 public:
  Stream(const Design& design, unsigned fault, Met& met)
      : model_(design),
        rtl_(design.storage.unified, design.storage.bank_ports == BankPorts::kOneReadOrWrite,
             design.cache.lookups_per_cycle, fault),
        by_instruction_(design.conflicts.model == ConflictModel::kPerInstruction), unified_(design.storage.unified),
        multiple_(design.storage.bank_mux == BankMux::kMultiple), met_(met) {}

  std::string run(unsigned requests) {
    for (unsigned done = 0; done < requests;) {
      model_.begin_cycle();
      rtl_.begin_cycle();
      for (std::uint64_t i = random_.below(24); i != 0; --i, ++done) {
        if (by_instruction_ && random_.below(4) == 0) begin_instruction();
        const std::uint64_t what = random_.below(5);
        const std::string text = what == 0 ? registers() : what == 1 ? tags() : memory();
        if (!text.empty()) return "request " + std::to_string(done) + ": " + text;
      }
    }
    return "";
  }

 private:
  void begin_instruction() {
    model_.begin_instruction();
    rtl_.begin_instruction();
  }

  std::string same(const std::string& what, bool expected, bool found) {
    ++met_[what + (expected ? " granted" : " refused")];
    return expected == found ? "" : what + (expected ? " is granted by the model" : " is refused by the model");
  }

  std::string registers() {
    const unsigned clusters = 1 + static_cast<unsigned>(random_.below(255)), bank = random_.below(4);
    const bool write = random_.below(2) == 0;
    std::uint64_t banks = 0;
    for (unsigned cluster = 0; cluster < 8; ++cluster)
      banks |= std::uint64_t{clusters >> cluster & 1} << (8 * cluster + bank);
    const bool granted = write ? model_.register_write(clusters, bank) : model_.register_read(clusters, bank);
    return same("register", granted, rtl_.registers(banks, write));
  }

  std::string memory() {
    BankRow row;
    row.port = static_cast<std::uint8_t>(random_.below(8));
    row.bank = static_cast<std::uint8_t>(random_.below(unified_ ? 4 : 8));
    row.words = static_cast<std::uint8_t>(1 + random_.below(15));
    row.width = unified_ ? 16 : 4;
    const bool write = random_.below(2) == 0;
    const unsigned bytes = !unified_ ? 4 : multiple_ ? 4 * static_cast<unsigned>(__builtin_popcount(row.words)) : 16;
    return same("row", model_.memory(row, write), rtl_.memory(row.port, row.bank, bytes, write));
  }

  std::string tags() {
    const unsigned tag_bank = static_cast<unsigned>(random_.below(4));
    return same("lookup", model_.tag_port(true, tag_bank * kLineBytes), rtl_.tag(tag_bank));
  }

  Arbiter model_;
  ArbiterPins rtl_;
  bool by_instruction_, unified_, multiple_;
  Met& met_;
  test::Random random_{9};
};

// Over six machines; in the last instructions do not meet.
std::string first_difference(unsigned fault, unsigned requests, Met& met) {
  Design by_instruction = machine(true, false, false, 1);
  by_instruction.conflicts.model = ConflictModel::kPerInstruction;
  const Design machines[] = {machine(true, false, false, 1), machine(true, false, true, 2),
                             machine(true, true, false, 1), machine(false, false, false, 1),
                             machine(true, true, true, 1), by_instruction};
  for (const Design& design : machines) {
    const std::string text = Stream(design, fault, met).run(requests);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace

TEST_CASE("arbiter: 100000 requests are granted as the model grants them") {
  Met met;
  CHECK(first_difference(0, 20000, met) == "");
  for (const char* what : {"register granted", "register refused", "row granted", "row refused", "lookup granted",
                           "lookup refused"}) {
    INFO(what);
    CHECK(met[what] > 1000);
  }
}

TEST_CASE("arbiter: every fault of the RTL is found") {
  for (unsigned fault = 1; fault <= ArbiterPins::kFaults; ++fault) {
    INFO("fault " << fault);
    Met met;
    CHECK(first_difference(fault, 5000, met) != "");
  }
}
