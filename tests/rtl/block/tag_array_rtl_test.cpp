#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "policy/kept_states.h"
#include "rtl/lock_step.h"
#include "rtl/tag_array_rtl.h"
#include "support/forked.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::TagArrayRtl;
using test::checked;
using test::read_at;
using test::Requester;

namespace {

test::Access tag_access(Cycle issue, TagOperation operation, std::uint64_t address, std::uint8_t state = 0) {
  return read_at(issue, tag_request_address(operation, address, state), kTagAnswerBytes);
}

TagResult answer(const test::Access& access) { return unpack_tag_answer(access.answer.data()); }

// Random operations on seven lines in each of a few sets, with pauses and several requests per cycle; `together` makes
// these more frequent.
std::vector<test::Access> tag_stream(unsigned requests, std::uint64_t seed, unsigned together = 1) {
  test::Random random(seed);
  std::vector<test::Access> accesses;
  Cycle at = 2;
  for (unsigned i = 0; i < requests; ++i) {
    if (random.below(together) == 0) at += random.below(3) == 0 ? random.below(6) : 1;
    const auto operation = static_cast<TagOperation>(random.below(9));
    const std::uint64_t line =
        operation == TagOperation::kClean ? random.below(24) : random.below(3) + 6 * random.below(7);
    accesses.push_back(tag_access(at, operation, line * kLineBytes, static_cast<std::uint8_t>(random.below(4))));
  }
  return accesses;
}

// The message that ended the run of a tag array with a fault.
std::string tag_difference(unsigned fault) {
  return test::in_lock_step(fault, [](const BlockOptions& options) {
    std::vector<test::Access> fills;
    for (unsigned line = 0; line < 5; ++line)
      fills.push_back(tag_access(10 + line, TagOperation::kFill, 0x1000 + line * kLineBytes, 3));
    TagArrayRtl tags("tags", {4, 1, nullptr}, options);
    tags.configure(1);
    Requester requester("requester", fills);
    requester.port.bind(tags.socket(0));
    sc_core::sc_start();
    return std::string("no difference");
  });
}

}  // namespace

TEST_CASE("tag array as RTL: a request in cycle 10 is answered in cycle 11 on both ports") {
  TagArrayRtl tags("tags", {4, 2, nullptr}, {});
  tags.configure(8);
  Requester load_store("load_store", {tag_access(10, TagOperation::kLookup, 0x400),
                                      tag_access(12, TagOperation::kFill, 0x400, 2),
                                      tag_access(14, TagOperation::kLookup, 0x400)});
  Requester operands("operands", {tag_access(11, TagOperation::kProbe, 0x400),
                                  tag_access(13, TagOperation::kProbe, 0x400)});
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();

  CHECK(load_store[0].accepted == 10);
  CHECK(load_store[0].answered == 11);
  CHECK(load_store[1].answered == 13);
  CHECK(load_store[2].answered == 15);
  CHECK(operands[0].answered == 12);
  CHECK(operands[1].answered == 14);
  CHECK_FALSE(answer(load_store[0]).hit);
  CHECK(answer(load_store[2]).hit);
  CHECK_FALSE(answer(operands[0]).hit);
  CHECK(answer(operands[1]).state == 2);
  CHECK(tags.counters().lookups == 2);
  CHECK(tags.counters().hits == 1);
  CHECK(tags.counters().fills == 1);
  CHECK(tags.lines(2) == 1);
}

TEST_CASE("tag array as RTL: of several requests in one cycle one is accepted each cycle") {
  TagArrayRtl tags("tags", {4, 2, nullptr}, {});
  tags.configure(8);
  Requester load_store("load_store", {tag_access(10, TagOperation::kFill, 0x400, 2),
                                      tag_access(10, TagOperation::kLookup, 0x400)});
  Requester operands("operands", {tag_access(10, TagOperation::kProbe, 0x400)}, 1);
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();

  CHECK(load_store[0].accepted == 10);
  CHECK(load_store[0].answered == 11);
  CHECK(load_store[1].accepted == 11);
  CHECK(load_store[1].answered == 12);
  CHECK(operands[0].accepted == 12);
  CHECK(operands[0].answered == 13);
  CHECK(answer(load_store[1]).hit);
  CHECK(answer(operands[0]).hit);
}

TEST_CASE("tag array as RTL: with several lookups a cycle all requests of a cycle are answered in the next one") {
  const KeptStates kept(0x2222);
  TagArrayRtl tags("tags", {4, 2, &kept, 4, "modulo", 4}, checked());
  tags.configure(8);
  std::vector<test::Access> nine;
  for (unsigned line = 0; line < 8; ++line) nine.push_back(tag_access(10, TagOperation::kFill, line % 4 * 0x400, 2));
  nine.push_back(tag_access(10, TagOperation::kLookup, 0x400));
  Requester load_store("load_store", nine);
  Requester operands("operands", {tag_access(12, TagOperation::kProbe, 0x400)}, 1);
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();

  for (unsigned i = 0; i < 8; ++i) {
    INFO("request " << i);
    CHECK(load_store[i].accepted == 10);
    CHECK(load_store[i].answered == 11);
    CHECK(answer(load_store[i]).hit == (i >= 4));
  }
  CHECK(load_store[8].accepted == 11);  // there are eight lanes
  CHECK(load_store[8].answered == 12);
  CHECK(answer(load_store[8]).hit);
  CHECK(answer(operands[0]).way == 1);
}

TEST_CASE("tag array as RTL: 100000 requests of up to eight a cycle agree with the model in lock-step") {
  const KeptStates kept(0x2222);
  TagArrayRtl tags("tags", {4, 2, &kept, 8, "xor", 2}, checked());
  tags.configure(8);
  Requester load_store("load_store", tag_stream(50000, 3, 6)), operands("operands", tag_stream(50000, 4, 3), 1);
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();
  CHECK(load_store.done());
  CHECK(operands.done());
}

TEST_CASE("tag array as RTL: a fault between lanes of one cycle is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(test::in_lock_step(25,
                                [](const BlockOptions& options) {
                                  TagArrayRtl tags("tags", {4, 1, nullptr, 8}, options);
                                  tags.configure(8);
                                  Requester requester("requester", tag_stream(1000, 3, 6));
                                  requester.port.bind(tags.socket(0));
                                  sc_core::sc_start();
                                  return std::string("no difference");
                                }),
             Catch::Contains("tags: RTL and model differ in cycle "));
}

TEST_CASE("tag array as RTL: 100000 requests over two ports agree with the model in lock-step") {
  TagArrayRtl tags("tags", {4, 2, nullptr}, checked());
  tags.configure(6);
  Requester load_store("load_store", tag_stream(50000, 1)), operands("operands", tag_stream(50000, 2), 1);
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();
  CHECK(load_store.done());
  CHECK(operands.done());
  CHECK(load_store.double_answers() + operands.double_answers() == 0);
  unsigned late = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) late += operands[i].accepted != operands[i].sent;
  CHECK(late > 10000);  // both ports often had a request in the same cycle
}

TEST_CASE("tag array as RTL: with a hashed index a column stays present and a victim has its own address") {
  TagArrayRtl tags("tags", {2, 1, nullptr, 1, "xor"}, checked());
  tags.configure(8);
  std::vector<test::Access> requests;
  for (unsigned line = 0; line < 8; ++line)  // 1 KB apart: set 0 by modulo
    requests.push_back(tag_access(10 + line, TagOperation::kFill, line * 1024, 3));
  for (unsigned line = 0; line < 8; ++line)
    requests.push_back(tag_access(30 + line, TagOperation::kLookup, line * 1024));
  for (const unsigned line : {72, 80})  // in base 8 110 and 120: sets 0 XOR 1 XOR 1 and 0 XOR 2 XOR 1
    requests.push_back(tag_access(50 + line, TagOperation::kFill, line * kLineBytes, 3));
  requests.push_back(tag_access(200, TagOperation::kFill, 65 * kLineBytes, 3));  // 101: set 0
  requests.push_back(tag_access(201, TagOperation::kFill, 9 * kLineBytes, 3));   // 11: set 0
  requests.push_back(tag_access(202, TagOperation::kClean, 0));
  Requester requester("requester", requests);
  requester.port.bind(tags.socket(0));
  sc_core::sc_start();
  for (unsigned line = 0; line < 8; ++line) {
    CHECK(answer(requester[8 + line]).hit);
    CHECK(answer(requester[8 + line]).set == line);
  }
  CHECK(answer(requester[16]).set == 0);
  CHECK(answer(requester[17]).set == 3);
  CHECK(answer(requester[18]).victim_address == 0);
  CHECK(answer(requester[19]).victim_valid);
  CHECK(answer(requester[19]).victim_address == 72 * kLineBytes);
  CHECK(answer(requester[20]).victim_address == 65 * kLineBytes);
}

TEST_CASE("tag array as RTL: a new configuration drops all lines") {
  TagArrayRtl tags("tags", {4, 1, nullptr}, checked());
  tags.configure(8);
  Requester first("first",
                  {tag_access(10, TagOperation::kFill, 0x400, 3), tag_access(20, TagOperation::kProbe, 0x400)});
  first.port.bind(tags.socket(0));
  sc_core::sc_start(15, sc_core::SC_NS);
  CHECK(tags.lines(3) == 1);
  tags.configure(6, 2);
  CHECK(tags.lines(3) == 0);
  sc_core::sc_start();
  CHECK_FALSE(answer(first[1]).hit);
  CHECK(answer(first[1]).set == 2);  // line 8 mod 6
}

TEST_CASE("tag array as RTL: an invalid request is answered with an error and takes no time") {
  TagArrayRtl tags("tags", {4, 1, nullptr}, {});
  tags.configure(8);
  Requester requester("requester", {read_at(10, std::uint64_t{9} << 60, kTagAnswerBytes), read_at(12, 0, 8),
                                    test::write_at(14, 0, kTagAnswerBytes)});
  requester.port.bind(tags.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(requester[1].status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(requester[2].status == tlm::TLM_COMMAND_ERROR_RESPONSE);
}

TEST_CASE("tag array as RTL: more than the RTL supports is refused with both numbers") {
  class Youngest : public Replacement {
    int victim(const TagWay*, unsigned, std::uint8_t) const override { return 0; }
  };
  const Youngest youngest;
  const auto refused = [](const TagArrayParameters& parameters, unsigned sets) {
    return test::forked([&] {
      BlockOptions options;
      options.block = "tag_array";
      TagArrayRtl tags("tags", parameters, options);
      tags.configure(sets);
      return std::string("built");
    });
  };
  const KeptStates kept(0x2222);
  CHECK(refused({16, 2, nullptr}, 1024) == "built");
  CHECK(refused({4, 2, &kept, 8}, 1024) == "built");
  CHECK(refused({17, 2, nullptr}, 8) == "error: tag_array as RTL: cache.ways is 17, the RTL has been built with 16");
  CHECK(refused({4, 2, nullptr}, 1025) ==
        "error: tag_array as RTL: the cache has 1025 sets, the RTL has been built with 1024");
  CHECK(refused({4, 2, nullptr, 9}, 8) ==
        "error: tag_array as RTL: cache.lookups_per_cycle x cache.tag_banks is 9, the RTL answers 8 lookups per cycle");
  CHECK(refused({4, 2, &youngest}, 8) ==
        "error: tag_array as RTL: a policy of the design has its own replacement, the RTL has only LRU");
}

TEST_CASE("tag array as RTL: the first difference ends the run with the cycle and both answers") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK(tag_difference(0) == "no difference");
  const std::string text = tag_difference(17);  // the victim is named wrongly
  CHECK(text.find("tags: RTL and model differ in cycle 15: fill of 0x1200 with state 3, which came in cycle 14: "
                  "the model answers miss, set 0, way 0, state 3, victim of state 3, address 0x1000; "
                  "the RTL answers miss, set 0, way 0, state 3, victim of state 3, address 0x1200; "
                  "the pins of the last 200 cycles are in tags.difference.vcd") != std::string::npos);
  std::ifstream file("tags.difference.vcd");
  const std::string waves((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  CHECK(waves.find("rsp_victim_line") != std::string::npos);
  CHECK(waves.find("#150") != std::string::npos);
  CHECK(tag_difference(19).find("no answer to fill of 0x1000 with state 3, which came in cycle 10") !=
        std::string::npos);
  CHECK(tag_difference(16).find("cycle 15: after fill of 0x1200 with state 3, which came in cycle 14: lines of state "
                                "3: the model has 4, the RTL 5") != std::string::npos);
}
