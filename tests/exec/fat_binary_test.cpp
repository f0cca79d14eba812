// Extraction of PTX from the fat binaries of programs.
#include "exec/fat_binary.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "base/input_error.h"
#include "exec/containers.h"
#include "exec/elf_file.h"

using namespace unibank::exec;
using containers::Packing;

namespace {

std::string text(unsigned architecture) {
  return ".version 7.0\n.target sm_" + std::to_string(architecture) + "\n" + std::string(200, '/') + "\n";
}

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("PTX comes out of a container plain or packed by LZ4 or zstd") {
  for (const Packing packing : {Packing::kPlain, Packing::kLz4, Packing::kZstd}) {
    const FatBinary binary =
        read_fat_binaries(containers::container(containers::entry(text(75), 75, packing)), "a program");
    REQUIRE(binary.ptx.size() == 1);
    CHECK(binary.ptx[0].architecture == 75);
    CHECK(binary.ptx[0].text == text(75));
  }
}

TEST_CASE("containers follow each other and an empty one may come first") {
  const std::string one = containers::container(containers::entry(text(70), 70));
  const std::string other =
      containers::container(containers::entry("code", 86, Packing::kPlain, 2) + containers::entry(text(80), 80));
  const FatBinary binary =
      read_fat_binaries(containers::container("") + one + std::string(8, '\0') + other, "a program");
  REQUIRE(binary.ptx.size() == 2);
  CHECK(binary.ptx[1].text == text(80));
  CHECK(binary.machine_code == std::vector<unsigned>{86});
}

TEST_CASE("the highest architecture that the device has is taken of each container") {
  FatBinary binary;
  const auto chosen = [&binary](unsigned highest) {
    std::string texts;
    for (const PtxText* const one : choose_ptx(binary, highest)) texts += one->text + " ";
    return texts;
  };
  CHECK(chosen(80).empty());
  binary.ptx = {{100, "hundred", 0}, {90, "ninety", 0}};
  CHECK(chosen(80) == "ninety ");  // the lowest of those that are above
  binary.ptx.push_back({75, "75", 0});
  binary.ptx.push_back({80, "80", 0});
  binary.ptx.push_back({70, "70", 0});
  CHECK(chosen(80) == "80 ");
  CHECK(chosen(79) == "75 ");
  binary.ptx.push_back({121, "library", 1});  // nvcc's own library; another container has PTX that fits
  binary.ptx.push_back({70, "part", 2});
  CHECK(chosen(80) == "80 part ");
  CHECK(chosen(69) == "70 library part ");
}

TEST_CASE("a program without PTX is told how to compile") {
  FatBinary binary;
  binary.machine_code = {90, 75, 90};  // of several modules
  CHECK(how_to_compile(binary) ==
        "found machine code (sm_75, sm_90) and no PTX; expected PTX: compile with nvcc -gencode "
        "arch=compute_75,code=compute_75 (or another compute_XX)");
}

TEST_CASE("damaged fat binaries are refused with the place") {
  using Catch::Contains;
  const auto refusal = [](const std::string& bytes) {
    try {
      read_fat_binaries(bytes, "a program");
    } catch (const unibank::InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  const std::string whole = containers::container(containers::entry(text(75), 75, Packing::kZstd));
  CHECK(refusal(whole) == "taken");
  CHECK_THAT(refusal("not a container"), Contains("a program, byte 0 of the fat binary: found"));
  CHECK_THAT(refusal(whole.substr(0, 60)), Contains("expected at most the 60 that are there"));
  std::string damaged = whole;
  damaged[16 + 80 + 2] ^= 0x55;  // the magic number of zstd
  CHECK_THAT(refusal(damaged), Contains("byte 16 of the fat binary: its PTX is packed, and does not unpack as zstd"));
  damaged = whole;
  containers::put<std::uint64_t>(damaged, 16 + 56, std::uint64_t{1} << 40);
  CHECK_THAT(refusal(damaged), Contains("expected at most 268435456"));
  damaged = whole;
  containers::put<std::uint32_t>(damaged, 16 + 4, 0);
  CHECK_THAT(refusal(damaged), Contains("an entry with a header of 0"));
}

TEST_CASE("fat binaries of nvcc 13 are read in every compression") {
  for (const char* const name : {"plain", "lz4", "zstd", "two_architectures"}) {
    const FatBinary binary = read_fat_binaries(file(UNIBANK_TEST_DATA "/fat_binaries/" + std::string(name)), name);
    CAPTURE(name);
    REQUIRE(!binary.ptx.empty());
    CHECK(choose_ptx(binary, 80).at(0)->text.find(".entry _Z3addPKfS0_Pfi(") != std::string::npos);
  }
}

TEST_CASE("sections and functions of this program are found") {
  const std::string self = file("/proc/self/exe");
  REQUIRE(is_elf(self));
  CHECK(!section_bytes(self, ".text").empty());
  CHECK(section_bytes(self, ".nv_fatbin").empty());
  bool found = false;
  for (const ElfFunction& one : functions_of(self)) found |= one.name == "main" && one.address != 0;
  CHECK(found);
  CHECK(!is_elf("#!/bin/sh"));
  CHECK(functions_of(self.substr(0, 1000)).empty());
}
