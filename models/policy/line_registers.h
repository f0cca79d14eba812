// What register stores have in common whose registers are lines of the array (register_lines.h).
#pragma once

#include <vector>

#include "policy/line_state.h"
#include "policy/register_lines.h"
#include "policy/register_store.h"

namespace unibank {

class LineRegisters : public RegisterStore {
 public:
  static PolicyParameter swizzle_parameter() {
    return {"swizzle", 1, 0, 1, "",
            "a register is in another bank for each warp; 0: in one bank for all whose registers are a multiple of banks",
            "GPGPU-Sim 3.x, register_bank(): the warp's number is added"};
  }
  explicit LineRegisters(bool swizzles) : swizzles_(swizzles) {}
  void reset(const RegisterLayout& layout) override {
    layout_ = layout;
    layout_.registers_per_thread = std::max(1u, layout.registers_per_thread);
    bits_ = register_bits(std::uint64_t{layout.sets} * layout.ways);
    const std::size_t registers = std::size_t{layout.warps} * layout_.registers_per_thread, banks = layout.banks_per_cluster;
    written_.assign((registers + banks - 1) / banks * banks, false);
    deaths_.clear();
  }
  bool integrated() const override { return true; }
  std::vector<RegisterDeath>& deaths() override { return deaths_; }
  unsigned bank(unsigned warp, unsigned number) const override {
    return static_cast<unsigned>(place_of(warp, number) % layout_.banks_per_cluster);
  }
  unsigned rows_per_bank() const override { return 0; }

 protected:
  // The warp register, counted through in the SM. A number at or above registers_per_thread stands for one of them.
  std::size_t place_of(unsigned warp, unsigned number) const {
    const std::size_t place = std::size_t{warp} * layout_.registers_per_thread + number % layout_.registers_per_thread;
    return swizzles_ ? swizzled(place) : place;
  }
  // Each group of neighbours, one a bank, is turned by the digits of its own number: so the same register of several
  // warps is in several banks, whatever a warp has of them, and neighbours are in neighbouring banks.
  std::size_t swizzled(std::size_t place) const {
    const std::size_t banks = layout_.banks_per_cluster;
    std::size_t turn = place % banks;
    for (std::size_t left = place / banks; left != 0; left /= banks) turn += left % banks;
    return place / banks * banks + turn % banks;
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
  // The victim's data, in the way that the new line has taken, to where the victim came from.
  RegisterStep spill_step(const TagAnswer& answer) const {
    RegisterStep made = line_step(RegisterStep::Kind::kSpill, answer);
    made.state = answer.victim_state;
    made.address = answer.victim_address;
    return made;
  }
  static bool must_spill(const TagAnswer& answer) { return answer.victim_valid && is_unwritten(answer.victim_state); }

  const bool swizzles_;
  RegisterLayout layout_;
  unsigned bits_ = kLeastRegisterBits;
  std::vector<bool> written_;  // [place]: the warp has written the register, so that it has a value to be found
  std::vector<RegisterDeath> deaths_;
};

}  // namespace unibank
