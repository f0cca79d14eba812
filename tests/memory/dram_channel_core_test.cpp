#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/dram_channel_core.h"

using namespace unibank;

TEST_CASE("a line read on an idle channel: 400 cycles, transfer included, and 16 cycles busy") {
  DramChannelCore channel({1, 400, 8, 64});
  CHECK(channel.accept(10, false, 4) == 410);
  CHECK(channel.counters().busy_cycles == 128 / 8);
  CHECK(channel.counters().read_bytes == 128);
}

TEST_CASE("back-to-back reads are spaced by their transfers") {
  DramChannelCore channel({1, 400, 8, 64});
  CHECK(channel.accept(10, false, 4) == 410);
  CHECK(channel.accept(10, false, 1) == 426);
  CHECK(channel.accept(11, false, 1) == 430);
  CHECK(channel.accept(100, false, 1) == 500);  // idle again at 34
}

TEST_CASE("a write is answered when its sectors have moved") {
  DramChannelCore channel({1, 400, 8, 64});
  CHECK(channel.accept(0, true, 2) == 8);
  CHECK(channel.accept(0, false, 1) == 408);
  CHECK(channel.counters().write_bytes == 64);
}

TEST_CASE("a transfer longer than the latency decides") {
  DramChannelCore channel({1, 10, 1, 64});
  CHECK(channel.accept(0, false, 4) == 128);
}

TEST_CASE("a transfer starts in the cycle in which the previous one ends and uses that cycle's remaining bytes") {
  DramChannelCore odd({1, 400, 24, 64});
  CHECK(odd.accept(0, true, 1) == 2);  // 32 bytes: 24 and 8
  CHECK(odd.accept(0, true, 1) == 3);  // 16 and 16
  CHECK(odd.accept(0, true, 1) == 4);  // 8 and 24
  CHECK(odd.counters().busy_cycles == 4);
  CHECK(odd.accept(0, false, 1) == 4 + 400);
  CHECK(odd.accept(10, true, 1) == 12);  // idle before: nothing is left over
  CHECK(odd.counters().busy_cycles == 4 + 2 + 2);
}

TEST_CASE("back-to-back transfers use the full bandwidth") {
  for (const unsigned width : {1u, 8u, 21u, 24u, 42u, 48u, 100u, 128u, 192u, 256u, 1000u}) {
    DramChannelCore channel({1, 400, width, 1 << 20});
    Cycle end = 0;
    for (unsigned line = 0; line < 1000; ++line) end = channel.accept(0, true, 4);
    CHECK(end == (1000 * kLineBytes + width - 1) / width);
    CHECK(channel.counters().busy_cycles == end);
  }
}

TEST_CASE("a write that enables no byte still takes its turn") {
  DramChannelCore channel({1, 400, 8, 64});
  CHECK(channel.accept(5, true, 0) == 6);
  CHECK(channel.counters().write_bytes == 0);
}

TEST_CASE("the queue holds the requests that wait for the channel") {
  DramChannelCore channel({1, 400, 8, 2});
  channel.accept(0, false, 4);  // starts at once: not in the queue
  CHECK(channel.depth(0) == 0);
  channel.accept(0, false, 4);
  channel.accept(0, false, 4);
  CHECK(channel.depth(0) == 2);
  CHECK_FALSE(channel.has_room(0));
  CHECK(channel.next_room() == 16);
  CHECK_FALSE(channel.has_room(15));
  CHECK(channel.has_room(16));
}

TEST_CASE("touched sectors, with and without byte enables") {
  CHECK(touched_sectors(0, 128, nullptr, 0) == 4);
  CHECK(touched_sectors(32, 32, nullptr, 0) == 1);
  CHECK(touched_sectors(30, 4, nullptr, 0) == 2);
  unsigned char enables[128] = {};
  CHECK(touched_sectors(0, 128, enables, 128) == 0);
  enables[0] = enables[31] = enables[127] = 0xff;
  CHECK(touched_sectors(0, 128, enables, 128) == 2);
  const unsigned char every_other[2] = {0xff, 0};
  CHECK(touched_sectors(0, 128, every_other, 2) == 4);
}

TEST_CASE("a channel without bandwidth, latency or queue is refused") {
  CHECK_THROWS_AS(DramChannelCore({1, 0, 8, 64}), InputError);
  CHECK_THROWS_AS(DramChannelCore({1, 400, 0, 64}), InputError);
  CHECK_THROWS_AS(DramChannelCore({1, 400, 8, 0}), InputError);
}
