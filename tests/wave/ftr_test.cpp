// Files of transactions.
#include <catch2/catch.hpp>

#include <filesystem>
#include <sstream>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "wave/cbor.h"
#include "wave/cbor_text.h"
#include "wave/ftr_file.h"

using namespace unibank;
using wave::FtrFile;
using When = wave::FtrFile::Attribute::When;
namespace fs = std::filesystem;

namespace {

std::string hex(const std::string& bytes) {
  std::string out;
  for (const unsigned char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    out += digits;
  }
  return out;
}

}  // namespace

TEST_CASE("CBOR has the bytes of the RFC's examples") {
  const auto number = [](std::uint64_t value) {
    wave::Cbor cbor;
    cbor.number(value);
    return hex(cbor.bytes());
  };
  CHECK(number(0) == "00");
  CHECK(number(23) == "17");
  CHECK(number(24) == "1818");
  CHECK(number(255) == "18ff");
  CHECK(number(256) == "190100");
  CHECK(number(1000) == "1903e8");
  CHECK(number(65535) == "19ffff");
  CHECK(number(1000000) == "1a000f4240");
  CHECK(number(4294967295) == "1affffffff");
  CHECK(number(1000000000000) == "1b000000e8d4a51000");
  CHECK(number(18446744073709551615u) == "1bffffffffffffffff");
  wave::Cbor cbor;
  cbor.negative(1);
  cbor.negative(1000);
  cbor.raw("\x01\x02\x03\x04");
  cbor.text("IETF");
  cbor.array(3);
  cbor.map(1);
  cbor.tag(1);
  cbor.tag(55799);
  cbor.begin_array();
  cbor.end_array();
  CHECK(hex(cbor.bytes()) == "203903e744010203046449455446" "83" "a1" "c1" "d9d9f7" "9fff");
}

TEST_CASE("a file of transactions has its streams and all of their transactions") {
  const TemporaryFolder folder;
  const std::string path = folder.path / "x.ftr";
  FtrFile file(path);
  const FtrFile::Stream bank = file.stream("sm0.bank", "TLM"), memory = file.stream("memory", "TLM");
  const FtrFile::Generator read = file.generator(bank, "read"), write = file.generator(memory, "write");
  const FtrFile::Text address = file.text("address"), response = file.text("response"), ok = file.text("ok");
  const std::uint64_t first = file.next_id(), second = file.next_id();
  file.transaction(second, write, 7, 12,
                   {{When::kBegin, address, false, 1ull << 40}, {When::kDuring, address, false, 0}});
  file.transaction(first, read, 5, 7, {{When::kBegin, address, false, 128}, {When::kEnd, response, true, ok}});
  file.relation(file.text("passes on"), bank, first, memory, second);
  CHECK_FALSE(fs::exists(path));
  file.finish();
  CHECK(FtrText::of(text_of(path)) ==
        "stream sm0.bank of kind TLM\nstream memory of kind TLM\n"
        "block of sm0.bank 5 to 7\n1: sm0.bank read 5 to 7 (address 128) -(response ok)\n"
        "block of memory 7 to 12\n2: memory write 7 to 12 (address 1099511627776) +(address 0)\n"
        "1 of sm0.bank passes on 2 of memory\n");
  CHECK(hex(text_of(path).substr(0, 15)) == "d9d9f79fc644822bc100c85849aa00");  // info: 10^-12 s, made at 0; ten names
}

TEST_CASE("many transactions are written in blocks and each name comes before its first use") {
  const TemporaryFolder folder;
  const std::string path = folder.path / "x.ftr";
  FtrFile file(path);
  const FtrFile::Generator one = file.generator(file.stream("a", "k"), "g");
  std::string expected = "stream a of kind k\n";
  std::vector<std::string> lines;
  for (Cycle at = 0; at < 20000; ++at) {
    const std::string word = "word" + std::to_string(at / 1000);
    file.transaction(file.next_id(), one, at, at + 3, {{When::kBegin, file.text("name"), true, file.text(word)}});
    lines.push_back(std::to_string(at + 1) + ": a g " + std::to_string(at) + " to " + std::to_string(at + 3) +
                    " (name " + word + ")\n");
  }
  file.finish();
  std::istringstream text(FtrText::of(text_of(path)));
  std::size_t blocks = 0, found = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("stream", 0) == 0) continue;
    if (line.rfind("block", 0) == 0)
      ++blocks;
    else
      REQUIRE(line + "\n" == lines.at(found++));
  }
  CHECK(found == lines.size());
  CHECK(blocks > 5);
  CHECK(fs::file_size(path) < 20000 * 13);
}

TEST_CASE("a discarded or impossible file of transactions leaves no file") {
  const TemporaryFolder folder;
  { FtrFile file(folder.path / "x.ftr"); }
  CHECK(fs::is_empty(folder.path));
  CHECK_THROWS_AS(FtrFile(folder.path / "no" / "x.ftr"), InputError);
}
