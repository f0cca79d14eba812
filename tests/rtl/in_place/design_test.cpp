// Blocks that a design says are RTL.
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("a design with blocks as RTL runs as the model does") {
  const std::string name = "gebhart2012/unified-384k";
  // Values are always followed where a block is RTL.
  const std::string native = run_text("needle", arbitrated(load_design(name, {}, {"run.check_data=true"}).design));
  const Design design = arbitrated(load_design(name, {}, {"tag_array.model=tag_array.sv", "tag_array.check=true",
                                                         "mshr.model=mshr.sv", "arbiter.model=arbiter.sv",
                                                         "arbiter.check=true"})
                                       .design);
  CHECK(text_of_foreign(design.blocks) == "arbiter.sv=check, mshr.sv, tag_array.sv=check");
  CHECK(run_text("needle", design) == native);
}

// An SM may find a line of an earlier launch there that another SM has stored to since.
TEST_CASE("a design with a block as RTL refuses an L1 that keeps its lines at the end of a launch") {
  const std::vector<std::string> kept = {"gpu.sms=4", "cache.flush_at_end=false", "cache.keep_between_kernels=true"};
  const std::string name = "gebhart2012/partitioned";
  CHECK(run_text("needle", load_design(name, {}, kept).design).substr(0, 2) == "1 ");  // verified
  for (const char* check : {"dram.check=false", "dram.check=true"}) {
    std::vector<std::string> with_rtl = kept;
    with_rtl.insert(with_rtl.end(), {"dram.model=dram_front.sv", check});
    CHECK_THAT(run_text("needle", load_design(name, {}, with_rtl).design),
               Catch::StartsWith("error: cache.flush_at_end is false, and this machine follows values"));
  }
}
