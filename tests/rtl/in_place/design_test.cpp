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
