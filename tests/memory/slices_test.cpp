#include <catch2/catch.hpp>

#include "memory/slices.h"

using namespace unibank;

TEST_CASE("neighbouring lines are in neighbouring slices and lines of a slice have distinct numbers") {
  for (const unsigned slices : {1u, 3u, 12u}) {
    const SliceMap map(slices);
    for (std::uint64_t line = 0; line < 40; ++line) {
      const std::uint64_t address = line * 128;
      CHECK(map.slice_of(address) == line % slices);
      CHECK(map.slice_of(address + 127) == line % slices);
      CHECK(map.line_in_slice(address) == line / slices);
      CHECK(map.line_address(map.line_in_slice(address), map.slice_of(address)) == address);
    }
  }
}

TEST_CASE("with a hash lines a multiple of the slices apart go to all slices in turn") {
  for (const unsigned slices : {4u, 12u}) {
    const SliceMap map(slices, "xor");
    for (std::uint64_t line = 0; line < slices; ++line) {
      const std::uint64_t address = line * slices * 128;
      CHECK(map.slice_of(address) == line);
      CHECK(map.slice_of(address + 127) == line);
      CHECK(map.line_in_slice(address) == line);
      CHECK(map.line_address(line, static_cast<unsigned>(line)) == address);
    }
  }
}
