#include <catch2/catch.hpp>

#include "memory/tag_array.h"
#include "policy/line_state.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;

namespace {

test::Access tag_access(Cycle issue, TagOperation operation, std::uint64_t line, std::uint8_t state = 0) {
  return read_at(issue, tag_request_address(operation, line, state), kTagAnswerBytes);
}

}  // namespace

TEST_CASE("the answer word carries every field there and back") {
  TagResult result;
  result.hit = true;
  result.way = 31;
  result.victim_valid = true;
  result.victim_state = 9;
  result.state = 6;
  result.set = 0xCAFE1234;
  result.victim_address = 0x00FEDCBA98765400;
  unsigned char bytes[kTagAnswerBytes];
  pack_tag_answer(result, bytes);
  const TagResult back = unpack_tag_answer(bytes);
  CHECK(back.hit);
  CHECK(back.way == 31);
  CHECK(back.victim_valid);
  CHECK(back.victim_state == 9);
  CHECK(back.state == 6);
  CHECK(back.set == 0xCAFE1234);
  CHECK(back.victim_address == 0x00FEDCBA98765400);
}

TEST_CASE("a lookup in cycle 10 is answered in cycle 11, on both ports") {
  TagArray tags("tags", {4, 2, nullptr});
  tags.configure(8);
  Requester load_store("load_store", {tag_access(10, TagOperation::kLookup, 0x400),
                                      tag_access(12, TagOperation::kFill, 0x400, 2),
                                      tag_access(14, TagOperation::kLookup, 0x400)});
  Requester operands("operands",
                     {tag_access(11, TagOperation::kProbe, 0x400), tag_access(13, TagOperation::kProbe, 0x400)});
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();

  CHECK(load_store[0].answered == 11);
  CHECK(load_store[1].answered == 13);
  CHECK(load_store[2].answered == 15);
  CHECK(operands[0].answered == 12);
  CHECK_FALSE(unpack_tag_answer(load_store[0].answer.data()).hit);
  CHECK(unpack_tag_answer(load_store[2].answer.data()).hit);
  CHECK_FALSE(unpack_tag_answer(operands[0].answer.data()).hit);
  CHECK(unpack_tag_answer(operands[1].answer.data()).state == 2);
  CHECK(load_store.done());
  CHECK(tags.counters().lookups == 2);
  CHECK(tags.counters().fills == 1);
}

TEST_CASE("a store makes a line dirty in its lookup, and the next dirty line is found by number") {
  TagArray tags("tags", {2, 1, nullptr});
  tags.configure(4);
  Requester port("port", {tag_access(1, TagOperation::kFill, 0x280, kCleanLine),        // line 5, set 1, line number 2
                          tag_access(2, TagOperation::kStore, 0x280, kDirtyLine),
                          tag_access(3, TagOperation::kLookup, 0x280),
                          tag_access(4, TagOperation::kClean, 2 * kLineBytes),      // from number 2 on
                          tag_access(5, TagOperation::kClean, 0),
                          tag_access(6, TagOperation::kLookup, 0x280)});
  port.port.bind(tags.socket(0));
  sc_core::sc_start();
  const auto answer = [&](std::size_t i) { return unpack_tag_answer(port[i].answer.data()); };
  CHECK(answer(1).state == kCleanLine);
  CHECK(answer(2).state == kDirtyLine);
  CHECK(answer(3).hit);
  CHECK(answer(3).victim_address == 0x280);
  CHECK(answer(3).set == 1);
  CHECK(answer(3).way == 0);
  CHECK_FALSE(answer(4).hit);
  CHECK(answer(5).state == kCleanLine);
  CHECK(tags.counters().lookups == 3);
}

TEST_CASE("lookups and fills are counted as they are asked for and hits and evictions as they are found") {
  TagArray tags("tags", {1, 2, nullptr});
  tags.configure(1);
  Requester load_store("load_store", {tag_access(1, TagOperation::kLookup, 0x80),
                                      tag_access(2, TagOperation::kFill, 0x80, kCleanLine),
                                      tag_access(3, TagOperation::kFill, 0x80, kCleanLine),     // there already
                                      tag_access(4, TagOperation::kStore, 0x80, kDirtyLine),    // hits
                                      tag_access(5, TagOperation::kClaim, 0x100, kDirtyLine),   // takes its way
                                      tag_access(6, TagOperation::kClean, 0),
                                      tag_access(7, TagOperation::kInvalidate, 0x100),          // write-evict
                                      tag_access(8, TagOperation::kProbe, 0x100)});
  Requester operands("operands", {tag_access(10, TagOperation::kClaim, 0x180, kRegisterLine),
                                  tag_access(11, TagOperation::kMark, 0x180, kDeadBit),
                                  tag_access(12, TagOperation::kInvalidate, 0x180)});  // dead: told without lookup
  load_store.port.bind(tags.socket(0));
  operands.port.bind(tags.socket(1));
  sc_core::sc_start();
  CounterValues all;
  tags.add_counters_to(all);
  CHECK(all["tag_lookups"] == 4 + 1);
  CHECK(all["tag_fills"] == 2);
  CHECK(all["tag_array.lookups"] == 2);
  CHECK(all["tag_array.hits"] == 1);
  CHECK(all["tag_array.fills"] == 3);
  CHECK(all["tag_array.evictions"] == 1);
}

TEST_CASE("the tag array refuses writes, other lengths and unknown operations") {
  TagArray tags("tags", {4, 1, nullptr});
  tags.configure(8);
  Requester requester("requester", {test::write_at(0, 0), read_at(1, 0, 8), read_at(2, std::uint64_t{9} << 60)});
  requester.port.bind(tags.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].status == tlm::TLM_COMMAND_ERROR_RESPONSE);
  CHECK(requester[1].status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(requester[2].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_CASE("a late tag array answers in the same cycles as the native one") {
  std::vector<test::Access> stream;
  test::Random random(3);
  for (Cycle cycle = 0; cycle < 2000; cycle += 1 + random.below(3)) {
    stream.push_back(tag_access(cycle, static_cast<TagOperation>(random.below(7)), random.below(60) * 128,
                                static_cast<std::uint8_t>(random.below(16))));
  }
  TagArray native("native", {4, 1, nullptr});
  test::LateTagArray late0("late0", {4, 1, nullptr}, {0, false}), late2("late2", {4, 1, nullptr}, {2, true});
  Requester a("a", stream), b("b", stream), c("c", stream);
  a.port.bind(native.socket(0));
  b.port.bind(late0.socket(0));
  c.port.bind(late2.socket(0));
  native.configure(7);
  late0.configure(7);
  late2.configure(7);
  sc_core::sc_start();
  for (std::size_t i = 0; i < stream.size(); ++i) {
    CHECK(a[i].answered == stream[i].issue + 1);
    CHECK(b[i].answered == a[i].answered);
    CHECK(c[i].answered == a[i].answered);
    CHECK(b[i].answer == a[i].answer);
    CHECK(c[i].answer == a[i].answer);
  }
  CHECK((a.done() && b.done() && c.done()));
}
