// The path to memory that the MSHR of an SM shares with its read-only caches.
#include <catch2/catch.hpp>

#include "memory/dram_channel.h"
#include "read_only/memory_port.h"
#include "sm/measures.h"
#include "support/late_blocks.h"
#include "support/requester.h"

using namespace unibank;
using namespace unibank::test;

namespace {

struct Bench {
  Bench(std::unique_ptr<DramInterface> memory, std::vector<Access> accesses)
      : dram(std::move(memory)),
        mshr("mshr", std::move(accesses)),
        port("port", false, [this](Cycle due) { dues.push_back(due); }) {
    mshr.port.bind(port.mshr);
    port.memory.bind(dram->socket(0));
  }
  std::vector<Cycle> dues;
  std::unique_ptr<DramInterface> dram;
  Requester mshr;
  MemoryPort port;
};

DramParameters wide() {
  DramParameters parameters;
  parameters.bytes_per_cycle = 128;
  return parameters;
}

}  // namespace

TEST_CASE("a request of the MSHR passes at once while the caches have no request") {
  Bench bench(std::make_unique<DramChannel>("dram", wide()), {read_at(1, 0, 128), read_at(2, 128, 128)});
  run_out();
  CHECK(bench.mshr[0].answered == 1 + 1 + kDram);
  CHECK(bench.mshr[1].answered == 2 + 1 + kDram);
  CHECK(bench.mshr.done());
}

TEST_CASE("a cache's line goes first and the MSHR's request in the next cycle and so on in turn") {
  Bench bench(std::make_unique<DramChannel>("dram", wide()),
              {read_at(1, 0, 128), read_at(2, 128, 128), read_at(3, 256, 128)});
  // Requested in cycle 0: sent in 1 and 3. The MSHR's requests go in 2, 4 and 5.
  bench.port.read(0, 4096, 64, 0);
  bench.port.read(0, 8192, 64, 0);
  CHECK(bench.port.in_flight() == 2);
  run_out();
  CHECK(bench.dues == std::vector<Cycle>{1 + 1 + kDram, 3 + 1 + kDram});
  CHECK(bench.mshr[0].answered == 2 + 1 + kDram);
  CHECK(bench.mshr[1].answered == 4 + 1 + kDram);
  CHECK(bench.mshr[2].answered == 5 + 1 + kDram);
  std::vector<std::uint64_t> lines;
  bench.port.take(current_cycle(), [&lines](const MemoryPort::Came& came) { lines.push_back(came.line); });
  CHECK(lines == std::vector<std::uint64_t>{4096, 8192});
  CHECK(bench.port.in_flight() == 0);
}

TEST_CASE("memory that accepts and answers late gets one request after the other") {
  Bench bench(std::make_unique<LateDram>("dram", wide(), LateOptions{}),
              {read_at(1, 0, 128), read_at(2, 128, 128), write_at(3, 256, 32), read_at(4, 384, 128)});
  for (unsigned line = 0; line < 8; ++line) bench.port.read(0, 4096 + 64 * line, 64, 0);
  run_out();
  CHECK(bench.mshr.done());
  CHECK(bench.dues.size() == 8);
  CHECK(bench.dram->in_flight() == 0);
}

namespace {

// Answers within the call, and changes the address of the request as a memory with addresses of its own may.
class OwnAddressMemory : public sc_core::sc_module {
 public:
  explicit OwnAddressMemory(const sc_core::sc_module_name& name) : sc_module(name), port("port", this) {}
  TargetPort<OwnAddressMemory> port;

 private:
  friend class TargetPort<OwnAddressMemory>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    payload.set_address(payload.get_address() % 4096);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = until(due_cycle(delay) + 5);
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload& payload) { payload.set_response_status(tlm::TLM_OK_RESPONSE); }
};

}  // namespace

TEST_CASE("a cache gets the line that it requested although memory changes the request's address") {
  std::vector<Cycle> answered;
  MemoryPort port("port", false, [&](Cycle cycle) { answered.push_back(cycle); });
  OwnAddressMemory memory("memory");
  test::Requester mshr("mshr", {});
  mshr.port.bind(port.mshr);
  port.memory.bind(memory.port);
  port.read(2, 0x12380, 128, 0);
  port.read(1, 0x45600, 64, 0);
  sc_core::sc_start(cycles(20));
  CHECK(answered.size() == 2);
  std::vector<std::pair<unsigned, std::uint64_t>> came;
  port.take(20, [&](const MemoryPort::Came& one) { came.emplace_back(one.cache, one.line); });
  CHECK((came == std::vector<std::pair<unsigned, std::uint64_t>>{{2, 0x12380}, {1, 0x45600}}));
  CHECK(port.in_flight() == 0);
}
