// Blocks of one's own in places that the machine has, or lacks.
#include <catch2/catch.hpp>

#include "block/catalogue.h"
#include "design/design_text.h"

namespace unibank {
namespace {

TEST_CASE("a block that is not the model's own is refused where the machine has no place for it") {
  BlockCatalogue& catalogue = BlockCatalogue::instance();
  catalogue.declare({"l2", "own_slice", ""});
  catalogue.declare({"l2_tags", "own_l2_tags", "", {}, "native", true});
  catalogue.declare({"interconnect", "own_network", ""});
  catalogue.declare({"narrow_banks", "own_banks", ""});
  const std::string l2_tags = "[l2_tags]\nmodel = \"own_l2_tags\"\n", l2 = "[l2]\nbytes = 786432\n";
  CHECK(error_of(l2_tags) == "d.toml:2: l2_tags.model is \"own_l2_tags\", expected \"native\": another block needs an "
                             "L2 cache (l2.bytes above 0)");
  CHECK(error_of(l2_tags + l2) == "no error");
  CHECK(error_of(l2_tags + "check = true\n") == "no error");  // its run says that nothing was compared
  CHECK(error_of("[l2_tags]\nmodel = \"native\"\n") == "no error");
  CHECK(error_of("[l2]\nmodel = \"own_slice\"\n") ==
        "d.toml:2: l2.model is \"own_slice\", expected \"native\": another block needs an L2 cache (l2.bytes above 0)");
  const std::string network = "[interconnect]\nmodel = \"own_network\"\n";
  CHECK(error_of(network) == "d.toml:2: interconnect.model is \"own_network\", expected \"native\": another block "
                             "needs several SMs (gpu.sms), several channels (dram.channels) or an L2 cache (l2.bytes)");
  CHECK(error_of(network + "[gpu]\nsms = 2\n") == "no error");
  const std::string banks = "[narrow_banks]\nmodel = \"own_banks\"\n";
  CHECK(error_of(banks) == "no error");
  CHECK(error_of(banks + "[storage]\nlayout = \"unified\"\nunified_bytes = 393216\nregister_bytes = 0\n"
                         "scratchpad_bytes = 0\ncache_bytes = 0\n[partition]\npolicy = \"unified\"\n") ==
        "d.toml:2: narrow_banks.model is \"own_banks\", expected \"native\": another block needs a storage.layout with "
        "banks of 4 bytes");
}

}  // namespace
}  // namespace unibank
