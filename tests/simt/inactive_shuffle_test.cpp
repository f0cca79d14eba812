// Shuffles that read from lanes which do not take part.
#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

struct Shuffled {
  std::vector<std::uint32_t> values;  // %r3 of each thread; 7 where the thread did not store it
  UndefinedReads reads;
};

// Runs `body` in a block of `threads`; lane l begins with 100 + l in %r2.
Shuffled shuffled(const std::string& body, unsigned threads = 32, unsigned blocks = 1) {
  KernelRun kernel(module_of("add.u32 %r2, %r0, 100;\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l8, %l0, %l9;\n"
                             "st.global.u32 [%l8], 7;\n" + body + "\nst.global.u32 [%l8], %r3;\nEND:"));
  SimtStream stream = kernel.stream(std::vector<int>{0}, threads * 4, {blocks, 1, 1}, {threads, 1, 1});
  for (unsigned block = 0; block < blocks; ++block) {
    stream.start_block(block, 0, 0);
    while (stream.peek(0).decoded != nullptr) stream.commit(0, 0);
    stream.finish_block(0);
  }
  Shuffled result{std::vector<std::uint32_t>(threads), stream.inactive_shuffle_reads()};
  kernel.memory.read(kernel.output, result.values.data(), threads * 4);
  return result;
}

constexpr const char* kFirstEight = "setp.gt.u32 %p1, %r0, 7;\n@%p1 bra END;\n";

}  // namespace

TEST_CASE("a shuffle from lanes that have ended reads 0") {
  const Shuffled found = shuffled(std::string(kFirstEight) + "shfl.sync.down.b32 %r3, %r2, 16, 31, 0xff;");
  for (unsigned l = 0; l < 32; ++l) CHECK(found.values[l] == (l < 8 ? 0 : 7));
  CHECK(found.reads.count == 8);
  CHECK(found.reads.first == "test.ptx:19: kernel 'k', block (0, 0, 0), thread (0, 0, 0): "
                             "'shfl.sync.down.b32 %r3, %r2, 16, 31, 0xff'");
  CHECK(warnings_of({}, found.reads) ==
        std::vector<std::string>{
            "8 reads of lanes that do not participate in a shuffle, which PTX leaves undefined and here "
            "are 0, the first: " +
            found.reads.first});
}

TEST_CASE("a reduction of 8 lanes with steps of 16 adds nothing for the others") {
  std::string sum = kFirstEight;
  for (const char* by : {"16", "8", "4", "2", "1"})
    sum += std::string("shfl.sync.down.b32 %r3, %r2, ") + by + ", 31, 0xff;\nadd.u32 %r2, %r2, %r3;\n";
  const Shuffled found = shuffled(sum + "mov.u32 %r3, %r2;");
  CHECK(found.values[0] == 8 * 100 + 28);
  CHECK(found.reads.count == 8 + 8 + 4 + 2 + 1);  // of 8 lanes, those whose source is beyond lane 7
}

TEST_CASE("a shuffle from lanes that do not exist reads 0") {
  const Shuffled found = shuffled("shfl.sync.bfly.b32 %r3, %r2, 12, 31, 0xffffffff;", 12);
  for (unsigned l = 0; l < 12; ++l) CHECK(found.values[l] == ((l ^ 12) < 12 ? 100 + (l ^ 12) : 0));
  CHECK(found.reads.count == 4);  // lanes 0 to 3
  CHECK(shuffled("shfl.sync.down.b32 %r3, %r2, 16, 31, 0xffff;", 16).values == std::vector<std::uint32_t>(16, 0));
}

TEST_CASE("a shuffle from lanes that are elsewhere or that have another mask reads 0") {
  const Shuffled elsewhere = shuffled("mov.u32 %r3, 5;\nsetp.gt.u32 %p1, %r0, 15;\n@%p1 bra MEET;\n"
                                      "shfl.sync.idx.b32 %r3, %r2, 20, 31, 0xffff;\nMEET:");
  for (unsigned l = 0; l < 32; ++l) CHECK(elsewhere.values[l] == (l < 16 ? 0 : 5));
  CHECK(elsewhere.reads.count == 16);
  const Shuffled other = shuffled("setp.gt.u32 %p1, %r0, 7;\nselp.b32 %r4, 0xffffff00, 0xff, %p1;\n"
                                  "shfl.sync.up.b32 %r3, %r2, 2, 0, %r4;");
  for (unsigned l = 0; l < 32; ++l)
    CHECK(other.values[l] == (l == 8 || l == 9 ? 0 : l < 2 ? 100 + l : 98 + l));
  CHECK(other.reads.count == 2);
}

TEST_CASE("a shuffle without members reads 0 from lanes that do not execute") {
  const Shuffled found = shuffled("mov.u32 %r3, 5;\nsetp.lt.u32 %p1, %r0, 4;\n@%p1 shfl.down.b32 %r3, %r2, 2, 31;");
  for (unsigned l = 0; l < 32; ++l) CHECK(found.values[l] == (l < 2 ? 102 + l : l < 4 ? 0 : 5));
  CHECK(found.reads.count == 2);
}

TEST_CASE("a source outside of the segment and the lane itself count as taking part") {
  CHECK(shuffled("shfl.sync.down.b32 %r3, %r2, 16, 31, -1;").reads.count == 0);
  CHECK(shuffled(std::string(kFirstEight) + "shfl.sync.down.b32 %r3, %r2, 4, 0x1807, 0xff;").reads.count == 0);
  CHECK(shuffled("shfl.sync.idx.b32 %r3, %r2, %r0, 31, -1;", 20).reads.count == 0);
}

TEST_CASE("the blocks of a launch add their shuffles up") {
  const Shuffled found = shuffled(std::string(kFirstEight) + "shfl.sync.down.b32 %r3, %r2, 4, 31, 0xff;", 32, 3);
  CHECK(found.reads.count == 3 * 4);
  CHECK(found.reads.first.find("block (0, 0, 0), thread (4, 0, 0)") != std::string::npos);
}
