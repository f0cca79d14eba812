// Random .sync instructions: what lanes of a warp do together while the others are elsewhere.
#pragma once

#include <string>

#include "host/random_text.h"

namespace unibank {

// The register `mask_` has the lanes that execute what is being written, apart from lanes that have ended: every .sync
// names them, or groups that they form among themselves.
class RandomSyncs : public RandomText {
 protected:
  using RandomText::RandomText;

  void declare_masks() { text_ << ".reg .b32 %members, %g<3>;\n"; }
  std::string new_mask() { return "%m" + std::to_string(masks_++); }
  // The lanes of `mask` for which the predicate is true, which may be negated.
  void ballot(const std::string& to, const std::string& condition, const std::string& mask) {
    text_ << "vote.sync.ballot.b32 " << to << ", " << condition << ", " << mask << ";\n";
  }
  void remove(const std::string& from, const std::string& lanes) {
    text_ << "not.b32 " << lanes << ", " << lanes << ";\nand.b32 " << from << ", " << from << ", " << lanes << ";\n";
  }
  // Any instruction by the lanes of mask_, by groups of them, or by those with a predicate.
  void sync();
  // A few lanes do something alone. What stands behind may see them come on paths of their own.
  void stray();
  // Out of everything, but no lane ever goes: no place before the end has all lanes meet for certain.
  void exit_that_none_takes() {
    text_ << "setp.lt.s32 %q1, %fuel, -1000;\n@%q1 bra FAR;\n";
  }
  // Groups of lanes that will take every branch together, as members of each other.
  void form_groups();

  std::string mask_ = "%members";

 private:
  void together(const std::string& condition, const std::string& mask);
  void shuffle(const std::string& condition, const std::string& mask);

  unsigned masks_ = 0;
};

}  // namespace unibank
