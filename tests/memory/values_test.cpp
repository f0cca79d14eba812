// Bytes and their writers on the way through MSHR, network, L2 slice and DRAM.
#include <catch2/catch.hpp>
#include <numeric>

#include "memory/dram_channel.h"
#include "memory/fr_fcfs_channel.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"
#include "memory/mshr.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

std::vector<unsigned char> bytes_from(unsigned first, unsigned count) {
  std::vector<unsigned char> bytes(count);
  std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(first));
  return bytes;
}

Access stored_by(Writer writer, Access access) {
  access.writer = writer;
  return access;
}

const Writer kFirst = make_writer(1, 0, 0, 1, 0), kSecond = make_writer(2, 0, 0, 2, 0);

// A requester bound directly to a block, with its requests' bytes followed.
struct Followed : Requester {
  Followed(const char* name, std::vector<Access> accesses) : Requester(name, std::move(accesses)) {
    follow_values = true;
  }
};

// Moves bytes through a socket by transport_dbg, without time.
unsigned debug(TargetSocket& socket, bool write, std::uint64_t address, std::vector<unsigned char>& bytes,
               std::vector<Writer>& writers) {
  Payload payload;
  AccessNote note;
  note.writers = writers.data();
  payload.set_extension(&note);
  payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(bytes.data());
  payload.set_data_length(static_cast<unsigned>(bytes.size()));
  const unsigned moved = socket.get_base_interface().transport_dbg(payload);
  payload.clear_extension(&note);
  return moved;
}

}  // namespace

TEST_CASE("DRAM returns written bytes and 0 elsewhere") {
  Followed port("port", {stored_by(kFirst, write_at(0, 64, 32, bytes_from(1, 32))), read_at(1, 64, 64)});
  DramChannel dram("dram", {1, 100, 8, 4});
  port.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(port[1].answer[0] == 1);
  CHECK(port[1].answer[31] == 32);
  CHECK(port[1].answer[32] == 0);
  CHECK(port[1].writers[31] == kFirst);
  CHECK(port[1].writers[32] == kNoWriter);
}

TEST_CASE("DRAM keeps the bytes that a store does not enable") {
  Followed port("port", {stored_by(kFirst, write_at(0, 0, 4, {1, 2, 3, 4})),
                         stored_by(kSecond, write_at(1, 0, 4, {5, 6, 7, 8}, {0, 0xff, 0, 0xff})), read_at(2, 0, 32)});
  DramChannel dram("dram", {1, 100, 8, 4});
  port.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(std::vector<unsigned char>(port[2].answer.begin(), port[2].answer.begin() + 4) ==
        std::vector<unsigned char>{1, 6, 3, 8});
  CHECK(port[2].writers[0] == kFirst);
  CHECK(port[2].writers[1] == kSecond);
}

TEST_CASE("DRAM with rows answers with the bytes that were written") {
  Followed port("port", {stored_by(kFirst, write_at(0, 128, 32, bytes_from(9, 32))), read_at(1, 128, 32)});
  FrFcfsChannel dram("dram", DramParameters{});
  port.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(port[1].answer == bytes_from(9, 32));
}

TEST_CASE("of two stores to a byte the younger one's value stays in either order of arrival") {
  Followed port("port", {stored_by(kSecond, write_at(0, 0, 1, {2})), stored_by(kFirst, write_at(1, 0, 1, {1})),
                         read_at(2, 0, 32)});
  DramChannel dram("dram", {1, 100, 8, 4});
  port.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(port[2].answer[0] == 2);
  CHECK(port[2].writers[0] == kSecond);
}

TEST_CASE("all reads merged in an MSHR entry get its bytes") {
  Followed port("port", {stored_by(kFirst, write_at(0, 0, 128, bytes_from(0, 128))), read_at(10, 0, 128),
                         read_at(12, 0, 128), read_at(14, 0, 128)});
  Mshr mshr("mshr", {4, 8, 1});
  DramChannel dram("dram", {1, 100, 64, 4});
  port.port.bind(mshr.socket(0));
  mshr.memory().bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(mshr.counters().merges == 2);
  for (std::size_t read = 1; read < 4; ++read) {
    CHECK(port[read].answer == bytes_from(0, 128));
    CHECK(port[read].writers[127] == kFirst);
  }
}

TEST_CASE("a read after a write of its sector does not merge with a read before it") {
  Followed port("port",
                {read_at(10, 32, 32), stored_by(kFirst, write_at(12, 32, 4, {7, 7, 7, 7})), read_at(14, 32, 32)});
  Mshr mshr("mshr", {4, 8, 1});
  DramChannel dram("dram", {1, 100, 64, 4});
  port.port.bind(mshr.socket(0));
  mshr.memory().bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(mshr.counters().merges == 0);
  CHECK(port[0].answer[0] == 0);
  CHECK(port[2].answer[0] == 7);
}

namespace {

// A slice of one set of two ways before a channel.
struct Slice {
  explicit Slice(std::vector<Access> accesses) : port("port", std::move(accesses)), dram("dram", {1, 100, 64, 4}) {
    L2SliceParameters parameters;
    parameters.bytes = 256;
    parameters.ways = 2;
    slice = std::make_unique<L2Slice>("slice", parameters);
    port.port.bind(slice->socket());
    slice->memory().bind(dram.socket(0));
  }
  Followed port;
  std::unique_ptr<L2Slice> slice;
  DramChannel dram;
};

}  // namespace

TEST_CASE("an L2 slice answers with its own bytes and fetches the missing ones around them") {
  Slice l2({stored_by(kFirst, write_at(0, 4, 4, {1, 2, 3, 4})), read_at(500, 0, 32), read_at(1000, 0, 32)});
  std::vector<unsigned char> there = bytes_from(100, 128);
  std::vector<Writer> no_writer(128, kNoWriter);
  CHECK(debug(l2.slice->socket(), true, 0, there, no_writer) == 128);
  sc_core::sc_start();
  for (std::size_t read = 1; read < 3; ++read) {
    CHECK(l2.port[read].answer[3] == 103);
    CHECK(l2.port[read].answer[4] == 1);
    CHECK(l2.port[read].answer[7] == 4);
    CHECK(l2.port[read].answer[8] == 108);
    CHECK(l2.port[read].writers[4] == kFirst);
    CHECK(l2.port[read].writers[8] == kNoWriter);
  }
  CHECK(l2.slice->counters().fills == 1);
}

TEST_CASE("a victim's bytes go to DRAM and come back") {
  Slice l2({stored_by(kFirst, write_at(0, 0, 4, {1, 2, 3, 4})), read_at(500, 128, 32), read_at(1000, 256, 32),
            read_at(1500, 0, 32)});
  sc_core::sc_start();
  CHECK(l2.slice->counters().write_backs == 1);
  CHECK(l2.port[3].answer[2] == 3);
  CHECK(l2.port[3].writers[2] == kFirst);
}

TEST_CASE("bytes of a line evicted during its fetch are newer than the fetched ones") {
  // The read requests the sector from DRAM; before it arrives, two other lines evict the written one.
  Slice l2({stored_by(kFirst, write_at(0, 0, 4, {1, 2, 3, 4})), read_at(500, 0, 32),
            stored_by(kFirst, write_at(505, 128, 128, bytes_from(0, 128))),
            stored_by(kFirst, write_at(510, 256, 128, bytes_from(0, 128))), read_at(1500, 0, 32)});
  sc_core::sc_start();
  CHECK(l2.slice->counters().write_backs >= 1);
  CHECK(l2.port[1].answer[0] == 1);
  CHECK(l2.port[4].answer[0] == 1);
  CHECK(l2.port[4].writers[0] == kFirst);
}

TEST_CASE("a store that reaches an L2 slice after a younger one has left it has no effect") {
  const Writer other = make_writer(0, 0, 0, 3, 0);
  // Part of the first sector, and the whole second one, which is then read without a fetch.
  Slice l2({stored_by(kSecond, write_at(0, 0, 4, bytes_from(2, 4))),
            stored_by(kSecond, write_at(5, 32, 32, bytes_from(2, 32))),
            stored_by(other, write_at(10, 128, 32, bytes_from(0, 32))),
            stored_by(other, write_at(20, 256, 32, bytes_from(0, 32))),
            stored_by(kFirst, write_at(500, 0, 4, bytes_from(1, 4))),
            stored_by(kFirst, write_at(505, 32, 32, bytes_from(1, 32))), read_at(1000, 32, 32), read_at(1500, 0, 32)});
  sc_core::sc_start();
  CHECK(l2.slice->counters().write_backs == 2);
  CHECK(l2.slice->counters().read_hits == 1);
  CHECK(l2.port[6].answer == bytes_from(2, 32));
  CHECK(l2.port[6].writers == std::vector<Writer>(32, kSecond));
  CHECK(l2.port[7].answer[3] == 5);
  CHECK(l2.port[7].writers[3] == kSecond);
  std::vector<unsigned char> bytes(64);
  std::vector<Writer> writers(64);
  CHECK(debug(l2.slice->socket(), false, 0, bytes, writers) == 64);
  CHECK(bytes[3] == 5);
  CHECK(bytes[63] == 33);
}

TEST_CASE("debug transport prefers an L2 slice's bytes to memory's and changes both") {
  Slice l2({stored_by(kFirst, write_at(0, 0, 4, {1, 2, 3, 4}))});
  sc_core::sc_start();
  std::vector<unsigned char> bytes(128);
  std::vector<Writer> writers(128);
  CHECK(debug(l2.slice->socket(), false, 0, bytes, writers) == 128);
  CHECK(bytes[3] == 4);
  CHECK(bytes[4] == 0);
  CHECK(writers[3] == kFirst);
  bytes.assign(128, 9);
  writers.assign(128, kNoWriter);
  CHECK(debug(l2.slice->socket(), true, 0, bytes, writers) == 128);
  bytes.assign(128, 0);
  CHECK(debug(l2.slice->socket(), false, 0, bytes, writers) == 128);
  CHECK(bytes == std::vector<unsigned char>(128, 9));
  CHECK(writers[3] == kNoWriter);
}

TEST_CASE("bytes pass the interconnect to their slice and back") {
  Followed port("port", {stored_by(kFirst, write_at(0, 128, 32, bytes_from(1, 32))), read_at(200, 128, 32)});
  InterconnectParameters parameters;
  parameters.sms = 1;
  parameters.slices = 2;
  Interconnect network("network", parameters);
  DramChannel dram0("dram0", {1, 100, 64, 4}), dram1("dram1", {1, 100, 64, 4});
  port.port.bind(network.from_sm(0));
  network.to_slice(0).bind(dram0.socket(0));
  network.to_slice(1).bind(dram1.socket(0));
  sc_core::sc_start();
  CHECK(port[1].answer == bytes_from(1, 32));
  CHECK(port[1].writers[5] == kFirst);
  std::vector<unsigned char> bytes(32);
  std::vector<Writer> writers(32);
  CHECK(debug(dram1.socket(0), false, 128, bytes, writers) == 32);  // lines go to slices in turn
  CHECK(bytes == bytes_from(1, 32));
}
