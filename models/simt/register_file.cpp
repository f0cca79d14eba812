#include "simt/register_file.h"

#include "base/types.h"

namespace unibank::simt {
namespace {

constexpr std::uint32_t kSinkKey = ~std::uint32_t{0};

}  // namespace

// A predicate needs a word, but takes 32 bytes so that rows stay aligned to 32 bytes.
Ref RegisterFile::take(Width width) {
  Ref ref;
  ref.base = kRegisters;
  ref.offset = bytes_;
  ref.wide = width == Width::kWide;
  bytes_ += width == Width::kPredicate ? 32 : width == Width::kWide ? 8 * kWarpSize : 4 * kWarpSize;
  return ref;
}

Ref RegisterFile::row(Width width, std::uint32_t key) {
  const auto [it, added] = rows_.try_emplace({width, key});
  if (added) it->second = take(width);
  return it->second;
}

std::pair<RegisterFile::Width, std::uint32_t> RegisterFile::key_of(std::size_t index) const {
  const ptx::Register& reg = kernel_.registers[index];
  if (reg.part != ptx::Register::Part::kWhole)
    return {Width::kWide, kernel_.physical.at(index) - (reg.part == ptx::Register::Part::kHigh)};
  const Width width = reg.type == ptx::Type::kPred       ? Width::kPredicate
                      : ptx::bytes_of(reg.type) == 8 ? Width::kWide
                                                     : Width::kNarrow;
  const bool allocated = !kernel_.physical.empty();
  return {width, allocated ? kernel_.physical[index] : static_cast<std::uint32_t>(index)};
}

// The cells of a part are words at a distance of 8 bytes, which only the handlers of loads and stores of parts support.
Ref RegisterFile::part(std::int32_t index) {
  const auto number = static_cast<std::size_t>(index);
  const auto [width, key] = key_of(number);
  Ref ref = row(width, key);
  ref.offset += kernel_.registers[number].part == ptx::Register::Part::kHigh ? 4 : 0;
  ref.wide = false;
  return ref;
}

Ref RegisterFile::reg(std::int32_t index) {
  const auto [width, key] = key_of(static_cast<std::size_t>(index));
  return row(width, key);
}

Ref RegisterFile::special(ptx::Special special, bool wide) {
  for (const SpecialRow& row : specials_)
    if (row.special == special && row.ref.wide == wide) return row.ref;
  specials_.push_back({special, take(wide ? Width::kWide : Width::kNarrow)});
  return specials_.back().ref;
}

Ref RegisterFile::immediate(std::uint64_t bits, bool wide) {
  if (!wide) bits &= 0xffffffffu;
  const auto [it, added] = immediates_.try_emplace({bits, wide});
  if (added) {
    Ref& ref = it->second;
    ref.base = kConstants;
    ref.wide = wide;
    ref.offset = static_cast<std::uint32_t>(8 * constants_.size());
    constants_.insert(constants_.end(), wide ? kWarpSize : kWarpSize / 2, wide ? bits : bits << 32 | bits);
  }
  return it->second;
}

Ref RegisterFile::predicate_immediate(bool value) { return immediate(value ? kAllLanes : 0, false); }

Ref RegisterFile::sink(bool wide) {
  Ref ref = row(Width::kWide, kSinkKey);
  ref.wide = wide;
  ref.sink = true;
  return ref;
}
Ref RegisterFile::predicate_sink() {
  Ref ref = row(Width::kPredicate, kSinkKey);
  ref.sink = true;
  return ref;
}

void RegisterFile::finish(Program& program) const {
  program.specials = specials_;
  program.scratchpad_bytes = kernel_.scratchpad_bytes;
  program.constants = constants_;
  program.carry_offset = bytes_;
  program.register_bytes = bytes_ + 32;
  program.rows.resize(kernel_.registers.size());
  for (std::size_t index = 0; index < program.rows.size(); ++index) {
    const auto row = rows_.find(key_of(index));
    if (row == rows_.end()) program.rows[index].offset = kNoRow;
    else program.rows[index] = row->second;
  }
}

}  // namespace unibank::simt
