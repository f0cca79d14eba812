// Jatala et al.: the resident blocks of every kernel of tables I, VII and IX on the machines of table II, of figures 20
// and 21 and of table VIII, each with sharing at t = 0.1 and without sharing.
#include <catch2/catch.hpp>

#include "policy/partition.h"
#include "support/storage.h"
#include "support/jatala_blocks.h"

namespace unibank {
namespace {

using BlocksRow = test::ResidentBlocksRow;

// Registers of 256 KB and 16 KB of cache.
SmCapacity machine_of(const BlocksRow& row) {
  SmCapacity capacity = test::separate_storage(256 * 1024, row.scratchpad_kb * 1024, 16 * 1024);
  capacity.max_threads = row.thread_limit();
  capacity.max_warps = capacity.max_threads / 32;
  capacity.max_blocks = row.block_limit;
  return capacity;
}

PartitionResult divide(const BlocksRow& row, unsigned private_per_mille) {
  SmCapacity capacity = machine_of(row);
  capacity.sharing.private_per_mille = private_per_mille;
  const KernelNeeds needs{row.application, 16, row.threads, static_cast<double>(row.bytes)};
  return PartitionRegistry::instance().make("separate")->divide(capacity, {needs}, 0);
}

double idle_scratchpad(const BlocksRow& row, const PartitionResult& got) {
  return row.scratchpad_kb * 1024 - got.scratchpad_bytes;
}

TEST_CASE("the 87 lines of resident blocks: pairs and unshared blocks with t = 0.1") {
  for (const BlocksRow& row : test::resident_blocks_table()) {
    INFO(row.application << ", " << row.configuration << ", " << row.threads << " threads");
    const SharingRule rule{100, 4};
    const BlockSharing fit = share_blocks(rule, row.scratchpad_kb * 1024.0, 0, row.bytes, 1000000);
    CHECK(fit.default_blocks == row.fit);
    CHECK(fit.pairs == row.pairs_that_fit);
    const PartitionResult got = divide(row, 100);
    CHECK(got.resident_blocks == row.shared);
    CHECK(got.sharing.pairs == row.pairs);
    CHECK(got.sharing.unshared_blocks() == row.alone);
    CHECK(2 * got.sharing.pairs == row.in_pairs);
    CHECK(got.resident_threads == row.shared * row.threads);
    CHECK(idle_scratchpad(row, got) == Approx(row.idle_shared).epsilon(1e-12));
    if (row.agrees && !row.paper_shared.empty()) CHECK(got.resident_blocks == std::stoul(row.paper_shared));
  }
}

TEST_CASE("the 87 lines of resident blocks without sharing") {
  for (const BlocksRow& row : test::resident_blocks_table()) {
    INFO(row.application << ", " << row.configuration << ", " << row.threads << " threads");
    const PartitionResult got = divide(row, 1000);
    CHECK(got.resident_blocks == row.unshared);
    CHECK(got.sharing.pairs == 0);
    CHECK(idle_scratchpad(row, got) == row.idle_unshared);
    // Where the thread limit and the block limit allow equally many blocks, we report the thread limit and the table
    // the block limit.
    const bool tie = row.limited_by == "block limit" && row.block_limit == row.thread_limit_blocks;
    CHECK(got.limited_by == (tie ? "thread limit" : row.limited_by));
    if (row.agrees && !row.paper_unshared.empty()) CHECK(got.resident_blocks == std::stoul(row.paper_unshared));
    const unsigned warps = (row.threads + 31) / 32;
    const SmCapacity capacity = machine_of(row);
    CHECK(std::min(capacity.max_threads / row.threads, capacity.max_warps / warps) == row.thread_limit_blocks);
  }
}

}  // namespace
}  // namespace unibank
