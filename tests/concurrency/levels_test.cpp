// Occupancy and its inverse, mostly on the two chips of Hayes and Zhang 2014: the partition grants the blocks that a
// level promises.
#include "concurrency/levels.h"

#include <catch2/catch.hpp>

#include "design/load.h"

namespace unibank {
namespace {

constexpr unsigned kLeast = 16;  // the fewest registers to which the compiler can limit any kernel

Design chip(const std::string& name) { return load_design("hayes2014/" + name).design; }

PartitionResult divide(const Design& design, const KernelNeeds& kernel) {
  return PartitionRegistry::instance()
      .make(design.partition.name, design.partition.values)
      ->divide(design.capacity(), {kernel}, 0);
}

bool fits(const Design& design, const KernelNeeds& kernel) {
  try {
    return divide(design, kernel).resident_blocks != 0;
  } catch (const InputError&) {
    return false;
  }
}

// With a level's storage this many blocks are resident; with one more register or slot for each thread, fewer are.
void check_level(const Design& design, const KernelNeeds& kernel, unsigned blocks, ThreadStorage storage,
                 unsigned most) {
  KernelNeeds given = kernel;
  const auto resident = [&](unsigned registers, unsigned slots) {
    given.registers_per_thread = registers;
    given.scratchpad_bytes_per_block = kernel.scratchpad_bytes_per_block + 4.0 * slots * kernel.threads_per_block;
    return fits(design, given) ? divide(design, given).resident_blocks : 0;
  };
  INFO(blocks << " blocks, " << storage.registers << " registers, " << storage.slots << " slots");
  CHECK(resident(storage.registers, storage.slots) >= blocks);
  CHECK(resident(storage.registers, storage.slots + 1) < blocks);
  if (storage.registers < most) CHECK(resident(storage.registers + 1, 0) < blocks);
}

}  // namespace

TEST_CASE("Kepler: 63 registers and blocks of 256 threads go from 4 blocks to 8") {
  const Levels levels(chip("kepler"), {"k", 63, 256, 0}, kLeast, 63);
  CHECK(levels.original() == 4);
  CHECK(levels.most() == 8);
  CHECK(levels.storage(4).registers == 63);
  CHECK(levels.storage(4).slots == 12);   // 49152 / 4 / 1024
  CHECK(levels.storage(5).registers == 48);  // 42 warps of 1536 registers, in four parts 40
  CHECK(levels.storage(6).registers == 40);  // 51 of 1280, in four parts 48
  CHECK(levels.storage(7).registers == 32);  // 64 of 1024
  CHECK(levels.storage(8).registers == 32);
  CHECK(levels.storage(8).slots == 6);    // 49152 / 4 / 2048
}

TEST_CASE("Fermi: 63 registers and blocks of 192 threads go from 2 blocks to 8") {
  const Levels levels(chip("fermi"), {"k", 63, 192, 0}, kLeast, 63);
  CHECK(levels.original() == 2);
  CHECK(levels.most() == 8);
  CHECK(levels.storage(8).registers == 20);
  CHECK(levels.storage(8).slots == 8);    // 49152 / 4 / 1536
}

TEST_CASE("a demand above the limit of a thread is reduced to the limit") {
  const Levels levels(chip("kepler"), {"k", 90, 256, 0}, kLeast, 63);
  CHECK(levels.original() == 4);
  CHECK(levels.storage(1).registers == 63);
}

TEST_CASE("a kernel with which the SM is full of threads has one level") {
  const Levels levels(chip("kepler"), {"k", 20, 256, 0}, kLeast, 63);
  CHECK(levels.original() == 8);
  CHECK(levels.most() == 8);
  CHECK(levels.storage(8).registers == 20);
}

TEST_CASE("the kernel's own scratchpad stays whole and bounds the levels") {
  // 12 bytes per thread are 3072 per block: sixteen such blocks fit. With 10 KB per block four fit, whatever the
  // registers.
  const Levels small(chip("kepler"), {"k", 39, 256, 3072}, kLeast, 63);
  CHECK(small.original() == 6);
  CHECK(small.most() == 8);
  CHECK(small.storage(8).slots == 3);     // 49152 / 8 - 3072 bytes for 256 threads
  const Levels large(chip("kepler"), {"k", 39, 256, 10240}, kLeast, 63);
  CHECK(large.original() == 4);
  CHECK(large.most() == 4);
}

// 22.5 KB hold three blocks of 6 KB, and the rest is enough for a tenth of two more, so two pairs share. With one slot
// (1 KB more a block) this stays so. 20 KB hold four blocks, of which two share; with three slots a block there are
// still four, but all of them share.
TEST_CASE("slots turn no block's scratchpad into one that two share") {
  const auto sharing = [](const std::string& bytes, const std::string& threads) {
    return load_design("jatala/shared-owf-opt", {},
                       {"storage.scratchpad_bytes=" + bytes, "kernel.thread_limit=" + threads})
        .design;
  };
  const Design design = sharing("23040", "1280"), tight = sharing("20480", "1024");
  const KernelNeeds kernel{"k", 16, 256, 6144};
  const Levels levels(design, kernel, kLeast, 63);
  CHECK(levels.original() == 5);
  CHECK(levels.storage(5).slots == 1);
  const auto needs = [&](double bytes) { return KernelNeeds{"k", 16, 256, bytes}; };
  CHECK(divide(design, needs(7168)).sharing.pairs == 2);
  CHECK(levels.holds(needs(7168), 5));
  CHECK_FALSE(levels.holds(needs(8192), 5));
  CHECK(divide(tight, needs(9216)).resident_blocks == 4);
  CHECK(Levels(tight, kernel, kLeast, 63).original() == 4);
  CHECK(Levels(tight, kernel, kLeast, 63).storage(4).slots == 0);
  CHECK_FALSE(Levels(tight, kernel, kLeast, 63).holds(needs(9216), 4));
}

TEST_CASE("a limit of threads bounds the levels") {
  Design design = chip("kepler");
  design.kernel.thread_limit = 1536;
  CHECK(Levels(design, {"k", 63, 256, 0}, kLeast, 63).most() == 6);
}

TEST_CASE("a kernel of which not one block fits has no levels") {
  CHECK_THROWS_AS(Levels(chip("kepler"), {"k", 32, 256, 50000}, kLeast, 63), InputError);
}

TEST_CASE("the partition grants every level of many kernels and nothing more") {
  for (const char* name :
       {"hayes2014/kepler", "hayes2014/fermi", "gebhart2012/unified-128k", "gebhart2012/partitioned"}) {
    const Design design = load_design(name).design;
    for (const unsigned threads : {32u, 96u, 192u, 256u, 512u}) {
      for (const unsigned registers : {24u, 41u, 63u}) {
        for (const unsigned bytes : {0u, 1000u, 4096u}) {
          const KernelNeeds kernel{"k", registers, threads, static_cast<double>(bytes)};
          if (!fits(design, kernel)) continue;
          const Levels levels(design, kernel, kLeast, 63);
          INFO(name << ": " << threads << " threads, " << registers << " registers, " << bytes << " bytes");
          CHECK(levels.original() == divide(design, kernel).resident_blocks);
          for (unsigned blocks = levels.original(); blocks <= levels.most(); ++blocks) {
            const unsigned most = blocks == levels.original() ? 0 : registers;
            check_level(design, kernel, blocks, levels.storage(blocks), most);
          }
        }
      }
    }
  }
}

}  // namespace unibank
