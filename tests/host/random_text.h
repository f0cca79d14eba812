// Random PTX over integer registers: the building blocks of random_program.cpp.
#pragma once

#include <random>
#include <sstream>
#include <string>

namespace unibank {

class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}

 protected:
  static constexpr unsigned kNarrow = 12, kWide = 3, kPredicates = 4;

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool one_in(unsigned bound) { return below(bound) == 0; }
  std::string narrow() { return "%r" + std::to_string(below(kNarrow)); }
  std::string wide() { return "%l" + std::to_string(below(kWide)); }
  std::string predicate() { return "%p" + std::to_string(below(kPredicates)); }
  std::string source() { return one_in(4) ? std::to_string(static_cast<int>(below(200)) - 100) : narrow(); }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string guard(unsigned odds) {
    if (!one_in(odds)) return "";
    return std::string(one_in(2) ? "@!" : "@") + predicate() + " ";
  }

  void declare();
  // Gives every register a value that depends on %r0, including those that only some lanes write again.
  void fill();
  void arithmetic();
  void trace(unsigned number) { text_ << "mad.lo.s32 %trace, %trace, 33, " << number << ";\n"; }

  std::mt19937 random_;  // its sequence is fixed by the standard
  unsigned labels_ = 0;
  std::ostringstream text_;
};

}  // namespace unibank
