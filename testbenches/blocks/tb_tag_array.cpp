// Five lines of one set in a 4-way tag array: four fit, the fifth evicts the least recently used one.
#include "bench.h"
#include "memory/tag_array.h"

using namespace unibank;

namespace {

constexpr unsigned kSets = 6;  // not a power of two: index = line mod sets

test::Access access(Cycle cycle, TagOperation operation, unsigned line) {
  return test::read_at(cycle, tag_request_address(operation, std::uint64_t{line} * kSets * kLineBytes),
                       kTagAnswerBytes);
}

}  // namespace

int run(int argc, char** argv) {
  std::vector<test::Access> accesses;
  for (unsigned line = 0; line < 4; ++line) {
    accesses.push_back(access(2 + 2 * line, TagOperation::kLookup, line));
    accesses.push_back(access(3 + 2 * line, TagOperation::kFill, line));
  }
  accesses.push_back(access(12, TagOperation::kLookup, 0));  // line 1 is now the least recently used
  accesses.push_back(access(13, TagOperation::kFill, 4));
  accesses.push_back(access(14, TagOperation::kLookup, 1));
  test::Requester port("load_store", accesses), other("operands", {access(15, TagOperation::kProbe, 4)});
  TagArray tags("tags", {4, 2, nullptr});
  tags.configure(kSets);
  port.port.bind(tags.socket(0));
  other.port.bind(tags.socket(1));
  bench::Bench bench("tb_tag_array", argc, argv);
  bench.show("load_store", port);
  bench.show("operands", other);
  bench.sample("tags.lookups", 16, [&] { return tags.counters().lookups; });
  bench.sample("tags.hits", 16, [&] { return tags.counters().hits; });
  bench.sample("tags.fills", 16, [&] { return tags.counters().fills; });
  bench.run(20);

  const auto answer = [&](std::size_t i) { return unpack_tag_answer(port[i].answer.data()); };
  for (std::size_t i = 0; i < port.size(); ++i) bench.check_equal(port[i].answered, port[i].sent + 1, "one cycle");
  for (std::size_t i = 0; i < 8; i += 2) bench.check(!answer(i).hit, "a cold line misses");
  bench.check(answer(8).hit, "line 0 is present");
  bench.check(answer(9).victim_valid, "the set is full");
  bench.check_equal(answer(9).victim_address, kSets * kLineBytes, "line 1 has to go");
  bench.check(!answer(10).hit, "line 1 is gone");
  bench.check(unpack_tag_answer(other[0].answer.data()).hit, "the other port sees the new line");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
