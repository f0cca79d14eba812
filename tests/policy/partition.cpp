#include <catch2/catch.hpp>
#include <random>

#include "policy/occupancy.h"
#include "support/storage.h"

namespace unibank {
namespace {

SmCapacity separate_256_64_64() { return test::separate_storage(256 * 1024, 64 * 1024, 64 * 1024); }

SmCapacity unified(std::uint64_t kb, std::uint64_t scratchpad_kb = 0) {
  return test::one_memory(kb * 1024, scratchpad_kb * 1024);
}

PartitionResult divide(const std::string& policy, const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                       std::size_t running = 0) {
  return PartitionRegistry::instance().make(policy)->divide(capacity, kernels, running);
}

std::string message(const std::string& policy, const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels) {
  try {
    divide(policy, capacity, kernels);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("blocks are whole: needle with factor 32 in 64 KB of scratchpad") {
  // A block takes (33 x 33 + 32 x 32) x 4 = 8452 bytes: seven of them in 65536.
  const PartitionResult got = divide("separate", separate_256_64_64(), {{"needle", 18, 32, 8452}});
  CHECK(got.resident_blocks == 7);
  CHECK(got.scratchpad_bytes == 7 * 8452);
  CHECK(got.register_bytes == 7 * 18 * 128);
  CHECK(got.cache_sets == 128);
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.idle_bytes == 256 * 1024 - 7 * 18 * 128 + 65536 - 7 * 8452);
}

TEST_CASE("unified 384 KB: needle with factor 32 fills the SM, the cache takes the rest") {
  const PartitionResult got = divide("unified", unified(384), {{"needle", 18, 32, 8452}});
  CHECK(got.resident_blocks == 32);
  CHECK(got.limited_by == "thread limit");
  CHECK(got.cache_bytes == 384 * 1024 - 32 * (18 * 128 + 8452));
  CHECK(got.cache_sets == (384 * 1024 - 32 * (18 * 128 + 8452)) / 512);
  CHECK(got.idle_bytes == 0);
}

TEST_CASE("unified with a separate scratchpad: registers and cache share the memory and 48 KB limit the blocks") {
  const SmCapacity capacity = unified(128, 48);
  const PartitionResult got = divide("unified", capacity, {{"k", 18, 32, 8452}});
  CHECK(got.resident_blocks == 5);  // 49152 / 8452
  CHECK(got.limited_by == "scratchpad");
  CHECK(got.register_bytes == 5 * 18 * 128);
  CHECK(got.scratchpad_bytes == 5 * 8452);
  CHECK(got.cache_bytes == 128 * 1024 - 5 * 18 * 128);
  CHECK(got.idle_bytes == 48 * 1024 - 5 * 8452);
  // With many registers, registers limit the blocks: 128 KB / (64 registers x 8 warps x 128 B).
  const PartitionResult registers = divide("unified", capacity, {{"k", 64, 256, 1000}});
  CHECK(registers.resident_blocks == 2);
  CHECK(registers.limited_by == "unified capacity");
  CHECK(registers.cache_bytes == 0);
  CHECK(registers.idle_bytes == 48 * 1024 - 2 * 1000);
  CHECK(message("unified", capacity, {{"k", 18, 32, 49153}}) ==
        "kernel k: a block needs 49153 bytes of scratchpad, the design has 49152");
  CHECK(message("unified", capacity, {{"k", 65, 512, 0}}) ==
        "kernel k: a block needs 133120 bytes of registers, the design has 131072");
  // One division for two kernels: one kernel's scratchpad takes nothing from the other's registers.
  const PartitionResult two = divide("unified", capacity, {{"a", 64, 128, 0}, {"b", 16, 64, 4096}}, 1);
  CHECK(two.resident_blocks == 12);
  CHECK(two.cache_bytes == 128 * 1024 - 4 * 64 * 128 * 4);
  CHECK(two.idle_bytes == 4 * 64 * 128 * 4 - 12 * 2 * 16 * 128);
}

TEST_CASE("integrated: registers and cache are not divided and the lines limit the blocks") {
  SmCapacity capacity = test::memory_of_lines(128 * 1024, 48 * 1024);
  capacity.max_threads = 1536;
  capacity.max_warps = 48;
  capacity.max_blocks = 8;
  const PartitionResult got = divide("integrated", capacity, {{"k", 20, 256, 3000}});
  CHECK(got.resident_blocks == 6);  // 48 warps x 20 registers: 960 of 1024 lines
  CHECK(got.limited_by == "thread limit");
  CHECK(got.register_bytes == 960 * 128);
  CHECK(got.scratchpad_bytes == 6 * 3000);
  CHECK(got.cache_bytes == 64 * 128);
  CHECK(got.cache_sets == 256);     // all of them, with registers or with cache lines
  CHECK(got.idle_bytes == 48 * 1024 - 6 * 3000);
  CHECK(divide("integrated", capacity, {{"k", 32, 256, 0}}).resident_blocks == 4);
  CHECK(divide("integrated", capacity, {{"k", 32, 256, 0}}).limited_by == "unified capacity");
  CHECK(divide("integrated", capacity, {{"k", 8, 64, 10000}}).limited_by == "scratchpad");
  // Kernels of a program do not limit each other.
  CHECK(divide("integrated", capacity, {{"a", 20, 256, 0}, {"b", 63, 512, 0}}, 0).resident_blocks == 6);
  CHECK(message("integrated", capacity, {{"k", 65, 512, 0}}) ==
        "kernel k: a block needs 133120 bytes of registers, the design has 131072");
}

TEST_CASE("integrated with the scratchpad inside: it takes whole ways for all resident blocks") {
  const SmCapacity capacity = test::memory_of_lines(128 * 1024);
  // A way has 32 KB. Three blocks: 2 ways of scratchpad, 3 x 160 = 480 of the other 512 lines; a fourth needs 640.
  const PartitionResult got = divide("integrated", capacity, {{"k", 20, 256, 20000}});
  CHECK(got.resident_blocks == 3);
  CHECK(got.limited_by == "unified capacity");
  CHECK(got.register_bytes == 480 * 128);
  CHECK(got.scratchpad_bytes == 60000);
  CHECK(got.idle_bytes == 65536 - 60000);
  CHECK(got.cache_bytes == 32 * 128);
  CHECK(got.cache_sets == 256);
  CHECK(divide("integrated", capacity, {{"k", 20, 256, 0}}).idle_bytes == 0);
  // At most three ways of scratchpad: one must be left for registers.
  CHECK(divide("integrated", capacity, {{"k", 1, 32, 32768}}).resident_blocks == 3);
  CHECK(message("integrated", capacity, {{"k", 1, 32, 98305}}) ==
        "kernel k: a block needs 131200 bytes of registers and whole ways for its scratchpad, the design has 131072");
  CHECK(PartitionRegistry::instance().make("integrated")->refusal(separate_256_64_64()) ==
        "it needs one memory whose lines hold registers and cache");
}

TEST_CASE("a thread limit counts whole blocks and refuses a larger block") {
  SmCapacity capacity = unified(384);
  capacity.thread_limit = 500;
  const PartitionResult got = divide("unified", capacity, {{"k", 20, 192, 1000}});
  CHECK(got.resident_blocks == 2);
  CHECK(got.limited_by == "thread limit");
  CHECK(got.cache_bytes == 384 * 1024 - 2 * (20 * 128 * 6 + 1000));
  CHECK(message("unified", capacity, {{"k", 20, 512, 0}}) ==
        "kernel k: a block has 512 threads, kernel.thread_limit is 500");
  capacity.thread_limit = 2048;  // more than the SM's limit
  CHECK(divide("unified", capacity, {{"k", 20, 192, 1000}}).resident_blocks == 1024 / 192);
  // Two kernels under one division keep the limit too; the cache gets what neither uses.
  capacity.thread_limit = 256;
  const PartitionResult two = divide("unified", capacity, {{"a", 64, 128, 0}, {"b", 16, 64, 4096}}, 1);
  CHECK(two.resident_blocks == 4);
  CHECK(two.cache_bytes == 384 * 1024 - 256 * 4 * 64 - 4 * 4096);
}

TEST_CASE("each limit is named") {
  const SmCapacity capacity = separate_256_64_64();
  CHECK(divide("separate", capacity, {{"k", 8, 256, 0}}).limited_by == "thread limit");
  CHECK(divide("separate", capacity, {{"k", 8, 16, 0}}).limited_by == "warp limit");
  CHECK(divide("separate", capacity, {{"k", 128, 256, 0}}).limited_by == "register file");
  CHECK(divide("separate", capacity, {{"k", 8, 256, 20000}}).limited_by == "scratchpad");
  CHECK(divide("unified", unified(128), {{"k", 64, 256, 0}}).limited_by == "unified capacity");
  SmCapacity few = capacity;
  few.max_blocks = 8;
  const PartitionResult got = divide("separate", few, {{"k", 8, 32, 0}});
  CHECK(got.limited_by == "block limit");
  CHECK(got.resident_blocks == 8);
}

TEST_CASE("partial warps take whole rows of registers") {
  const PartitionResult got = divide("separate", separate_256_64_64(), {{"k", 18, 16, 2180}});
  CHECK(got.resident_warps == got.resident_blocks);
  CHECK(got.register_bytes == got.resident_blocks * 18 * 128);
}

TEST_CASE("a block that does not fit is refused with bytes needed and available") {
  const SmCapacity fermi = test::separate_storage(256 * 1024, 32 * 1024, 96 * 1024);
  CHECK(message("fermi-like", fermi, {{"needle_upper_64", 18, 64, 33284}}) ==
        "kernel needle_upper_64: a block needs 33284 bytes of scratchpad, the design has 32768");
  CHECK(message("separate", separate_256_64_64(), {{"k", 128, 1024, 0}}) ==
        "kernel k: a block needs 524288 bytes of registers, the design has 262144");
  CHECK(message("unified", unified(128), {{"k", 33, 1024, 4096.5}}) ==
        "kernel k: a block needs 139264.5 bytes of registers and scratchpad together, the design has 131072");
  CHECK(message("unified", unified(384), {{"k", 10, 2048, 0}}) ==
        "kernel k: a block has 2048 threads (64 warps), the design allows 1024 threads and 32 warps");
  CHECK(message("unified", unified(384), {{"k", 10, 0, 0}}) == "kernel k: a block has no threads");
}

TEST_CASE("fewer bytes than one set of 512 give no cache") {
  // 15 warps of 64 registers leave 8192 bytes; a scratchpad of 8192 - 511 leaves 511.
  const PartitionResult none = divide("unified", unified(128), {{"k", 64, 480, 8192 - 511}});
  CHECK(none.cache_bytes == 511);
  CHECK(none.cache_sets == 0);
  const PartitionResult one = divide("unified", unified(128), {{"k", 64, 480, 8192 - 512}});
  CHECK(one.cache_sets == 1);
}

TEST_CASE("unified with program scope: one division in which each kernel has its blocks") {
  const std::vector<KernelNeeds> kernels = {{"much_register", 32, 256, 0}, {"much_scratchpad", 16, 256, 16384}};
  const PartitionResult first = divide("unified", unified(384), kernels, 0);
  const PartitionResult second = divide("unified", unified(384), kernels, 1);
  // R = 4 blocks x 32 x 1024 B, S = 4 x 16384 B: both fit beside each other, so both kernels fill the SM.
  CHECK(first.resident_blocks == 4);
  CHECK(second.resident_blocks == 4);
  CHECK(first.cache_bytes == 384 * 1024 - 4 * 32 * 1024 - 4 * 16384);
  CHECK(second.cache_bytes == first.cache_bytes);
  CHECK(first.idle_bytes == 4 * 16384);
  CHECK(second.idle_bytes == 4 * 16 * 1024);
}

TEST_CASE("unified with program scope: competing kernels are limited to the threads that fit one division") {
  // Alone, r has 8 blocks of 128 threads x 80 registers (327680 B), and s has 8 blocks with 40960 B of scratchpad (5120
  // B of registers) each.
  const std::vector<KernelNeeds> kernels = {{"r", 80, 128, 0}, {"s", 10, 128, 40960}};
  const PartitionResult r = divide("unified", unified(384), kernels, 0);
  const PartitionResult s = divide("unified", unified(384), kernels, 1);
  // n blocks each: n x (40960 + 40960) <= 393216 gives 4.
  CHECK(r.resident_blocks == 4);
  CHECK(s.resident_blocks == 4);
  CHECK(r.limited_by == "unified capacity");
  CHECK(r.cache_bytes == 393216 - 4 * 81920);
  CHECK(message("unified", unified(64), kernels) ==
        "one block of every kernel needs 40960 bytes of registers and 40960 bytes of scratchpad under one division, "
        "the design has 65536; partition.scope = \"kernel\" divides for each kernel");
}

TEST_CASE("storage of the wrong kind is refused with a reason") {
  const auto& registry = PartitionRegistry::instance();
  CHECK(registry.make("separate")->refusal(unified(384)) ==
        "it needs a register file, a scratchpad and a cache of fixed sizes");
  CHECK(registry.make("unified")->refusal(separate_256_64_64()) ==
        "it needs one memory that holds registers and cache");
  CHECK(registry.make("fermi-like")->refusal(separate_256_64_64()).empty());
  CHECK(registry.names() == std::vector<std::string>{"carve-out", "fermi-like", "integrated", "run-time-carve-out",
                                                       "separate", "unified"});
}

// Random programs: the four shares always sum to the capacity, none is negative, and no limit is exceeded.
TEST_CASE("conservation of bytes over random programs and machines") {
  std::mt19937 random(20120101);
  const auto in = [&](unsigned least, unsigned most) {
    return std::uniform_int_distribution<unsigned>(least, most)(random);
  };
  unsigned divided = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    const bool one = in(0, 1) != 0;
    SmCapacity capacity = one ? unified(in(1, 48) * 16) : separate_256_64_64();
    capacity.max_threads = 32 * in(8, 64);
    capacity.max_warps = in(8, 64);
    capacity.max_blocks = in(1, 32);
    std::vector<KernelNeeds> kernels(in(1, 4));
    for (KernelNeeds& kernel : kernels) kernel = {"k", in(0, 64), in(1, 256), in(0, 3) ? in(0, 20000) / 8.0 : 0};
    const std::size_t running = in(0, kernels.size() - 1);
    const KernelNeeds& kernel = kernels[running];
    PartitionResult got;
    try {
      got = divide(one ? "unified" : "separate", capacity, kernels, running);
    } catch (const InputError&) {
      continue;
    }
    ++divided;
    const double total = one ? static_cast<double>(capacity.bytes(Part::kRegisters)) : 384.0 * 1024;
    INFO("round " << round);
    REQUIRE(got.register_bytes + got.scratchpad_bytes + got.cache_bytes + got.idle_bytes ==
            Approx(total).epsilon(1e-12));
    REQUIRE(got.cache_bytes >= 0);
    REQUIRE(got.idle_bytes >= -1e-6);
    REQUIRE(got.resident_blocks >= 1);
    REQUIRE(got.resident_threads == got.resident_blocks * kernel.threads_per_block);
    REQUIRE(got.resident_threads <= capacity.max_threads);
    REQUIRE(got.resident_warps <= capacity.max_warps);
    REQUIRE(got.resident_blocks <= capacity.max_blocks);
    REQUIRE(got.cache_sets * 512.0 <= got.cache_bytes);
    REQUIRE((got.cache_sets + 1) * 512.0 > got.cache_bytes);
  }
  CHECK(divided > 10000);
}

}  // namespace
}  // namespace unibank
