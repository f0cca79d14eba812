// Blocks that a design says are RTL.
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("a design with blocks as RTL runs as the model does") {
  const std::string name = "gebhart2012/unified-384k";
  // RTL follows values.
  const std::string native = run_text("needle", arbitrated(load_design(name, {}, {"run.check_data=true"}).design));
  const Design design = arbitrated(load_design(name, {}, {"tag_array.model=tag_array.sv", "tag_array.check=true",
                                                         "mshr.model=mshr.sv", "arbiter.model=arbiter.sv",
                                                         "arbiter.check=true"})
                                       .design);
  CHECK(text_of_foreign(design.blocks) == "arbiter.sv=check, mshr.sv, tag_array.sv=check");
  CHECK(run_text("needle", design) == native);
}

TEST_CASE("RTL follows no values where lines of an L1 may lack the stores of other SMs") {
  const std::vector<std::string> kept = {"gpu.sms=4", "cache.keep_between_kernels=true", "cache.flush_at_end=false",
                                         "conflicts.model=arbitrated"};
  const std::string native = run_text("needle", load_design("jing2016/separate-16k", {}, kept).design);
  CHECK(native.substr(0, 2) == "1 ");  // verified
  std::vector<std::string> with_rtl = kept;
  with_rtl.push_back("mshr.model=mshr.sv");
  CHECK(run_text("needle", load_design("jing2016/separate-16k", {}, with_rtl).design) == native);
}
