// Blocks that a design says are RTL.
#include "design/load.h"
#include "rtl/in_place/in_place.h"

using namespace unibank;
using namespace unibank::test;

TEST_CASE("a design with blocks as RTL runs as the model does") {
  const std::string name = "gebhart2012/unified-384k";
  const std::string native = run_text("needle", arbitrated(load_design(name).design));
  const Design design =
      arbitrated(load_design(name, {}, {"rtl.tag_array=check", "rtl.mshr=rtl", "rtl.arbiter=check"}).design);
  CHECK(run_text("needle", design, rtl_seats(design)) == native);
  CHECK(run_text("needle", design).find("has blocks as RTL (section rtl: arbiter=check and more)") !=
        std::string::npos);
}
