// Which variant of each kind a machine has, and the values of its parameters.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "block/catalogue.h"

namespace unibank {

// How a block is compared with the variant that it implements. kCycles: answers and their cycles. kOrder: answers in
// their order, whatever their cycles. kRules: with no other block, but with the rules of its kind's register map.
enum class CheckBy { kCycles, kOrder, kRules };
// "cycles", "order", "rules": in the order of CheckBy.
const std::vector<std::string>& check_names();

struct BlockChoice {
  std::string model;
  PolicyValues values;  // complete
  bool check = false;   // compared, until there is a difference
  CheckBy check_by = CheckBy::kCycles;
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
  void set_check_by(const std::string& kind, CheckBy by);
  // A kind of which something has been said, and its choice.
  const std::map<std::string, BlockChoice>& all() const { return choices_; }

 private:
  std::map<std::string, BlockChoice> choices_;
};

// A variant that --block names, and whether and how it is compared.
struct BlockRequest {
  const BlockVariant* variant;
  bool check;
  CheckBy check_by;
};

// "tag_array.sv", "tag_array=check", "tag_array=check:order", of each kind one. Throws InputError, which begins with `whose`, for an unknown
// name, one that several kinds have, one that is given twice, and whatever else stands behind '='.
std::vector<BlockRequest> block_requests(const std::vector<std::string>& given, const std::string& whose = "--block");

// InputError where a requested variant implements another one than the machine `name` has.
void check_implemented(const BlockChoices& choices, const std::vector<BlockRequest>& requests, const std::string& name);

// Chooses what is requested.
void choose(BlockChoices& choices, const std::vector<BlockRequest>& requests);

// "mshr.model=mshr.sv", "mshr.check=true", "mshr.check_by=order": what is requested, as --set takes it.
std::vector<std::string> overrides_of(const std::vector<BlockRequest>& requests);

// "mshr.sv, tag_array.sv=check:order": the chosen variants that are not this library's own. Empty: there are none.
std::string text_of_foreign(const BlockChoices& choices);

}  // namespace unibank
