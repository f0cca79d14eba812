// mma beside results of a GPU, bit by bit.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "simt/matrix_kernel.h"

using namespace unibank;
using namespace unibank::ptx;

namespace {

// One warp's instruction as a card executed it: "mma OPCODE", then one line for A, B, C and D each, with the lanes'
// registers in hexadecimal digits: lane after lane.
struct Tile {
  std::string opcode;
  std::map<MatrixPart, std::vector<std::uint64_t>> words;
};

std::vector<Tile> tiles_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Tile> tiles;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "mma") {
      tiles.emplace_back();
      words >> tiles.back().opcode;
    }
    if (first.size() != 1 || first == "#") continue;
    const MatrixPart part = first == "A"   ? MatrixPart::kA
                            : first == "B" ? MatrixPart::kB
                            : first == "C" ? MatrixPart::kC
                                           : MatrixPart::kD;
    std::uint64_t word = 0;
    words >> std::hex;
    while (words >> word) tiles.back().words[part].push_back(word);
  }
  return tiles;
}

// The number of registers of D that differ.
std::size_t differing(const Tile& tile) {
  const int found = find_matrix_form(tile.opcode);
  INFO(tile.opcode);
  REQUIRE(found >= 0);
  const MatrixForm& form = matrix_forms()[static_cast<std::size_t>(found)];
  const Fragments fragments(form);
  std::vector<std::uint64_t> input(fragments.all * std::size_t{32});
  for (const auto& [part, words] : tile.words) {
    const unsigned registers = registers_of(form, part);
    REQUIRE(words.size() == registers * std::size_t{32});
    for (unsigned i = 0; i < words.size(); ++i) input[fragments.at(part, i % registers, i / registers)] = words[i];
  }
  KernelRun kernel(kernel_of(form));
  const auto output = kernel.run<std::uint64_t>(input, input.size());
  std::size_t wrong = 0;
  const unsigned registers = registers_of(form, MatrixPart::kD);
  for (unsigned i = 0; i < registers * 32; ++i) {
    const std::size_t at = fragments.at(MatrixPart::kD, i % registers, i / registers);
    if (output[at] == input[at]) continue;
    if (wrong++ == 0)
      UNSCOPED_INFO(tile.opcode << ", lane " << i / registers << ", register " << i % registers << std::hex << ": 0x"
                                << output[at] << ", the card 0x" << input[at]);
  }
  return wrong;
}

}  // namespace

TEST_CASE("mma has the results of an H200") {
  const std::vector<Tile> tiles = tiles_of(UNIBANK_SOURCE_DIR "/tests/data/tensor/h200.txt");
  CHECK(tiles.size() >= 70);
  std::map<std::string, unsigned> forms;
  for (const Tile& tile : tiles) {
    ++forms[tile.opcode];
    CHECK(differing(tile) == 0);
  }
  CHECK(forms.size() >= 35);
}
