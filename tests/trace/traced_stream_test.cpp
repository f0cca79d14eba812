// A traced kernel as an SM sees it, read ahead by another thread.
#include <catch2/catch.hpp>
#include <fstream>

#include "support/temporary_folder.h"
#include "trace/trace_text.h"
#include "trace/traced_kernel.h"
#include "trace/traced_stream.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

namespace {

// Blocks of one warp each; block b stores to 0x1000 x b and to its local memory, and ends.
std::string grid_text(unsigned blocks) {
  std::string text = header_text(4, "(" + std::to_string(blocks) + ",1,1)");
  for (unsigned b = 0; b < blocks; ++b) {
    text += block_text({"0000 ffffffff 0 STG.E 2 R2 R4 4 1 0x" + std::to_string(b) + "000 4",
                        "0010 0000000f 0 STL 2 R2 R4 4 1 0x00fffbd0 0", "0020 f0000000 0 EXIT 0 0",
                        "0030 0fffffff 0 EXIT 0 0"},
                       std::to_string(b) + ",0,0");
  }
  return text;
}

struct File {
  explicit File(const std::string& text) { std::ofstream(path, std::ios::binary) << text; }
  TemporaryFolder folder;
  std::string path = (folder.path / "kernel-1.traceg").string();
};

}  // namespace

TEST_CASE("a kernel of a trace has the header's registers and scratchpad") {
  const File file(grid_text(1));
  const TracedKernel kernel(file.path);
  CHECK(kernel.name() == "_Z3fooPf");
  CHECK(kernel.registers_per_thread() == 32);
  CHECK(kernel.scratchpad_bytes() == 256);
}

TEST_CASE("warps of two SMs are shown their blocks in the order of dispatch") {
  const File file(grid_text(4));
  const TracedKernel kernel(file.path);
  const auto streams = kernel.streams(2, 8);
  REQUIRE(streams.size() == 2);
  for (std::uint64_t block = 0; block < 4; ++block) {
    WarpStream& stream = *streams[block % 2];
    const auto warp = static_cast<unsigned>(block / 2 * 3);
    stream.start_block(block, static_cast<unsigned>(block / 2), warp);
    CHECK(stream.peek(warp).decoded->space == Space::kGlobal);
    CHECK(stream.peek(warp).address[31] == 0x1000 * block + 31 * 4);
    CHECK(&stream.peek(warp) == &stream.peek(warp));
  }
}

TEST_CASE("lanes are live until they exit and the warp until its last instruction") {
  const File file(grid_text(1));
  const auto streams = TracedKernel(file.path).streams(1, 8);
  WarpStream& stream = *streams[0];
  stream.start_block(0, 0, 0);
  const LaneMask live[] = {~LaneMask{0}, ~LaneMask{0}, ~LaneMask{0}, 0x0fffffff};
  for (const LaneMask lanes : live) {
    REQUIRE(stream.peek(0).decoded != nullptr);
    CHECK(stream.peek(0).live == lanes);
    stream.commit(0, 0);
  }
  CHECK(stream.peek(0).decoded == nullptr);
  stream.finish_block(0);
}

TEST_CASE("local memory is lane-interleaved in words and each SM and warp slot has its own") {
  const File file(grid_text(4));
  const TracedKernel kernel(file.path);
  const auto streams = kernel.streams(2, 8);
  const auto address_of = [&](unsigned sm, std::uint64_t block, unsigned slot) {
    streams[sm]->start_block(block, slot, slot);
    streams[sm]->commit(slot, 0);
    const WarpInstruction& shown = streams[sm]->peek(slot);
    CHECK(shown.address[3] == shown.address[0] + 12);
    return shown.address[0];
  };
  const std::uint64_t slot = (std::uint64_t{1} << 24) * 32 + 131 * 128;
  const std::uint64_t word = 0xfffbd0 / 4 * 128, base = std::uint64_t{1} << 48, of_an_sm = std::uint64_t{1} << 40;
  CHECK(address_of(0, 0, 0) == base + word);
  CHECK(address_of(1, 1, 0) == base + of_an_sm + word);
  CHECK(address_of(0, 2, 1) == base + slot + word);
  CHECK(address_of(0, 3, 5) == base + 5 * slot + word);
}

TEST_CASE("a record's local memory is where the device had it") {
  KernelHeader header;
  header.local_base = 0x100000;
  RecordHeader record;
  record.recorded = true;
  record.local_bytes = 12;
  CHECK(local_memory(header, record, 0, 32).base == 0x100000);
  CHECK(local_memory(header, record, 0, 32).stride == 12 * 32);
  // 12,288 bytes for 32 slots, at least one free byte after them, rounded up to a multiple of 256.
  CHECK(local_memory(header, record, 2, 32).base == 0x100000 + 2 * (12288 + 256));
}

TEST_CASE("an error in a block is reported when the block is taken") {
  const std::string text = grid_text(3);
  const File file(text.substr(0, text.rfind("0030")));
  const auto streams = TracedKernel(file.path).streams(1, 8);
  streams[0]->start_block(0, 0, 0);
  streams[0]->start_block(1, 1, 1);
  CHECK_THROWS_WITH(streams[0]->start_block(2, 2, 2), Catch::Contains(file.path + ":") &&
                                                          Catch::Contains("found the end of the file inside"));
}

TEST_CASE("an error after the last block is reported with that block") {
  const File file(grid_text(1) + "#BEGIN_TB\n");
  const auto streams = TracedKernel(file.path).streams(1, 8);
  CHECK_THROWS_WITH(streams[0]->start_block(0, 0, 0), Catch::Contains("after the last of 1 thread blocks"));
}

TEST_CASE("a reader thread ends when its stream is destroyed", "[threads]") {
  const File file(grid_text(2000));
  const auto reader = std::make_unique<ReadAhead>(file.path, 1);  // one block at a time
  CHECK(reader->take(0)->number == 0);
  CHECK(reader->take(1)->number == 1);
  CHECK_THROWS_AS(reader->take(5), RunError);
}

TEST_CASE("a traced program is its list's kernels under the name of the folder") {
  const TemporaryFolder folder;
  const auto app = folder.path / "vectoradd";
  std::filesystem::create_directory(app);
  std::ofstream(app / "kernelslist.g") << "MemcpyHtoD,0x1000,16\nkernel-1.traceg\nkernel-1.traceg\n";
  CHECK_THROWS_WITH(load_traced_program((app / "kernelslist.g").string()), Catch::Contains("cannot open"));
  std::ofstream(app / "kernel-1.traceg") << grid_text(1);
  const TracedProgram program = load_traced_program((app / "kernelslist.g").string());
  CHECK(program.name == "vectoradd");
  CHECK(program.kernels.size() == 2);
  CHECK(program.files.size() == 3);
}
