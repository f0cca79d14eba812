// AES-128: the reference against the vectors of FIPS 197, the tables against the reference, unusual lengths.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

#include "run_workload.h"
#include "workloads/aes/aes.h"

using namespace unibank;
using aes::Block;

namespace {
constexpr Block kKey{0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
}

TEST_CASE("aes: the expanded key of FIPS 197 appendix A.1") {
  const auto keys = aes::expand_key(kKey);
  CHECK(keys[0] == kKey);
  CHECK(keys[1] ==
        Block{0xa0, 0xfa, 0xfe, 0x17, 0x88, 0x54, 0x2c, 0xb1, 0x23, 0xa3, 0x39, 0x39, 0x2a, 0x6c, 0x76, 0x05});
  CHECK(keys[10] ==
        Block{0xd0, 0x14, 0xf9, 0xa8, 0xc9, 0xee, 0x25, 0x89, 0xe1, 0x3f, 0x0c, 0xc8, 0xb6, 0x63, 0x0c, 0xa6});
}

TEST_CASE("aes: the cipher texts of FIPS 197 appendices B and C.1") {
  CHECK(aes::encrypt({0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34},
                     aes::expand_key(kKey)) ==
        Block{0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32});
  Block plain{}, key{};
  for (unsigned i = 0; i < 16; ++i) {
    plain[i] = static_cast<std::uint8_t>(0x11 * i);
    key[i] = static_cast<std::uint8_t>(i);
  }
  CHECK(aes::encrypt(plain, aes::expand_key(key)) ==
        Block{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a});
}

TEST_CASE("aes: the tables begin with the known words and are rotations of each other") {
  const std::vector<std::uint32_t> tables = aes::t_tables();
  REQUIRE(tables.size() == 4 * 256);
  CHECK(tables[0] == 0xa56363c6);  // S(0) = 0x63: 2 x 0x63 = 0xc6 in row 0, 0x63, 0x63, 3 x 0x63 = 0xa5
  CHECK(tables[1] == 0x847c7cf8);
  for (std::size_t i = 256; i < tables.size(); ++i) {
    CHECK(tables[i] == (tables[i - 256] << 8 | tables[i - 256] >> 24));
  }
}

TEST_CASE("aes: the picture is smooth and contains every value") {
  const std::vector<std::uint8_t> picture = aes::random_picture(1 << 16, 1);
  CHECK(picture == aes::random_picture(1 << 16, 1));
  CHECK(picture != aes::random_picture(1 << 16, 2));
  std::array<unsigned, 256> count{};
  for (const std::uint8_t byte : picture) ++count[byte];
  CHECK(*std::min_element(count.begin(), count.end()) > 0);
  for (std::size_t i = 1; i < picture.size(); ++i) {
    CHECK(std::abs(static_cast<std::int8_t>(picture[i] - picture[i - 1])) <= 8);
  }
}

TEST_CASE("aes is right for a single cipher block and where the last thread block is not full") {
  for (const char* bytes : {"16", "48", "1024", "1040", "2032"}) {
    const Outcome outcome = run_functionally("aes", Size::kTiny, {{"bytes", bytes}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.text == std::string(bytes) + " bytes equal");
    CHECK(outcome.counts.blocks == (std::stoul(bytes) + 1023) / 1024);
  }
}

TEST_CASE("aes uses 24 bytes of scratchpad a thread") {
  CHECK(scratchpad_bytes("aes", "aes_encrypt128") == 24 * 256);
}

TEST_CASE("aes refuses a length that is no multiple of 16") {
  CHECK_THROWS_MATCHES(
      run_functionally("aes", Size::kTiny, {{"bytes", "1000"}}), InputError,
      Catch::Matchers::Message("argument 'bytes' of workload 'aes' is 1000; expected a multiple of 16"));
}
