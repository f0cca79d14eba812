// What the test and the shim share: a file that is mapped into every process of the program.
#pragma once

constexpr int kMostFrames = 48;          // callers that tell one place of an allocation from another
constexpr unsigned kPlacesLog2 = 14;
constexpr unsigned long kPlaces = 1ul << kPlacesLog2;
// As n of FAULT=malloc:n: nothing fails, and the places of allocations are noted.
constexpr unsigned long kOnlyNotePlaces = ~0ul >> 1;

// A chain of callers that allocates.
struct FaultPlace {
  unsigned long hash;         // 0: none yet
  unsigned long visits;
  unsigned long numbers[40];  // the allocation's number at the first, second, fourth, eighth visit, and so on
};

struct FaultState {
  unsigned long calls;
  FaultPlace places[kPlaces];
};
