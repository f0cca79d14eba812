#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/mshr_core.h"

using namespace unibank;

namespace {

char request_names[16];  // requests are names only

MshrCore::Request read(unsigned name, std::uint64_t address, unsigned length = 128) {
  return {&request_names[name], address, length, false};
}
MshrCore::Request write(unsigned name, std::uint64_t address) { return {&request_names[name], address, 128, true}; }

}  // namespace

TEST_CASE("the first miss of a line allocates and is sent, the second merges") {
  MshrCore mshr({4, 4, 2});
  CHECK(mshr.accept(0, read(0, 0), 5));
  CHECK(mshr.accept(1, read(1, 0), 5));
  CHECK(mshr.occupancy() == 1);
  REQUIRE(mshr.next_send(5));
  CHECK(mshr.next_send(5)->entry == 0);
  mshr.sent(5);
  CHECK_FALSE(mshr.next_send(6));

  mshr.data_came(0, 100);
  MshrCore::Answer answer;
  REQUIRE(mshr.next_answer(0, 100, answer));
  CHECK(answer.handle == &request_names[0]);
  CHECK(answer.allocated);
  REQUIRE(mshr.next_answer(1, 100, answer));  // its own socket
  CHECK_FALSE(answer.allocated);
  CHECK(mshr.in_flight() == 0);
  CHECK(mshr.occupancy() == 1);  // busy through this cycle
  mshr.free_ended(100);
  CHECK(mshr.occupancy() == 1);
  mshr.free_ended(101);
  CHECK(mshr.occupancy() == 0);
}

TEST_CASE("a line and a sector of it are different misses") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 0, 128), 0));
  CHECK(mshr.accept(0, read(1, 0, 32), 0));
  CHECK(mshr.accept(0, read(2, 32, 32), 0));
  CHECK(mshr.counters().allocations == 3);
}

TEST_CASE("waiters of one port are answered one a cycle, in order of arrival") {
  MshrCore mshr({1, 3, 1});
  for (unsigned i = 0; i < 3; ++i) CHECK(mshr.accept(0, read(i, 0), i));
  CHECK_FALSE(mshr.accept(0, read(3, 0), 3));    // merges used up
  CHECK_FALSE(mshr.accept(0, read(4, 128), 3));  // no entry
  mshr.sent(0);
  mshr.data_came(0, 50);
  MshrCore::Answer answer;
  for (unsigned i = 0; i < 3; ++i) {
    REQUIRE(mshr.next_answer(0, 50 + i, answer));
    CHECK(answer.handle == &request_names[i]);
    CHECK(answer.allocated == (i == 0));
    CHECK_FALSE(mshr.next_answer(0, 50 + i, answer));
  }
  mshr.free_ended(53);
  CHECK(mshr.accept(0, read(4, 128), 53));
}

TEST_CASE("a request for data that have arrived is answered in the next cycle") {
  MshrCore mshr({1, 4, 2});
  CHECK(mshr.accept(0, read(0, 0), 0));
  mshr.sent(0);
  mshr.data_came(0, 50);
  MshrCore::Answer answer;
  CHECK(mshr.next_answer(0, 50, answer));
  CHECK(mshr.accept(1, read(1, 0), 50));  // the entry is busy through cycle 50
  CHECK_FALSE(mshr.next_answer(1, 50, answer));
  mshr.free_ended(51);
  CHECK(mshr.occupancy() == 1);
  CHECK(mshr.next_answer(1, 51, answer));
  CHECK_FALSE(answer.allocated);
  mshr.free_ended(52);
  CHECK(mshr.occupancy() == 0);
}

TEST_CASE("a request that is ready later does not delay arriving data") {
  MshrCore mshr({2, 4, 1});
  CHECK(mshr.accept(0, read(0, 0), 0));
  CHECK(mshr.accept(0, read(1, 128), 0));
  mshr.sent(0);
  mshr.sent(1);
  mshr.data_came(0, 50);
  MshrCore::Answer answer;
  CHECK(mshr.next_answer(0, 50, answer));
  CHECK(mshr.accept(0, read(2, 0), 51));  // at the start of cycle 51: ready in 52
  mshr.data_came(1, 51);
  REQUIRE(mshr.next_answer(0, 51, answer));
  CHECK(answer.handle == &request_names[1]);
  REQUIRE(mshr.next_answer(0, 52, answer));
  CHECK(answer.handle == &request_names[2]);
}

TEST_CASE("one request a cycle goes to memory, reads and writes in order") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 0), 0));
  CHECK(mshr.accept(0, write(1, 0), 0));
  CHECK_FALSE(mshr.accept(0, write(2, 128), 0));  // one write may wait
  mshr.sent(0);
  CHECK_FALSE(mshr.next_send(0));
  REQUIRE(mshr.next_send(1));
  CHECK(mshr.next_send(1)->request.write);
  mshr.sent(1);
  CHECK_FALSE(mshr.accept(0, write(2, 128), 1));  // its place is free from the next cycle on
  CHECK(mshr.accept(0, write(2, 128), 2));
  CHECK(mshr.counters().reads == 1);
  CHECK(mshr.counters().writes == 1);
}

TEST_CASE("an MSHR without entries, merges or ports is refused") {
  CHECK_THROWS_AS(MshrCore({0, 1, 1}), InputError);
  CHECK_THROWS_AS(MshrCore({1, 0, 1}), InputError);
  CHECK_THROWS_AS(MshrCore({1, 1, 0}), InputError);
}

TEST_CASE("a write of a requested line: no later read merges and the line is not for the cache") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 128), 0));
  CHECK(mshr.accept(0, read(1, 128), 0));
  CHECK(mshr.accept(0, write(2, 128), 1));
  CHECK(mshr.accept(0, read(3, 128), 2));  // its own entry
  CHECK(mshr.counters().allocations == 2);
  CHECK(mshr.counters().merges == 1);
  mshr.sent(1);
  mshr.data_came(0, 100);
  mshr.data_came(1, 102);
  MshrCore::Answer answer;
  REQUIRE(mshr.next_answer(0, 100, answer));
  CHECK(answer.allocated);
  CHECK(answer.stale);
  REQUIRE(mshr.next_answer(0, 101, answer));
  CHECK_FALSE(answer.stale);
  REQUIRE(mshr.next_answer(0, 102, answer));
  CHECK(answer.handle == &request_names[3]);
  CHECK(answer.allocated);
  CHECK_FALSE(answer.stale);
}

TEST_CASE("a write that comes between a line and its answer keeps it out of the cache too") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 128), 0));
  mshr.sent(0);
  mshr.data_came(0, 100);
  CHECK(mshr.accept(0, write(1, 128), 100));
  MshrCore::Answer answer;
  REQUIRE(mshr.next_answer(0, 101, answer));
  CHECK(answer.stale);
}

TEST_CASE("a write accepted in the cycle of a line's answer does not make the answer stale") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 128), 0));
  mshr.sent(0);
  mshr.data_came(0, 100);
  CHECK(mshr.accept(0, write(1, 128), 100));
  MshrCore::Answer answer;
  REQUIRE(mshr.next_answer(0, 100, answer));
  CHECK(answer.allocated);
  CHECK_FALSE(answer.stale);
}

TEST_CASE("a read that goes alone joins no entry, and none joins it") {
  MshrCore mshr({4, 4, 1});
  const auto alone = [](unsigned name, std::uint64_t address) {
    MshrCore::Request request = read(name, address, 32);
    request.alone = true;
    return request;
  };
  CHECK(mshr.accept(0, read(0, 64, 32), 0));
  CHECK(mshr.accept(0, alone(1, 64), 0));
  CHECK(mshr.accept(0, alone(2, 64), 0));
  CHECK(mshr.occupancy() == 3);
  CHECK(mshr.accept(0, read(3, 64, 32), 1));  // joins the first
  CHECK(mshr.occupancy() == 3);
  CHECK(mshr.counters().merges == 1);
  CHECK(mshr.accept(0, alone(4, 96), 1));
  CHECK_FALSE(mshr.accept(0, alone(5, 96), 1));  // an entry each
}

TEST_CASE("a write closes entries of its own line, whole or of sectors, and of no other") {
  MshrCore mshr({4, 4, 1});
  CHECK(mshr.accept(0, read(0, 0), 0));
  CHECK(mshr.accept(0, read(1, 128, 32), 0));
  CHECK(mshr.accept(0, write(2, 128), 0));
  CHECK(mshr.accept(0, read(3, 0), 1));
  CHECK(mshr.counters().merges == 1);
  CHECK(mshr.accept(0, read(4, 128, 32), 1));
  CHECK(mshr.counters().merges == 1);
}
