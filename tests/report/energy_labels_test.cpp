#include <catch2/catch.hpp>

#include "report/energy_labels.h"

using namespace unibank;

TEST_CASE("components of energy have names in words and units") {
  CHECK(energy_label("register_file") == "register file");
  CHECK(energy_label("dram") == "DRAM");
  CHECK(energy_label("l2_tags") == "L2 tags");
  CHECK(energy_label("leakage_at_2.37") == "leakage at 2.37 mW/KB (Q-01)");
  CHECK(energy_label("total_at_0.52") == "total at 0.52 mW/KB");
  CHECK(energy_label("hierarchy_orf") == "operand file");
}

TEST_CASE("components outside of the total are marked") {
  for (const char* part : {"register_file", "cache", "leakage", "dram", "total"}) CHECK_FALSE(is_beside_total(part));
  for (const char* beside : {"leakage_at_2.37", "total_at_2.37", "hierarchy_flat"}) CHECK(is_beside_total(beside));
}
