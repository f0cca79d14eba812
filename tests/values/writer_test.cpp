// The writer of a byte: the order of writes, tables of writers, and which write may overwrite which.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "values/memory_writers.h"
#include "values/store_order.h"
#include "values/writer_table.h"

using namespace unibank;

TEST_CASE("a writer names its SM, warp, cycle and instruction") {
  const Writer writer = make_writer(120, 3, 1, 17, 42);
  CHECK(cycle_of(writer) == 120);
  CHECK(sm_of(writer) == 3);
  CHECK(warp_of(writer) == 17);
  CHECK(pc_of(writer) == 42);
  CHECK(describe(writer) == "SM 3, warp 17, cycle 120, instruction 42 of its kernel");
  CHECK(describe(kNoWriter) == "no instruction of this launch");
  const Writer last = make_writer(120, 255, 3, 255, 16383);
  CHECK(describe(last) == "SM 255, warp 255, cycle 120, instruction 16383 of its kernel");
}

TEST_CASE("writers are in the order of cycles and SMs and schedulers") {
  CHECK(order_of(make_writer(5, 0, 0, 63, 9)) < order_of(make_writer(6, 0, 0, 0, 0)));
  CHECK(order_of(make_writer(5, 1, 3, 0, 0)) < order_of(make_writer(5, 2, 0, 0, 0)));
  CHECK(order_of(make_writer(5, 1, 0, 0, 0)) < order_of(make_writer(5, 1, 1, 0, 0)));
  CHECK(order_of(make_writer(5, 1, 1, 0, 0)) == order_of(make_writer(5, 1, 1, 7, 8)));
  CHECK(order_of(kNoWriter) < order_of(make_writer(0, 0, 0, 0, 0)));
}

TEST_CASE("a cycle beyond a writer's range is refused and not taken for an earlier one") {
  CHECK(cycle_of(make_writer(kWritersEnd - 1, 0, 0, 0, 0)) == kWritersEnd - 1);
  CHECK_THROWS_AS(make_writer(kWritersEnd, 0, 0, 0, 0), RunError);
  CHECK_THROWS_WITH(make_writer(Cycle(1) << 33, 0, 0, 0, 0), Catch::Matchers::Contains("cycle 8589934592"));
}

TEST_CASE("a table keeps the writer of each byte that is enabled") {
  WriterTable table(8);
  const Writer first[4] = {1, 2, 3, 4}, second[2] = {5, 6};
  Writer found[4];
  table.read(0, 4, found);
  CHECK(found[0] == kNoWriter);
  table.write(2, 4, first);
  const unsigned char odd[2] = {0, 0xff};
  table.write(4, 2, second, odd, 2);
  table.read(2, 4, found);
  CHECK(found[0] == 1);
  CHECK(found[2] == 3);  // byte 4 was not enabled
  CHECK(found[3] == 6);
}

TEST_CASE("a store that arrives after a younger one changes nothing and after one of its own warp is an error") {
  const Writer older = make_writer(5, 0, 0, 1, 0), younger = make_writer(6, 0, 0, 2, 0);
  CHECK(overwrites(older, younger, 64, false));
  CHECK(overwrites(younger, younger, 64, false));
  CHECK_FALSE(overwrites(younger, older, 64, false));
  CHECK_FALSE(overwrites(make_writer(6, 1, 0, 1, 0), older, 64, false));
  CHECK_FALSE(overwrites(make_writer(6, 0, 0, 65, 9), older, 64, false));  // of warp 65, and not of warp 1
  CHECK_THROWS_WITH(overwrites(make_writer(6, 0, 0, 1, 9), older, 64, false),
                    "data check: a store to address 64 by SM 0, warp 1, cycle 5, instruction 0 of its kernel arrives "
                    "after one by SM 0, warp 1, cycle 6, instruction 9 of its kernel");
  CHECK_FALSE(overwrites(make_writer(6, 0, 0, 1, 9), older, 64, true));  // for a line that is written back
}

TEST_CASE("memory's writers are kept by lines and only for written bytes") {
  MemoryWriters writers;
  std::array<std::uint8_t, kLineBytes> enabled{};
  enabled[3] = 0xff;
  writers.write(256, enabled, 7);
  CHECK(writers.line(256)[3] == 7);
  CHECK(writers.line(256)[4] == kNoWriter);
  CHECK(writers.line(128)[3] == kNoWriter);
  writers.clear();
  CHECK(writers.line(256)[3] == kNoWriter);
}
