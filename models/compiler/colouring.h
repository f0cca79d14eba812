// Physical numbers for the registers of one file (graph colouring).
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/body.h"

namespace unibank::compiler {

constexpr unsigned kNoPlace = ~0u;

struct Colouring {
  std::vector<unsigned> place;         // of each used register; kNoPlace for the other file's
  unsigned count = 0;                  // numbers needed
  std::vector<std::uint32_t> failed;   // used registers without a number
};

// One file of registers, and the constraints between the used registers.
struct File {
  File(const Body& body, bool predicates);

  const Body& body;
  const char* what;                       // for messages
  unsigned most_live = 0;
  std::vector<std::uint32_t> registers;   // used registers of this file
  const Interference* neighbours;         // the body's
  const std::vector<std::vector<std::uint32_t>>* partners;
};

struct Goal {
  unsigned capacity;    // how many numbers the file has
  unsigned enough;      // a colouring with so few numbers ends the search
  std::size_t work;     // maximum number of neighbour visits; small files are searched thoroughly, large ones quickly
};

// The best of several greedy colourings. If none places all registers, `failed` lists the registers without a number.
Colouring best_colouring(const File& file, const Goal& goal);

}  // namespace unibank::compiler
