// Recording an executed program as a trace.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "support/temporary_folder.h"
#include "trace/recorder.h"
#include "trace/trace_text.h"
#include "trace/traced_kernel.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

namespace {

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

StaticInstruction recorded_instruction(std::uint32_t pc, Unit unit, Space space = Space::kNone,
                                       MemoryOp memory = MemoryOp::kNone, unsigned bytes = 0) {
  StaticInstruction what;
  what.pc = pc;
  what.unit = unit;
  what.space = space;
  what.memory = memory;
  what.bytes_per_lane = static_cast<std::uint8_t>(bytes);
  what.text = "i" + std::to_string(pc);
  return what;
}

// A launch of 2 blocks of one warp that runs: load, local store, barrier, exit.
struct Kernel {
  Kernel() {
    code = {recorded_instruction(0, Unit::kMemory, Space::kGlobal, MemoryOp::kLoad, 8),
            recorded_instruction(1, Unit::kMemory, Space::kLocal, MemoryOp::kStore, 4),
            recorded_instruction(2, Unit::kBarrier), recorded_instruction(3, Unit::kExit),
            recorded_instruction(0, Unit::kMemory, Space::kScratchpad, MemoryOp::kLoad, 8)};
    code[0].sources = {1, 2, 3, 4, 5};
    code[0].results = {6, 7};
    launch.kernel = "k";
    launch.grid = {2, 1, 1};
    launch.block = {32, 1, 1};
    launch.registers_per_thread = 8;
    launch.scratchpad_bytes = 64;
    launch.local_bytes = 16;
    launch.local_base = 0x1000;
    for (const StaticInstruction& what : code) launch.instructions.push_back(&what);
  }
  void run(ExecutionObserver& observer) {
    observer.launch_begins(launch);
    for (std::uint64_t block = 0; block < 2; ++block) {
      for (unsigned step = 0; step < 4; ++step) {
        WarpInstruction turn;
        turn.decoded = &code[step];
        turn.active = step == 1 ? 5 : ~LaneMask{0};
        for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
          const std::uint64_t word_3_of_the_frame = 0x1000 + 3 * 128 + 4 * lane;
          turn.address[lane] = step == 1 ? word_3_of_the_frame : 0x8000 + 8 * lane;
        }
        turn.barrier.id = 3;
        turn.barrier.threads = 32;
        turn.barrier.waits = block == 0;
        observer.executes(0, turn);
      }
      observer.block_ends(block);
    }
    observer.launch_ends();
  }
  std::vector<StaticInstruction> code;
  ExecutedLaunch launch;
};

}  // namespace

TEST_CASE("a record has the lines of version 5 of the format") {
  const TemporaryFolder folder;
  Recorder recorder(folder.path.string(), "nothing");
  Kernel kernel;
  kernel.run(recorder);
  recorder.finish();
  CHECK(recorder.launches() == 1);
  CHECK(recorder.instructions() == 8);
  CHECK(file_text(folder.path / "kernelslist.g") == "kernel-1.traceg\n");
  const std::string text = file_text(folder.path / "kernel-1.traceg");
  CHECK(text.substr(text.find("#BEGIN_TB")) ==
        "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 4\n"
        "0000 ffffffff 1 R6 LDG.E.64 4 R1 R2 R3 R4 8 1 0x0000000000008000 8 0\n"
        "0010 00000005 0 STL 0 4 2 0x000000000000000c 0 0\n"
        "0020 ffffffff 0 BAR.SYNC 0 0 515\n0030 ffffffff 0 EXIT 0 0 0\n\n#END_TB\n\n"
        "#BEGIN_TB\n\nthread block = 1,0,0\n\nwarp = 0\ninsts = 4\n"
        "0000 ffffffff 1 R6 LDG.E.64 4 R1 R2 R3 R4 8 1 0x0000000000008000 8 0\n"
        "0010 00000005 0 STL 0 4 2 0x000000000000000c 0 0\n"
        "0020 ffffffff 0 BAR.ARV 0 0 515\n0030 ffffffff 0 EXIT 0 0 0\n\n#END_TB\n\n");
  CHECK(text.substr(0, text.find("-unibank")) ==
        "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n-shmem = 64\n-nregs = 8\n"
        "-binary version = 70\n-cuda stream id = 0\n-shmem base_addr = 0x0000000000000000\n"
        "-local mem base_addr = 0x0000000000001000\n-nvbit version = none\n-accelsim tracer version = 5\n"
        "-enable lineinfo = 0\n");
  CHECK(text.find("-unibank instruction 0001 = unit=memory space=scratchpad op=load bytes=8 text=i0\n") != text.npos);
}

TEST_CASE("a record is read as it was executed") {
  const TemporaryFolder folder;
  Recorder recorder(folder.path.string(), "this and that");
  Kernel kernel;
  kernel.run(recorder);
  recorder.finish();
  const TracedProgram program = load_traced_program((folder.path / "kernelslist.g").string());
  REQUIRE(program.kernels.size() == 1);
  CHECK(program.kernels[0]->record().compiled_for == "this and that");
  CHECK(program.kernels[0]->scratchpad_bytes() == 64);
  const auto streams = program.kernels[0]->streams(1, 4);
  WarpStream& stream = *streams[0];
  stream.start_block(0, 0, 2);
  CHECK(stream.peek(2).decoded->sources == kernel.code[0].sources);
  CHECK(stream.peek(2).decoded->results == kernel.code[0].results);
  CHECK(stream.peek(2).address[31] == 0x8000 + 8 * 31);
  stream.commit(2, 0);
  // Read in another slot, local accesses go to that slot's local memory.
  CHECK(stream.peek(2).active == 5);
  CHECK(stream.peek(2).address[2] == 0x1000 + 2 * 16 * 32 + 3 * 128 + 4 * 2);
  stream.commit(2, 0);
  CHECK(stream.peek(2).barrier.id == 3);
  CHECK(stream.peek(2).barrier.threads == 32);
  CHECK(stream.peek(2).barrier.waits);
  stream.start_block(1, 1, 0);
  stream.commit(0, 0);
  stream.commit(0, 0);
  CHECK_FALSE(stream.peek(0).barrier.waits);
}

TEST_CASE("a reader of plain traces accepts a record as a trace of a GPU") {
  const TemporaryFolder folder;
  Recorder recorder(folder.path.string(), "nothing");
  Kernel kernel;
  kernel.run(recorder);
  const std::string text = file_text(folder.path / "kernel-1.traceg");
  std::string plain;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("-unibank", 0) != 0) plain += line + "\n";
  CHECK(ReadTrace(plain).blocks().size() == 2);
}

TEST_CASE("a record has the texels of each fetch and a stream shows them when they are followed") {
  const TemporaryFolder folder;
  Recorder recorder(folder.path.string(), "nothing");
  CHECK(recorder.follows_texels());
  Kernel kernel;
  kernel.code = {recorded_instruction(0, Unit::kTexture), recorded_instruction(1, Unit::kExit)};
  kernel.launch.grid = {1, 1, 1};
  kernel.launch.instructions = {&kernel.code[0], &kernel.code[1]};
  recorder.launch_begins(kernel.launch);
  using Addresses = std::vector<std::uint64_t>;
  for (const Addresses& texels : {Addresses{0x10000100, 0x10000104, 0x100000f0}, Addresses{}}) {
    WarpInstruction fetch;
    fetch.decoded = &kernel.code[0];
    fetch.active = 7;
    recorder.executes(0, fetch);
    recorder.texels_read(0, texels);
  }
  WarpInstruction end;
  end.decoded = &kernel.code[1];
  end.active = ~LaneMask{0};
  recorder.executes(0, end);
  recorder.block_ends(0);
  recorder.launch_ends();
  recorder.finish();
  CHECK(file_text(folder.path / "kernel-1.traceg").find(
            "warp = 0\n-unibank texels = 3 0x10000100 4 -20\n-unibank texels = 0\ninsts = 3\n") != std::string::npos);
  const TracedProgram program = load_traced_program((folder.path / "kernelslist.g").string());
  for (const bool follows : {true, false}) {
    const auto streams = program.kernels[0]->streams(1, 4);
    WarpStream& stream = *streams[0];
    if (follows) stream.follow_texels();
    stream.start_block(0, 0, 0);
    stream.commit(0, 0);
    REQUIRE((stream.texels(0) != nullptr) == follows);
    if (follows) CHECK(*stream.texels(0) == Addresses{0x10000100, 0x10000104, 0x100000f0});
    stream.commit(0, 1);
    if (follows) CHECK(stream.texels(0)->empty());
    stream.commit(0, 2);
    CHECK(stream.texels(0) == nullptr);
  }
}

TEST_CASE("texels that do not fit their warp are refused") {
  const auto refused = [](const std::string& lines) {
    const std::string header = header_text(5, "(1,1,1)", "(32,1,1)",
                                           "-unibank record = 2\n-unibank instruction 0000 = unit=texture text=t\n");
    return refusal(header + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\n" + lines +
                   "insts = 2\n0000 ffffffff 0 TEX 0 0 0\n0000 ffffffff 0 TEX 0 0 0\n#END_TB\n");
  };
  const std::string one = "-unibank texels = 1 0x100\n";
  CHECK(refused("") == "");
  CHECK(refused(one + one) == "");
  CHECK_THAT(refused(one), Catch::Contains("found a texture fetch without texels"));
  CHECK_THAT(refused(one + one + one), Catch::Contains("found texels of 1 more fetches than the warp has"));
  CHECK_THAT(refused("-unibank texels = 2 0x100\n"), Catch::Contains("end of the line; expected a difference"));
  CHECK_THAT(refused("-unibank texels = 1 0x100 4\n"), Catch::Contains("found '4'; expected the end of the line"));
  CHECK_THAT(refused("-unibank texels = 257\n"), Catch::Contains("found 257 texels of a fetch; expected at most 256"));
  CHECK_THAT(refused("-unibank texels = some\n"), Catch::Contains("found 'some'; expected a count of texels"));
}

TEST_CASE("a folder that is not there is named") {
  Recorder recorder("/no/such/folder", "nothing");
  Kernel kernel;
  CHECK_THROWS_WITH(kernel.run(recorder), "cannot create '/no/such/folder/kernel-1.traceg': No such file or directory");
}
