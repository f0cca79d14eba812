// How a transactor compares its block (block/choices.h, CheckBy), and the comparison's report.
#pragma once

#include <string>
#include <systemc>

#include "base/input_error.h"
#include "block/compared.h"
#include "block/factories.h"

namespace unibank::rtl {

// Throws InputError if blocks of this kind cannot be compared as the options say. `block`: its name in messages.
inline void expect_check_by(const std::string& block, const BlockOptions& options, bool order, bool rules) {
  if (!options.check || options.check_by == CheckBy::kCycles) return;
  if (options.check_by == CheckBy::kOrder ? order : rules) return;
  const std::string expected = std::string("cycles") + (order ? " or order" : "") + (rules ? " or rules" : "");
  throw InputError(block + " as RTL: check_by is " + check_names()[static_cast<std::size_t>(options.check_by)] +
                   ", this kind of block can be compared by " + expected);
}

class CheckMode : public Compared {
 public:
  // `block`: its name in messages. Throws InputError for check_by = "rules" if the kind of block has no rules.
  CheckMode(const std::string& module, const std::string& block, const BlockOptions& options, bool has_rules)
      : on_(options.check), by_(options.check_by) {
    comparison_.module = module;
    comparison_.block = block;
    comparison_.by_cycles = by_cycles();
    expect_check_by(block, options, true, has_rules);
  }

  // Whether answers are compared by cycles or by order: with a native block in parallel with the RTL, or with what it
  // would answer (a crossbar; an MSHR by order).
  bool has_twin() const { return on_ && by_ != CheckBy::kRules; }
  bool by_cycles() const { return on_ && by_ == CheckBy::kCycles; }
  bool by_rules() const { return on_ && by_ == CheckBy::kRules; }
  // A response in cycle `now`; the native block's is due in `due`.
  void answered(Cycle now, Cycle due) { comparison_.add(now, due); }

  const Comparison* comparison() const override { return on_ ? &comparison_ : nullptr; }

 private:
  const bool on_;
  const CheckBy by_;
  Comparison comparison_;
};

// Counts the answers of a block that is no module, and whose result is there in the cycle of the request. The object
// makes the count known: it is a child of the module that owns the block.
class CheckCount : public sc_core::sc_object, public Compared {
 public:
  CheckCount(const std::string& module, const std::string& block) : sc_object(sc_core::sc_gen_unique_name("check")) {
    comparison_.module = module;
    comparison_.block = block;
    comparison_.by_cycles = true;
  }

  void answered() { ++comparison_.answers; }
  const Comparison* comparison() const override { return &comparison_; }

 private:
  Comparison comparison_;
};

}  // namespace unibank::rtl
