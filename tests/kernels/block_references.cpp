// What the threads of a block or a grid compute together: barriers, atomics, sorts and sums.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

void barriers(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  std::vector<i32> out(in.size()), counts(256);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t round = i / 32, from = 32 * round + 31 - i % 32;
    out[i] = in[from] * 3 + static_cast<i32>(round);
  }
  for (std::size_t first = 0; first < 256; first += 64) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first), end = begin + 64;
    i32 value = static_cast<i32>(std::count_if(begin, end, [](i32 x) { return x > 0; }));
    if (std::all_of(begin, end, [](i32 x) { return x > -90; })) value += 1 << 16;
    if (std::any_of(begin, end, [](i32 x) { return x > 95; })) value += 1 << 17;
    std::fill_n(counts.begin() + static_cast<std::ptrdiff_t>(first), 64, value);
    counts[first] += value;
  }
  buffers.set("out", out);
  buffers.set("counts", counts);
}

void reduction(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  buffers.set<i32>("sum", {std::accumulate(in.begin(), in.end(), 0)});
  buffers.set<i32>("smallest", {*std::min_element(in.begin(), in.end())});
  buffers.set<i32>("largest", {*std::max_element(in.begin(), in.end())});
}

// The cell of an atomic: each update records the old value.
template <typename T>
class Cell {
 public:
  Cell(T value, std::vector<T>& old, std::size_t i, std::size_t n) : value_(value), old_(old), at_(i), n_(n) {}
  void become(T next) {
    old_[at_] = value_;
    at_ += n_;
    value_ = next;
  }
  T value() const { return value_; }

 private:
  T value_;
  std::vector<T>& old_;
  std::size_t at_, n_;
};

void atomics_own(Buffers& buffers) {
  auto s = buffers.get<i32>("s");
  auto u = buffers.get<u32>("u");
  auto w = buffers.get<u64>("w");
  auto f = buffers.get<float>("f");
  auto d = buffers.get<double>("d");
  const std::size_t n = s.size();
  std::vector<i32> old_s(6 * n);
  std::vector<u32> old_u(7 * n);
  std::vector<u64> old_w(8 * n);
  std::vector<float> old_f(2 * n);
  std::vector<double> old_d(n);
  for (std::size_t i = 0; i < n; ++i) {
    const i32 index = static_cast<i32>(i);
    Cell<i32> cs(s[i], old_s, i, n);
    cs.become(cs.value() + index);
    cs.become(cs.value() - 5);
    cs.become(std::min(cs.value(), 40));
    cs.become(std::max(cs.value(), -20));
    cs.become(index * 3);
    cs.become(-index);
    s[i] = cs.value();
    Cell<u32> cu(u[i], old_u, i, n);
    cu.become(cu.value() & 0xff0f);
    cu.become(cu.value() | 0x10);
    cu.become(cu.value() ^ 0xffff);
    cu.become(cu.value() >= 60000 ? 0 : cu.value() + 1);
    cu.become(cu.value() == 0 || cu.value() > 70000 ? 70000 : cu.value() - 1);
    cu.become(std::min(cu.value(), u32{50000}));
    cu.become(std::max(cu.value(), u32{3000}));
    u[i] = cu.value();
    Cell<u64> cw(w[i], old_w, i, n);
    cw.become(cw.value() + (u64{1} << 40));
    cw.become(77);
    cw.become(~u64{0});
    cw.become(u64{1} << 50);
    cw.become(u64{1} << 51);
    cw.become(cw.value() & (0xffffffff0 + i));
    cw.become(cw.value() | 3);
    cw.become(~cw.value());
    w[i] = cw.value();
    Cell<float> cf(f[i], old_f, i, n);
    cf.become(cf.value() + 0.1f);
    cf.become(2.0f);
    f[i] = cf.value();
    Cell<double> cd(d[i], old_d, i, n);
    cd.become(cd.value() + 0.1);
    d[i] = cd.value();
  }
  buffers.set("s", s);
  buffers.set("u", u);
  buffers.set("w", w);
  buffers.set("f", f);
  buffers.set("d", d);
  buffers.set("old_s", old_s);
  buffers.set("old_u", old_u);
  buffers.set("old_w", old_w);
  buffers.set("old_f", old_f);
  buffers.set("old_d", old_d);
}

// The value after `times` increments or decrements that wrap at `limit`.
u32 counted_up(u32 value, u32 limit, std::size_t times) {
  for (; times > 0; --times) value = value >= limit ? 0 : value + 1;
  return value;
}
u32 counted_down(u32 value, u32 limit, std::size_t times) {
  for (; times > 0; --times) value = value == 0 || value > limit ? limit : value - 1;
  return value;
}

void atomics_together(Buffers& buffers) {
  const auto in = buffers.get<u32>("in");
  auto u = buffers.get<u32>("shared_u");
  auto s = buffers.get<i32>("shared_s");
  u64 wide = 0;
  float sum = 0;
  for (const u32 x : in) {
    u[0] += x;
    u[1] = std::max(u[1], x);
    u[2] = std::min(u[2], x);
    u[3] |= x;
    u[4] &= x | 0xffff0000;
    u[5] ^= x;
    u[8] *= x | 1;
    s[0] = std::min(s[0], -static_cast<i32>(x));
    s[1] = std::max(s[1], static_cast<i32>(x));
    wide += u64{x} << 20;
    sum += static_cast<float>(x % 16);
  }
  u[6] = counted_up(u[6], 99, in.size());
  u[7] = counted_down(u[7], 99, in.size());
  buffers.set("shared_u", u);
  buffers.set("shared_s", s);
  buffers.set<u64>("shared_w", {wide});
  buffers.set<float>("shared_f", {sum});
}

void atomics_orders(Buffers& buffers) {
  const auto in = buffers.get<u32>("in");
  const std::size_t n = in.size();
  std::vector<u32> u(16 + 4 * n);
  u64 wide = 0;
  float sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const u32 x = in[i];
    u[16 + i] = x + 2;
    u[16 + n + i] = 0;
    u[16 + 2 * n + i] = x;
    u[16 + 3 * n + i] = x + 1;
    u[0] += x;
    u[1] = std::max(u[1], x);
    u[2] = std::min(u[2], x);
    u[3] |= x;
    u[5] ^= x;
    wide += u64{x} << 16;
    sum += static_cast<float>(x % 8);
    total += x;
  }
  u[6] = counted_up(0, 1000, n);
  u[7] = counted_down(0, 1000, n);
  u[8] = static_cast<u32>(wide);
  u[9] = static_cast<u32>(wide >> 32);
  std::memcpy(&u[10], &sum, sizeof sum);
  buffers.set("orders", u);
  buffers.set<double>("order_d", {total});
}

void atomics(Buffers& buffers) {
  atomics_own(buffers);
  atomics_together(buffers);
  atomics_orders(buffers);
}

void atomics_shared(Buffers& buffers) {
  const auto in = buffers.get<u32>("in");
  std::vector<u64> out;
  std::vector<float> sums;
  for (std::size_t first = 0; first < in.size(); first += 64) {
    std::array<u32, 8> cell{1, 1, ~u32{0}, 1, ~u32{0}, 1, counted_up(1, 6, 64), 12345};
    std::array<u64, 4> wide{0, 0, 0, 1};
    float sum = 0;
    for (std::size_t t = 0; t < 64; ++t) {
      const u32 x = in[first + t];
      cell[0] += x;
      cell[1] = std::max(cell[1], x);
      cell[2] = std::min(cell[2], x);
      cell[3] |= x & 0xf0f0f0;
      cell[4] &= x | 0xff00ff00;
      cell[5] ^= x;
      wide[0] += u64{x} << 30;
      wide[1] = std::max(wide[1], u64{x} << 12);
      wide[2] ^= u64{x} << 8;
      wide[3] *= x | 1;
      sum += static_cast<float>(x % 32);
    }
    out.insert(out.end(), cell.begin(), cell.end());
    out.insert(out.end(), wide.begin(), wide.end());
    sums.push_back(sum);
  }
  buffers.set("out", out);
  buffers.set("sums", sums);
}

// Two launches with five rounds each.
void grid_sync(Buffers& buffers) {
  auto values = buffers.get<u32>("values");
  std::vector<u32> sums(values.size());
  for (int round = 0; round < 2 * 5; ++round) {
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] = values[i] + values[(i + 1) % values.size()];
    values = sums;
  }
  buffers.set("values", values);
  buffers.set("sums", sums);
}

void last_block(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  std::vector<i32> partial;
  for (auto at = in.begin(); at != in.end(); at += 64) partial.push_back(std::accumulate(at, at + 64, 0));
  buffers.set("partial", partial);
  buffers.set<i32>("sum", {std::accumulate(in.begin(), in.end(), 0)});
}

void histogram(Buffers& buffers) {
  std::vector<u32> bins(64);
  for (const std::uint8_t byte : buffers.get<std::uint8_t>("in")) ++bins[byte / 4];
  buffers.set("bins", bins);
}

void spin_lock(Buffers& buffers) {
  buffers.set<i32>("counters", {15, 21, 27, 33});  // 0 + ... + 5, and 6 k
  buffers.set("forward", std::vector<i32>(6, 1));
}

void scan(Buffers& buffers) {
  const auto in = buffers.get<std::int64_t>("in");
  std::vector<std::int64_t> out(in.size());
  for (std::ptrdiff_t first = 0; first < static_cast<std::ptrdiff_t>(in.size()); first += 128)
    std::partial_sum(in.begin() + first, in.begin() + first + 128, out.begin() + first);
  buffers.set("out", out);
}

void matrix_f64(Buffers& buffers) {
  const auto a = buffers.get<double>("a"), b = buffers.get<double>("b");
  auto c = buffers.get<double>("c");
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      for (std::size_t k = 0; k < 16; ++k)
        c[16 * row + column] = std::fma(a[16 * row + k], b[16 * k + column], c[16 * row + column]);
  buffers.set("c", c);
}

void bitonic_sort(Buffers& buffers) {
  auto keys = buffers.get<u64>("keys");
  auto loads = buffers.get<u32>("loads");
  std::vector<std::pair<u64, u32>> pairs;
  for (std::size_t i = 0; i < keys.size(); ++i) pairs.emplace_back(keys[i], loads[i]);
  std::sort(pairs.begin(), pairs.begin() + 128);
  std::sort(pairs.begin() + 128, pairs.end());
  for (std::size_t i = 0; i < keys.size(); ++i) std::tie(keys[i], loads[i]) = pairs[i];
  buffers.set("keys", keys);
  buffers.set("loads", loads);
}

void alignment(Buffers& buffers) {
  const auto similarity = buffers.get<i32>("similarity");
  auto scores = buffers.get<i32>("scores");
  for (std::size_t tile = 0; tile < 2; ++tile)
    for (std::size_t y = 0; y < 16; ++y)
      for (std::size_t x = 0; x < 16; ++x) {
        i32* const cell = &scores[tile * 289 + (y + 1) * 17 + x + 1];
        *cell = std::max(cell[-18] + similarity[tile * 256 + y * 16 + x], std::max(cell[-1], cell[-17]) - 3);
      }
  buffers.set("scores", scores);
}

// 64 threads produce and 64 consume.
void block_barrier(Buffers& buffers) {
  constexpr std::size_t kHalf = 64, kWords = 2 * kHalf;
  const auto in = buffers.get<i32>("in");
  std::vector<i32> roles(in.size()), pipeline(in.size() / 2), sums(in.begin(), in.begin() + kWords);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::size_t round = i / kHalf;
    roles[i] = in[round * kHalf + kHalf - 1 - i % kHalf] * 3 + static_cast<i32>(round);
  }
  for (std::size_t i = 0; i < pipeline.size(); ++i) {
    const std::size_t first = i / kHalf * kWords;
    pipeline[i] = in[first + i % kHalf] - in[first + kWords - 1 - i % kHalf];
  }
  std::reverse(sums.begin(), sums.end());
  std::vector<i32> shared(in.begin(), in.begin() + kWords);
  for (std::size_t left = kHalf; left >= 1; left /= 2) {
    for (std::size_t i = 0; i < left; ++i) sums[i] += shared[i + left];
    std::copy_n(sums.begin(), left, shared.begin());
  }
  buffers.set("roles", roles);
  buffers.set("pipeline", pipeline);
  buffers.set("sums", sums);
}

}  // namespace

References block_references() {
  return {{"barriers", barriers},
          {"block_barrier", block_barrier},
          {"reduction", reduction},
          {"atomics", atomics},
          {"atomics_shared", atomics_shared},
          {"grid_sync", grid_sync},
          {"last_block", last_block},
          {"histogram", histogram},
          {"spin_lock", spin_lock},
          {"scan", scan},
          {"matrix_f64", matrix_f64},
          {"alignment", alignment},
          {"bitonic_sort", bitonic_sort}};
}

}  // namespace unibank::kernels
