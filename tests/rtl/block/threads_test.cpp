// RTL is evaluated in the thread that calls it: constructing a block starts no thread.
#include <catch2/catch.hpp>

#include <filesystem>

#include "rtl/arbiter_pins.h"
#include "rtl/crossbar_pins.h"
#include "rtl/dram_front_pins.h"
#include "rtl/l2_tags_pins.h"
#include "rtl/lock_unit_pins.h"
#include "rtl/mshr_pins.h"
#include "rtl/tag_array_pins.h"
#include "rtl/unified_bank_pins.h"

using namespace unibank;

namespace {

std::ptrdiff_t threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

}  // namespace

TEST_CASE("RTL of a block starts no thread") {
  const std::ptrdiff_t before = threads();
  const rtl::ArbiterPins arbiter;
  CHECK(threads() == before);
  const rtl::CrossbarPins crossbar;
  CHECK(threads() == before);
  const rtl::DramFrontPins dram_front;
  CHECK(threads() == before);
  const rtl::L2TagsPins l2_tags;
  CHECK(threads() == before);
  const rtl::LockUnitPins lock_unit;
  const rtl::WarpPriorityPins warp_priority;
  CHECK(threads() == before);
  const rtl::MshrPins mshr;
  CHECK(threads() == before);
  const rtl::TagArrayPins tag_array;
  CHECK(threads() == before);
  const rtl::UnifiedBankPins unified_bank;
  CHECK(threads() == before);
}
