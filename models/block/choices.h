// Which variant of each kind a machine has, and the values of its parameters.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "block/catalogue.h"

namespace unibank {

struct BlockChoice {
  std::string model;
  PolicyValues values;  // complete
  bool check = false;   // beside the variant that it implements, until they differ
};

class BlockChoices {
 public:
  // Of a kind of which nothing has been said: its default, with default values.
  BlockChoice of(const std::string& kind) const;
  // Another variant, with its own defaults. What a variant has in common with the one that it implements stays.
  void choose(const std::string& kind, const std::string& model);
  // InputError: the variant that is chosen has no such parameter.
  void set(const std::string& kind, const std::string& parameter, PolicyValue value);
  // Whether the chosen variant runs beside the one that it implements. InputError: it cannot.
  void set_check(const std::string& kind, bool check);
  // A kind of which something has been said, and its choice.
  const std::map<std::string, BlockChoice>& all() const { return choices_; }

 private:
  std::map<std::string, BlockChoice> choices_;
};

// A variant that --block names, and whether it runs beside the one that it implements.
struct BlockRequest {
  const BlockVariant* variant;
  bool check;
};

// "tag_array.sv", "tag_array=check", of each kind one. Throws InputError, which begins with `whose`, for an unknown
// name, one that several kinds have, one that is given twice, and whatever else stands behind '='.
std::vector<BlockRequest> block_requests(const std::vector<std::string>& given, const std::string& whose = "--block");

// InputError where a requested variant implements another one than the machine `name` has.
void check_implemented(const BlockChoices& choices, const std::vector<BlockRequest>& requests, const std::string& name);

// Chooses what is requested.
void choose(BlockChoices& choices, const std::vector<BlockRequest>& requests);

// "mshr.model=mshr.sv", "mshr.check=false": what is requested, as --set takes it.
std::vector<std::string> overrides_of(const std::vector<BlockRequest>& requests);

// "mshr.sv, tag_array.sv=check": the chosen variants that are not this library's own. Empty: there are none.
std::string text_of_foreign(const BlockChoices& choices);

}  // namespace unibank
