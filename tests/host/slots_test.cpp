// The addresses of the scratchpad words to which the threads of a block spill.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "compiler/spill_variables.h"
#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"
#include "support/watched_backend.h"

using namespace unibank;

namespace {

constexpr unsigned kValues = 24;
constexpr Dim3 kBlock{5, 4, 3};  // the last warp is partial
constexpr unsigned kSlotThreads = 60;

// Each thread writes its number to a static and a dynamic array, loads values, and stores them together with the
// numbers it finds in the arrays.
std::string program() {
  std::string text = R"(.version 7.0
.target sm_70
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k(.param .u64 out, .param .u64 in)
{
  .shared .align 4 .b8 own[240];
  .reg .b32 %r<24>; .reg .b32 %t<7>; .reg .b64 %l<4>;
  mov.u32 %t0, %tid.z; mov.u32 %t1, %ntid.y; mov.u32 %t2, %tid.y; mad.lo.u32 %t0, %t0, %t1, %t2;
  mov.u32 %t1, %ntid.x; mov.u32 %t2, %tid.x; mad.lo.u32 %t0, %t0, %t1, %t2;
  shl.b32 %t3, %t0, 2; mov.u32 %t4, own; add.s32 %t4, %t4, %t3; mov.u32 %t5, dynamic; add.s32 %t5, %t5, %t3;
  st.shared.u32 [%t4], %t0; st.shared.u32 [%t5], %t0;
  mul.wide.u32 %l2, %t0, 96; ld.param.u64 %l0, [out]; ld.param.u64 %l1, [in];
  add.s64 %l0, %l0, %l2; add.s64 %l1, %l1, %l2;
)";
  for (unsigned i = 0; i < kValues; ++i)
    text += "ld.global.u32 %r" + std::to_string(i) + ", [%l1+" + std::to_string(4 * i) + "];\n";
  text += "ld.shared.u32 %t1, [%t4]; ld.shared.u32 %t2, [%t5]; add.s32 %t6, %t1, %t2;\n";
  for (unsigned i = 0; i < kValues; ++i)
    text += "add.s32 %r" + std::to_string(i) + ", %r" + std::to_string(i) + ", %t6;\nst.global.u32 [%l0+" +
            std::to_string(4 * i) + "], %r" + std::to_string(i) + ";\n";
  return text + "ret;\n}\n";
}

// Compares the address of every access of a slot with the formula.
class SlotBackend : public WatchedBackend {
 public:
  using WatchedBackend::WatchedBackend;
  unsigned accesses = 0, misplaced = 0;

 private:
  void block_started(const ptx::Kernel& kernel, unsigned) override {
    kernel_ = &kernel;
    for (const ptx::Variable& variable : kernel.symbols)
      if (variable.name == "__slots") begin_ = variable.offset;
  }
  void about_to_execute(unsigned warp, const WarpInstruction& next) override {
    if (!next.decoded->spill || next.decoded->space != Space::kScratchpad) return;
    const std::uint64_t row = compiler::spill_address(kernel_->instructions[next.decoded->pc]).bits;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if ((next.active >> lane & 1) == 0) continue;
      ++accesses;
      misplaced += row % (4 * kSlotThreads) != 0 || next.address[lane] != begin_ + row + 4 * (warp * kWarpSize + lane);
    }
  }

  const ptx::Kernel* kernel_ = nullptr;
  std::uint64_t begin_ = 0;
};

compiler::CompileOptions options() {
  compiler::CompileOptions made;
  made.registers = 16;
  made.spills.slots = 10;
  return made;
}

std::vector<std::uint32_t> launch(Device& device) {
  std::vector<std::uint32_t> in;
  for (unsigned i = 0; i < kSlotThreads * kValues; ++i) in.push_back(i * 2654435761u);
  const std::uint64_t output = device.allocate(4 * in.size(), "out");
  device.launch("k", {2, 1, 1}, kBlock, Arguments(output, device.upload(in, "in")), 4 * kSlotThreads);
  std::vector<std::uint32_t> out = device.download<std::uint32_t>(output, in.size());
  for (unsigned i = 0; i < in.size(); ++i) out[i] -= in[i];
  return out;
}

}  // namespace

TEST_CASE("Slot s of thread t is word s x threads + t behind the kernel's own scratchpad") {
  DeviceMemory memory;
  SlotBackend backend(memory);
  Device device(backend, memory, options());
  device.load(program(), "slots.ptx");
  launch(device);
  CHECK(backend.accesses == 2 * kSlotThreads * 2 * 10);  // each slot is stored to and loaded from, by two blocks
  CHECK(backend.misplaced == 0);
}

TEST_CASE("Slots do not overwrite the kernel's static and dynamic scratchpad") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, options());
  device.load(program(), "slots.ptx");
  const std::vector<std::uint32_t> added = launch(device);
  for (unsigned i = 0; i < added.size(); ++i) CHECK(added[i] == 2 * (i / kValues));
  CHECK(backend.counts().uninitialised_scratchpad_reads.count == 0);
}

TEST_CASE("A launch with another block has slots of its own") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, options());
  device.load(program(), "slots.ptx");
  CHECK_THROWS_WITH(device.kernel("k"), Catch::Contains("spills in the scratchpad for blocks of 0 x 0 x 0 threads"));
  device.plan({{"k", kBlock, 4 * kSlotThreads}, {"k", {32, 1, 1}, 4 * kSlotThreads}});
  for (const unsigned i : launch(device)) CHECK(i < 2 * kSlotThreads);
}
