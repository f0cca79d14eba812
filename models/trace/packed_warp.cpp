#include "trace/packed_warp.h"

#include "base/input_error.h"

namespace unibank::trace {
namespace {

// Maps small differences of either sign to small numbers.
std::uint64_t folded(std::uint64_t difference) {
  return difference << 1 ^ (std::uint64_t{0} - (difference >> 63));
}
std::uint64_t unfolded(std::uint64_t folded) { return folded >> 1 ^ (std::uint64_t{0} - (folded & 1)); }

constexpr std::uint8_t kStride = 0, kDifferences = 1;

}  // namespace

void PackedWarp::put(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t PackedWarp::get(const std::uint8_t*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
}

std::uint32_t PackedWarp::here() const {
  if (bytes_.size() >= ~std::uint32_t{0}) throw RunError("a traced warp has more than 4 GB of addresses");
  return static_cast<std::uint32_t>(bytes_.size());
}

void PackedWarp::add(const StaticInstruction* decoded, LaneMask active) {
  instructions.push_back({decoded, active, 0});
}

void PackedWarp::add_barrier(const StaticInstruction* decoded, LaneMask active, const BarrierTurn& turn) {
  instructions.push_back({decoded, active, here()});
  bytes_.push_back(turn.id);
  bytes_.push_back(turn.waits);
  put(turn.threads);
}

void PackedWarp::add_access(const StaticInstruction* decoded, LaneMask active,
                            const std::array<std::uint64_t, kWarpSize>& address) {
  instructions.push_back({decoded, active, here()});
  if (active == 0) return;
  const auto first = static_cast<unsigned>(__builtin_ctz(active));
  std::uint64_t last = address[first], difference[kWarpSize];
  unsigned count = 0;
  bool stride = true;
  for (LaneMask left = active & (active - 1); left != 0; left &= left - 1) {
    const std::uint64_t next = address[static_cast<unsigned>(__builtin_ctz(left))];
    difference[count] = next - last;
    last = next;
    stride &= difference[count] == difference[0];
    ++count;
  }
  bytes_.push_back(stride ? kStride : kDifferences);
  put(address[first]);
  if (stride) count = count == 0 ? 0 : 1;
  for (unsigned i = 0; i < count; ++i) put(folded(difference[i]));
}

void PackedWarp::add_fetch(const StaticInstruction* decoded, LaneMask active,
                           const std::vector<std::uint64_t>& texels) {
  instructions.push_back({decoded, active, here() + 1});
  put(texels.size());
  std::uint64_t last = 0;
  for (const std::uint64_t texel : texels) {
    put(folded(texel - last));
    last = texel;
  }
}

bool PackedWarp::texels(const PackedInstruction& fetch, std::vector<std::uint64_t>& texels) const {
  if (fetch.place == 0) return false;
  const std::uint8_t* at = bytes_.data() + fetch.place - 1;
  texels.resize(get(at));
  std::uint64_t last = 0;
  for (std::uint64_t& texel : texels) texel = last += unfolded(get(at));
  return true;
}

void PackedWarp::show(const PackedInstruction& next, WarpInstruction& shown) const {
  shown.decoded = next.decoded;
  shown.active = next.active;
  if (next.active == 0) return;
  const std::uint8_t* at = bytes_.data() + next.place;
  if (next.decoded->unit == Unit::kBarrier) {
    shown.barrier.id = *at++;
    shown.barrier.waits = *at++ != 0;
    shown.barrier.threads = static_cast<std::uint32_t>(get(at));
    return;
  }
  if (next.decoded->unit != Unit::kMemory) return;
  const bool stride = *at++ == kStride;
  std::uint64_t address = get(at), step = 0;
  bool first = true, known = false;
  for (LaneMask left = next.active; left != 0; left &= left - 1) {
    if (!first && !known) step = unfolded(get(at));
    if (!first) {
      known = stride;
      address += step;
    }
    first = false;
    shown.address[static_cast<unsigned>(__builtin_ctz(left))] = address;
  }
}

}  // namespace unibank::trace
