// Common base of the register stores whose registers are lines of the array (register_lines.h).
#pragma once

#include <vector>

#include "policy/line_state.h"
#include "policy/register_banks.h"
#include "policy/register_lines.h"
#include "policy/register_store.h"

namespace unibank {

class LineRegisters : public RegisterStore {
 public:
  static PolicyParameter swizzle_parameter() {
    return {"swizzle", 1, 0, 1, "",
            "register r of warp w is in bank (r + w) mod banks; 0: in bank (w x registers per thread + r) mod banks",
            "GPGPU-Sim 3.x, register_bank(): the warp's number is added"};
  }
  explicit LineRegisters(bool swizzles) : swizzles_(swizzles) {}
  void reset(const RegisterLayout& layout) override {
    layout_ = layout;
    layout_.registers_per_thread = std::max(1u, layout.registers_per_thread);
    const std::uint64_t lines = std::uint64_t{layout.sets} * layout.ways;
    banks_.reset(layout_.warps, layout_.registers_per_thread, layout_.banks_per_cluster);
    const std::size_t packed = std::size_t{banks_.rows()} * layout_.banks_per_cluster;
    packed_ = swizzles_ && packed <= lines - std::uint64_t{layout.sets} * layout.scratchpad_ways;
    bits_ = register_bits(lines);
    written_.assign(packed_ ? packed : std::size_t{layout_.warps} * layout_.registers_per_thread, false);
    deaths_.clear();
    places_.clear();
    for (unsigned warp = 0; warp < layout_.warps; ++warp) {
      for (unsigned number = 0; number < layout_.registers_per_thread; ++number)
        places_.push_back(static_cast<std::uint32_t>(computed_place(warp, number)));
    }
  }
  bool integrated() const override { return true; }
  std::vector<RegisterDeath>& deaths() override { return deaths_; }
  unsigned bank(unsigned warp, unsigned number) const override {
    return static_cast<unsigned>(place_of(warp, number) % layout_.banks_per_cluster);
  }
  unsigned rows_per_bank() const override { return 0; }

 protected:
  // The number of a warp register in the SM; modulo banks_per_cluster it is the bank. A number at or above
  // registers_per_thread is mapped to one below it.
  std::size_t place_of(unsigned warp, unsigned number) const {
    if (number < layout_.registers_per_thread) return places_[warp * layout_.registers_per_thread + number];
    return computed_place(warp, number);
  }
  std::size_t computed_place(unsigned warp, unsigned number) const {
    if (!packed_) return std::size_t{warp} * layout_.registers_per_thread + number % layout_.registers_per_thread;
    const RegisterBanks::Place place = banks_.place(warp, number);
    return std::size_t{place.row} * layout_.banks_per_cluster + place.bank;
  }
  std::uint64_t address_of(std::size_t place) const { return register_line(layout_.sm, place, bits_); }

  RegisterStep step(RegisterStep::Kind kind, const RegisterAccess& access, std::uint8_t state = 0) const {
    RegisterStep made;
    made.kind = kind;
    made.state = state;
    made.address = address_of(place_of(access.warp, access.number));
    return made;
  }
  // A step that reads or writes the line that `answer` has found or entered.
  RegisterStep line_step(RegisterStep::Kind kind, const TagAnswer& answer) const {
    const LinePlace place = line_place(answer.set, answer.way, layout_.banks_per_cluster, layout_.ways);
    RegisterStep made;
    made.kind = kind;
    made.bank = place.bank;
    made.row = place.row;
    return made;
  }
  // Writes the victim's data, which are in the way of the new line, back to the victim's address.
  RegisterStep spill_step(const TagAnswer& answer) const {
    RegisterStep made = line_step(RegisterStep::Kind::kSpill, answer);
    made.state = answer.victim_state;
    made.address = answer.victim_address;
    return made;
  }
  static bool must_spill(const TagAnswer& answer) { return answer.victim_valid && is_unwritten(answer.victim_state); }

  const bool swizzles_;
  bool packed_ = false;  // false without swizzle, or if a bank would have more registers than lines (8 banks, and
                         // registers in all ways that the scratchpad leaves)
  RegisterBanks banks_;
  RegisterLayout layout_;
  unsigned bits_ = kLeastRegisterBits;
  std::vector<std::uint32_t> places_;  // [warp x registers per thread + number]: place_of()
  std::vector<bool> written_;  // [place]: the warp has written the register, so it has a value
  std::vector<RegisterDeath> deaths_;
};

}  // namespace unibank
