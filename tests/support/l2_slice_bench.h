// An L2 slice without sockets; the test sends one request after another and acts as memory.
#pragma once

#include <catch2/catch.hpp>

#include "memory/l2_slice_core.h"

namespace unibank::test {

constexpr std::uint64_t kSet = 4 * 128;  // lines this far apart share a set of small()

// One slice with four sets of two ways and a latency of 10 cycles.
inline L2SliceParameters small() {
  L2SliceParameters p;
  p.bytes = 4 * 2 * 128;
  p.ways = 2;
  p.latency = 10;
  p.mshr_entries = 2;
  p.merges = 2;
  p.queue = 2;
  return p;
}

struct L2Bench {
  explicit L2Bench(const L2SliceParameters& parameters = small()) : core(parameters) {}

  L2SliceCore::Request request(std::uint64_t address, unsigned length, bool write) {
    return {&names[next_name++ % sizeof names], address - address % 128,
            L2SliceCore::touched_bytes(address, length, nullptr, 0), write};
  }
  void accept(std::uint64_t address, unsigned length, bool write) { core.accept(request(address, length, write), now); }
  // Sends a request and looks it up in the next cycle. Returns false when no request was looked up.
  bool access(std::uint64_t address, unsigned length, bool write) {
    accept(address, length, write);
    return core.look_up(++now);
  }
  bool read(std::uint64_t address, unsigned length = 128) { return access(address, length, false); }
  bool write(std::uint64_t address, unsigned length = 128) { return access(address, length, true); }
  // Sends the next request to memory, as early as possible, and returns it.
  L2SliceCore::Send sent() {
    now = std::max(now + 1, core.next_send_time(now + 1));
    REQUIRE(core.next_send(now));
    const L2SliceCore::Send send = *core.next_send(now);
    core.sent(now);
    return send;
  }
  bool nothing_to_send() const { return core.next_send_time(now) == kNever; }
  // Takes all answers from cycle `now` on, and returns their number.
  unsigned answers() {
    unsigned count = 0;
    while (core.next_answer_time(now) != kNever) {
      now = std::max(now + 1, core.next_answer_time(now));
      count += core.next_answer(now) != nullptr;
    }
    return count;
  }
  // Reads a line that misses, and answers its fetch at once.
  void fill(std::uint64_t address, unsigned length = 128) {
    REQUIRE(read(address, length));
    core.data_came(sent().entry, now);
    CHECK(answers() == 1);
  }

  char names[64];
  std::size_t next_name = 0;
  L2SliceCore core;
  Cycle now = 0;
};

}  // namespace unibank::test
