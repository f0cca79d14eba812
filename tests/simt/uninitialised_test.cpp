// Reads of scratchpad bytes that no thread of the block has written.
#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

// The reads of unwritten scratchpad in a block of 32 threads that runs `body`. %r3 is the address of 64 words, %r4 that
// of the thread's word.
UndefinedReads reads(const std::string& body, unsigned blocks = 1) {
  KernelRun kernel(module_of(
      ".shared .align 16 .b8 tile[256];\nmov.u32 %r3, tile;\nshl.b32 %r4, %r0, 2;\nadd.u32 %r4, %r4, %r3;\n" + body));
  SimtStream stream = kernel.stream(std::vector<int>{0}, 4, {blocks, 1, 1}, {32, 1, 1});
  for (unsigned block = 0; block < blocks; ++block) {
    stream.start_block(block, 0, 0);
    while (stream.peek(0).decoded != nullptr) stream.commit(0, 0);
    stream.finish_block(0);
  }
  return stream.uninitialised_reads();
}

}  // namespace

TEST_CASE("a word that a thread has written is read by all") {
  CHECK(reads("st.shared.u32 [%r4], 1;\nbar.sync 0;\nld.shared.u32 %r5, [%r3];\nld.shared.v4.u32 {%r5,%r6,%r7,%r8}, "
              "[%r3+16];")
            .count == 0);
}

TEST_CASE("each lane that reads an unwritten value counts and the first is described") {
  const UndefinedReads found =
      reads("setp.lt.u32 %p1, %r0, 20;\n@%p1 st.shared.u32 [%r4], 1;\nld.shared.u32 %r5, [%r4];");
  CHECK(found.count == 12);
  CHECK(found.first ==
        "test.ptx:19: kernel 'k', block (0, 0, 0), thread (20, 0, 0): 4 bytes at 0x50 of the scratchpad, "
        "80 bytes into 'tile' (256 bytes)");
  CHECK(warnings_of(found, {}) ==
        std::vector<std::string>{"12 reads of scratchpad that no thread of the block had written, the first: " +
                                 found.first});
}

TEST_CASE("bytes count one by one") {
  CHECK(reads("st.shared.u8 [%r3+5], 1;\nld.shared.u8 %r5, [%r3+5];").count == 0);
  CHECK(reads("st.shared.u8 [%r3+5], 1;\nld.shared.u8 %r5, [%r3+4];").count == 32);
  CHECK(reads("st.shared.u8 [%r3+5], 1;\nld.shared.u16 %r5, [%r3+4];").count == 32);
  CHECK(reads("st.shared.u16 [%r3+6], 1;\nst.shared.u16 [%r3+4], 1;\nld.shared.u32 %r5, [%r3+4];").count == 0);
}

TEST_CASE("a wide read needs all of its words") {
  CHECK(reads("st.shared.u64 [%r3+8], 1;\nld.shared.u64 %l3, [%r3+8];").count == 0);
  CHECK(reads("st.shared.u64 [%r3+8], 1;\nld.shared.v4.u32 {%r5,%r6,%r7,%r8}, [%r3];").count == 32);
  CHECK(reads("st.shared.u32 [%r3], 1;\nst.shared.u32 [%r3+8], 1;\nld.shared.u64 %l3, [%r3];").count == 32);
}

TEST_CASE("an atomic counts as a read before its write") {
  CHECK(reads("atom.shared.add.u32 %r5, [%r3], 1;\natom.shared.add.u32 %r5, [%r3], 1;").count == 32);
}

TEST_CASE("a generic access to the scratchpad counts too") {
  const std::string generic = "cvt.u64.u32 %l3, %r4;\ncvta.shared.u64 %l3, %l3;\n";
  CHECK(reads(generic + "ld.u32 %r5, [%l3];").count == 32);
  CHECK(reads(generic + "st.u32 [%l3], 1;\nld.shared.u32 %r5, [%r4];").count == 0);
}

TEST_CASE("every block begins with unwritten scratchpad and the launch sums the counts") {
  const UndefinedReads found =
      reads("ld.shared.u32 %r5, [%r4];\nst.shared.u32 [%r4], 1;\nld.shared.u32 %r5, [%r4];", 3);
  CHECK(found.count == 3 * 32);
  CHECK(found.first.find("block (0, 0, 0)") != std::string::npos);
}

TEST_CASE("a fully written scratchpad has no unwritten reads after a barrier") {
  CHECK(reads("add.u32 %r4, %r4, %r4;\nsub.u32 %r4, %r4, %r3;\nst.shared.u64 [%r4], 1;\nbar.sync 0;\nld.shared.u32 "
              "%r5, [%r4+4];",
              2)
            .count == 0);
}
