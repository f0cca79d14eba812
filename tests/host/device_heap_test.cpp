// malloc and free in kernels, faulty arguments to them, and unusual calls of printf.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"

using namespace unibank;
using Catch::Contains;

namespace {

// A kernel k(words, n) around `body`, which starts in line 16: %l1 holds the address of words, %r1 the thread number,
// %r2 n. `call malloc` reads `size` and returns `block`; `call free` takes `block`.
std::string around(const std::string& body) {
  return ".version 7.0\n.target sm_70\n.address_size 64\n"
         ".extern .func (.param .b64 r) malloc(.param .b64 a);\n.extern .func free(.param .b64 a);\n"
         ".extern .func (.param .b64 r) __cuda_syscall_aligned_malloc(.param .b64 a, .param .b64 b);\n"
         ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
         ".global .align 1 .b8 format[7] = {60, 37, 115, 62, 10};\n"
         ".visible .entry k(.param .u64 words, .param .u32 n)\n{\n.reg .b32 %r<9>; .reg .b64 %l<9>; .reg .pred %p<3>;\n"
         ".shared .align 8 .b8 tile[8]; .local .align 8 .b8 own[8];\n.param .b64 size; .param .b64 block; .param .b32 "
         "n2;\n"
         "ld.param.u64 %l1, [words]; ld.param.u32 %r2, [n];\nmov.u32 %r1, %tid.x;\n" +
         body + "\nret;\n}\n";
}

class Kernel {
 public:
  explicit Kernel(const std::string& body, std::uint64_t heap_bytes = DeviceHeap::kDefaultBytes) {
    memory.set_heap_bytes(heap_bytes);
    memory.set_print([this](std::string_view text) { printed += text; });
    device.load(around(body), "heap.ptx");
    words_ = device.upload(std::vector<std::uint64_t>(64), "words");
  }
  std::vector<std::uint64_t> run(unsigned n = 0, unsigned threads = 32) {
    device.launch("k", {1, 1, 1}, {threads, 1, 1}, Arguments(words_, n));
    return device.download<std::uint64_t>(words_, 64);
  }

  DeviceMemory memory{std::uint64_t{64} << 20};
  FunctionalBackend backend{memory};
  Device device{backend, memory};
  std::string printed;

 private:
  std::uint64_t words_ = 0;
};

const std::string kOwnWord = "mul.wide.u32 %l2, %r1, 8;\nadd.s64 %l2, %l1, %l2;\n";

}  // namespace

TEST_CASE("malloc gives lane after lane the next block, and NULL when the heap is full") {
  // 32 blocks of 100 bytes take 128 each: 20 fit into 2,560 bytes.
  Kernel kernel("st.param.b64 [size], 100;\ncall (block), malloc, (size);\nld.param.b64 %l3, [block];\n" + kOwnWord +
                    "st.global.u64 [%l2], %l3;",
                2560);
  const auto words = kernel.run();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(words[lane] == (lane < 20 ? words[0] + 128 * lane : 0));
  CHECK(words[0] % 16 == 0);
  CHECK(kernel.run()[0] == 0);  // blocks that no kernel freed remain for the next launch
}

TEST_CASE("malloc with an alignment") {
  Kernel kernel(
      "st.param.b64 [size], 8;\n{ .param .b64 align; st.param.b64 [align], 256;\n"
      "call (block), __cuda_syscall_aligned_malloc, (size, align); }\nld.param.b64 %l3, [block];\n" +
      kOwnWord + "st.global.u64 [%l2], %l3;");
  const auto words = kernel.run();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK((words[lane] % 256 == 0 && words[lane] != 0));
  Kernel odd(
      "st.param.b64 [size], 8;\n{ .param .b64 align; st.param.b64 [align], 24;\n"
      "call (block), __cuda_syscall_aligned_malloc, (size, align); }\nld.param.b64 %l3, [block];\n" +
      kOwnWord + "st.global.u64 [%l2], %l3;");
  CHECK(odd.run()[3] == 0);  // no power of two
}

TEST_CASE("blocks live on between launches, and one launch frees what another has taken") {
  Kernel kernel(
      "setp.ne.u32 %p1, %r2, 0;\n@%p1 bra FREE;\nst.param.b64 [size], 1000000;\n"
      "call (block), malloc, (size);\nld.param.b64 %l3, [block];\nst.global.u64 [%l1], %l3;\nret;\nFREE:\n"
      "ld.global.u64 %l3, [%l1];\nst.param.b64 [block], %l3;\ncall free, (block);");
  for (int round = 0; round < 20; ++round) {
    REQUIRE(kernel.run(0, 1)[0] != 0);
    kernel.run(1, 1);
  }
}

TEST_CASE("free of a wrong address names kernel and line and thread and the nearest block") {
  Kernel anywhere("st.param.b64 [block], %l1;\ncall free, (block);");
  CHECK_THROWS_WITH(anywhere.run(),
                    Contains("heap.ptx:17: kernel 'k', block (0, 0, 0), thread (0, 0, 0): free of 0x") &&
                        Contains("which is not an allocated block of malloc: 0 bytes into "
                                 "'words' (512 bytes"));
  Kernel twice(
      "st.param.b64 [size], 24;\ncall (block), malloc, (size);\ncall free, (block);\nsetp.eq.u32 %p1, %r1, 5;\n"
      "@%p1 call free, (block);");
  CHECK_THROWS_WITH(twice.run(), Contains("heap.ptx:20: kernel 'k', block (0, 0, 0), thread (5, 0, 0): free of 0x"));
  CHECK_THROWS_AS(twice.run(), RunError);
  Kernel inside(
      "st.param.b64 [size], 24;\ncall (block), malloc, (size);\nld.param.b64 %l3, [block];\nadd.s64 %l3, %l3, 8;\n"
      "st.param.b64 [block], %l3;\ncall free, (block);");
  CHECK_THROWS_WITH(inside.run(), Contains("8 bytes into a block of 24 bytes at 0x"));
  Kernel null("st.param.b64 [block], 0;\ncall free, (block);");
  CHECK_NOTHROW(null.run());
}

TEST_CASE("accesses beyond a block of the heap or after its release are errors") {
  const std::string start = "st.param.b64 [size], 24;\ncall (block), malloc, (size);\nld.param.b64 %l3, [block];\n";
  Kernel behind(start + "ld.u32 %r3, [%l3+24];");
  CHECK_THROWS_WITH(behind.run(), Contains("heap.ptx:19") && Contains("load of 4 bytes at 0x") &&
                                      Contains("is out of bounds: 0 bytes after the end of a block of 24 bytes"));
  // The same store before and after the release.
  Kernel late(start +
              "mov.u32 %r4, 0;\nAGAIN:\nst.global.u32 [%l3], %r4;\nsetp.eq.u32 %p1, %r4, 1;\n@%p1 bra END;\n"
              "call free, (block);\nadd.u32 %r4, %r4, 1;\nbra AGAIN;\nEND:");
  CHECK_THROWS_WITH(late.run(0, 1), Contains("heap.ptx:21") && Contains("store of 4 bytes at 0x"));
}

TEST_CASE("accesses outside of the heap's blocks are errors even where accesses out of bounds are counted") {
  const std::string start = "st.param.b64 [size], 24;\ncall (block), malloc, (size);\nld.param.b64 %l3, [block];\n";
  Kernel behind(start + "ld.u32 %r3, [%l3+24];");
  behind.backend.warn_out_of_bounds(true);
  CHECK_THROWS_WITH(behind.run(0, 1), Contains("0 bytes after the end of a block of 24 bytes"));
  Kernel null(start + "ld.u32 %r3, [%r2+4];\nst.u32 [%l3], %r3;");
  null.backend.warn_out_of_bounds(true);
  CHECK_NOTHROW(null.run(0, 1));
  CHECK(null.backend.counts().out_of_bounds.count() == 1);
}

TEST_CASE("printf reads texts of the thread, of the block and of the heap") {
  const std::string text = "mov.u32 %r5, 0x6b6f;\n";  // "ok"
  const std::string call =
      "{ .param .b64 f; .param .b64 a;\nst.local.u64 [own], %l4;\nmov.u64 %l5, own;\n"
      "cvta.local.u64 %l5, %l5;\nmov.u64 %l6, format;\nst.param.b64 [f], %l6;\nst.param.b64 [a], %l5;\n"
      "call (n2), vprintf, (f, a);\nld.param.b32 %r6, [n2]; }\n";
  Kernel shared(text + "st.shared.u32 [tile], %r5;\nmov.u64 %l4, tile;\ncvta.shared.u64 %l4, %l4;\n" + call);
  shared.run(0, 2);
  CHECK(shared.printed == "<ok>\n<ok>\n");
  Kernel heap(text +
              "st.param.b64 [size], 24;\ncall (block), malloc, (size);\nld.param.b64 %l4, [block];\n"
              "st.u32 [%l4], %r5;\n" +
              call + kOwnWord + "st.global.u32 [%l2], %r6;");
  CHECK(heap.run(0, 3)[2] == 1);
  CHECK(heap.printed == "<ok>\n<ok>\n<ok>\n");
  Kernel none("mov.u64 %l4, 0;\n" + call);
  none.run(0, 1);
  CHECK(none.printed == "<(null)>\n");
}

TEST_CASE("printf without a format and under a guard and with an unused result") {
  Kernel null("{ .param .b64 f; st.param.b64 [f], 0;\ncall (n2), vprintf, (f, f); }\nld.param.b32 %r6, [n2];\n" +
              kOwnWord + "st.global.s32 [%l2], %r6;");
  CHECK(null.run()[7] == 0xffffffff);
  const std::string call =
      "mov.u64 %l6, format+4;\nsetp.eq.u32 %p1, %r1, 5;\n{ .param .b64 f; st.param.b64 [f], %l6;\n";
  Kernel guarded(call + "@%p1 call (n2), vprintf, (f, f); }");
  guarded.run();
  CHECK(guarded.printed == "\n");
  Kernel unwanted(call + "call (_), vprintf, (f, f);\ncall vprintf, (f, f); }");
  unwanted.run(0, 2);
  CHECK(unwanted.printed == "\n\n\n\n");
}

TEST_CASE("text before a faulty printf call is printed and the error names the thread") {
  // Lane 3 passes a null pointer as its text.
  Kernel kernel(
      "mov.u32 %r5, 0x6b6f;\nst.shared.u32 [tile], %r5;\nmov.u64 %l4, tile;\ncvta.shared.u64 %l4, %l4;\n"
      "setp.eq.u32 %p1, %r1, 3;\n@%p1 mov.u64 %l4, 64;\nst.local.u64 [own], %l4;\nmov.u64 %l5, own;\n"
      "cvta.local.u64 %l5, %l5;\nmov.u64 %l6, format;\n{ .param .b64 f; .param .b64 a;\nst.param.b64 [f], %l6;\n"
      "st.param.b64 [a], %l5;\ncall vprintf, (f, a); }");
  CHECK_THROWS_WITH(kernel.run(),
                    Contains("heap.ptx:29: kernel 'k', block (0, 0, 0), thread (3, 0, 0): printf: argument "
                             "1 of '<%s>\n' points to no text: it has no terminating zero"));
  CHECK(kernel.printed == "<ok>\n<ok>\n<ok>\n<");
  Kernel format("{ .param .b64 f; st.param.b64 [f], 77;\ncall vprintf, (f, f); }");
  CHECK_THROWS_WITH(format.run(), Contains("printf: the format at 0x4d is no text: "));
}

TEST_CASE("a launch that uses the heap does not begin without memory for it") {
  DeviceMemory memory{std::uint64_t{4} << 20};
  FunctionalBackend backend{memory};
  Device device{backend, memory};
  device.load(around("st.param.b64 [size], 8;\ncall (block), malloc, (size);"), "heap.ptx");
  CHECK_THROWS_WITH(device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(std::uint64_t{0}, 0u)),
                    Contains("device memory is full: 'heap of malloc in kernels' needs 8388608 bytes"));
}
