#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/network_core.h"

using namespace unibank;

namespace {

char packet_names[16];  // packets are names only

NetworkCore::Packet packet(unsigned name, unsigned output, unsigned bytes, Cycle ready) {
  return {&packet_names[name], output, bytes, ready};
}

// The cycle in which the next packet reaches an output, which takes it; checks the packet's name.
Cycle take_next(NetworkCore& network, unsigned output, unsigned name) {
  const Cycle due = network.next_come(output);
  REQUIRE(due != kNever);
  CHECK_FALSE(network.come(output, due - 1));
  REQUIRE(network.come(output, due));
  CHECK(network.come(output, due)->name == &packet_names[name]);
  network.take(output, due);
  return due;
}

}  // namespace

TEST_CASE("a packet arrives with its last byte: start plus latency plus transfer minus one") {
  NetworkCore network({1, 1, 10, 32, 0});
  network.arrive(0, packet(0, 0, 136, 5));
  network.advance(4);
  CHECK(network.waiting(0) == 1);  // not ready yet
  CHECK(network.next_start(0) == 5);
  CHECK(network.next_start(7) == 7);
  network.advance(5);
  CHECK(network.waiting(0) == 0);
  CHECK(network.next_start(0) == kNever);
  CHECK(take_next(network, 0, 0) == 5 + 10 + 5 - 1);
  CHECK(network.wait_cycles() == 0);
}

TEST_CASE("a port moves one packet at a time") {
  NetworkCore network({1, 2, 1, 32, 0});
  network.arrive(0, packet(0, 0, 64, 0));
  network.arrive(0, packet(1, 1, 1, 0));
  network.advance(0);
  CHECK(network.waiting(0) == 1);
  CHECK(network.next_start(1) == 2);
  network.advance(1);
  CHECK(network.waiting(0) == 1);
  network.advance(2);
  CHECK(network.waiting(0) == 0);
  CHECK(take_next(network, 0, 0) == 2);
  CHECK(take_next(network, 1, 1) == 3);
  CHECK(network.wait_cycles() == 2);  // the second could have started at 0
}

TEST_CASE("a port with choices lets a packet for a free output pass a waiting one but no packet for the same output") {
  for (const unsigned choices : {1u, 2u, 3u}) {
    INFO(choices << " choices");
    NetworkCore network({2, 2, 1, 32, 0, choices});
    network.arrive(0, packet(0, 0, 320, 0));  // output 0 is taken for ten cycles
    network.advance(0);
    network.arrive(1, packet(1, 0, 32, 1));
    network.arrive(1, packet(2, 0, 32, 1));
    network.arrive(1, packet(3, 1, 32, 1));
    for (Cycle now = 1; now < 20; ++now) network.advance(now);
    CHECK(take_next(network, 0, 0) == 10);
    CHECK(take_next(network, 0, 1) == 11);
    CHECK(take_next(network, 0, 2) == 12);
    CHECK(take_next(network, 1, 3) == (choices == 3 ? 2 : 13));
  }
}

TEST_CASE("one output serves the packet that has waited longest and then the lower input") {
  NetworkCore network({3, 1, 1, 32, 0});
  network.arrive(0, packet(0, 0, 32, 2));
  network.arrive(1, packet(1, 0, 32, 1));
  network.arrive(2, packet(2, 0, 32, 1));
  for (Cycle now = 2; now < 5; ++now) network.advance(now);
  CHECK(take_next(network, 0, 1) == 3);
  CHECK(take_next(network, 0, 2) == 4);
  CHECK(take_next(network, 0, 0) == 5);
  CHECK(network.wait_cycles() == 1 + 2 + 2);
}

TEST_CASE("a full output starts nothing until a packet is taken") {
  NetworkCore network({1, 1, 1, 32, 2});
  for (unsigned i = 0; i < 3; ++i) network.arrive(0, packet(i, 0, 1, 0));
  network.advance(0);
  network.advance(1);
  network.advance(2);
  CHECK(network.waiting(0) == 1);
  CHECK(network.next_start(3) == kNever);
  network.take(0, 10);
  CHECK(network.next_start(11) == 11);
  network.advance(11);
  CHECK(network.waiting(0) == 0);
  CHECK(network.wait_cycles() == 10 - 1);
}

TEST_CASE("packets of one input are ordered by readiness and then by arrival") {
  NetworkCore network({1, 1, 1, 32, 0});
  network.arrive(0, packet(0, 0, 1, 9));
  network.arrive(0, packet(1, 0, 1, 5));
  network.arrive(0, packet(2, 0, 1, 5));
  for (Cycle now = 5; now < 10; ++now) network.advance(now);
  CHECK(take_next(network, 0, 1) == 6);
  CHECK(take_next(network, 0, 2) == 7);
  CHECK(take_next(network, 0, 0) == 10);
}

TEST_CASE("the last byte of a packet takes a whole cycle and so does a packet without bytes") {
  NetworkCore network({1, 1, 1, 32, 0});
  network.arrive(0, packet(0, 0, 33, 0));
  network.arrive(0, packet(1, 0, 0, 0));
  for (Cycle now = 0; now < 3; ++now) network.advance(now);
  CHECK(take_next(network, 0, 0) == 2);
  CHECK(take_next(network, 0, 1) == 3);
}

TEST_CASE("a network without inputs or outputs or latency or bandwidth is refused") {
  CHECK_THROWS_AS(NetworkCore({0, 1, 1, 1, 0}), InputError);
  CHECK_THROWS_AS(NetworkCore({1, 0, 1, 1, 0}), InputError);
  CHECK_THROWS_AS(NetworkCore({1, 1, 0, 1, 0}), InputError);
  CHECK_THROWS_AS(NetworkCore({1, 1, 1, 0, 0}), InputError);
}
