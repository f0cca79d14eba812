// Jatala et al., table IV: programs whose resident blocks the scratchpad does not limit, as they run here. b+tree is in
// btree_test.cpp.
#include <catch2/catch.hpp>

#include "scratchpad_shape.h"

using namespace unibank;

TEST_CASE("set 3 of Jatala et al.: bfs and the first kernel of gaussian are limited by threads and nn by blocks") {
  const auto check = [](const char* workload, const char* kernel, unsigned threads, unsigned blocks,
                        const char* limit) {
    const ScratchpadShape shape = scratchpad_shape(workload, kernel, threads);
    INFO(kernel);
    CHECK(shape.bytes == 0);
    CHECK(resident(shape).resident_blocks == blocks);
    CHECK(resident(shape).limited_by == limit);
  };
  check("bfs", "bfs_expand", 512, 6, "thread limit");
  check("gaussian", "gaussian_factors", 512, 6, "thread limit");
  check("nn", "nn_second_layer", 5 * 5, 16, "block limit");
}
