// Warms the caches as blocks that are not timed would leave them. Constants, textures and code have caches of their
// own, which blocks share and soon fill; they are not warmed, and neither is local memory, which other blocks do not
// read.
#include <array>

#include "base/hexadecimal.h"
#include "gpu/gpu.h"
#include "l1/store_rules.h"
#include "sm/line_operation.h"
#include "warp/past_the_l1.h"

namespace unibank {

namespace {

struct Touched {
  std::uint64_t line = 0;
  L2SliceCore::ByteMask bytes{};
};

// The lines of an instruction in the order of its lanes; adjacent lanes with the same line are joined.
class TouchedLines {
 public:
  explicit TouchedLines(const WarpInstruction& instruction) {
    for (LaneMask left = instruction.accessing(); left != 0; left &= left - 1) {
      const std::uint64_t address = instruction.address[static_cast<unsigned>(__builtin_ctz(left))];
      if (count_ == 0 || lines_[count_ - 1].line != address / kLineBytes * kLineBytes)
        lines_[count_++] = {address / kLineBytes * kLineBytes, {}};
      const auto bytes = L2SliceCore::touched_bytes(address, instruction.decoded->bytes_per_lane, nullptr, 0);
      for (std::size_t i = 0; i < bytes.size(); ++i) lines_[count_ - 1].bytes[i] |= bytes[i];
    }
  }
  const Touched* begin() const { return lines_.data(); }
  const Touched* end() const { return lines_.data() + count_; }

 private:
  std::array<Touched, kWarpSize> lines_;
  std::size_t count_ = 0;
};

L2SliceCore::ByteMask whole_line() {
  L2SliceCore::ByteMask all;
  all.fill(~std::uint32_t{0});
  return all;
}

// Whether the L1 no longer has the line after such an access to global memory.
bool drops_line(const StaticInstruction& what, StorePolicy stores) {
  const bool past = is_past_the_l1(what);
  const StoreRules& usual = store_rules(stores, false);
  const StoreRules& rules = past ? leaving(usual) : usual;
  return tag_operation(line_operation(what.memory), past, &rules, false) == TagOperation::kInvalidate;
}

}  // namespace

void Gpu::warm(unsigned sm, const WarpInstruction& instruction) {
  const StaticInstruction& decoded = *instruction.decoded;
  if (decoded.memory == MemoryOp::kNone || decoded.space != Space::kGlobal || decoded.unit == Unit::kTexture) return;
  TagArrayInterface& tags = sms_[sm]->tags();
  const bool loads = decoded.memory == MemoryOp::kLoad || decoded.memory == MemoryOp::kCopy;
  // The tags of an L1 do not record sectors.
  const bool l1 = decoded.memory == MemoryOp::kLoad && !is_past_the_l1(decoded) &&
                  design_.cache.holds_global_memory && design_.cache.fetch == FetchUnit::kLine;
  const bool drops = drops_line(decoded, design_.cache.global_stores);
  for (const Touched& touched : TouchedLines(instruction)) {
    if (register_addresses_.holds(touched.line))
      refuse_register_address(design_, "'" + decoded.text + "' accesses the line at " + hexadecimal(touched.line));
    if (drops) tags.drop_warm(touched.line);
    if (l1 && tags.warm(touched.line)) continue;
    memory_system_.warm(touched.line, l1 ? whole_line() : touched.bytes, !loads);
  }
}

}  // namespace unibank
