// `unibank occupancy`: the kernels it finds, the options that replace their own numbers, and its errors.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

const std::string kSaxpy = UNIBANK_SOURCE_DIR "/testbenches/examples/saxpy/saxpy.toml";
const std::string kKepler = " --design hayes2014/kepler";

}  // namespace

TEST_CASE("occupancy of a workload is that of the kernels it launches") {
  const Folder folder;
  const Folder::Ended ended = folder.run("occupancy srad --size tiny" + kKepler);
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains(" on hayes2014/kepler: 256 threads per block, "));
  std::size_t tables = 0;
  for (std::size_t at = 0; (at = ended.out.find("limited by: ", at)) != std::string::npos; ++at) ++tables;
  CHECK(tables == 2);
}

TEST_CASE("occupancy of a manifest and of one kernel of a file") {
  const Folder folder;
  CHECK_THAT(folder.run("occupancy " + kSaxpy + kKepler).out,
             Catch::Contains("saxpy on hayes2014/kepler: 256 threads"));
  CHECK_THAT(folder.run("occupancy " + kReductionPtx + " --kernel sum --block 64" + kKepler).out,
             Catch::StartsWith("sum on hayes2014/kepler: 64 threads per block, "));
}

TEST_CASE("occupancy of a trace is that of its program and the help names each of its inputs") {
  const Folder folder;
  REQUIRE(folder.run("record vectoradd --size tiny -o t").status == 0);
  CHECK(folder.run("occupancy t/kernelslist.g" + kKepler).out ==
        folder.run("occupancy vectoradd --size tiny" + kKepler).out);
  const std::string help = folder.run("occupancy --help").out;
  for (const char* input : {"PTX", "workload", "manifest", "trace (kernelslist.g)"})
    CHECK_THAT(help, Catch::Contains(input));
}

TEST_CASE("numbers given replace the kernel's own") {
  const Folder folder;
  const Folder::Ended ended =
      folder.run("occupancy " + kSaxpy + " --block 160 --registers 37 --scratchpad 1000" + kKepler);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out,
             Catch::StartsWith("saxpy on hayes2014/kepler: 160 threads per block, 37 registers per thread, 1000 "
                               "bytes of scratchpad per block\n") &&
                 Catch::Contains("resident: 9 blocks, 1440 threads, 45 of 64 warps: occupancy 70.3 %"));
}

TEST_CASE("a block of several dimensions has the threads of all of them") {
  const Folder folder;
  for (const char* block : {"32x8", "32,8", "8x8x4", "256"})
    CHECK_THAT(folder.run("occupancy " + kSaxpy + " --registers 20 --block " + block + kKepler).out,
               Catch::Contains(" on hayes2014/kepler: 256 threads per block, "));
  CHECK_THAT(folder.run("occupancy " + kReductionPtx + " --kernel sum --block 16x4" + kKepler).out,
             Catch::StartsWith("sum on hayes2014/kepler: 64 threads per block, "));
}

TEST_CASE("values of the design may be overridden") {
  const Folder folder;
  CHECK_THAT(folder.run("occupancy " + kSaxpy + kKepler + " --set sm.max_blocks=2").out,
             Catch::Contains("resident: 2 blocks") && Catch::Contains("limited by: block limit"));
}

TEST_CASE("impossible requests to occupancy are refused in one line") {
  const Folder folder;
  const auto refused = [&folder](const std::string& arguments) {
    const Folder::Ended ended = folder.run("occupancy " + arguments);
    CHECK(ended.status == 2);
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    return ended.err;
  };
  CHECK_THAT(refused(kReductionPtx + kKepler), Catch::Contains("launches nothing: expected --block N"));
  CHECK_THAT(refused(kReductionPtx + " --block 64 --size tiny" + kKepler), Catch::Contains("are for workloads"));
  CHECK_THAT(refused("srad --kernel some" + kKepler), Catch::Contains("unknown kernel 'some'"));
  CHECK_THAT(refused("some" + kKepler), Catch::Contains("unknown workload 'some'"));
  CHECK_THAT(refused("srad --design gebhart2012/fermi-like-best"), Catch::Contains("expected one of them"));
  CHECK_THAT(refused("srad --scratchpad 50000" + kKepler), Catch::Contains("the design has 49152"));
  for (const char* block : {"32;8", "32x", "x8", "", "0", "32x0x4", "32x8x4x1", "64x32", "4294967297", "1025", "-1"})
    CHECK_THAT(refused(kSaxpy + " --block '" + block + "'" + kKepler),
               Catch::Contains("--block: found '" + std::string(block) + "', expected the threads of a block"));
  CHECK_THAT(refused("srad"), Catch::Contains("--design is required"));
  folder.write("k.ptx", ".version 7.0\n.target sm_80\n.address_size 64\n.entry k() .maxntid 64 { ret; }\n");
  CHECK(folder.run("occupancy k.ptx --block 64" + kKepler).status == 0);
  CHECK_THAT(refused("k.ptx --block 96" + kKepler), Catch::Contains("kernel 'k' has at most 64 threads per block"));
}

TEST_CASE("a program runs with its spills in the scratchpad and its answer is right") {
  const Folder folder;
  const Folder::Ended ended = folder.run(
      "run srad --size tiny --pass onchip --csv x --set kernel.register_limit=20 --set kernel.concurrency=original" +
      kKepler);
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("verified") && Catch::Contains("yes"));
}

TEST_CASE("occupancy with a pass shows the numbers of blocks that a kernel can be compiled for") {
  const Folder folder;
  const Folder::Ended ended = folder.run(
      "occupancy srad --size tiny --set kernel.pass=onchip --set kernel.schedule=as-written" + kKepler);
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::StartsWith("srad_coefficient: average dispatch interval ") &&
                            Catch::Contains(" 6 to 8 blocks chosen") && Catch::Contains("spills off the chip"));
}

TEST_CASE("a pass needs a design and is given once") {
  const Folder folder;
  const auto refused = [&folder](const std::string& arguments) {
    const Folder::Ended ended = folder.run("run srad " + arguments);
    CHECK(ended.status == 2);
    return ended.err;
  };
  CHECK_THAT(refused("--functional --pass onchip"), Catch::Contains("needs at least one --design"));
  CHECK_THAT(refused("--pass onchip --set kernel.pass=none" + kKepler), Catch::Contains("which is set twice"));
  CHECK_THAT(refused("--pass other" + kKepler), Catch::Contains("--pass"));
}

TEST_CASE("occupancy says when the blocks that fit by bytes do not fit in whole rows of the banks") {
  const Folder folder;
  const std::string message = "the resident blocks need 130 rows of registers and 0 of scratchpad in a bank, which has "
                              "128: in whole rows the partition does not fit";
  const std::string gemm = " gemm --size tiny --design jatala/shared-owf-opt";
  const Folder::Ended ended = folder.run("occupancy" + gemm);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("resident: 11 blocks") && Catch::Contains("  a run is refused: " + message));
  CHECK_THAT(folder.run("run" + gemm).err, Catch::Contains(message));
  // The registers given are counted, not those that the design forces: 88 warps with 16 fill 88 rows of 16 banks.
  CHECK_THAT(folder.run("occupancy" + gemm + " --set kernel.registers_per_thread=23 --registers 16").out,
             !Catch::Contains("a run is refused"));
  const std::string fewer = gemm + " --set sm.max_blocks=10";
  CHECK_THAT(folder.run("occupancy" + fewer).out, !Catch::Contains("a run is refused"));
  CHECK(folder.run("run" + fewer).status == 0);
}
