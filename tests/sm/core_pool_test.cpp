#include <catch2/catch.hpp>
#include <chrono>

#include "sm/core_pool.h"
#include "support/no_threads.h"

using namespace unibank;

TEST_CASE("every thread of a pool does every piece of work once", "[threads]") {
  for (const unsigned threads : {1, 2, 4}) {
    CorePool pool(threads);
    REQUIRE(pool.threads() == threads);
    std::vector<unsigned> done(threads);  // each thread its own
    for (unsigned piece = 0; piece < 2000; ++piece) {
      pool.run([&](unsigned thread) { ++done[thread]; });
      CHECK(done == std::vector<unsigned>(threads, piece + 1));
    }
  }
}

TEST_CASE("threads of a pool that have fallen asleep wake for the next piece", "[threads]") {
  CorePool pool(3);
  std::vector<unsigned> done(3);
  for (unsigned piece = 0; piece < 5; ++piece) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pool.run([&](unsigned thread) { ++done[thread]; });
  }
  CHECK(done == std::vector<unsigned>(3, 5));
}

TEST_CASE("a pool that cannot start its threads gives one error line", "[threads]") {
  const NoThreads none;
  CHECK_THROWS_WITH(CorePool(3), "no thread for one more core: Resource temporarily unavailable");
}

TEST_CASE("a pool ends whether its threads spin or sleep and even without any work", "[threads]") {
  { CorePool pool(4); }
  CorePool pool(4);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}
