// Registers and memory written only from a stream's values contain what the kernel reads.
#include <catch2/catch.hpp>

#include <map>

#include "host/device.h"
#include "host/random_check.h"
#include "simt/device_memory.h"
#include "simt/simt_stream.h"

using namespace unibank;

namespace {

// Runs blocks one after the other, keeps its own copy of registers and memory, and compares every read with it.
class ShadowBackend : public Backend {
 public:
  explicit ShadowBackend(DeviceMemory& memory) : memory_(memory) {}

  void plan(const std::vector<Launch>&) override {}
  void run(const Launch& launch) override {
    LaunchShape shape;
    shape.grid = launch.grid;
    shape.block = launch.block;
    shape.dynamic_scratchpad_bytes = launch.dynamic_scratchpad_bytes;
    shape.arguments = launch.arguments;
    const auto warps = static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize);
    SimtStream stream(*launch.kernel, shape, memory_, warps);
    stream.follow_values();
    for (std::uint64_t block = 0; block < launch.grid.count(); ++block) {
      stream.start_block(block, 0, 0);
      registers_.assign(warps, {});
      committed_.assign(warps, nullptr);
      scratchpad_.clear();
      for (bool running = true; running;) {
        running = false;
        for (unsigned warp = 0; warp < warps; ++warp) running |= stream.waits(warp) || turn(stream, warp);
      }
      stream.finish_block(0);
    }
  }

  std::uint64_t register_reads = 0, bytes_compared = 0, different = 0;
  std::string first;  // of what differs

 private:
  using Registers = std::map<std::uint16_t, WarpValues::Register>;  // not yet written: absent, read as 0

  bool turn(SimtStream& stream, unsigned warp) {
    for (unsigned n = 0; n < 256 && stream.peek(warp).decoded != nullptr; ++n) {
      if (committed_[warp] != nullptr) write_registers(warp, *stream.values(warp));
      const WarpInstruction shown = stream.peek(warp);
      stream.commit(warp, 0);
      committed_[warp] = shown.decoded;
      compare_registers(warp, shown, *stream.values(warp));
      if (shown.decoded->memory != MemoryOp::kNone && shown.active != 0) pass_memory(shown, *stream.values(warp));
      if (stream.waits(warp)) return true;
    }
    return stream.peek(warp).decoded != nullptr;
  }

  // Applies the results of the previous instruction, which are now complete even for a barrier.
  void write_registers(unsigned warp, const WarpValues& values) {
    for (std::size_t i = 0; i < values.results.size(); ++i) {
      WarpValues::Register& row = registers_[warp][committed_[warp]->results[i]];
      for (unsigned l = 0; l < kWarpSize; ++l)
        if ((values.result_lanes >> l & 1) != 0) row[l] = values.results[i][l];
    }
  }

  void compare_registers(unsigned warp, const WarpInstruction& shown, const WarpValues& values) {
    REQUIRE(values.sources.size() == shown.decoded->sources.size());
    for (std::size_t i = 0; i < values.sources.size(); ++i) {
      const WarpValues::Register& row = registers_[warp][shown.decoded->sources[i]];
      for (unsigned l = 0; l < kWarpSize; ++l) {
        if ((shown.active >> l & 1) == 0) continue;
        ++register_reads;
        if (row[l] != values.sources[i][l]) note(shown, "register " + std::to_string(shown.decoded->sources[i]), l);
      }
    }
  }

  void pass_memory(const WarpInstruction& shown, const WarpValues& values) {
    const Space space = shown.decoded->space;
    if (space == Space::kParameter) return;
    auto& bytes = space == Space::kScratchpad ? scratchpad_ : device_;
    const MemoryOp operation = shown.decoded->memory;
    for (unsigned l = 0; l < kWarpSize; ++l) {
      if ((shown.active >> l & 1) == 0) continue;
      for (unsigned k = 0; k < shown.decoded->bytes_per_lane; ++k) {
        const std::uint64_t at = shown.address[l] + (space == Space::kLocal ? k / 4 * 4 * kWarpSize + k % 4 : k);
        const auto known = bytes.find(at);
        const bool reads = operation != MemoryOp::kStore && known != bytes.end();
        bytes_compared += reads;
        if (reads && known->second != values.read[l][k]) note(shown, "byte " + std::to_string(k), l);
        if (operation != MemoryOp::kLoad) bytes[at] = values.written[l][k];
      }
    }
  }

  void note(const WarpInstruction& shown, const std::string& what, unsigned lane) {
    if (different++ == 0) first = shown.decoded->text + ": " + what + " of lane " + std::to_string(lane);
  }

  DeviceMemory& memory_;
  std::vector<Registers> registers_;                         // [warp]
  std::vector<const StaticInstruction*> committed_;          // [warp], last
  std::map<std::uint64_t, std::uint8_t> scratchpad_, device_;  // bytes that have been written
};

void shadow_random_programs(Flow flow, unsigned first_seed, Syncs syncs,
                            const compiler::ScratchpadSpills& spills = {}) {
  std::uint64_t bytes_compared = 0;
  for (unsigned seed = first_seed; seed < first_seed + 6; ++seed) {
    const RandomCheck check(seed, flow, syncs);
    compiler::CompileOptions options;
    options.registers = seed % 3 == 0 ? 0 : 14 + 2 * (seed % 6);  // 0: as many as it needs; otherwise few, with spills
    if (spills.slots != 0) options.registers = 16 + 2 * (seed % 3);
    options.spills = spills;
    DeviceMemory memory;
    ShadowBackend backend(memory);
    Device device(backend, memory, options);
    device.load(check.text, "random.ptx");
    const std::uint64_t input = device.upload(check.in, "in"),
                        output = device.allocate(check.in.size() * 4 * kRandomOutputs, "out");
    device.launch("k", {RandomCheck::kBlocks, 1, 1}, {RandomCheck::kThreads, 1, 1}, Arguments(output, input));
    CHECK(device.download<std::uint32_t>(output, check.in.size() * kRandomOutputs) == check.expected);
    INFO("seed " << seed << ", registers " << options.registers << ": " << backend.first);
    CHECK(backend.different == 0);
    CHECK(backend.register_reads > 1000);
    bytes_compared += backend.bytes_compared;
  }
  CHECK(bytes_compared > 10000);
}

}  // namespace

TEST_CASE("Random structured kernels read what the reported values have written") {
  shadow_random_programs(Flow::kStructured, 1, Syncs::kNone);
  shadow_random_programs(Flow::kStructured, 8001, Syncs::kParts);
}

TEST_CASE("Random unstructured kernels read what the reported values have written") {
  shadow_random_programs(Flow::kUnstructured, 1001, Syncs::kNone);
}

TEST_CASE("Random kernels with calls read what the reported values have written") {
  shadow_random_programs(Flow::kNestedCalls, 3001, Syncs::kNone);
}

TEST_CASE("Random kernels with spills in the scratchpad read what the reported values have written") {
  shadow_random_programs(Flow::kUnstructured, 5001, Syncs::kNone, {9, {}, compiler::StackDiscipline::kMoving});
}
