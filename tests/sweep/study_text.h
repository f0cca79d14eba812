// Studies as texts, and the messages that refuse them.
#pragma once

#include <string>

#include "base/input_error.h"
#include "sweep/study.h"

// A program on a design, without axes.
inline const std::string kHead =
    "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n";

inline unibank::sweep::Study study_of(const std::string& text) { return unibank::sweep::read_study(text, "s.toml"); }

// Axes of a search: 500 candidates.
inline const std::string kAxes =
    "[axes]\ncache.ways = {from = 1, to = 10, step = 1}\nmshr.entries = {from = 1, to = 10, step = 1}\n"
    "dram.latency = [100, 200, 300, 400, 500]\n";

inline std::string refusal(const std::string& text) {
  try {
    study_of(text);
  } catch (const unibank::InputError& error) {
    return error.what();
  }
  return "taken";
}
