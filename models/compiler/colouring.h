// Physical numbers for the registers of one file.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/body.h"

namespace unibank::compiler {

constexpr unsigned kNoPlace = ~0u;

struct Colouring {
  std::vector<unsigned> place;         // of each used register; kNoPlace for the other file's
  unsigned count = 0;                  // numbers needed
  std::vector<std::uint32_t> failed;   // used registers that found no place
};

// One file of registers, and how the used registers constrain each other.
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
  unsigned capacity;    // numbers there are
  unsigned enough;      // so many are few enough: no better colouring is looked for
  std::size_t work;     // looks at a neighbour that may be spent; small files are searched well, large ones quickly
};

// The fewest numbers that several greedy colourings find; with the registers without a place when none places all.
Colouring best_colouring(const File& file, const Goal& goal);

}  // namespace unibank::compiler
