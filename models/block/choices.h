// The variant of each kind in a machine, and the values of its parameters.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "block/catalogue.h"

namespace unibank {

// How a block is checked. kCycles, kOrder: its responses are compared with those of the variant that it implements,
// with their cycles, or in their order alone. kRules: its responses are checked against the rules of its kind's
// register map; no other block runs.
enum class CheckBy { kCycles, kOrder, kRules };
// "cycles", "order", "rules": in the order of CheckBy.
const std::vector<std::string>& check_names();

struct BlockChoice {
  std::string model;
  PolicyValues values;  // complete
  bool check = false;   // compared with the variant that it implements; the first difference ends the run
  CheckBy check_by = CheckBy::kCycles;
};

class BlockChoices {
 public:
  // The choice for a kind. A kind that was not set has its default variant with default values.
  BlockChoice of(const std::string& kind) const;
  // Chooses another variant, with its own defaults. Parameters in common with the variant that it implements are kept.
  void choose(const std::string& kind, const std::string& model);
  // InputError: the chosen variant has no such parameter.
  void set(const std::string& kind, const std::string& parameter, PolicyValue value);
  // Whether the chosen variant runs in lock-step with the one that it implements. InputError: it cannot.
  void set_check(const std::string& kind, bool check);
  void set_check_by(const std::string& kind, CheckBy by);
  // The kinds that were set, with their choices.
  const std::map<std::string, BlockChoice>& all() const { return choices_; }

 private:
  std::map<std::string, BlockChoice> choices_;
};

// A variant named by --block, and whether and how it is compared.
struct BlockRequest {
  const BlockVariant* variant;
  bool check;
  CheckBy check_by;
};

// "tag_array.sv", "tag_array=check", "tag_array=check:order", at most one of each kind. Throws InputError, which begins
// with `option`, for an unknown name, an ambiguous one, one that is given twice, and any other text after '='.
std::vector<BlockRequest> block_requests(const std::vector<std::string>& given, const std::string& option = "--block");

// Throws InputError if a requested variant implements another variant than the one that the machine `name` has.
void check_implemented(const BlockChoices& choices, const std::vector<BlockRequest>& requests, const std::string& name);

// Chooses the requested variants.
void choose(BlockChoices& choices, const std::vector<BlockRequest>& requests);

// "mshr.model=mshr.sv", "mshr.check=true", "mshr.check_by=order": the requests in the form of --set.
std::vector<std::string> overrides_of(const std::vector<BlockRequest>& requests);

// "mshr.sv, tag_array.sv=check:order": the chosen variants that are not part of this library. Empty: none.
std::string text_of_foreign(const BlockChoices& choices);

}  // namespace unibank
