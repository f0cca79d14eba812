// Register store `lru-prioritized` (Jing 2016, section III-D): registers are lines, and no cache line ever takes a
// register's way. A register that the compiler marks dead, or whose warp has ended, frees its way at once.
//
//   register write   its own line, else an inactive way, else the least recently used cache line (dirty: written back)
//   register read    its own line: a register that has been written and is not dead is always there
//   cache fill       an inactive way, else the least recently used cache line; with registers in all ways: none
//
// The numbers of warp registers differ and are below the number of lines, so a set has at most as many registers as
// ways: a register always finds a way.
#include "policy/kept_states.h"
#include "policy/line_registers.h"

namespace unibank {
namespace {

std::uint16_t states_of_registers() {
  std::uint16_t states = 0;
  for (std::uint8_t state = 0; state < 16; ++state) states |= static_cast<std::uint16_t>(is_register(state) << state);
  return states;
}

class LruPrioritized : public LineRegisters {
 public:
  explicit LruPrioritized(const PolicyValues& values) : LineRegisters(values.at("swizzle") != 0) {}
  const Replacement* replacement() const override { return &replacement_; }

  RegisterStep next(RegisterAccess& access, const TagAnswer* answer) override {
    if (access.stage++ == 0) {
      if (!access.write) return step(RegisterStep::Kind::kLookup, access);
      written_[place_of(access.warp, access.number)] = true;
      return step(RegisterStep::Kind::kClaim, access, kRegisterLine);
    }
    if (answer) access.line = *answer;
    // A register that is read before its first write, or after its death, has the content of the operand buffer.
    if (access.line.way == TagAnswer::kNoWay) return step(RegisterStep::Kind::kBuffer, access);
    if (answer && must_spill(*answer)) return spill_step(*answer);
    return line_step(RegisterStep::Kind::kBank, access.line);
  }

  void register_dead(unsigned warp, unsigned number) override { release(place_of(warp, number)); }
  void warp_finished(unsigned warp) override {
    for (unsigned number = 0; number < layout_.registers_per_thread; ++number) release(place_of(warp, number));
  }

 private:
  void release(std::size_t place) {
    if (!written_[place]) return;
    written_[place] = false;
    deaths_.push_back({address_of(place), true});
  }

  KeptStates replacement_{states_of_registers()};  // a register's line is never evicted
};

const RegisterStoreRegistry::Registration kRegistration({
    "lru-prioritized",
    "registers are lines of the array; cache lines take only ways without a live register (Jing 2016)",
    {LineRegisters::swizzle_parameter()},
    [](const PolicyValues& values) { return std::make_unique<LruPrioritized>(values); },
});

}  // namespace
}  // namespace unibank
