// The tags of one slice of the L2 cache as a block: which line is in which way of which set, true least recently used.
// Plain C++, combinational in the cycle of a slice's lookup. The state of lines is always 0 here: the slice tracks
// dirty lines and present sectors.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "memory/tag_array_core.h"

namespace unibank {

struct L2TagsParameters {
  unsigned sets = 1, ways = 8;
};

class L2TagsInterface {
 public:
  virtual ~L2TagsInterface() = default;
  // The place of a line; changes nothing.
  virtual TagResult probe(std::uint64_t address) const = 0;
  // Makes a present line the most recently used.
  virtual TagResult lookup(std::uint64_t address) = 0;
  // As lookup(), but enters an absent line; the result then names the victim.
  virtual TagResult fill(std::uint64_t address) = 0;
};

struct L2TagsKind {
  static constexpr const char* kName = "l2_tags";
  using Block = L2TagsInterface;
  using Parameters = L2TagsParameters;
};

class L2Tags final : public L2TagsInterface {
 public:
  explicit L2Tags(const L2TagsParameters& parameters) : tags_(parameters.ways) { tags_.configure(parameters.sets); }
  TagResult probe(std::uint64_t address) const override { return tags_.probe(address); }
  TagResult lookup(std::uint64_t address) override { return tags_.lookup(address); }
  TagResult fill(std::uint64_t address) override { return tags_.fill(address, 0); }

 private:
  TagArrayCore tags_;
};

// Makes the tags named "l2_slice3.tags", with these sizes.
using MakeL2Tags = std::function<std::unique_ptr<L2TagsInterface>(const char* name, const L2TagsParameters&)>;

}  // namespace unibank
