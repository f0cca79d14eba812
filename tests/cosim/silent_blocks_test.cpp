// Blocks that owe an answer when the machine makes no progress, compared in order.
#include <catch2/catch.hpp>
#include <filesystem>

#include "cosim/dram_front_transactor.h"
#include "cosim/mshr_order.h"
#include "support/forked.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;

namespace {

// Takes requests, one at each edge, and never answers. `deaf`: it does not even take one.
class SilentFront : public rtl::DramFrontBlock {
 public:
  explicit SilentFront(bool deaf) : deaf_(deaf) {}
  unsigned most_ports() const override { return 1; }
  unsigned most_queue() const override { return 64; }
  unsigned most_cycles() const override { return 400; }
  unsigned names() const override { return 1024; }
  void configure(const DramParameters&) override {}
  void cycle(Cycle) override {}
  void request(unsigned, bool, unsigned, unsigned) override { requested_ = true; }
  bool requested() const override { return requested_; }
  bool ready() const override { return !deaf_; }
  Answer answer(unsigned) const override { return {}; }
  void take_answers() override {}
  Cycle next_answer() const override { return kNever; }
  Cycle next_start() const override { return kNever; }
  unsigned depth() const override { return 0; }
  void edge() override { requested_ = false; }
  DramChannelCounters counters() const override { return {}; }

 private:
  const bool deaf_;
  bool requested_ = false;
};

// The error of a channel with this front, or "no error", after 1000 cycles without progress.
std::string stuck_front(bool deaf) {
  return test::forked([&] {
    BlockOptions options;
    options.check = true;
    options.check_by = CheckBy::kOrder;
    rtl::DramFrontTransactor dram("dram", DramParameters(), options, std::make_unique<SilentFront>(deaf));
    test::Requester requester("requester", {test::read_at(10, 0x80, 32), test::read_at(12, 0x100, 32)});
    requester.port.bind(dram.socket(0));
    sc_core::sc_start(cycles(1000));
    dram.no_progress();
    return std::string("no error");
  });
}

struct Read : Payload {
  explicit Read(std::uint64_t address) {
    set_command(tlm::TLM_READ_COMMAND);
    set_address(address);
    set_data_length(128);
  }
};

}  // namespace

TEST_CASE("DRAM front transactor: a channel that never answers is named when the machine makes no progress") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(stuck_front(false),
             Catch::Contains("dram: RTL and model differ in cycle 1000: no answer to the read of 32 bytes at 0x80, "
                             "which the model answers in cycle 41"));
  CHECK_THAT(stuck_front(true), Catch::Contains("the RTL has answered all requests and takes no other"));
}

TEST_CASE("MSHR in order: it owes an answer unless it waits for memory") {
  rtl::MshrOrder order({4, 4, 1});
  Read first(0x80), same(0x80), other(0x100);
  CHECK(order.owed(nullptr, true).empty());
  CHECK(order.owed(&first, true) == "the RTL does not take the read of 128 bytes at 0x80");
  order.takes(first, 5);
  CHECK(order.owed(nullptr, true) ==
        "the RTL does not send the read of 128 bytes at 0x80, which was taken in cycle 5, to memory");
  CHECK(order.owed(nullptr, false).empty());  // memory accepts nothing
  rtl::MshrBlock::ToMemory send;
  send.valid = true;
  send.address = 0x80;
  send.length = 128;
  CHECK(order.sends(send, nullptr, 6, 6).empty());
  order.takes(same, 7);
  CHECK(order.owed(&other, true).empty());  // both wait for memory, and the third may wait for them
  order.data(0, 50);
  CHECK(order.owed(nullptr, true) ==
        "no answer to the read of 128 bytes at 0x80 for entry 0, which memory has answered in cycle 50");
  CHECK(order.answers(&first, 1, 0, 50).empty());
  CHECK(order.owed(nullptr, true) ==
        "no answer to the read of 128 bytes at 0x80, which was taken in cycle 7, and it is not sent to memory");
  CHECK(order.answers(&same, 0, 0, 51).empty());
  CHECK(order.owed(nullptr, true).empty());
}
