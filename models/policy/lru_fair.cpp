// Register store `lru-fair` (Jing 2016, section III-D): registers and cache lines are lines of one array under plain
// LRU, independent of their content. An evicted register is written to its reg-mem address, like a spill to local
// memory, and fetched from there when it is read again. The compiler does not help: dead registers are written too
// and are marked dead for statistics only.
//
// The paper leaves the parameters open: their defaults are this model's choices. Fixed: a fetched register is clean
// until it is written again, and a clean one is dropped; its value is moved to the operand buffer together with the
// line, so another eviction cannot make the reader wait forever; every read, write, hit and fill is a use.
#include "policy/line_registers.h"

namespace unibank {
namespace {

using Kind = RegisterStep::Kind;

class LruFair : public LineRegisters {
 public:
  explicit LruFair(const PolicyValues& values)
      : LineRegisters(values.at("swizzle") != 0),
        full_write_fetches_(values.at("full_write_fetches") != 0),
        partial_write_fetches_(values.at("partial_write_fetches") != 0),
        fetch_unwritten_(values.at("fetch_unwritten") != 0),
        refill_(values.at("refill") != 0),
        invalidate_retired_(values.at("invalidate_retired") != 0) {}

  RegisterStep next(RegisterAccess& access, const TagAnswer* answer) override {
    switch (access.stage) {
      case kStart: return start(access);
      case kLookedUp: return looked_up(access, *answer);
      case kFetched: return fetched(access);
      case kEntered: return entered(access, *answer);
      default: return use_line(access);
    }
  }

  void register_dead(unsigned warp, unsigned number) override {
    deaths_.push_back({address_of(place_of(warp, number)), false});
  }
  void warp_finished(unsigned warp) override {
    for (unsigned number = 0; number < layout_.registers_per_thread; ++number) {
      const std::size_t place = place_of(warp, number);
      if (written_[place]) deaths_.push_back({address_of(place), invalidate_retired_});
      written_[place] = false;
    }
  }

 private:
  enum Stage : unsigned { kStart, kLookedUp, kFetched, kEntered, kSpilled };

  RegisterStep to(Stage stage, RegisterAccess& access, Kind kind, std::uint8_t state = 0) const {
    access.stage = stage;
    return step(kind, access, state);
  }

  RegisterStep start(RegisterAccess& access) {
    if (!access.write) return to(kLookedUp, access, Kind::kLookup);
    const bool fetches = (access.full_mask ? full_write_fetches_ : partial_write_fetches_) && has_value(access);
    written_[place_of(access.warp, access.number)] = true;
    if (fetches) return to(kLookedUp, access, Kind::kUpdate, kRegisterLine);
    return to(kEntered, access, Kind::kClaim, kRegisterLine);
  }

  RegisterStep looked_up(RegisterAccess& access, const TagAnswer& answer) {
    if (answer.hit) return line_step(Kind::kBank, answer);
    if (!access.write && !has_value(access)) return step(Kind::kBuffer, access);
    access.fetched = true;
    return to(kFetched, access, Kind::kFetch);
  }

  // The value is in the operand buffer, or is merged with the written lanes.
  RegisterStep fetched(RegisterAccess& access) {
    if (access.write) return to(kEntered, access, Kind::kClaim, kRegisterLine);
    if (access.merged || !refill_) return step(Kind::kBuffer, access);
    return to(kEntered, access, Kind::kFill, kCleanRegister);
  }

  RegisterStep entered(RegisterAccess& access, const TagAnswer& answer) {
    if (answer.hit && !access.write) return step(Kind::kBuffer, access);  // another access has fetched it
    access.line = answer;
    if (!must_spill(answer)) return use_line(access);
    access.stage = kSpilled;
    return spill_step(answer);
  }

  RegisterStep use_line(const RegisterAccess& access) const {
    return line_step(access.fetched ? Kind::kRestore : Kind::kBank, access.line);
  }

  bool has_value(const RegisterAccess& access) const {
    return fetch_unwritten_ || written_[place_of(access.warp, access.number)];
  }

  const bool full_write_fetches_, partial_write_fetches_, fetch_unwritten_, refill_, invalidate_retired_;
};

PolicyParameter choice(const char* name, std::int64_t value, const char* description) {
  return {name, value, 0, 1, "", description, "not published; chosen for this model"};
}

const RegisterStoreRegistry::Registration kRegistration({
    "lru-fair",
    "registers are lines of the array; any line may be evicted, registers are spilled and fetched (Jing 2016)",
    {choice("full_write_fetches", 0, "a write by all lanes to an absent register fetches it first"),
     choice("partial_write_fetches", 1, "a write by some lanes to an absent register fetches it and merges"),
     choice("fetch_unwritten", 0, "a register that was never written is fetched"),
     choice("refill", 1, "a fetched register enters the array; 0: only the operand buffer"),
     choice("invalidate_retired", 0, "register lines of a warp are invalidated when it ends; 0: they age"),
     LineRegisters::swizzle_parameter()},
    [](const PolicyValues& values) { return std::make_unique<LruFair>(values); },
});

}  // namespace
}  // namespace unibank
