// What the lanes of a warp do together: shuffles and votes, by the whole warp or by a part of it.
#include <algorithm>
#include <array>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

void shuffle(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  const int n = static_cast<int>(in.size());
  std::vector<i32> out(10 * in.size());
  for (int i = 0; i < n; ++i) {
    const int warp = i / 32 * 32, lane = i % 32, x = in[static_cast<std::size_t>(i)];
    // The lane to read from; the lane itself if that lies outside of the segment.
    const auto up = [&](int by, int width) { return lane % width >= by ? lane - by : lane; };
    const auto down = [&](int by, int width) { return lane % width + by < width ? lane + by : lane; };
    const int from[] = {x / 8 % 32, up(3, 32), down(7, 32), lane ^ 21, lane / 8 * 8 + 2,
                        up(1, 16), down(2, 4), down(5, 8)};
    const auto at = [&](int k) -> i32& { return out[static_cast<std::size_t>(k * n + i)]; };
    for (int k = 0; k < 8; ++k) at(k) = in[static_cast<std::size_t>(warp + from[k])];
    at(8) = lane % 8 + 5 < 8 ? 1 : 0;
    at(9) = lane % 2 == 1 ? in[static_cast<std::size_t>(i ^ 2)] : -1;
  }
  buffers.set("out", out);
}

void votes(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  const std::size_t n = in.size();
  std::vector<u32> out(11 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t warp = i / 32 * 32, lane = i % 32;
    // The lanes of the warp for which the condition holds.
    const auto lanes = [&](auto holds) {
      u32 mask = 0;
      for (std::size_t k = 0; k < 32; ++k)
        if (holds(in[warp + k], k)) mask |= u32{1} << k;
      return mask;
    };
    const auto at = [&](std::size_t k) -> u32& { return out[k * n + i]; };
    const u32 all = 0xffffffff, above = lanes([](i32 x, std::size_t) { return x > 50; });
    at(0) = lanes([](i32 x, std::size_t) { return x < 100; }) == all;
    at(1) = lanes([](i32 x, std::size_t) { return x > 95; }) != 0;
    at(2) = lanes([](i32 x, std::size_t) { return x % 2 == 1; });
    at(3) = lanes([&](i32 x, std::size_t) { return x % 4 == in[i] % 4; });
    const bool same = lanes([&](i32 x, std::size_t) { return x / 256 == in[i] / 256; }) == all;
    at(4) = same ? all : 0;
    at(5) = same;
    at(6) = lanes([&](i32 x, std::size_t) { return x % 5 == in[i] % 5; });
    at(7) = lane % 3 == 1 ? lanes([](i32, std::size_t k) { return k % 3 == 1; }) : 0;
    const u32 eq = lanes([&](i32, std::size_t k) { return k == lane; });
    const u32 lt = lanes([&](i32, std::size_t k) { return k < lane; });
    const u32 gt = lanes([&](i32, std::size_t k) { return k > lane; });
    at(8) = eq ^ lt * 3 ^ (lt | eq) * 5 ^ gt * 7 ^ (gt | eq) * 9 ^ static_cast<u32>(lane);
    at(9) = above == 0 || above == all;
    u32 rank = 0;
    for (std::size_t k = 0; k < lane; ++k) rank += in[warp + k] > 50;
    at(10) = in[i] > 50 ? rank : all;
  }
  buffers.set("out", out);
}

// For warps of which `threads` lanes take part; the other lanes contribute 0.
std::vector<i32> with_inactive_lanes(const std::vector<i32>& in, std::size_t threads) {
  const std::size_t n = in.size();
  std::vector<i32> out(5 * n, -1);
  for (std::size_t warp = 0; warp < n; warp += threads) {
    std::array<i32, 32> sum{};
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(warp), 8, sum.begin());
    for (std::size_t by = 16; by > 0; by /= 2)
      for (std::size_t lane = 0; lane < 8; ++lane) sum[lane] += lane + by < 32 ? sum[lane + by] : sum[lane];
    for (std::size_t lane = 0; lane < threads; ++lane) {
      const std::size_t i = warp + lane;
      out[i] = lane >= 16 ? in[i] : lane + 16 < threads ? in[i + 16] : 0;
      out[n + i] = lane < 16 || (lane ^ 8) >= threads ? 0 : in[warp + (lane ^ 8)];
      if (lane >= 8) continue;
      out[2 * n + i] = 0;
      out[3 * n + i] = lane < 4 ? in[i + 4] : 0;
      out[4 * n + i] = sum[lane];
    }
  }
  return out;
}

void inactive_lanes(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  buffers.set("whole", with_inactive_lanes(in, 32));
  buffers.set("halves", with_inactive_lanes(in, 16));
}

void partial_masks(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  const std::size_t n = in.size();
  std::vector<i32> out(4 * n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t warp = i / 32 * 32, lane = i % 32, mirrored = i / 64 * 64 + 63 - i % 64;
    u32 odd = 0, fours = 0, first = 32;
    for (std::size_t k = 32; k-- > 0;) {
      if (k >= 20 && in[warp + k] % 2 == 1) odd |= u32{1} << k;
      if (in[warp + k] % 4 == in[i] % 4) first = static_cast<u32>(k);
    }
    for (std::size_t k = first + 1; k < 32; ++k)
      if (in[warp + k] % 4 == in[i] % 4 && (in[warp + k] & 4) != 0) fours |= u32{1} << k;
    out[i] = mirrored % 32 < 16 ? in[mirrored ^ 5] - in[mirrored] : 0;
    out[n + i] = lane < 10 ? in[i ^ 1] : lane < 20 ? 0 : static_cast<i32>(odd);
    out[2 * n + i] = in[warp + first];
    if (lane != first) out[3 * n + i] = static_cast<i32>(fours);
  }
  buffers.set("out", out);
}

}  // namespace

References warp_references() {
  return {{"shuffle", shuffle},
          {"votes", votes},
          {"inactive_lanes", inactive_lanes},
          {"partial_masks", partial_masks}};
}

}  // namespace unibank::kernels
