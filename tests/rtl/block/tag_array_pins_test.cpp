#include <catch2/catch.hpp>

#include "rtl/tag_array_stream.h"

using namespace unibank;
using test::TagStream;

namespace {

constexpr unsigned kTagShapeCount = sizeof test::kTagShapes / sizeof test::kTagShapes[0];

}  // namespace

TEST_CASE("tag array: 100000 random requests are answered as the model answers them") {
  TagStream stream;
  CHECK(stream.run(0, 1, 100000 / kTagShapeCount) == "");

  unsigned requests = 0;
  for (const auto& [what, times] : stream.met()) {
    if (what == "the next cycle" || what == "a pause") requests += times;
  }
  CHECK(requests == 100000);
  for (const char* operation :
       {"lookup", "fill", "invalidate", "set_state", "probe", "store", "clean", "claim", "mark"}) {
    for (const char* outcome : {" hits", " misses"}) {
      INFO(operation << outcome);
      CHECK(stream.met().count(operation + std::string(outcome)) == 1);
    }
  }
  for (const char* what :
       {"fill drives a line out", "fill finds a free way", "fill finds no way", "claim drives a line out",
        "claim finds a free way", "claim finds no way", "store hits a dirty line", "the next cycle", "a pause"}) {
    INFO(what);
    CHECK(stream.met().count(what) == 1);
  }
  for (unsigned state = 0; state < 16; ++state) {
    INFO("victims of state " << state);
    CHECK(stream.met().count("a line of state " + std::to_string(state) + " goes") == 1);
  }
}

TEST_CASE("tag array: every fault of the RTL is found by the random requests") {
  // The last fault concerns several requests at one edge; tag_array_rtl_test.cpp tests it.
  for (unsigned fault = 1; fault < rtl::TagArrayPins::kFaults; ++fault) {
    INFO("fault " << fault);
    CHECK(TagStream().run(fault, 1, 100000 / kTagShapeCount) != "");
  }
}
