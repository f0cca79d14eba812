// An arbiter (testbenches/example_block) beside the native one.
#include "example_block/my_arbiter.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kArbiterRequests = 20000;

Design machine(bool unified, bool one_port) {
  Design design;
  design.conflicts.model = ConflictModel::kArbitrated;
  if (unified) design.layout.name = "unified";
  design.storage.bank_ports = one_port ? BankPorts::kOneReadOrWrite : BankPorts::kOneReadOneWrite;
  design.cache.tag_banks = 4;
  return design;
}

std::string arbiter(const Design& design, unsigned fault = 0) {
  return compared(CheckBy::kCycles, fault, [&](const BlockOptions& options) {
    rtl::ArbiterTransactor arbiter("arbiter", ArbiterParameters(design), options,
                                   std::make_unique<MyArbiter>(options.fault));
    Random random(3);
    for (unsigned request = 0; request < kArbiterRequests; ++request) {
      switch (random.below(8)) {
        case 0: arbiter.begin_cycle(); break;
        case 1: arbiter.begin_instruction(); break;
        case 2: arbiter.registers(1 + random.below(0xffffffff), random.below(2) != 0, random.below(2) != 0); break;
        case 3: arbiter.lookup(static_cast<unsigned>(random.below(design.cache.tag_banks))); break;
        default: {
          BankRow row;
          row.port = static_cast<std::uint8_t>(random.below(8));
          row.banks = 1;
          row.bank = static_cast<std::uint8_t>(random.below(8));
          row.words = 15;
          row.width = static_cast<std::uint8_t>(4u << random.below(3));
          arbiter.memory(row, random.below(2) != 0);
        }
      }
    }
    return std::string(kSame);
  });
}

}  // namespace

TEST_CASE("my_arbiter: grants what the native one grants") {
  for (const bool unified : {false, true}) {
    for (const bool one_port : {false, true}) CHECK(arbiter(machine(unified, one_port)) == kSame);
  }
}

TEST_CASE("my_arbiter: each fault is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (const unsigned fault : {1u, 2u}) {
    INFO("fault " << fault);
    CHECK_THAT(arbiter(machine(true, false), fault), Catch::Contains("arbiter: RTL and model differ in cycle "));
  }
}
