#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <map>

#include "rtl/lock_step.h"
#include "rtl/unified_bank_rtl.h"
#include "support/forked.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::UnifiedBankPins;
using rtl::UnifiedBankRtl;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

using Met = std::map<std::string, unsigned>;

// Reads and writes of the first, the last and some other rows, alone and together. Returns "" when RTL and model agree.
std::string bank_differences(unsigned fault, unsigned requests, Met& met) {
  UnifiedBankPins pins(fault);
  BankCore model(UnifiedBankPins::kRows, 16);
  test::Random random(7);
  static constexpr unsigned kRows[] = {0, 1, 511, 512, 1022, 1023};
  const auto row = [&random] { return kRows[random.below(6)]; };
  // The memory's initial contents are undefined, so every row is written once.
  for (const unsigned each : kRows) {
    const UnifiedBankPins::Row zeros{};
    pins.write(each, 0xffff, zeros);
    pins.edge();
  }
  for (unsigned done = 0; done < requests;) {
    const unsigned what = static_cast<unsigned>(random.below(4));  // nothing, read, write, both
    const bool reads = what & 1, writes = what & 2, read_first = reads && random.below(2) == 0;
    const unsigned from = row(), to = writes && random.below(2) == 0 ? from : row();
    UnifiedBankPins::Row bytes, expected{};
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.below(256));
    const auto enables = static_cast<std::uint16_t>(random.below(3) == 0 ? 0xffff : random.below(0x10000));
    if (reads && read_first) {
      pins.read(from);
      model.read(from * 16, 16, expected.data());
    }
    if (writes) {
      unsigned char each[16];
      for (unsigned i = 0; i < 16; ++i) each[i] = enables >> i & 1 ? 0xff : 0;
      pins.write(to, enables, bytes);
      model.write(to * 16, 16, bytes.data(), each, 16);
    }
    if (reads && !read_first) {
      pins.read(from);
      model.read(from * 16, 16, expected.data());
    }
    pins.edge();
    done += reads + writes;
    if (pins.was_read() != reads) return "read answered " + std::to_string(pins.was_read());
    if (pins.written() != writes) return "write answered " + std::to_string(pins.written());
    if (reads && pins.read_bytes() != expected) return "row " + std::to_string(from) + " holds something else";
    ++met[std::string(reads ? "read" : "no read") + (writes ? ", write" : ", no write")];
    if (reads && writes && from == to) ++met[read_first ? "old bytes of a row" : "new bytes of a row"];
    if (writes && enables != 0xffff) ++met["some bytes"];
  }
  return "";
}

std::vector<test::Access> accesses(unsigned count, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<test::Access> all;
  Cycle at = 2;
  for (unsigned i = 0; i < count; ++i) {
    at += random.below(3);
    const unsigned length = 1u << random.below(5);
    const std::uint64_t address = random.below(8) * 16 + random.below(17 - length);
    if (random.below(2) == 0) {
      all.push_back(read_at(at, address, length));
      continue;
    }
    std::vector<unsigned char> data(length), enables(random.below(2) == 0 ? 0 : 1 + random.below(length));
    for (unsigned char& byte : data) byte = static_cast<unsigned char>(random.below(256));
    for (unsigned char& byte : enables) byte = random.below(2) == 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    all.push_back(write_at(at, address, length, data, enables));
  }
  return all;
}

BankParameters parameters(unsigned rows) { return {rows, false, false, true}; }

}  // namespace

TEST_CASE("unified bank: 100000 random reads and writes leave the bytes that the model leaves") {
  Met met;
  CHECK(bank_differences(0, 100000, met) == "");
  for (const char* what : {"no read, no write", "read, no write", "no read, write", "read, write", "old bytes of a row",
                           "new bytes of a row", "some bytes"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

TEST_CASE("unified bank: every fault of the RTL is found by the random requests") {
  for (unsigned fault = 1; fault <= UnifiedBankPins::kFaults; ++fault) {
    INFO("fault " << fault);
    Met met;
    CHECK(bank_differences(fault, 100000, met) != "");
  }
}

TEST_CASE("unified bank as RTL: a read and a write of cycle 10 are answered in cycle 11") {
  UnifiedBankRtl bank("bank", parameters(8), {});
  Requester registers("registers", {write_at(10, 0x20, 4, {1, 2, 3, 4}), read_at(12, 0x20, 4)});
  Requester memory("memory", {read_at(10, 0x22, 2), read_at(12, 0x22, 2)}, 1);
  registers.port.bind(bank.socket(BankInterface::kRegisters));
  memory.port.bind(bank.socket(BankInterface::kMemory));
  sc_core::sc_start();

  CHECK(registers[0].answered == 11);
  CHECK(memory[0].answered == 11);
  CHECK(memory[0].answer == std::vector<unsigned char>{3, 4});  // read after the write
  CHECK(registers[1].answered == 13);
  CHECK(registers[1].answer == std::vector<unsigned char>{1, 2, 3, 4});
  CHECK(memory[1].accepted == 13);  // a second read of one cycle
  CHECK(memory[1].answered == 14);
  CHECK(bank.counters().reads == 3);
  CHECK(bank.counters().writes == 1);
  CHECK(bank.counters().violations == 0);
}

TEST_CASE("unified bank as RTL: 20000 requests over two ports agree with the model in lock-step") {
  BlockOptions options;
  options.check = true;
  UnifiedBankRtl bank("bank", parameters(8), options);
  Requester registers("registers", accesses(10000, 1)), memory("memory", accesses(10000, 2), 1);
  registers.port.bind(bank.socket(BankInterface::kRegisters));
  memory.port.bind(bank.socket(BankInterface::kMemory));
  sc_core::sc_start();
  CHECK(registers.done());
  CHECK(memory.done());
  CHECK(bank.counters().reads + bank.counters().writes == 20000);
}

TEST_CASE("unified bank as RTL: an invalid request is answered with an error and changes nothing") {
  UnifiedBankRtl bank("bank", parameters(8), {});
  Requester requester("requester", {read_at(10, 128, 4), read_at(11, 14, 4), write_at(12, 0, 17), read_at(13, 0, 16)});
  Requester memory("memory", {});
  requester.port.bind(bank.socket(BankInterface::kRegisters));
  memory.port.bind(bank.socket(BankInterface::kMemory));
  sc_core::sc_start();
  for (unsigned i = 0; i < 3; ++i) CHECK(requester[i].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(requester[3].status == tlm::TLM_OK_RESPONSE);
  CHECK(requester[3].answer == std::vector<unsigned char>(16, 0));
}

TEST_CASE("unified bank as RTL: more rows than the RTL has are refused with both numbers") {
  const auto built = [](unsigned rows) {
    return test::forked([rows] {
      UnifiedBankRtl bank("bank", parameters(rows), {});
      return std::string("built");
    });
  };
  CHECK(built(1024) == "built");
  CHECK(built(1025) ==
        "error: unified_bank as RTL: the number of rows of a bank is 1025, the RTL has been built with 1024");
}

TEST_CASE("unified bank as RTL: the first difference ends the run with the cycle and both rows") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::string text = test::in_lock_step(4, [](const BlockOptions& options) {  // 4: the last byte of a row is lost
    UnifiedBankRtl bank("bank", {8, false, false}, options);
    Requester requester("requester", {write_at(10, 14, 2, {5, 6}), read_at(20, 0, 16)});
    requester.port.bind(bank.socket(BankInterface::kRegisters));
    sc_core::sc_start();
    return std::string("no difference");
  });
  CHECK(text.find("bank: RTL and model differ in cycle 21: read of 16 bytes at 0x0, which came in cycle 20: "
                  "the model's row is 00000000000000000000000000000506; "
                  "the RTL's is 00000000000000000000000000000500") != std::string::npos);
  CHECK(std::filesystem::exists("bank.difference.vcd"));
}
