// The designs of whole cards (testbenches/correlate) are as large and as fast as the cards whose measurements lie in
// testbenches/silicon: the second line of each table of a probe is the driver's word about the card. Five designs of
// one SM (configs/designs/nvidia) read the L2 at the rates that were measured on cards.
#include <catch2/catch.hpp>
#include <cmath>
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

// Bytes per cycle of reads of whole lines, each of which takes `cycles` of a port.
double lines_in(double cycles) { return 128 / cycles; }

}  // namespace

TEST_CASE("an SM's port reads lines from the L2 at the measured rate, as nearly as whole cycles let it") {
  struct {
    const char* design;
    double gigabytes, sms, gigahertz;  // RRZE's measurement: all SMs, at this clock
  } const measured[] = {{"v100", 2450, 80, 1.38},
                        {"a100", 5450, 108, 1.41},
                        {"h100", 6950, 114, 1.755},
                        {"rtx3080", 2500, 84, 1.74},
                        {"rtx4090", 5700, 142, 2.49}};
  for (const auto& card : measured) {
    INFO(card.design);
    const double rate = card.gigabytes / card.sms / card.gigahertz;
    const Design design = load_design(std::string("nvidia/") + card.design).design;
    const double cycles = std::ceil((128 + 8) / static_cast<double>(design.interconnect.bytes_per_cycle));
    const double difference = std::abs(lines_in(cycles) - rate);
    CHECK(difference < std::abs(lines_in(cycles - 1) - rate));
    CHECK(difference < std::abs(lines_in(cycles + 1) - rate));
  }
}

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
