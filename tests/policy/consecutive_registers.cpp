#include <catch2/catch.hpp>

#include "policy/next_step.h"
#include "policy/register_store.h"

namespace unibank {
namespace {

TEST_CASE("consecutive: register r of warp w is the SM's number w times registers plus r, its bank that mod 4") {
  auto store = RegisterStoreRegistry::instance().make("consecutive");
  for (unsigned registers : {1u, 2u, 9u, 18u, 21u, 63u}) {
    for (unsigned banks : {1u, 2u, 4u, 8u}) {
      store->reset({48, registers, banks, 0});
      unsigned place = 0;
      for (unsigned warp = 0; warp < 48; ++warp) {
        for (unsigned number = 0; number < registers; ++number, ++place) {
          const RegisterStep at = next_step(*store, warp, number);
          REQUIRE(at.kind == RegisterStep::Kind::kBank);
          REQUIRE(at.bank == place % banks);
          REQUIRE(at.row == place / banks);
          REQUIRE(store->bank(warp, number) == at.bank);
        }
      }
      CHECK(store->rows_per_bank() == (48 * registers + banks - 1) / banks);
    }
  }
}

TEST_CASE("consecutive: 48 warps of 21 registers fit the 256 rows of each bank of a 128 KB register file") {
  auto store = RegisterStoreRegistry::instance().make("consecutive");
  store->reset({48, 21, 4, 0});
  CHECK(store->rows_per_bank() == 252);  // of 256: 4 KB of 16 bytes
}

TEST_CASE("consecutive: a register number beyond the allocated ones wraps around") {
  auto store = RegisterStoreRegistry::instance().make("consecutive");
  store->reset({4, 18, 4, 0});
  CHECK(next_step(*store, 2, 18).bank == next_step(*store, 2, 0).bank);
  CHECK(next_step(*store, 2, 37).row == next_step(*store, 2, 1).row);
  CHECK(store->bank(3, 18 + 5) == store->bank(3, 5));
}

TEST_CASE("consecutive: a kernel without registers takes no rows") {
  auto store = RegisterStoreRegistry::instance().make("consecutive");
  store->reset({32, 0, 4, 0});
  CHECK(store->rows_per_bank() == 0);
  CHECK(next_step(*store, 0, 0).bank == 0);
}

}  // namespace
}  // namespace unibank
