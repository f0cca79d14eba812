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
  Relation build;                    // keys differ
  std::vector<std::uint32_t> probe;  // keys, some of them of `build`
};

// `percent` of the keys of the larger relation, about, are in the smaller one.
Relations random_relations(std::size_t build, std::size_t probe, unsigned percent, std::uint32_t seed);

constexpr std::uint32_t kNothing = 0xffffffff;
// Of each row of the larger relation the payload that its key has in the smaller one, or kNothing.
std::vector<std::uint32_t> join(const Relations& relations);
// Slots of the table: a power of two, at least twice as many as it has keys.
std::uint32_t slots_for(std::size_t keys);

}  // namespace unibank::hash_join
