// The RTL arbiter in lock-step with the model's, with each cycle's requests in order of priority.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "base/input_error.h"
#include "rtl/arbiter_rtl.h"
#include "support/random.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::ArbiterRtl;

namespace {

using Met = std::map<std::string, unsigned>;

Design machine(bool unified, bool one_port, bool multiple, unsigned lookups) {
  Design design;
  design.conflicts.model = ConflictModel::kArbitrated;
  if (unified) design.layout.name = "unified";
  design.storage.bank_ports = one_port ? BankPorts::kOneReadOrWrite : BankPorts::kOneReadOneWrite;
  design.storage.bank_mux = multiple ? BankMux::kMultiple : BankMux::kSingle;
  design.cache.lookups_per_cycle = lookups;
  design.cache.tag_banks = 4;
  return design;
}

// Sends each cycle's requests both to the Sm's own arbiter and to the RTL in its place. run() returns "" when both
// grant the same.
class ArbiterStream {
 public:
  ArbiterStream(const Design& design, const BlockOptions& options, Met& met)
      : model_(design),
        rtl_(design, std::make_unique<ArbiterRtl>("arbiter", ArbiterParameters(design), options)),
        by_instruction_(design.conflicts.model == ConflictModel::kPerInstruction),
        unified_(design.registers_share_banks()),
        met_(met) {}

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
    const bool same = model_.counters().waits == rtl_.counters().waits &&
                      model_.counters().tag_waits == rtl_.counters().tag_waits &&
                      model_.counters().register_waits == rtl_.counters().register_waits;
    return same ? "" : "other numbers of waits";
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
    if (random_.below(2) == 0)
      return same("register write", model_.register_write(clusters, bank), rtl_.register_write(clusters, bank));
    return same("register read", model_.register_read(clusters, bank), rtl_.register_read(clusters, bank));
  }

  std::string memory() {
    BankRow row;
    row.port = static_cast<std::uint8_t>(random_.below(8));
    row.banks = static_cast<std::uint8_t>(!unified_ && by_instruction_ ? 1 + random_.below(4) : 1);
    row.bank = static_cast<std::uint8_t>(random_.below((unified_ ? 5 : 9) - row.banks));
    row.words = static_cast<std::uint8_t>(1 + random_.below(15));
    row.width = static_cast<std::uint8_t>(unified_ ? 16 : 4 * row.banks);
    const bool write = random_.below(2) == 0;
    return same(row.banks > 1 ? "banks side by side" : write ? "row written" : "row read",
                model_.memory(row, write), rtl_.memory(row, write));
  }

  std::string tags() {
    const std::uint64_t line = random_.below(4) * kLineBytes;
    return same("lookup", model_.tag_port(true, line), rtl_.tag_port(true, line));
  }

  Arbiter model_, rtl_;
  bool by_instruction_, unified_;
  Met& met_;
  test::Random random_{9};
};

// Runs seven machines; the last two use the per-instruction conflict model, where instructions do not compete with each
// other.
std::string arbiter_difference(const BlockOptions& options, unsigned requests, Met& met) {
  Design by_instruction = machine(true, false, false, 1), side_by_side = machine(false, false, false, 1);
  by_instruction.conflicts.model = side_by_side.conflicts.model = ConflictModel::kPerInstruction;
  const Design machines[] = {machine(true, false, false, 1), machine(true, false, true, 2),
                             machine(true, true, false, 1), machine(false, false, false, 1),
                             machine(true, true, true, 1), by_instruction, side_by_side};
  for (const Design& design : machines) {
    const std::string text = ArbiterStream(design, options, met).run(requests);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace

TEST_CASE("arbiter: 105000 requests are granted as the model grants them") {
  Met met;
  CHECK(arbiter_difference({}, 15000, met) == "");
  for (const char* what : {"register read", "register write", "row read", "row written", "banks side by side",
                           "lookup"}) {
    for (const char* how : {" granted", " refused"}) {
      INFO(what << how);
      CHECK(met[std::string(what) + how] > 500);
    }
  }
}

TEST_CASE("arbiter: every fault of the RTL is found in lock-step") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  BlockOptions options;
  options.check = true;
  Met met;
  CHECK(arbiter_difference(options, 5000, met) == "");
  for (options.fault = 1; options.fault <= rtl::ArbiterPins::kFaults; ++options.fault) {
    INFO("fault " << options.fault);
    CHECK_THROWS_WITH(arbiter_difference(options, 5000, met),
                      Catch::StartsWith("arbiter: RTL and model differ in cycle 0: ") &&
                          Catch::Contains("the pins of the last 200 cycles are in arbiter.difference.vcd"));
    CHECK(std::filesystem::remove("arbiter.difference.vcd"));
  }
}

TEST_CASE("arbiter: the message of lock-step names the request and both answers") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  BlockOptions options;
  options.check = true;
  options.fault = 1;  // a bank is given twice
  ArbiterRtl arbiter("arbiter", ArbiterParameters(machine(false, false, false, 1)), options);
  arbiter.begin_cycle();
  const BankRow row{2, 3, 4, 1, 0};
  CHECK(arbiter.memory(row, true));
  CHECK_THROWS_WITH(arbiter.memory(row, true),
                    "arbiter: RTL and model differ in cycle 0: a write of 4 bytes through port 2 of bank 0x80000: the "
                    "model refuses it, the RTL grants it; the pins of the last 200 cycles are in "
                    "arbiter.difference.vcd");
}
