#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "cosim/rtl_seats.h"
#include "design/schema.h"

using namespace unibank;

TEST_CASE("a build without Verilator has the native blocks, and refuses RTL in one line") {
  CHECK(rtl_seats(RtlChoice()).tag_array != nullptr);
  CHECK_THROWS_WITH(rtl_seats(rtl_choice({"tag_array=check"})),
                    "tag_array as RTL needs Verilator, which was not found when this program was built: install "
                    "the Debian package verilator, configure and build again");
  CHECK_THROWS_AS(rtl_seats(rtl_choice({"tag_array"})), InputError);
}

TEST_CASE("what --rtl can say is a block with RTL and whether it is checked") {
  CHECK_FALSE(rtl_choice({}).any());
  CHECK(rtl_choice({"tag_array"}).blocks == std::map<std::string, bool>{{"tag_array", false}});
  CHECK(rtl_choice({"tag_array=check"}).blocks == std::map<std::string, bool>{{"tag_array", true}});
  CHECK(text_of(rtl_choice({"tag_array=check"})) == "tag_array=check");
  CHECK(rtl_choice({"unified_bank"}).any());
  CHECK(text_of(rtl_choice({"unified_bank", "tag_array=check"})) == "tag_array=check, unified_bank");
  CHECK(text_of({}) == "");
  CHECK_THROWS_WITH(rtl_choice({"scheduler"}),
                    "--rtl: unknown block 'scheduler'; known: arbiter, crossbar, dram_front, lock_unit, "
                    "mshr, tag_array, unified_bank");
  CHECK_THROWS_WITH(rtl_choice({"tag_array=wave"}),
                    "--rtl is 'tag_array=wave', expected tag_array or tag_array=check");
  CHECK_THROWS_WITH(rtl_choice({"tag_array="}), "--rtl is 'tag_array=', expected tag_array or tag_array=check");
  CHECK_THROWS_WITH(rtl_choice({"tag_array", "tag_array=check"}), "--rtl gives 'tag_array' twice");
}

TEST_CASE("what a design says of blocks holds where --rtl gives their seats to nobody") {
  Design design;
  CHECK(text_of(rtl_choice(design, {})) == "");
  CHECK(rtl_seats(design).as_designed);
  design.rtl.tag_array = BlockAs::kRtl;
  design.rtl.mshr = BlockAs::kCheck;
  CHECK(rtl_of(design) == std::vector<std::string>{"mshr=check", "tag_array"});
  CHECK(text_of(rtl_choice(design, {})) == "mshr=check, tag_array");
  CHECK(text_of(rtl_choice(design, rtl_choice({"tag_array=check", "crossbar"}))) ==
        "crossbar, mshr=check, tag_array=check");
  CHECK_THROWS_AS(rtl_seats(design), InputError);
}
