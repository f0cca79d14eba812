// Rows of the registers, special registers and immediates of a kernel in a warp.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ptx/kernel.h"
#include "simt/program.h"

namespace unibank::simt {

// Virtual registers that share a physical register share a row if they have the same width: a wide one and a
// narrow one never overlap here, because the lanes of two divergent paths may hold one of each at the same time.
class RegisterFile {
 public:
  explicit RegisterFile(const ptx::Kernel& kernel) : kernel_(kernel) {}

  Ref reg(std::int32_t index);
  Ref part(std::int32_t index);  // for a register that is a word of another one
  Ref special(ptx::Special special, bool wide);  // in a row of 32 or 64 bits
  Ref immediate(std::uint64_t bits, bool wide);
  Ref predicate_immediate(bool value);
  Ref sink(bool wide);       // written and never read
  Ref predicate_sink();

  // Assigns the program's rows. The carry flags follow them.
  void finish(Program& program) const;

 private:
  enum class Width : std::uint8_t { kPredicate, kNarrow, kWide };
  // The row of a register; a part has the row of the whole register.
  std::pair<Width, std::uint32_t> key_of(std::size_t index) const;
  Ref row(Width width, std::uint32_t key);
  Ref take(Width width);

  const ptx::Kernel& kernel_;
  std::map<std::pair<Width, std::uint32_t>, Ref> rows_;
  std::map<std::pair<std::uint64_t, bool>, Ref> immediates_;
  std::vector<SpecialRow> specials_;
  std::vector<std::uint64_t> constants_;
  std::uint32_t bytes_ = 0;
};

}  // namespace unibank::simt
