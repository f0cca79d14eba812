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
  unsigned capacity;    // numbers there are
  unsigned enough;      // good enough: no better colouring is searched for
  std::size_t work;     // maximum number of neighbour visits; small files are searched thoroughly, large ones quickly
};

// The best of several greedy colourings; if none places all registers, with those that failed.
Colouring best_colouring(const File& file, const Goal& goal);

}  // namespace unibank::compiler
