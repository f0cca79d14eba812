// The bank, row and column of each byte of a channel.
#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "dram/address_map.h"

using namespace unibank;

namespace {

DramMapping mapping(const char* order, unsigned stripe_bytes = 256, unsigned stripe_banks = 2) {
  DramMapping all;
  all.order = order;
  all.stripe_bytes = stripe_bytes;
  all.stripe_banks = stripe_banks;
  return all;
}

DramAddressMap map_of(const DramMapping& mapping, const char* hash = "none", const DramTiming& timing = DramTiming()) {
  return DramAddressMap(mapping, timing, DramHashRegistry::instance().make(hash));
}

bool is(const DramAddressMap& map, std::uint64_t address, unsigned bank, std::uint64_t row) {
  const DramAddressMap::Place place = map.place(address);
  return place.bank == bank && place.row == row;
}

}  // namespace

TEST_CASE("address order: columns below banks fill a row before the next bank") {
  const DramAddressMap map = map_of(mapping("row bank column", 128, 1));
  CHECK(is(map, 4095, 0, 0));
  CHECK(is(map, 4096, 1, 0));
  CHECK(is(map, 16 * 4096, 0, 1));
}

TEST_CASE("address order: banks below columns take a stripe each") {
  const DramAddressMap map = map_of(mapping("row column bank", 128, 1));
  CHECK(is(map, 127, 0, 0));
  CHECK(is(map, 128, 1, 0));
  CHECK(is(map, 15 * 128, 15, 0));
  CHECK(is(map, 16 * 128, 0, 0));
  CHECK(is(map, 16 * 4096, 0, 1));
}

TEST_CASE("address order: groups below banks put neighbouring stripes into different groups") {
  const DramAddressMap map = map_of(mapping("row bank column group", 128, 1));
  CHECK(is(map, 128, 4, 0));
  CHECK(is(map, 3 * 128, 12, 0));
  CHECK(is(map, 4 * 128, 0, 0));
  CHECK(is(map, 4 * 4096, 1, 0));
}

TEST_CASE("address order: every place has as many bytes as a row, whatever the order and the hash") {
  const DramTiming timing;
  for (const char* order : {"row bank column stripe", "row column bank stripe", "row stripe bank column",
                            "row group column bank stripe", "row bank stripe column group"})
    for (const std::string& hash : DramHashRegistry::instance().names()) {
      const DramAddressMap map = map_of(mapping(order), hash.c_str());
      std::map<std::pair<unsigned, std::uint64_t>, unsigned> bytes;
      for (std::uint64_t address = 0; address < 8ull * timing.banks * timing.row_bytes; address += 128) {
        const DramAddressMap::Place place = map.place(address);
        bytes[{place.bank, place.row}] += 128;
      }
      INFO(order << ", " << hash);
      CHECK(bytes.size() == 8 * timing.banks);
      for (const auto& [place, count] : bytes) CHECK((count == timing.row_bytes && place.first < timing.banks));
    }
}

TEST_CASE("xor hash: consecutive rows of one bank are spread over different banks") {
  const DramAddressMap plain = map_of(mapping("row bank column", 128, 1));
  const DramAddressMap hashed = map_of(mapping("row bank column", 128, 1), "xor");
  std::set<unsigned> banks;
  for (unsigned row = 0; row < 16; ++row) {
    CHECK(is(plain, row * 16ull * 4096, 0, row));
    CHECK(is(hashed, row * 16ull * 4096, row, row));
    CHECK(is(hashed, (row * 16ull + 5) * 4096, 5 ^ row, row));
    banks.insert(hashed.place(row * 16ull * 4096).bank);
  }
  CHECK(banks.size() == 16);
  CHECK(is(hashed, 17ull * 16 * 4096, 1, 17));
}

TEST_CASE("invalid address orders are refused") {
  const DramTiming timing;
  const auto refused = [&](const char* order, unsigned stripe_banks = 2) {
    return refusal(mapping(order, 256, stripe_banks), timing);
  };
  CHECK(refused("row bank column stripe").empty());
  CHECK(refused("row bank column", 1).empty());
  CHECK(refused("bank row column stripe") ==
        "expected 'row' first: the model does not limit a channel's rows, so no field can be above them");
  CHECK(refused("row bank columns stripe") ==
        "unknown field 'columns'; known: row, group, bank, column, stripe; did you mean 'column'?");
  CHECK(refused("row bank bank column stripe") == "the field 'bank' occurs twice");
  CHECK(refused("row column stripe") == "expected a field 'bank'");
  CHECK(refused("row bank stripe") == "expected a field 'column'");
  CHECK(refused("row bank column") ==
        "expected a field 'stripe': stripes go to 2 banks (dram.stripe_banks)");
  CHECK(refused("row group bank column stripe", 8) ==
        "stripes go to 8 banks (dram.stripe_banks), expected a divisor of 4, the banks of a group");
  CHECK(refused("row bank column stripe", 8).empty());
  CHECK_THROWS_AS(map_of(mapping("column")), InputError);
  DramTiming twelve;
  twelve.banks = 12;
  CHECK_THROWS_WITH(map_of(mapping("row bank column", 128, 1), "xor", twelve),
                    "DRAM channel: the hash needs a power of two of banks, dram.banks is 12");
}
