// The designs of whole cards (testbenches/correlate) are as large and as fast as the cards whose measurements lie in
// testbenches/silicon: the second line of each table of a probe is the driver's word about the card.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "design/load.h"

namespace unibank {
namespace {

const std::string kTestbenches = std::string(UNIBANK_SOURCE_DIR) + "/testbenches/";

std::vector<std::string> cards() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kTestbenches + "correlate"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  return names;
}

// The number between two texts of the line.
double between(const std::string& line, const std::string& before, const std::string& after) {
  const std::size_t end = line.find(after);
  REQUIRE(end != std::string::npos);
  const std::size_t begin = line.rfind(before, end);
  REQUIRE(begin != std::string::npos);
  return std::stod(line.substr(begin + before.size(), end - begin - before.size()));
}

}  // namespace

TEST_CASE("designs of whole cards have the SMs, the L2 and the clock of the cards that were measured") {
  REQUIRE_FALSE(cards().empty());
  for (const std::string& card : cards()) {
    INFO(card);
    const Design design = load_design(kTestbenches + "correlate/" + card + ".toml").design;
    for (const char* const probe : {"arithmetic", "memory", "tensor", "blocks"}) {
      INFO(probe);
      std::ifstream file(kTestbenches + "silicon/" + card + "/" + probe + ".csv");
      std::string line;
      REQUIRE(std::getline(file, line));
      REQUIRE(std::getline(file, line));
      CHECK(design.gpu.sms == between(line, "; ", " SMs;"));
      CHECK(static_cast<double>(design.l2.bytes) == between(line, "L2 ", " bytes;"));
      CHECK(design.energy.frequency_ghz * 1000 == Approx(between(line, "SM clock ", " MHz; memory")));
    }
  }
}

}  // namespace unibank
