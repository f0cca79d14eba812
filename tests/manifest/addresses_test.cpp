// Buffers and constants at addresses that a manifest names.
#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include "manifest/memory_files.h"
#include "manifest/run_functional.h"

using namespace unibank;
using Catch::Contains;

namespace {

const std::string kBegin = "memory_begin = 0x1000000000\n";

std::string buffer(const std::string& name, const std::string& address, unsigned count = 1) {
  return "[[buffer]]\nname = \"" + name + "\"\ntype = \"u32\"\ncount = " + std::to_string(count) +
         "\ninit = \"constant\"\nvalue = 5\naddress = " + address + "\n";
}
std::string constant(const std::string& symbol, const std::string& address) {
  return "[[constant]]\nsymbol = \"" + symbol + "\"\ntype = \"u8\"\naddress = " + address + "\n";
}

// Counts at the address that is stored in memory: the manifest knows it only as bytes.
const std::string kThrough = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry through(.param .u64 at)
{
  .reg .b32 %r<3>; .reg .b64 %l<3>;
  ld.param.u64 %l0, [at]; ld.global.u64 %l1, [%l0];
  ld.global.u32 %r0, [%l1]; add.u32 %r1, %r0, 1; st.global.u32 [%l1], %r1;
  ret;
}
)";

ManifestResult run_there(const Manifest& manifest) {
  constexpr std::uint64_t kBytes = std::uint64_t{1} << 22;
  const int file = ::memfd_create("test", MFD_CLOEXEC);
  REQUIRE(::ftruncate(file, kBytes) == 0);
  DeviceMemory memory(kBytes, {file, manifest.memory_begin});
  ::close(file);
  FunctionalBackend backend(memory, 10000000);
  Device device(backend, memory);
  return run(manifest, device, &memory);
}

}  // namespace

TEST_CASE("buffers lie at their addresses in any order with holes between them") {
  std::string pointer = "[[buffer]]\nname = \"p\"\ntype = \"u64\"\ncount = 1\ninit = \"constant\"\n"
                        "value = 0x1000001000\naddress = 0x1000020000\n";
  const Manifest manifest = load_text("ptx = \"t.ptx\"\n" + kBegin + pointer + buffer("far", "0x1000001000", 4) +
                                          "[[launch]]\nkernel = \"through\"\ngrid = [1]\nblock = [1]\n"
                                          "arguments = [0x1000020000]\n",
                                      {{"d/t.ptx", kThrough}});
  CHECK(manifest.memory_begin == 0x1000000000);
  const ManifestResult result = run_there(manifest);
  CHECK(values<std::uint32_t>(result, "far") == std::vector<std::uint32_t>{6, 5, 5, 5});
  CHECK_THROWS_WITH(run_functional(manifest), Contains("only 'unibank run' puts buffers at addresses"));
}

TEST_CASE("variables of a module lie at their addresses behind memory that was there before") {
  const std::string text = kHead + kBegin + buffer("b", "0x1000000000") + constant("table", "0x1000000200") +
                           constant("state", "0x1000000300") + kLaunch;
  CHECK(values<std::uint32_t>(run_there(load_text(text)), "b").at(0) == 6);
  const std::string apart = kHead + kBegin + buffer("b", "0x1000000000") + constant("table", "0x1000000200") +
                            constant("state", "0x1000000400") + kLaunch;
  CHECK_THROWS_WITH(run_there(load_text(apart)),
                    Contains("'state' would be placed at 0x1000000300; expected 0x1000000400"));
}

TEST_CASE("addresses that cannot be are refused") {
  const auto refusal = [](const std::string& buffers) { return error_of(kHead + kBegin + buffers + kLaunch); };
  CHECK_THAT(error_of(kHead + buffer("b", "0x1000000000") + kLaunch), Contains("expected memory_begin at the top"));
  CHECK_THAT(refusal("[[buffer]]\nname = \"b\"\ntype = \"u8\"\ncount = 1\n"),
             Contains("'b' needs the key 'address', because the manifest has memory_begin; expected a multiple of 256, "
                      "from 0x1000000000 on"));
  CHECK_THAT(refusal(buffer("b", "0x1000000010")), Contains("expected a multiple of 256"));
  CHECK_THAT(refusal(buffer("b", "0x1000000000", 64) + buffer("c", "0x1000000100")),
             Contains("'c' has the address 0x1000000100; expected a multiple of 256, from 0x1000000200 on"));
  CHECK_THAT(refusal(buffer("b", "0x1000000000") + buffer("c", "0x1040000000")), Contains("within 1 GB"));
  CHECK_THAT(refusal(buffer("b", "-256")), Contains("an integer from 0"));
  CHECK_THAT(error_of("memory_begin = 5\n" + kHead + buffer("b", "512") + kLaunch), Contains("a multiple of 65536"));
}

TEST_CASE("a module with 32-bit addresses has no buffer at or above its windows of local and shared memory") {
  std::string narrow = kThrough;
  const std::string wide = ".address_size 64";
  narrow.replace(narrow.find(wide), wide.size(), ".address_size 32");
  const auto text = [](const std::string& begin, const std::string& buffers) {
    return "ptx = \"t.ptx\"\nmemory_begin = " + begin + "\n" + buffers +
           "[[launch]]\nkernel = \"through\"\ngrid = [1]\nblock = [1]\narguments = [0]\n";
  };
  const Files files = {{"d/t.ptx", narrow}};
  CHECK(error_of(text("0xfdff0000", buffer("b", "0xfdffff00", 64)), files) == "no error");
  CHECK_THAT(error_of(text("0xfdff0000", buffer("b", "0xfdffff00", 65)), files),
             Contains("'b' ends at 0xfe000004; expected at most 0xfe000000, where 32-bit addresses"));
  CHECK_THAT(error_of(text("0x7f00000000", buffer("b", "0x7f00000000")), files), Contains("at most 0xfe000000"));
  CHECK(error_of(text("0x7f00000000", buffer("b", "0x7f00000000")), {{"d/t.ptx", kThrough}}) == "no error");
}
