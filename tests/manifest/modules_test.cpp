// Programs of several PTX files, and kernels named by their C++ names.
#include <catch2/catch.hpp>

#include "manifest/kernel_names.h"
#include "manifest/memory_files.h"
#include "manifest/run_functional.h"

using namespace unibank;
using manifest_reader::names_meant;
using manifest_reader::readable_name;

namespace {

using Names = std::vector<std::string>;

// A kernel that adds its module's variable `mine` to a word.
std::string adder(const std::string& kernel, int value, const std::string& variable = "mine", int bits = 64) {
  const std::string width = std::to_string(bits);
  return ".version 6.0\n.target sm_70\n.address_size " + width + "\n.global .align 4 .u32 " + variable + " = " +
         std::to_string(value) + ";\n.visible .entry " + kernel + "(.param .u" + width + " out)\n{\n  .reg .b32 %r<4>; "
         ".reg .b" + width + " %l<4>;\n  ld.param.u" + width + " %l0, [out];\n  mov.u" + width + " %l1, " + variable +
         ";\n  ld.global.u32 %r0, [%l1];\n  ld.global.u32 %r1, [%l0];\n  add.u32 %r2, %r0, %r1;\n"
         "  st.global.u32 [%l0], %r2;\n  ret;\n}\n";
}

std::string head(const std::string& files) {
  return "ptx = [" + files + "]\n[[buffer]]\nname = \"b\"\ntype = \"u32\"\ncount = 1\n";
}

std::string launch_on_buffer(const std::string& kernel) {
  return "[[launch]]\nkernel = \"" + kernel + "\"\ngrid = [1]\nblock = [1]\narguments = [\"b\"]\n";
}

const Files kTwo = {{"d/a.ptx", adder("one", 3)}, {"d/b.ptx", adder("two", 40)}};

}  // namespace

TEST_CASE("kernels come from any of several PTX files, each with its own variables") {
  const Manifest manifest =
      load_text(head("\"a.ptx\", \"b.ptx\"") + launch_on_buffer("two") + launch_on_buffer("one"), kTwo);
  REQUIRE(manifest.ptx.size() == 2);
  CHECK(manifest.ptx[1].file == "d/b.ptx");
  CHECK(manifest.files == Names{"d/a.ptx", "d/b.ptx", "d/m.toml"});
  CHECK(values<std::uint32_t>(run_functional(manifest), "b") == std::vector<std::uint32_t>{43});
}

TEST_CASE("names that occur in two PTX files are refused") {
  const auto error = [](const Files& files, const std::string& more = "") {
    return error_of(head("\"a.ptx\", \"b.ptx\"") + more + launch_on_buffer("one"), files);
  };
  CHECK(error({{"d/a.ptx", adder("one", 3)}, {"d/b.ptx", adder("one", 4)}}) ==
        "d/m.toml:1:17: ptx: kernel 'one' is in 'd/a.ptx' and in 'd/b.ptx'; expected one file with it");
  CHECK(error({{"d/a.ptx", adder("_Z3sumPi", 3)}, {"d/b.ptx", adder("_Z3sumPi", 4)}}) ==
        "d/m.toml:1:17: ptx: kernel 'sum(int*)' is in 'd/a.ptx' and in 'd/b.ptx'; expected one file with it");
  const std::string constant = "[[constant]]\nsymbol = \"mine\"\ntype = \"u32\"\n";
  CHECK(error(kTwo, constant) ==
        "d/m.toml:7:10: symbol 'mine' is in 'd/a.ptx' and in 'd/b.ptx'; expected a variable of one file");
  CHECK(error({{"d/a.ptx", adder("one", 3)}, {"d/b.ptx", adder("two", 4, "yours")}}, constant) == "no error");
  CHECK(error({{"d/a.ptx", adder("one", 3)}, {"d/b.ptx", adder("two", 4, "yours", 32)}}) ==
        "d/m.toml:1:17: ptx: 'd/b.ptx' has addresses of 32 bits; expected 64 as in 'd/a.ptx'");
}

TEST_CASE("impossible lists of PTX files are refused") {
  CHECK(error_of(head("")) == "d/m.toml:1:7: ptx: found an empty array; expected a string, or an array of them");
  CHECK(error_of(head("\"k.ptx\", 3")) == "d/m.toml:1:7: ptx: found an array; expected a string, or an array of them");
  CHECK(error_of(head("\"k.ptx\", \"none.ptx\"")) ==
        "d/m.toml:1:17: ptx: cannot read 'd/none.ptx': No such file or directory");
  CHECK(error_of(head("\"a.ptx\", \"b.ptx\"") + launch_on_buffer("three"), kTwo) ==
        "d/m.toml:7:10: unknown kernel 'three'; known: one, two");
  CHECK(error_of(head("\"a.ptx\"") + launch_on_buffer("one"), {{"d/a.ptx", ".version 6.0\n.target sm_70\n"}}) ==
        "d/m.toml:6:1: the PTX has no kernel; expected at least one '.entry'");
}

TEST_CASE("a kernel's readable name is that of C++") {
  CHECK(readable_name("_Z11nw_shared_1PiS_S_iiii") == "nw_shared_1(int*, int*, int*, int, int, int, int)");
  CHECK(readable_name("_Z6reduceIfLj256EEvPT_S1_") == "reduce<float, 256u>(float*, float*)");  // no "void "
  CHECK(readable_name("plain") == "plain");
  CHECK(readable_name("_Znonsense") == "_Znonsense");
}

TEST_CASE("a kernel is found by its own name or its readable name or the beginning of that") {
  const Names names = {"_Z3sumPi", "_Z3sumPf", "_Z4sum2Pi", "_Z6reduceIfLj256EEvPT_S1_", "plain", "_Z4lastv"};
  CHECK(names_meant("_Z3sumPi", names) == Names{"_Z3sumPi"});
  CHECK(names_meant("sum(int*)", names) == Names{"_Z3sumPi"});
  CHECK(names_meant("sum( float * )", names) == Names{"_Z3sumPf"});
  CHECK(names_meant("sum2", names) == Names{"_Z4sum2Pi"});
  CHECK(names_meant("sum(f", names) == Names{"_Z3sumPf"});
  CHECK(names_meant("sum", names) == Names{"_Z3sumPi", "_Z3sumPf"});  // not sum2: that is another name
  CHECK(names_meant("su", names) == Names{"_Z3sumPi", "_Z3sumPf", "_Z4sum2Pi"});
  CHECK(names_meant("reduce", names) == Names{"_Z6reduceIfLj256EEvPT_S1_"});
  CHECK(names_meant("reduce<float, 256u>", names) == Names{"_Z6reduceIfLj256EEvPT_S1_"});
  CHECK(names_meant("void reduce<float, 256u>(float*, float*)", names) == Names{"_Z6reduceIfLj256EEvPT_S1_"});
  CHECK(names_meant("la", names) == Names{"_Z4lastv"});
  CHECK(names_meant("plai", names).empty());  // a C name, or a name in hand-written PTX, is taken whole
  CHECK(names_meant(" ", names).empty());
  CHECK(names_meant("void ", names).empty());
}

TEST_CASE("a launch may name its kernel as in C++ and messages do so too") {
  const Files files = {{"d/a.ptx", adder("_Z3sumPj", 3)}, {"d/b.ptx", adder("_Z3sumPi", 40)}};
  const auto load = [&](const std::string& kernel) {
    return load_text(head("\"a.ptx\", \"b.ptx\"") + launch_on_buffer(kernel), files);
  };
  const auto error = [&](const std::string& kernel) {
    return error_of(head("\"a.ptx\", \"b.ptx\"") + launch_on_buffer(kernel), files);
  };
  CHECK(load("sum(int*)").launches.at(0).kernel == "_Z3sumPi");
  CHECK(values<std::uint32_t>(run_functional(load("sum(int*)")), "b") == std::vector<std::uint32_t>{40});
  CHECK(error("sum") ==
        "d/m.toml:7:10: kernel: 'sum' may be sum(unsigned int*), sum(int*); expected a longer part of the name");
  CHECK(error("max") == "d/m.toml:7:10: unknown kernel 'max'; known: sum(unsigned int*), sum(int*)");
  const std::string one = "ptx = \"b.ptx\"\n[[launch]]\ngrid = [1]\nblock = [1]\narguments = [0.5]\n";
  CHECK(error_of(one, files) ==
        "d/m.toml:5:14: kernel 'sum(int*)', parameter 'out' (.u64): found 0.5; expected an integer from "
        "-9223372036854775808 to 9223372036854775807");
}
