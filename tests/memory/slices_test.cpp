#include <catch2/catch.hpp>

#include "memory/slices.h"

using namespace unibank;

TEST_CASE("neighbouring lines lie in neighbouring slices and no two share a number in one slice") {
  for (const unsigned slices : {1u, 3u, 12u}) {
    for (std::uint64_t line = 0; line < 40; ++line) {
      const std::uint64_t address = line * 128;
      CHECK(slice_of(address, slices) == line % slices);
      CHECK(slice_of(address + 127, slices) == line % slices);
      CHECK(line_in_slice(address, slices) == line / slices);
      CHECK(line_address(line_in_slice(address, slices), slice_of(address, slices), slices) == address);
    }
  }
}
