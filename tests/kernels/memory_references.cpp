// Loads and stores of every width, constants, pointers, local memory, parameters.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

void widths(Buffers& buffers) {
  const auto s8 = buffers.get<std::int8_t>("s8");
  const auto u8 = buffers.get<std::uint8_t>("u8");
  const auto s16 = buffers.get<std::int16_t>("s16");
  const auto u16 = buffers.get<std::uint16_t>("u16");
  const auto s64 = buffers.get<i64>("s64");
  const std::size_t n = s8.size();
  std::vector<i64> sums;
  std::vector<std::int8_t> bytes;
  std::vector<std::int16_t> halves;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t mirrored = i / 32 * 32 + 31 - i % 32;  // in the block of 32
    sums.push_back(i64{s8[i]} * u8[i] + i64{s16[i]} * u16[i] - s64[i]);
    bytes.push_back(static_cast<std::int8_t>(u8[mirrored] - s8[n - 1 - i]));
    halves.push_back(static_cast<std::int16_t>(s16[n - 1 - mirrored] + u16[i] / 8));
  }
  buffers.set("sums", sums);
  buffers.set("bytes", bytes);
  buffers.set("halves", halves);
}

void vectors(Buffers& buffers) {
  const auto f4 = buffers.get<float>("f4"), f2 = buffers.get<float>("f2");
  const auto i4 = buffers.get<std::int32_t>("i4"), i2 = buffers.get<std::int32_t>("i2");
  const auto d2 = buffers.get<double>("d2");
  const auto c4 = buffers.get<std::uint8_t>("c4");
  const auto s2 = buffers.get<std::uint16_t>("s2");
  const auto l2 = buffers.get<u64>("l2");
  std::vector<float> out_f4, out_f2;
  std::vector<std::int32_t> out_i4;
  std::vector<double> out_d2;
  std::vector<std::uint8_t> out_c4;
  std::vector<std::uint16_t> out_s4;
  std::vector<u64> out_l2;
  for (std::size_t i = 0; i < f2.size() / 2; ++i) {
    const float *a = &f4[4 * i], *other = &f4[4 * (i ^ 5)], *b = &f2[2 * i];
    out_f4.insert(out_f4.end(), {a[0] + other[1], a[1] * b[0], a[2] - other[0], a[3] + b[1]});
    out_f2.insert(out_f2.end(), {other[2], b[0] * b[1]});
    const std::int32_t *c = &i4[4 * i], *d = &i2[2 * i];
    out_i4.insert(out_i4.end(), {c[3] + d[0], c[2] - d[1], c[1] ^ d[0], c[0] | d[1]});
    const double* e = &d2[2 * i];
    out_d2.insert(out_d2.end(), {e[1] - e[0], e[0] * e[1]});
    const std::uint8_t* f = &c4[4 * i];
    for (const int value : {int{f[3]}, f[2] + f[0], f[1] ^ f[3], int{f[0]}})
      out_c4.push_back(static_cast<std::uint8_t>(value));
    const std::uint16_t* g = &s2[2 * i];
    for (const int value : {int{g[1]}, int{g[0]}, g[0] + f[1], g[1] - f[2]})
      out_s4.push_back(static_cast<std::uint16_t>(value));
    out_l2.insert(out_l2.end(), {l2[2 * i + 1], l2[2 * i] + l2[2 * i + 1]});
  }
  buffers.set("out_f4", out_f4);
  buffers.set("out_f2", out_f2);
  buffers.set("out_i4", out_i4);
  buffers.set("out_d2", out_d2);
  buffers.set("out_c4", out_c4);
  buffers.set("out_s4", out_s4);
  buffers.set("out_l2", out_l2);
}

void constants(Buffers& buffers) {
  const float weights[] = {0.5f, -1.25f, 2.0f, 3.5f, -0.75f, 1e-3f, 100.0f, 7.0f};
  const int small[] = {1, 2, 3, 250, 255}, digits[] = {3, 1, 4, 1, 5, 9, 2, 6};
  const auto choice = buffers.get<std::int32_t>("choice"), offsets = buffers.get<std::int32_t>("offsets");
  std::vector<float> out;
  std::vector<std::int32_t> numbers, written;
  for (std::size_t i = 0; i < 64; ++i) {
    const int k = choice[i] % 8;
    out.push_back(weights[k] * 2.0f + 2.5f * static_cast<float>(small[k % 5]));
    numbers.push_back(offsets[k % 4] + (k % 2 == 0 ? digits[k % 7] : -digits[k % 7 + 1]));
    written.push_back(numbers[i] * 2 + digits[(k + i) % 8]);
  }
  for (std::size_t i = 0; i < 64; ++i) numbers[i] += written[63 - i];
  buffers.set("out", out);
  buffers.set("numbers", numbers);
}

void generic(Buffers& buffers) {
  const auto in = buffers.get<std::int32_t>("in");
  auto out = buffers.get<std::int32_t>("out");
  const std::size_t n = in.size(), block = 64;
  std::vector<std::int32_t> spaces(2 * n);
  for (std::size_t first = 0; first < n; first += block) {
    std::vector<std::int32_t> shared(block), before(block);
    std::vector<std::vector<std::int32_t>> mine(block, {1, 2, 3, 4});
    for (std::size_t t = 0; t < block; ++t) {
      shared[t] = in[first + t] * 3;
      mine[t][in[first + t] % 4] = in[first + t];
    }
    for (std::size_t t = 0; t < block; ++t) {
      std::int32_t* const from = t % 3 == 0   ? &out[first + t]
                                 : t % 3 == 1 ? &shared[t ^ 1]
                                              : &mine[t][in[first + t] % 4];
      before[t] = *from;
      *from += 100 + static_cast<int>(t) + (t % 3 != 2 ? 7 : 0);
      spaces[first + t] = 1 << t % 3;
    }
    for (std::size_t t = 0; t < block; ++t) {
      out[n + first + t] = before[t] + shared[t] + mine[t][(in[first + t] + 1) % 4];
      spaces[n + first + t] = shared[t];
    }
  }
  buffers.set("out", out);
  buffers.set("spaces", spaces);
}

void local_array(Buffers& buffers) {
  const auto in = buffers.get<std::int32_t>("in");
  const auto index = buffers.get<std::uint8_t>("index");
  const std::size_t n = index.size();
  std::vector<std::int32_t> out(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<int> order(16);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[16 * i + a] < in[16 * i + b]; });
    out[i] = in[16 * i + order[index[i] % 16]];
    out[n + i] = order[index[i] % 16];
  }
  buffers.set("out", out);
}

// The order of the additions is the doubling scan's.
void dynamic_scratchpad(Buffers& buffers) {
  const auto in = buffers.get<float>("in");
  for (const std::size_t block : {64u, 128u}) {
    std::vector<double> sums(in.begin(), in.end());
    std::vector<float> reversed(in.size());
    for (std::size_t first = 0; first < in.size(); first += block) {
      for (std::size_t step = 1; step < block; step *= 2)
        for (std::size_t t = block - 1; t >= step; --t) sums[first + t] += sums[first + t - step];
      for (std::size_t t = 0; t < block; ++t) reversed[first + t] = in[first + block - 1 - t] + in[first + block - 1];
    }
    buffers.set("sums_" + std::to_string(block), sums);
    buffers.set("reversed_" + std::to_string(block), reversed);
  }
}

void parameters(Buffers& buffers) {
  const float weights[] = {0.5f, -1.5f, 2.25f, 3.0f, 0.125f};
  const int offsets[] = {-3, 400, 7};
  std::vector<float> out;
  std::vector<double> wide;
  for (std::size_t i = 0; i < 64; ++i) {
    out.push_back(weights[i % 5] * 1.5f - 7.0f + static_cast<float>(offsets[i % 3]));
    wide.push_back(1.75 * -0.375 - 5e9 + 200 + 1234.0 * 60000.0 + 9);
  }
  buffers.set("out", out);
  buffers.set("wide", wide);
}

void volatile_loads(Buffers& buffers) {
  const auto in = buffers.get<float>("in");
  const auto wide = buffers.get<std::int32_t>("wide");
  const std::size_t n = in.size();
  std::vector<float> out(2 * n);
  std::vector<std::int32_t> sums(n);
  const auto cell = [&](std::size_t i) { return wide[4 * i] + wide[4 * i + 1]; };
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = std::fma(in[i], in[n - 1 - i], in[i ^ 1]);
    out[n + i] = in[i];
    sums[i] = cell(i) + (i % 32 < 31 ? cell(i + 1) : 0) - wide[4 * i + 2] * wide[4 * i + 3];
  }
  buffers.set("out", out);
  buffers.set("sums", sums);
}

void random_numbers(Buffers& buffers) {
  const u32 seed = 20240607;
  std::vector<u32> words;
  std::vector<float> uniform, normal;
  for (u32 i = 0; i < 128; ++i) {
    u32 counter[4] = {i, 0, seed, 0}, key[2] = {seed ^ 0xdeadbeef, 42};
    for (int round = 0; round < 10; ++round) {
      const u64 first = u64{0xd2511f53} * counter[0], second = u64{0xcd9e8d57} * counter[2];
      const u32 next[4] = {static_cast<u32>(second >> 32) ^ counter[1] ^ key[0], static_cast<u32>(second),
                           static_cast<u32>(first >> 32) ^ counter[3] ^ key[1], static_cast<u32>(first)};
      std::copy(next, next + 4, counter);
      key[0] += 0x9e3779b9;
      key[1] += 0xbb67ae85;
    }
    words.insert(words.end(), counter, counter + 4);
    const auto fraction = [](u32 x) { return static_cast<float>(x / 256) / 16777216.0f; };
    uniform.push_back(fraction(counter[0]));
    u32 x = counter[3] | 1;
    float sum = -6.0f;
    for (int k = 0; k < 12; ++k) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
      sum += fraction(x);
    }
    normal.push_back(sum);
  }
  buffers.set("words", words);
  buffers.set("uniform", uniform);
  buffers.set("normal", normal);
}

}  // namespace

References memory_references() {
  return {{"widths", widths},
          {"vectors", vectors},
          {"constants", constants},
          {"generic", generic},
          {"local_array", local_array},
          {"dynamic_scratchpad", dynamic_scratchpad},
          {"parameters", parameters},
          {"volatile_loads", volatile_loads},
          {"random_numbers", random_numbers}};
}

}  // namespace unibank::kernels
