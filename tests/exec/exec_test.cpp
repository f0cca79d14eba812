// Programs with their own host code, run by `unibank exec`.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <string>

#include "exec/run_program.h"

namespace {

using Catch::Contains;

}  // namespace

TEST_CASE("a program's vectors are added functional and timed on two machines and its status is its own") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified, kOnIntegrated}) {
    const auto ended = exec(folder, options, "vector_add");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.out == "PASSED\n");
  }
}

TEST_CASE("the table of kernels and the results name the timed launches") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified + " --json r.json --csv r.csv", "vector_add");
  CHECK_THAT(ended.err, Contains("vector_add, gebhart2012/unified-384k\n\nkernel  launches  blocks"));
  CHECK_THAT(ended.err, Contains("\nadd            1      40 "));
  CHECK_THAT(text_of(folder.path / "r.json"), Contains("\"workload\": \"vector_add\""));
  CHECK_THAT(text_of(folder.path / "r.csv"), Contains("vector_add,"));
}

TEST_CASE("two designs run the program once each and the results are the same each time") {
  const Folder folder;
  const std::string options = kOnUnified + " " + kOnIntegrated + " --json ";
  const auto ended = exec(folder, options + "a.json", "vector_add");
  CHECK(ended.out == "PASSED\nPASSED\n");
  CHECK_THAT(ended.err, Contains("vector_add, jing2016/integrated-fair"));
  exec(folder, options + "b.json", "vector_add");
  CHECK(text_of(folder.path / "a.json") == text_of(folder.path / "b.json"));
}

TEST_CASE("faulty calls return the runtime's errors and the program goes on") {
  const Folder folder;
  const std::string expected =
      "no blocks: cudaErrorInvalidConfiguration\n"
      "last error: cudaErrorInvalidConfiguration\n"
      "forgotten: cudaSuccess\n"
      "too many threads: cudaErrorInvalidConfiguration\n"
      "too much scratchpad: cudaErrorInvalidValue\n"
      "no such kernel: cudaErrorInvalidDeviceFunction\n"
      "not registered: cudaErrorInvalidDeviceFunction\n"
      "a copy beside: cudaErrorInvalidValue\n"
      "too much memory: cudaErrorMemoryAllocation\n"
      "a wrong pointer: cudaErrorInvalidValue\n"
      "fine: cudaSuccess\n"
      "beside: cudaErrorIllegalAddress\n"
      "afterwards: cudaErrorIllegalAddress\n"
      "and on: cudaErrorIllegalAddress\n"
      "not forgotten: cudaErrorIllegalAddress\n";
  for (const std::string& options : {kOnUnified, kOnIntegrated}) {
    const auto ended = exec(folder, options, "errors");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 7);
    CHECK(ended.out == expected);
    CHECK_THAT(ended.err,
               Contains("module0.ptx:15: kernel 'add', block (") && Contains("load of 4 bytes at 0x10000001"));
    CHECK_THAT(ended.err, Contains("unknown kernel 'missing'; known: add"));
    CHECK_THAT(ended.err, !Contains("broken invariant"));
  }
}

TEST_CASE("accesses outside of a buffer end a launch unless they are to be counted") {
  const Folder folder;
  const auto strict = exec(folder, kOnUnified, "errors beside");
  CHECK(strict.out == "beside: cudaErrorIllegalAddress\nafterwards: cudaErrorIllegalAddress\n");
  CHECK(strict.status == 7);
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto lenient = exec(folder, options + " --lenient", "errors beside");
    CAPTURE(options, lenient.err);
    CHECK(lenient.out == "beside: cudaSuccess\nafterwards: cudaSuccess\n");
    CHECK_THAT(lenient.err, Contains("48 accesses out of bounds (32 reads returned 0, 16 writes dropped)"));
  }
}

TEST_CASE("a program ended by a signal leaves a status and no process") {
  const Folder folder;
  const auto ended = exec(folder, "--functional", "errors crash");
  CHECK(ended.status == 128 + 6);
  CHECK_THAT(ended.err, Contains("no launch of a kernel has ended"));
}

TEST_CASE("the instruction limit ends a launch with and without a machine") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options + " --set run.instruction_limit=10", "vector_add");
    CAPTURE(options, ended.out, ended.err);
    CHECK(ended.status == 3);  // the program's own
    CHECK_THAT(ended.err, Contains("has executed 10 warp instructions (run.instruction_limit) without an end"));
    CHECK_THAT(ended.out, Contains("cudaErrorLaunchTimeout"));
  }
}

TEST_CASE("text printed by kernels is in order with the program's own lines") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "printing");
    CAPTURE(ended.err);
    CHECK(ended.out ==
          "before\nblock 0, thread 0\nblock 0, thread 1\nblock 1, thread 0\nblock 1, thread 1\nafter\n");
  }
}

TEST_CASE("streams and events and graphs and managed memory work") {
  const Folder folder;
  const auto functional = exec(folder, "--functional", "streams");
  CAPTURE(functional.out, functional.err);
  CHECK(functional.status == 0);
  const auto timed = exec(folder, kOnIntegrated, "streams");
  CAPTURE(timed.out, timed.err);
  CHECK(timed.status == 0);
  CHECK_THAT(timed.out, Contains("1 device, Unibank jing2016/integrated-fair, 15 SMs, ") && Contains("PASSED"));
}

TEST_CASE("launches are chosen by number and by name and the others are functional") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified + " --launches 1-2 --kernel sca", "streams");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Contains("scale (functional)         2") && Contains("all                        2"));
  CHECK(exec(folder, kOnUnified + " --launches 3-1", "streams").status == 2);
}

TEST_CASE("a choice of launches that takes none is an error which names the kernels and writes no file") {
  const Folder folder;
  const std::string files = " --json r.json --csv r.csv --vcd w.vcd --timeline t.json --record record";
  const auto other = exec(folder, kOnUnified + " --kernel nosuch" + files, "vector_add");
  CHECK(other.status == 2);
  CHECK(other.out == "PASSED\n");
  CHECK_THAT(other.err, Catch::EndsWith("unibank: error: gebhart2012/unified-384k: --kernel nosuch takes no launch, so "
                                        "nothing was timed; the program has 1 launch, numbered from 0, of: add\n"));
  CHECK(folder.files().empty());
  const auto later = exec(folder, kOnUnified + " --launches 7,90-99 --kernel sca", "streams");
  CHECK(later.status == 2);
  CHECK_THAT(later.err, Contains("--launches 7,90-99 --kernel sca takes no launch") && Contains(", of: scale"));
  CHECK(exec(folder, kOnUnified + " --kernel nosuch", "errors crash").status == 128 + 6);
}

TEST_CASE("a program and its recorded launch need not much more address space than the device has memory") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified + " --limits memory=4096 --record r", "vector_add");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK(ended.out == "PASSED\n");
  CHECK(exec(folder, kOnUnified + " --memory 64 --limits memory=1000", "vector_add").out == "PASSED\n");
  const auto again = folder.run("run r/kernel-0.toml " + kOnUnified + " --limits memory=4096");
  CAPTURE(again.err);
  CHECK(again.status == 0);
}

TEST_CASE("options after the program's name belong to the program whatever precedes it") {
  const Folder folder;
  for (const std::string& before : {kOnUnified, kOnUnified + " --set gpu.sms=1", kOnUnified + " --kernel add",
                                    kOnUnified + " --memory 64", std::string("--functional --record traces")}) {
    const auto ended = folder.run("exec " + before + " -- sh -c 'echo \"$@\"; exit 5' sh -s --design --help -- 16");
    CAPTURE(before, ended.err);
    CHECK(ended.status == 5);
    CHECK(ended.out == "-s --design --help -- 16\n");
  }
}

TEST_CASE("a program with a static runtime runs like one with a shared runtime") {
  const Folder folder;
  const auto alone = folder.run("--version >/dev/null; " UNIBANK_PROGRAMS "/static_runtime");
  CHECK_THAT(alone.out, Contains("the program's own cudaMalloc"));
  const auto ended = exec(folder, kOnUnified, "static_runtime");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK(ended.out == "PASSED\nroots: 1\n");
}

TEST_CASE("the driver's interface loads and launches and reports missing functions") {
  const Folder folder;
  const auto ended = exec(folder, kOnIntegrated, "driver");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK(ended.out == "loaded: 1 1\n69 33, 4 bytes, status 0\nmachine code: 1\nlinked: 7\nno such kernel: 500\n"
                     "not PTX: 218\nnot here: 801\n");
  CHECK_THAT(ended.err, Contains("cudaBindTexture is not supported by 'unibank exec'"));
}

TEST_CASE("the driver's arrays and textures and mapped memory work") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "driver_memory");
    CAPTURE(ended.err);
    CHECK(ended.out == "access before a map: 1\nmapped twice: 801\nfreed while mapped: 1\nreleased twice: 1\n"
                       "1, wrong: 0 0\n");
    CHECK_THAT(ended.err, Contains("memory mapped in part or at two addresses at once is not supported"));
  }
}

TEST_CASE("textures of arrays are read by coordinates") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "textures");
    CAPTURE(ended.err);
    CHECK(ended.out == "PASSED\n");
  }
}

TEST_CASE("cube maps are read by directions") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "cubes");
    CAPTURE(ended.err);
    CHECK(ended.out == "no square: 1, five faces: 1\nPASSED\n");
  }
}

TEST_CASE("kernels can access registered host memory") {
  const Folder folder;
  const std::string expected =
      "nothing: cudaErrorInvalidValue\n"
      "no bytes: cudaErrorInvalidValue\n"
      "twice: cudaErrorHostMemoryAlreadyRegistered\n"
      "not registered: cudaErrorHostMemoryNotRegistered\n"
      "no address: cudaErrorInvalidValue\n"
      "PASSED\n";
  for (const std::string& options : {std::string("--functional"), kOnUnified, kOnIntegrated}) {
    const auto ended = exec(folder, options, "registered");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.out == expected);
  }
}

TEST_CASE("nodes of a graph record events and wait for them and take new parameters") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "graphs");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.out == "not a copy: cudaErrorInvalidValue\nno event: cudaErrorInvalidValue\n"
                       "not freed: cudaErrorInvalidValue\nno memory of a graph: cudaErrorInvalidValue\nPASSED\n");
  }
}

TEST_CASE("a change of a graph changes no other graph and a capture ends on every stream") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified, "graph_copies");
  CAPTURE(ended.err);
  CHECK(ended.out == "waits: cudaErrorCapturedEvent\nasks: cudaErrorCapturedEvent\n"
                     "not joined: cudaErrorStreamCaptureUnjoined\n"
                     "default stream: cudaErrorStreamCaptureUnsupported\n"
                     "waits in a later capture: cudaErrorCapturedEvent\n"
                     "another form: cudaErrorGraphExecUpdateFailure\na cycle: cudaErrorInvalidValue\n"
                     "elements of 3 bytes: cudaErrorInvalidValue\n"
                     "a node of another graph: cudaErrorInvalidValue\nPASSED\n");
}

TEST_CASE("answers about memory and occupancy agree with the model and textures that it cannot read are refused") {
  const Folder folder;
  // The most scratchpad of a block without cudaFuncSetAttribute and with it, that of an SM, and what is reserved for
  // each block; then the most that a kernel can add to none and to 4,096 bytes.
  const std::map<std::string, std::string> scratchpads = {
      {"--functional", "49152, 65536, 65536, 0\ndynamic: 65536\ndynamic: 61440\n"},
      {kOnUnified, "49152, 393088, 393088, 0\ndynamic: 393088\ndynamic: 389120\n"},  // beside 32 registers
      {kOnIntegrated, "49152, 49152, 49152, 0\ndynamic: 49152\ndynamic: 45056\n"},
      {"--design nvidia/a100", "49152, 166912, 167936, 1024\ndynamic: 166912\ndynamic: 162816\n"}};
  for (const auto& [options, scratchpad] : scratchpads) {
    const auto ended = exec(folder, options, "queries");
    CAPTURE(options, ended.err);
    CHECK(ended.out == "scratchpad: " + scratchpad + "sRGB: cudaErrorNotSupported\n" +
                           "other format: cudaErrorNotSupported\nPASSED\n");
    CHECK_THAT(ended.err, Contains("at most 96 threads (.maxntid)") &&
                              Contains("a launch with 45057 bytes of dynamic scratchpad; expected at most 45056, or") &&
                              Contains("a texture of sRGB values is not") &&
                              Contains("a resource view of a texture is not supported"));
  }
}

TEST_CASE("the clock that a program is told is the nearest kilohertz") {
  const Folder folder;
  for (const char* const gigahertz : {"1.001", "2.01", "1.755"}) {
    const auto ended = exec(folder, kOnUnified + " --set energy.frequency_ghz=" + gigahertz, "queries clock");
    CAPTURE(gigahertz, ended.err);
    CHECK(ended.out == "clock: " + std::to_string(std::lround(std::stod(gigahertz) * 1e6)) + " kHz\n");
  }
}

TEST_CASE("a block has at most the threads of an SM") {
  const Folder folder;
  CHECK(exec(folder, kOnUnified, "queries threads").out == "threads: 1024 of 1024, 1024\n");
  CHECK(exec(folder, kOnUnified + " --set sm.max_threads=512", "queries threads").out == "threads: 512 of 512, 512\n");
}

TEST_CASE("sizes whose products need more than 64 bits or whose values need more than 32 are refused") {
  const Folder folder;
  const std::string full = ": cudaErrorMemoryAllocation\n", wrong = ": cudaErrorInvalidValue\n";
  const std::string launch = "launch: cudaErrorInvalidValue\n";
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "sizes");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.out == "rows" + full + "bytes of a row" + full + "slices" + full + "texels of a row" + full +
                           "texels" + full + "pages" + full + "rows copied" + wrong + "words filled" + wrong +
                           "texels copied" + wrong + "bytes mapped" + wrong + "blocks with 4294967296 bytes: 0\n" +
                           launch + "blocks with 4294968320 bytes: 0\n" + launch + "fine: cudaSuccess\n");
    CHECK_THAT(ended.err, Contains("a launch with 4294968320 bytes of dynamic scratchpad; expected at most 49152, or"));
  }
}

TEST_CASE("cooperative launches and stack limits and events of launches work and clusters are refused") {
  const Folder folder;
  const std::string before =
      "the grid waits: right\n"
      "a cluster: cudaErrorNotSupported\n"
      "stack: 1024\n"
      "too deep a stack: cudaErrorInvalidValue\n"
      "no such limit: cudaErrorUnsupportedLimit\n";
  const std::string event = "with times: cudaErrorInvalidValue\nrecorded: 1, refused: 1, value: 0\n";
  for (const std::string& options : {std::string("--functional"), kOnUnified}) {
    const auto ended = exec(folder, options, "launches");
    CAPTURE(options, ended.err);
    CHECK(ended.out == before + "stack: 65536\n" + event + event + "sum to 1000: 500500\ndeep: cudaSuccess\n");
    CHECK_THAT(ended.err, Contains("a launch in clusters of 2 x 1 x 1 blocks is not supported"));
    CHECK_THAT(ended.err, Contains("a stack of 1048576 bytes per thread; expected at most 524288"));
    const auto shallow = exec(folder, options, "launches shallow");
    CHECK(shallow.out == before + "stack: 1024\n" + event + event + "deep: cudaErrorIllegalAddress\n");
  }
}

TEST_CASE("a kernel's largest block is what its registers allow") {
  const Folder folder;
  const auto pooled = exec(folder, kOnUnified, "launches wide");
  CHECK(pooled.out == "67 registers: 1024 threads, sum 64\nmore: cudaErrorInvalidConfiguration\n");
  const auto small = exec(folder, kOnIntegrated, "launches wide");
  CHECK(small.out == "67 registers: 480 threads, sum 64\nmore: cudaErrorLaunchOutOfResources\n");
  CHECK_THAT(small.err, Contains("a block needs 137216 bytes of registers, the design has 131072"));
}

TEST_CASE("a preferred carve-out reaches the partition of a pooled memory and others ignore it") {
  const Folder folder;
  const std::string refused = "preferred 101: cudaErrorInvalidValue\n";
  // The scratchpad can have at most 96 of the 128 KB.
  const auto pooled = exec(folder, "--design nvidia/v100 --json v.json", "launches carve");
  CAPTURE(pooled.err);
  CHECK(pooled.out == "preferred -1: 6 blocks\npreferred 0: 1 blocks\npreferred 50: 4 blocks\n"
                      "preferred 100: 6 blocks\n" + refused);
  CHECK_THAT(pooled.err, Contains("prefers 101 percent of scratchpad; expected -1 to 100"));
  // The first launch prefers 0 percent, the last 100 percent.
  const std::string json = text_of(folder.path / "v.json");
  CHECK(json.find("\"resident_blocks\": 1,") != std::string::npos);
  CHECK(json.find("\"resident_blocks\": 1,") < json.rfind("\"resident_blocks\": 6,"));
  const auto hard = exec(folder, "--design gebhart2012/partitioned", "launches carve");
  CHECK(hard.out == "preferred -1: 4 blocks\npreferred 0: 4 blocks\npreferred 50: 4 blocks\n"
                    "preferred 100: 4 blocks\n" + refused);
}

TEST_CASE("kernels of the same name in two modules use the variables of their own module") {
  const Folder folder;
  for (const std::string& options : {kOnUnified, kOnIntegrated}) {
    const auto ended = exec(folder, options, "several_modules");
    CAPTURE(options, ended.err);
    CHECK(ended.out == "108 1008\n");
  }
  CHECK(exec(folder, "--functional", "several_modules again").out == "108 1008\nagain: 13\n");
}

TEST_CASE("a program outside of exec has no device and is told how to start") {
  const Folder folder;
  const auto ended = folder.run("--version >/dev/null; " UNIBANK_PROGRAMS "/vector_add");
  CHECK(ended.status == 3);
  CHECK_THAT(ended.out, Contains("cudaErrorNoDevice"));
  CHECK_THAT(ended.err, Contains("expected the program to be started by 'unibank exec -- PROGRAM'"));
}

TEST_CASE("parts of relocatable device code are linked") {
  const Folder folder;
  for (const std::string& options : {std::string("--functional"), kOnUnified, kOnIntegrated}) {
    const auto ended = exec(folder, options, "linked_parts");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 0);
    CHECK(ended.out == "1130 117, 64 calls\n");
  }
  const auto twice = exec(folder, "--functional", "linked_parts twice");
  CHECK(twice.out == "cudaErrorInvalidPtx\n");
  CHECK_THAT(twice.err, Contains("'add' is defined in 'module0.ptx part 1' and in 'module0.ptx part 2'"));
}
