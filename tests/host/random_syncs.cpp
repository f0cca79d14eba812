#include "host/random_syncs.h"

namespace unibank {

void RandomSyncs::sync() {
  switch (below(4)) {
    case 0:
      text_ << "and.b32 %t5, " << narrow() << ", " << 1 + below(7) << ";\nmatch.any.sync.b32 %g1, %t5, " << mask_
            << ";\n";
      if (one_in(2)) stray();
      return together("", "%g1");
    case 1: {
      const std::string condition = predicate();
      ballot("%g1", condition, mask_);
      return together("@" + condition + " ", "%g1");
    }
    default: return together("", mask_);
  }
}

void RandomSyncs::stray() {
  const std::string on = label();
  text_ << (one_in(2) ? "@!" : "@") << predicate() << " bra " << on << ";\n";
  for (unsigned n = 1 + below(2); n > 0; --n) arithmetic();
  if (one_in(2)) exit_that_none_takes();
  text_ << on << ":\n";
}

void RandomSyncs::together(const std::string& condition, const std::string& mask) {
  static const char* const kVotes[] = {"all", "any", "uni"};
  static const char* const kReductions[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                            "max.s32", "and.b32", "or.b32",  "xor.b32"};
  const std::string end = ", " + mask + ";\n";
  switch (below(8)) {
    case 0: text_ << condition << "bar.warp.sync " << mask << ";\n"; return;
    case 1:
      text_ << condition << "vote.sync." << kVotes[below(3)] << ".pred " << predicate() << ", "
            << (one_in(2) ? "!" : "") << predicate() << end;
      return;
    case 2: text_ << condition << "vote.sync.ballot.b32 " << narrow() << ", " << predicate() << end; return;
    case 3:
      text_ << "and.b32 %t5, " << narrow() << ", " << 1 + below(3) << ";\n" << condition << "match.any.sync.b32 "
            << narrow() << ", %t5" << end;
      return;
    case 4:
      if (one_in(2)) text_ << condition << "match.any.sync.b64 " << narrow() << ", " << wide() << end;
      else text_ << condition << "match.all.sync.b32 " << narrow() << "|" << predicate() << ", " << narrow() << end;
      return;
    case 5:
      text_ << condition << "redux.sync." << kReductions[below(9)] << " " << narrow() << ", " << narrow() << end;
      return;
    default: return shuffle(condition, mask);
  }
}

// The source may be a lane that is not a member: a lane elsewhere, one that has ended, or one that never existed.
void RandomSyncs::shuffle(const std::string& condition, const std::string& mask) {
  if (avoids_undefined_) return shuffle_members(condition, mask);
  static const char* const kModes[] = {"up", "down", "bfly", "idx"};
  static const unsigned kClamps[] = {31, 0, 0x1c07, 0x181f, 0x101f, 0x1f1f, 0x1c00};
  text_ << condition << "shfl.sync." << kModes[below(4)] << ".b32 " << narrow();
  if (one_in(2)) text_ << "|" << predicate();
  text_ << ", " << narrow() << ", " << (one_in(3) ? narrow() : std::to_string(below(33))) << ", "
        << (one_in(4) ? narrow() : std::to_string(kClamps[below(7)])) << ", " << mask << ";\n";
}

// Where the source lane is not a member, the destination keeps its value.
void RandomSyncs::shuffle_members(const std::string& condition, const std::string& mask) {
  const bool exchanges = one_in(2);
  const std::string from = std::to_string(below(32)), source = exchanges ? "%t7" : from, to = narrow();
  if (exchanges) text_ << "mov.u32 %t7, %laneid;\nxor.b32 %t7, %t7, " << from << ";\n";
  text_ << "mov.b32 %t6, 0;\n" << condition << "shfl.sync." << (exchanges ? "bfly" : "idx") << ".b32 %t6, " << narrow()
        << ", " << from << ", 31, " << mask << ";\nshr.u32 %t5, " << mask << ", " << source
        << ";\nand.b32 %t5, %t5, 1;\nsetp.eq.u32 %q1, %t5, 0;\n@!%q1 mov.b32 " << to << ", %t6;\n";
}

void RandomSyncs::form_groups() {
  const unsigned kind = below(4), size = 1u << below(5);
  if (kind == 0) {
    text_ << "and.b32 %t0, %r1, " << below(8) << ";\nmatch.any.sync.b32 %members, %t0, -1;\n";
  } else {  // neighbours
    text_ << "mov.u32 %t0, %laneid;\nand.b32 %t0, %t0, " << 32 - size << ";\nmov.b32 %g0, " << (1u << size) - 1
          << ";\nshl.b32 %members, %g0, %t0;\n";
  }
}

}  // namespace unibank
