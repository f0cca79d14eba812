// Recording of the requests on sockets as transactions.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/input_error.h"
#include "gpu/transaction_recorder.h"
#include "support/requester.h"
#include "support/temporary_folder.h"
#include "tlm/pool.h"
#include "tlm/time.h"
#include "wave/cbor_text.h"

using namespace unibank;
namespace fs = std::filesystem;

namespace {

// Answers reads at once, due in the next cycle; accepts a write one cycle later and answers it three cycles after that.
// Refuses address 0x900.
struct Memory : sc_core::sc_module {
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name), port("port", this) {
    SC_HAS_PROCESS(Memory);
    SC_METHOD(go_on);
    sensitive << later;
    dont_initialize();
  }
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (payload.get_address() == 0x900) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return tlm::TLM_COMPLETED;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (payload.is_read()) {
      delay += answer_delay(1);
      phase = tlm::BEGIN_RESP;
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    waiting = &payload;
    later.notify(cycles(1));
    return tlm::TLM_ACCEPTED;
  }
  void request_blocking(unsigned, Payload&) {}
  void go_on() {
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    tlm::tlm_phase phase = accepted ? tlm::BEGIN_RESP : tlm::END_REQ;
    Payload& payload = *waiting;
    if (!accepted) later.notify(cycles(3));
    accepted = !accepted;
    port.answer(payload, phase, none);
    if (!accepted) payload.release();
  }
  TargetPort<Memory> port;
  sc_core::sc_event later;
  Payload* waiting = nullptr;
  bool accepted = false;
};

// Forwards requests with another address.
struct Passage : sc_core::sc_module {
  explicit Passage(const sc_core::sc_module_name& name) : sc_module(name), in("in", this), out("out", this) {}
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    payload.set_address(payload.get_address() + 0x1000 * (payload.get_address() < 0x800));
    return out.send(payload, phase, delay);
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    tlm::tlm_phase same = phase;
    sc_core::sc_time time = delay;
    in.answer(payload, same, time);
  }
  TargetPort<Passage> in;
  InitiatorPort<Passage> out;
};

// Holds each read for a cycle before it forwards it.
struct Holder : sc_core::sc_module {
  explicit Holder(const sc_core::sc_module_name& name) : sc_module(name), in("in", this), out("out", this) {
    SC_HAS_PROCESS(Holder);
    SC_METHOD(go_on);
    sensitive << later;
    dont_initialize();
  }
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.acquire();
    held = &payload;
    later.notify(cycles(1));
    return tlm::TLM_ACCEPTED;
  }
  void request_blocking(unsigned, Payload&) {}
  void go_on() {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    CHECK(out.send(*held, phase, delay) == tlm::TLM_COMPLETED);
    phase = tlm::BEGIN_RESP;
    in.answer(*held, phase, delay);
    held->release();
  }
  void answered(unsigned, Payload&, const tlm::tlm_phase&, const sc_core::sc_time&) {}
  TargetPort<Holder> in;
  InitiatorPort<Holder> out;
  sc_core::sc_event later;
  Payload* held = nullptr;
};

test::Access access(Cycle issue, std::uint64_t address, bool write) {
  test::Access made;
  made.issue = issue;
  made.address = address;
  made.write = write;
  made.length = write ? 4 : 16;
  return made;
}

std::string recorded_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return FtrText::of(text.str());
}

// Records two reads, a write and a refused request to a file.
std::string record(const fs::path& path, TransactionRecorder::Chosen chosen, Cycle from, Cycle to) {
  TransactionRecorder recorder(path, std::move(chosen), from, to);
  {
    test::Requester requester("requester", {access(3, 0x40, false), access(4, 0x80, true), access(12, 0x900, true),
                                            access(13, 0x44, false)});
    Passage passage("passage");
    Memory memory("memory");
    requester.port.bind(passage.in);
    passage.out.bind(memory.port);
    test::run_out();
    CHECK(requester.done());
    recorder.finish();
  }
  return recorded_text(path);
}

}  // namespace

TEST_CASE("every request is recorded with its times on every socket that it goes through") {
  const TemporaryFolder folder;
  CHECK(record(folder.path / "x.ftr", {}, 0, kNever) ==
        "stream requester.port of kind TLM\nstream passage.out of kind TLM\n"
        "block of requester.port 3 to 14\n"
        "1: requester.port read 3 to 4 (address 64) (bytes 16) -(response TLM_OK_RESPONSE)\n"
        "3: requester.port write 4 to 8 (address 128) (bytes 4) +(accepted 5) "
        "-(response TLM_OK_RESPONSE)\n"
        "5: requester.port write 12 to 12 (address 2304) (bytes 4) "
        "-(response TLM_ADDRESS_ERROR_RESPONSE)\n"
        "7: requester.port read 13 to 14 (address 68) (bytes 16) -(response TLM_OK_RESPONSE)\n"
        "block of passage.out 3 to 14\n"
        "2: passage.out read 3 to 4 (address 4160) (bytes 16) -(response TLM_OK_RESPONSE)\n"
        "4: passage.out write 4 to 8 (address 4224) (bytes 4) +(accepted 5) "
        "-(response TLM_OK_RESPONSE)\n"
        "6: passage.out write 12 to 12 (address 2304) (bytes 4) "
        "-(response TLM_ADDRESS_ERROR_RESPONSE)\n"
        "8: passage.out read 13 to 14 (address 4164) (bytes 16) -(response TLM_OK_RESPONSE)\n"
        "1 of requester.port passes on 2 of passage.out\n3 of requester.port passes on 4 of passage.out\n"
        "5 of requester.port passes on 6 of passage.out\n7 of requester.port passes on 8 of passage.out\n");
}

TEST_CASE("a request that a block holds before it passes it on is related to the one that it was") {
  const TemporaryFolder folder;
  TransactionRecorder recorder(folder.path / "x.ftr", {});
  test::Requester requester("requester", {access(3, 0x40, false), access(9, 0x40, false)});
  Holder holder("holder");
  Memory memory("memory");
  requester.port.bind(holder.in);
  holder.out.bind(memory.port);
  test::run_out();
  CHECK(requester.done());
  recorder.finish();
  const std::string text = recorded_text(folder.path / "x.ftr");
  CHECK_THAT(text, Catch::Contains("2: holder.out read 4 to 5 ") &&
                       Catch::EndsWith("-(response TLM_OK_RESPONSE)\n1 of requester.port passes on 2 of holder.out\n"
                                       "3 of requester.port passes on 4 of holder.out\n"));
}

TEST_CASE("sockets and cycles that are not chosen are not recorded") {
  const TemporaryFolder folder;
  const auto chosen = [](const std::string& socket) { return socket == "passage.out"; };
  CHECK(record(folder.path / "x.ftr", chosen, 4, 13) ==
        "stream passage.out of kind TLM\nblock of passage.out 4 to 12\n"
        "1: passage.out write 4 to 8 (address 4224) (bytes 4) +(accepted 5) "
        "-(response TLM_OK_RESPONSE)\n"
        "2: passage.out write 12 to 12 (address 2304) (bytes 4) "
        "-(response TLM_ADDRESS_ERROR_RESPONSE)\n");
}

TEST_CASE("a discarded recorder leaves no file and no tap") {
  const TemporaryFolder folder;
  const MakeSocketTap before = make_socket_tap;
  {
    TransactionRecorder recorder(folder.path / "x.ftr", {});
    CHECK(make_socket_tap != before);
    CHECK_THROWS_WITH(TransactionRecorder(folder.path / "y.ftr", {}), "a transaction recorder is there already");
  }
  CHECK(make_socket_tap == before);
  CHECK(fs::is_empty(folder.path));
  CHECK_THROWS_AS(TransactionRecorder(folder.path / "no" / "x.ftr", {}), InputError);
}
