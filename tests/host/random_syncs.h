// Random .sync instructions: lanes of a warp act together while the others are elsewhere.
#pragma once

#include <string>

#include "host/random_text.h"

namespace unibank {

// The register `mask_` holds the lanes that execute the code being generated, except lanes that have ended. Every .sync
// names these lanes, or groups that they form among themselves.
class RandomSyncs : public RandomText {
 protected:
  using RandomText::RandomText;

  void declare_masks() { text_ << ".reg .b32 %members, %g<3>;\n"; }
  std::string new_mask() { return "%m" + std::to_string(masks_++); }
  // The lanes of `mask` for which the predicate `condition`, possibly negated, is true.
  void ballot(const std::string& to, const std::string& condition, const std::string& mask) {
    text_ << "vote.sync.ballot.b32 " << to << ", " << condition << ", " << mask << ";\n";
  }
  void remove(const std::string& from, const std::string& lanes) {
    text_ << "not.b32 " << lanes << ", " << lanes << ";\nand.b32 " << from << ", " << from << ", " << lanes << ";\n";
  }
  // Any .sync instruction: by the lanes of mask_, by groups of them, or by those for which a predicate holds.
  void sync();
  // A few lanes do something alone. They may reach the next instruction on separate paths.
  void stray();
  // An exit that no lane ever takes. Because of it, the compiler knows no point before the end where all lanes meet.
  void exit_that_none_takes() {
    text_ << "setp.lt.s32 %q1, %fuel, -1000;\n@%q1 bra FAR;\n";
  }
  // Forms groups of lanes that take every branch together and name each other as members.
  void form_groups();

  std::string mask_ = "%members";
  bool avoids_undefined_ = false;  // what PTX leaves undefined, such as the values of lanes that are not members

 private:
  void together(const std::string& condition, const std::string& mask);
  void shuffle(const std::string& condition, const std::string& mask);
  void shuffle_members(const std::string& condition, const std::string& mask);

  unsigned masks_ = 0;
};

}  // namespace unibank
