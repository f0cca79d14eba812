// Where registers are lines of the array, memory may have no address of a register.
#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include "design/load.h"
#include "gpu/gpu_backend.h"
#include "support/forked.h"
#include "support/ptx_head.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

constexpr unsigned kAddThreads = 64;
constexpr std::uint64_t kSmallPage = 0x10000;

// Both add one to a word per thread; the second one keeps it in local memory meanwhile.
const std::string kAdditions = R"(
.visible .entry add(.param .u64 data)
{
  .reg .b32 %r<4>; .reg .b64 %l<4>;
  ld.param.u64 %l1, [data]; mov.u32 %r1, %tid.x; mul.wide.u32 %l2, %r1, 4; add.u64 %l3, %l1, %l2;
  ld.global.u32 %r2, [%l3]; add.u32 %r3, %r2, 1; st.global.u32 [%l3], %r3;
  ret;
}
.visible .entry add_locally(.param .u64 data)
{
  .local .align 4 .b8 own[64];
  .reg .b32 %r<4>; .reg .b64 %l<5>;
  ld.param.u64 %l1, [data]; mov.u32 %r1, %tid.x; mul.wide.u32 %l2, %r1, 4; add.u64 %l3, %l1, %l2; mov.u64 %l4, own;
  ld.global.u32 %r2, [%l3]; st.local.u32 [%l4], %r2; ld.local.u32 %r2, [%l4]; add.u32 %r3, %r2, 1;
  st.global.u32 [%l3], %r3;
  ret;
}
)";

// One SM of Jing 2016: its 1,024 registers take the last 128 KB below 4 GB.
Design one_sm_of_jing(const std::string& name) { return load_design("jing2016/" + name, {}, {"gpu.sms=1"}).design; }

// "right", if the words at `first`, where device memory begins, are those that the kernel computes.
std::string addition(const Design& design, std::uint64_t first, const std::string& kernel = "add") {
  return forked([&] {
    constexpr std::uint64_t kBytes = 1 << 24;
    const int file = ::memfd_create("test", MFD_CLOEXEC);
    if (::ftruncate(file, kBytes) != 0) return std::string("no file");
    DeviceMemory memory(kBytes, {file, first});
    ::close(file);
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    device.load(kPtxHead + kAdditions, "k.ptx");
    std::vector<std::uint32_t> words(kAddThreads, 7);
    const std::uint64_t data = memory.allocate(words.size() * 4, "words");
    memory.write(data, words.data(), words.size() * 4);
    device.launch(kernel, {1, 1, 1}, {kAddThreads, 1, 1}, Arguments(data));
    memory.read(data, words.data(), words.size() * 4);
    return std::string(words == std::vector<std::uint32_t>(kAddThreads, 8) ? "right" : "wrong");
  });
}

}  // namespace

TEST_CASE("a launch is refused if memory is allocated at the addresses of registers") {
  for (const char* name : {"integrated-fair", "integrated-prioritized"}) {
    const Design design = one_sm_of_jing(name);
    const std::string refusal = "is 0 bytes into 'words' (256 bytes at 0xfffe0000); expected no address from "
                                "0xfffe0000 to 0xffffffff: design 'jing2016/" + std::string(name) + "' has registers";
    CHECK_THAT(addition(design, 0xfffe0000), Contains(refusal));
    CHECK_THAT(addition(design, 0xffff0000), Contains("'words' (256 bytes at 0xffff0000); expected no address"));
    CHECK(addition(design, 0xfffe0000 - kSmallPage) == "right");
    CHECK(addition(design, 0x100000000) == "right");
  }
  CHECK(addition(one_sm_of_jing("separate-16k"), 0xfffe0000) == "right");
}

TEST_CASE("a launch is refused if its local memory would have addresses of registers") {
  const Design design = one_sm_of_jing("integrated-fair");
  // The words take the first 512 bytes; local memory, 64 bytes of each of 48 x 32 threads, does not fit into the page.
  CHECK_THAT(addition(design, 0xfffe0000 - kSmallPage, "add_locally"),
             Contains("into 'local memory of add_locally'") && Contains("expected no address from 0xfffe0000"));
  CHECK(addition(design, 0xfffe0000 - 4 * kSmallPage, "add_locally") == "right");
}
