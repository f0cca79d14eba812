// A bank of two stages (testbenches/example_block) in order with the native one.
#include "example_block/my_bank.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kBankRows = 8, kBankRequests = 5000;

// A read or a write in most cycles, often both, and often of the same rows.
std::vector<Access> bank_stream() {
  Random random(1);
  std::vector<Access> all;
  for (Cycle at = 2; all.size() < kBankRequests; at += 1 + random.below(8) / 7) {
    std::vector<unsigned char> data(16), enables(16);
    for (unsigned char& byte : data) byte = static_cast<unsigned char>(random.below(256));
    for (unsigned char& byte : enables) byte = random.below(3) == 0 ? TLM_BYTE_DISABLED : TLM_BYTE_ENABLED;
    if (random.below(3) != 0) all.push_back(write_at(at, random.below(kBankRows) * 16, 16, data, enables));
    if (random.below(3) != 0) all.push_back(read_at(at, random.below(kBankRows) * 16, 16));
  }
  return all;
}

std::string run_bank(CheckBy by, unsigned fault) {
  return compared(by, fault, [](const BlockOptions& options) {
    rtl::UnifiedBankTransactor bank("bank", {kBankRows, false, false, false}, options,
                                    std::make_unique<MyBank>(options.fault));
    Requester requester("requester", bank_stream());
    requester.port.bind(bank.socket());
    sc_core::sc_start();
    return requester.done() ? text_of(bank) : "not done";
  });
}

}  // namespace

TEST_CASE("my_bank: reads are a cycle late and right") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_bank(CheckBy::kOrder, 0), Catch::Matches("[0-9]{4} answers, [0-9]{4} late, at most 1"));
  CHECK_THAT(run_bank(CheckBy::kCycles, 0), Catch::Contains("no answer to the read of 16 bytes"));
}

TEST_CASE("my_bank: each fault is found in order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault : {1u, 2u}) {
    INFO("fault " << fault);
    CHECK_THAT(run_bank(CheckBy::kOrder, fault),
               Catch::Contains("bank: RTL and model differ in cycle ") && Catch::Contains("the model's row is "));
  }
}
