// Input and CPU reference of hash_join.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::hash_join {

struct Relation {
  std::vector<std::uint32_t> keys, payloads;
};
struct Relations {
  Relation build;                    // its keys are distinct
  std::vector<std::uint32_t> probe;  // keys, some of which are in `build`
};

// About `percent` of the keys of the larger relation are in the smaller one.
Relations random_relations(std::size_t build, std::size_t probe, unsigned percent, std::uint32_t seed);

constexpr std::uint32_t kNothing = 0xffffffff;
// For each row of the larger relation, the payload of its key in the smaller one, or kNothing.
std::vector<std::uint32_t> join(const Relations& relations);
// The number of slots in the table: a power of two, at least twice the number of keys.
std::uint32_t slots_for(std::size_t keys);

}  // namespace unibank::hash_join
