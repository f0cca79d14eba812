// StoreGPU: SHA-1 against published digests, and chunks of every length.
#include <catch2/catch.hpp>

#include <string>

#include "run_workload.h"
#include "workloads/sto/sto.h"

using namespace unibank;

namespace {
using Digest = std::array<std::uint32_t, 5>;

Digest sha1_of(const std::string& text) {
  return sto::sha1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}
}  // namespace

TEST_CASE("sto: the digests of RFC 3174 and FIPS 180") {
  CHECK(sha1_of("abc") == Digest{0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d});
  CHECK(sha1_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        Digest{0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1});
  CHECK(sha1_of("") == Digest{0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709});
  CHECK(sha1_of(std::string(1000000, 'a')) ==
        Digest{0x34aa973c, 0xd4c4daa4, 0xf61eeb2b, 0xdbad2731, 0x6534016f});
  std::string repeated;
  for (unsigned i = 0; i < 80; ++i) repeated += "01234567";
  CHECK(sha1_of(repeated) == Digest{0xdea356a2, 0xcddd90c7, 0xa7ecedc5, 0xebb56393, 0x4f460452});
}

TEST_CASE("sto: the buffer is the same for the same seed") {
  CHECK(sto::random_bytes(100, 1) == sto::random_bytes(100, 1));
  CHECK(sto::random_bytes(100, 1) != sto::random_bytes(100, 2));
}

TEST_CASE("sto is right for chunks of one word up to 15 which is a message of two blocks from 14 on") {
  for (unsigned chunk = 4; chunk <= 60; chunk += 4) {
    const Outcome outcome = run_functionally("sto", Size::kTiny, {{"chunks", "33"}, {"chunk", std::to_string(chunk)}});
    INFO(chunk << " bytes: " << outcome.verdict.text);
    CHECK(outcome.verdict.text == "165 digest words equal");
  }
}

TEST_CASE("sto is right for chunks side by side and apart and for a last block that is not full") {
  for (const char* offset : {"52", "60", "256"}) {
    const Outcome outcome = run_functionally("sto", Size::kTiny, {{"chunks", "129"}, {"offset", offset}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.blocks == 2);
  }
  CHECK(run_functionally("sto", Size::kTiny, {{"chunks", "1"}}).verdict.right);
}

TEST_CASE("sto uses 127 bytes of scratchpad a thread") { CHECK(scratchpad_bytes("sto", "sto_sha1") == 127 * 128); }

TEST_CASE("sto refuses lengths that are not whole words") {
  for (const char* argument : {"chunk", "offset"}) {
    CHECK_THROWS_MATCHES(run_functionally("sto", Size::kTiny, {{argument, "18"}}), InputError,
                         Catch::Matchers::Message("argument '" + std::string(argument) +
                                                  "' of workload 'sto' is 18; expected a multiple of 4"));
  }
}
