// Addresses and handles inside structures, constants and buffers; files shorter than their buffer.
#include <catch2/catch.hpp>

#include "manifest/memory_files.h"
#include "manifest/run_functional.h"
#include "ptx/parser.h"

using namespace unibank;

namespace {

using Words = std::vector<std::uint32_t>;

// pair: a structure { const unsigned* from; unsigned* to; int add; }. fetch: texel i of the texture whose handle is in
// handles[i], in constant memory. follow: out[i] = *pointers[i].
const char* const kStructurePtx = R"(.version 6.0
.target sm_70
.address_size 64
.const .align 8 .b8 handles[16];
.const .align 8 .b8 setup[16];
.visible .entry pair(.param .align 8 .b8 both[24])
{
  .reg .b32 %r<4>; .reg .b64 %l<3>;
  ld.param.u64 %l0, [both];
  ld.param.u64 %l1, [both+8];
  ld.param.u32 %r0, [both+16];
  ld.global.u32 %r1, [%l0];
  add.u32 %r2, %r0, %r1;
  st.global.u32 [%l1], %r2;
  ret;
}
.visible .entry fetch(.param .u64 out)
{
  .reg .b32 %r<9>; .reg .b64 %l<9>;
  ld.param.u64 %l0, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %l1, %r0, 8;
  mov.u64 %l2, handles;
  add.s64 %l3, %l2, %l1;
  ld.const.u64 %l4, [%l3];
  tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%l4, {%r0}];
  mul.wide.u32 %l5, %r0, 4;
  add.s64 %l6, %l0, %l5;
  st.global.u32 [%l6], %r1;
  ret;
}
.visible .entry follow(.param .u64 pointers, .param .u64 out)
{
  .reg .b32 %r<9>; .reg .b64 %l<9>;
  ld.param.u64 %l0, [pointers];
  ld.param.u64 %l1, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %l2, %r0, 8;
  add.s64 %l3, %l0, %l2;
  ld.global.u64 %l4, [%l3];
  ld.global.u32 %r1, [%l4];
  mul.wide.u32 %l5, %r0, 4;
  add.s64 %l6, %l1, %l5;
  st.global.u32 [%l6], %r1;
  ret;
}
)";

const std::string kStructureBuffers =
    "ptx = \"s.ptx\"\nbuffer = [{name = \"a\", type = \"u32\", count = 2, init = \"iota\", start = 10}, "
    "{name = \"b\", type = \"u32\", count = 2, init = \"iota\", start = 20}, {name = \"out\", type = \"u32\", count = "
    "2}]\ntexture = [{name = \"ta\", buffer = \"a\", width = 2, channel = \"u32\"}, {name = \"tb\", buffer = \"b\", "
    "width = 2, channel = \"u32\"}]\n";

const Files kFiles = {{"d/s.ptx", kStructurePtx}, {"d/v.csv", "5 6\n"}, {"d/v.bin", "\x01\x02"}};

ManifestResult run_structures(const std::string& text) {
  return run_functional(load_text(kStructureBuffers + text, kFiles));
}
std::string structure_error(const std::string& text) { return error_of(kStructureBuffers + text, kFiles); }

std::string launch_of_two(const std::string& kernel, const std::string& arguments) {
  return "[[launch]]\nkernel = \"" + kernel + "\"\ngrid = [1]\nblock = [2]\narguments = [" + arguments + "]\n";
}

std::string pair(const std::string& fields) { return launch_of_two("pair", "[" + fields + "]"); }

}  // namespace

TEST_CASE("a structure holds addresses at their natural alignment") {
  const std::string add = ", { type = \"s32\", value = 7 }";
  CHECK(values<std::uint32_t>(run_structures(pair("\"a\", \"out\"" + add)), "out") == Words{17, 0});
  CHECK(values<std::uint32_t>(run_structures(pair("{ buffer = \"b\", offset = 4 }, { buffer = \"out\", offset = 4 }" +
                                                  add)),
                              "out") == Words{0, 28});
}

TEST_CASE("a structure's bytes hold its fields in order") {
  const std::string fields = "{ type = \"u8\", value = 1 }, \"a\", \"tb\"";
  const Manifest manifest = load_text(kStructureBuffers + pair(fields), kFiles);
  const ptx::Module module = ptx::parse(kStructurePtx, "s.ptx");
  const auto address_of = [](const std::string& name) -> std::uint64_t { return name == "a" ? 0x500 : 2; };
  CHECK(pack_arguments(manifest.launches.at(0), module.kernels.at("pair"), address_of) ==
        std::vector<std::uint8_t>{1, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("handles are stored in constant memory") {
  const std::string constant = "[[constant]]\nsymbol = \"handles\"\ntype = \"u64\"\ninit = \"values\"\nvalues = ";
  CHECK(values<std::uint32_t>(run_structures(constant + "[\"ta\", \"tb\"]\n" + launch_of_two("fetch", "\"out\"")),
                              "out") == Words{10, 21});
  CHECK(values<std::uint32_t>(run_structures(constant + "[\"tb\", \"ta\"]\n" + launch_of_two("fetch", "\"out\"")),
                              "out") == Words{20, 11});
}

TEST_CASE("addresses are stored in buffers") {
  const std::string buffer = "[[buffer]]\nname = \"p\"\ntype = \"u64\"\ncount = 2\ninit = \"values\"\nvalues = ";
  const std::string tables = "ptx = \"s.ptx\"\n[[buffer]]\nname = \"a\"\ntype = \"u32\"\ncount = 2\ninit = \"iota\"\n"
                             "start = 10\n[[buffer]]\nname = \"out\"\ntype = \"u32\"\ncount = 2\n";
  const auto result = [&](const std::string& list) {
    return run_functional(load_text(tables + buffer + list + launch_of_two("follow", "\"p\", \"out\""), kFiles));
  };
  CHECK(values<std::uint32_t>(result("[{ buffer = \"a\", offset = 4 }, \"a\"]\n"), "out") == Words{11, 10});
}

TEST_CASE("values of a buffer have its type or the types of a structure") {
  const auto bytes = [](const std::string& keys) {
    return load_text(kStructureBuffers + "[[constant]]\nsymbol = \"setup\"\n" + keys + pair("\"a\", \"b\", \"out\""),
                     kFiles)
        .find_buffer("setup")
        ->bytes;
  };
  CHECK(bytes("type = \"u32\"\ninit = \"values\"\nvalues = [1, 2, 3, 4]\n") ==
        std::vector<std::uint8_t>{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0});
  CHECK(bytes("type = \"u32\"\ninit = \"values\"\nrest = 9\nvalues = [1, 2]\n") ==
        std::vector<std::uint8_t>{1, 0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0});
  // The address is filled in when the buffers have their addresses.
  CHECK(bytes("type = \"u8\"\ninit = \"values\"\nvalues = [\"a\", 5, { type = \"f32\", value = 1.0 }]\n") ==
        std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0x80, 0x3f});
}

TEST_CASE("a file may be shorter than its buffer where a key gives the remaining values") {
  const auto bytes = [](const std::string& keys) {
    return load_text(kStructureBuffers + "[[constant]]\nsymbol = \"setup\"\ninit = \"file\"\n" + keys +
                         pair("\"a\", \"b\", \"out\""),
                     kFiles)
        .find_buffer("setup")
        ->bytes;
  };
  CHECK(bytes("type = \"u32\"\nfile = \"v.csv\"\nrest = 7\n") ==
        std::vector<std::uint8_t>{5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0});
  CHECK(bytes("type = \"u8\"\nfile = \"v.bin\"\nrest = 0\n") ==
        std::vector<std::uint8_t>{1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("impossible structures and values are refused") {
  const auto constant = [](const std::string& keys) {
    return structure_error("[[constant]]\nsymbol = \"setup\"\ntype = \"u32\"\n" + keys);
  };
  CHECK(structure_error(pair("\"a\", \"out\"")) ==
        "d/m.toml:8:14: kernel 'pair', parameter 'both' (.b8[24]): found 16 bytes; expected 24 bytes");
  CHECK(structure_error(pair("\"c\", \"out\"")) ==
        "d/m.toml:8:15: unknown buffer, texture or surface 'c'; known: a, b, out, ta, tb");
  CHECK(structure_error(pair("{ buffer = \"a\", offset = 9 }, \"out\"")) ==
        "d/m.toml:8:15: kernel 'pair', parameter 'both' (.b8[24]): found the offset 9 into the buffer 'a'; expected an "
        "integer from 0 to its 8 bytes");
  CHECK_THAT(structure_error(pair("3, \"out\"")),
             Catch::StartsWith("d/m.toml:8:15: arguments: found 3; expected the name of a buffer, texture or surface"));
  CHECK(constant("values = [1]\n") ==
        "d/m.toml:7:10: key 'values' does not go with init = \"zeros\"; expected none");
  CHECK(constant("init = \"values\"\n") == "d/m.toml:4:1: [[constant]] needs the key 'values'");
  CHECK(constant("init = \"values\"\nvalues = 3\n") ==
        "d/m.toml:8:10: values: found 3; expected an array of numbers and names");
  CHECK(constant("init = \"values\"\nvalues = [1, 2]\n") ==
        "d/m.toml:8:10: values: found 8 bytes; expected 16: 4 of type u32");
  CHECK(constant("init = \"values\"\nrest = 0\nvalues = [1, 2, 3, 4, 5]\n") ==
        "d/m.toml:9:10: values: found 20 bytes; expected at most 16: 4 of type u32");
  CHECK(constant("init = \"values\"\nvalues = [1, 2, 3, 0.5]\n") ==
        "d/m.toml:8:20: value: found 0.5; expected an integer from 0 to 4294967295 (u32)");
  CHECK(constant("init = \"values\"\nvalues = [\"c\", \"a\"]\n") ==
        "d/m.toml:8:11: unknown buffer, texture or surface 'c'; known: a, b, out, ta, tb");
  CHECK(constant("init = \"values\"\nvalues = [{ buffer = \"a\", offset = -1 }, \"a\"]\n") ==
        "d/m.toml:8:11: values: found the offset -1 into the buffer 'a'; expected an integer from 0 to its 8 bytes");
  CHECK(constant("init = \"file\"\nfile = \"v.csv\"\n") ==
        "d/m.toml:8:8: file: 'd/v.csv' has 2 values; expected 4 of type u32");
  CHECK(constant("init = \"file\"\nfile = \"v.bin\"\nrest = 0\n") ==
        "d/m.toml:8:8: file: 'd/v.bin' has 2 bytes; expected at most 16: 4 of type u32");
  CHECK(constant("init = \"file\"\nfile = \"v.csv\"\nrest = -1\n") ==
        "d/m.toml:9:8: rest: found -1; expected an integer from 0 to 4294967295 (u32)");
  CHECK(constant("init = \"iota\"\nrest = 0\n") ==
        "d/m.toml:8:8: key 'rest' does not go with init = \"iota\"; expected start, step");
}
