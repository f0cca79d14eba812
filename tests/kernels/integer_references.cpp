// Integer references: computed in 128 bits, bit by bit, or digit by digit.
#include <algorithm>
#include <array>

#include "reference.h"

namespace unibank::kernels {
namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

template <typename T>
void arithmetic(Buffers& buffers, const std::string& type) {
  const auto a = buffers.get<T>("a_" + type), b = buffers.get<T>("b_" + type);
  const std::size_t n = a.size();
  std::vector<T> out(9 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const SignedWide x = a[i], y = b[i], z = static_cast<T>(b[i] | 1);
    const SignedWide results[] = {x + y,           x - y,           x * y, x / z, x % z,
                                  std::min(x, y), std::max(x, y), x < 0 ? -x : x, x * y + z};
    for (std::size_t k = 0; k < 9; ++k) out[k * n + i] = static_cast<T>(results[k]);
  }
  buffers.set("out_" + type, out);
}

void integers(Buffers& buffers) {
  arithmetic<std::int16_t>(buffers, "s16");
  arithmetic<std::uint16_t>(buffers, "u16");
  arithmetic<i32>(buffers, "s32");
  arithmetic<u32>(buffers, "u32");
  arithmetic<i64>(buffers, "s64");
  arithmetic<u64>(buffers, "u64");

  const auto a = buffers.get<i32>("a_s32"), b = buffers.get<i32>("b_s32");
  const std::size_t n = a.size();
  std::vector<i64> whole(5 * n);
  std::vector<i32> halves(5 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const SignedWide x = a[i], y = b[i], product = x * y;
    const Wide u = static_cast<u32>(a[i]), v = static_cast<u32>(b[i]);
    const SignedWide wide[] = {product, static_cast<SignedWide>(u * v), product + y * 12345,
                               (product * 0x123456789abcdef) >> 64,
                               static_cast<SignedWide>((static_cast<u64>(~u) * Wide{static_cast<u64>(~v)}) >> 64)};
    const SignedWide narrow[] = {product >> 32, static_cast<SignedWide>((u * v) >> 32), x / 7 + y % 10,
                                 static_cast<SignedWide>(u / 1000003 - v % 255), product / 1000};
    for (std::size_t k = 0; k < 5; ++k) {
      whole[k * n + i] = static_cast<i64>(wide[k]);
      halves[k * n + i] = static_cast<i32>(narrow[k]);
    }
  }
  buffers.set("whole", whole);
  buffers.set("halves", halves);
}

bool bit(u64 x, unsigned at) { return at < 64 && (x >> at & 1) != 0; }

// A word of `width` bits, bit k of which is pick(k).
template <typename Pick>
u64 compose(unsigned width, Pick pick) {
  u64 result = 0;
  for (unsigned k = 0; k < width; ++k)
    if (pick(k)) result |= u64{1} << k;
  return result;
}
u64 left(u64 x, unsigned by, unsigned width) {
  return compose(width, [&](unsigned k) { return k >= by && bit(x, k - by); });
}
u64 right(u64 x, unsigned by, unsigned width, bool sign) {
  return compose(width, [&](unsigned k) { return k + by < width ? bit(x, k + by) : sign && bit(x, width - 1); });
}
u64 reversed(u64 x, unsigned width) {
  return compose(width, [&](unsigned k) { return bit(x, width - 1 - k); });
}
unsigned ones(u64 x) {
  unsigned count = 0;
  for (unsigned k = 0; k < 64; ++k) count += bit(x, k);
  return count;
}
unsigned leading_zeros(u64 x, unsigned width) {
  unsigned count = 0;
  while (count < width && !bit(x, width - 1 - count)) ++count;
  return count;
}
unsigned first_one(u64 x) {  // counted from 1
  for (unsigned k = 0; k < 64; ++k)
    if (bit(x, k)) return k + 1;
  return 0;
}
unsigned byte_of(u32 x, u32 y, unsigned selector) {
  return static_cast<unsigned>((static_cast<u64>(y) << 32 | x) >> selector * 8 & 255);
}
u32 permuted(u32 x, u32 y, unsigned s0, unsigned s1, unsigned s2, unsigned s3) {
  return byte_of(x, y, s0) | byte_of(x, y, s1) << 8 | byte_of(x, y, s2) << 16 | byte_of(x, y, s3) << 24;
}
// Bits by .. by + 31 of high:low, and the same counted from the top.
u32 funnel_right(u32 low, u32 high, unsigned by) {
  const u64 both = static_cast<u64>(high) << 32 | low;
  return static_cast<u32>(compose(32, [&](unsigned k) { return bit(both, k + by); }));
}
u32 funnel_left(u32 low, u32 high, unsigned by) { return funnel_right(low, high, 32 - by); }

// The field of `length` bits from bit `from` on; beyond the word its bits are copies of the highest bit if signed, else
// 0.
u64 field(u64 x, unsigned from, unsigned length, unsigned width, bool is_signed) {
  if (length == 0) return 0;
  const bool sign = is_signed && bit(x, std::min(from + length - 1, width - 1));
  return compose(width, [&](unsigned k) { return k < length && from + k < width ? bit(x, from + k) : sign; });
}
u64 inserted(u64 x, u64 into, unsigned from, unsigned length, unsigned width) {
  return compose(width, [&](unsigned k) { return k >= from && k < from + length ? bit(x, k - from) : bit(into, k); });
}

void bits_32(Buffers& buffers) {
  const auto a = buffers.get<u32>("a"), b = buffers.get<u32>("b");
  const std::size_t n = a.size();
  std::vector<u32> out(16 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const u32 x = a[i], y = b[i];
    const unsigned by = y % 32, turn = x % 32, clamped = std::min(x % 64, 32u);
    const u64 results[] = {
        compose(32, [&](unsigned k) { return bit(x, k) && bit(y, k); }),
        compose(32, [&](unsigned k) { return bit(x, k) || bit(y, k); }),
        compose(32, [&](unsigned k) { return bit(x, k) != bit(y, k); }),
        compose(32, [&](unsigned k) { return !bit(x, k); }),
        left(x, by, 32), right(x, by, 32, false), right(x, by, 32, true), reversed(x, 32),
        leading_zeros(x >> by, 32), ones(x), first_one(x),
        permuted(x, y, x >> 16 & 7, x >> 20 & 7, x >> 24 & 7, x >> 28 & 7),  // CUDA's selectors have three bits
        funnel_left(x, y, turn), funnel_right(x, y, turn), funnel_left(x, y, clamped), funnel_right(x, y, clamped)};
    for (std::size_t k = 0; k < 16; ++k) out[k * n + i] = static_cast<u32>(results[k]);
  }
  buffers.set("out32", out);
}

void bits_64(Buffers& buffers) {
  const auto a = buffers.get<u64>("wide");
  const std::size_t n = a.size();
  std::vector<u64> out(10 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const u64 x = a[i], y = a[n - 1 - i];
    const unsigned by = y % 64;
    const u64 results[] = {
        compose(64, [&](unsigned k) { return bit(x, k) && !bit(y, k); }),
        compose(64, [&](unsigned k) { return bit(x, k) || bit(y, k); }),
        compose(64, [&](unsigned k) { return bit(x, k) != bit(y, k); }),
        left(x, by, 64), right(x, by, 64, false), right(x, by, 64, true), reversed(x, 64),
        leading_zeros(x >> by, 64), ones(x), first_one(x)};
    for (std::size_t k = 0; k < 10; ++k) out[k * n + i] = results[k];
  }
  buffers.set("out64", out);
}

void bits_fields(Buffers& buffers) {
  const auto a = buffers.get<u32>("a"), b = buffers.get<u32>("b");
  const std::size_t n = a.size();
  std::vector<u32> out(15 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const u32 x = a[i], y = b[i];
    const unsigned from = y % 64, length = y / 256 % 64;
    const u64 wide = static_cast<u64>(x) << 32 | y;
    const u32 smaller = x >> y % 32;
    const u32 magnitude = (x >> 31) != 0 ? ~x : x;
    const auto fold = [](u64 w) { return w ^ w >> 32; };
    const auto highest = [](u64 w, unsigned width) { return width - 1 - leading_zeros(w, width); };  // -1: none
    const unsigned m = from % 4;
    const u64 results[] = {
        field(x, from, length, 32, false), field(x, from, length, 32, true), inserted(x, y, from, length, 32),
        highest(smaller, 32), magnitude == 0 ? ~u64{0} : leading_zeros(magnitude, 32),
        left(x, from, 32), right(x, from, 32, false), right(x, from, 32, true),
        permuted(x, y, m, m + 1, m + 2, m + 3), permuted(x, y, m % 2 * 2, m % 2 * 2 + 1, m % 2 * 2, m % 2 * 2 + 1),
        permuted(x, y, m, std::max(1u, m), std::max(2u, m), 3),
        fold(field(wide, from, length, 64, true)), fold(inserted(wide, ~wide, from, length, 64)),
        highest(right(wide, from, 64, false), 64), u64{bit(x, 0) ? 0u : 1u}};
    for (std::size_t k = 0; k < 15; ++k) out[k * n + i] = static_cast<u32>(results[k]);
  }
  buffers.set("fields", out);
}

void bits(Buffers& buffers) {
  bits_32(buffers);
  bits_64(buffers);
  bits_fields(buffers);
}

Wide number(const std::vector<u32>& limbs, std::size_t at) {
  Wide value = 0;
  for (std::size_t k = 4; k-- > 0;) value = value << 32 | limbs[4 * at + k];
  return value;
}

void carry(Buffers& buffers) {
  const auto a = buffers.get<u32>("a"), b = buffers.get<u32>("b");
  std::vector<Wide> sum, difference, product;
  for (std::size_t i = 0; i < a.size() / 4; ++i) {
    const Wide x = number(a, i), y = number(b, i);
    sum.push_back(x + y);
    difference.push_back(x - y);
    product.push_back(Wide{static_cast<u64>(x)} * static_cast<u64>(y));
  }
  buffers.set("sum", sum);
  buffers.set("difference", difference);
  buffers.set("product", product);

  const auto c = buffers.get<u64>("a64"), d = buffers.get<u64>("b64");
  const std::size_t n = c.size() / 2;
  std::vector<u64> out(6 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const Wide x = Wide{c[n + i]} << 64 | c[i], y = Wide{d[n + i]} << 64 | d[i];
    const Wide results[] = {x + y, x - y, Wide{c[i]} * d[i] + (Wide{d[n + i]} << 64 | c[n + i])};
    for (std::size_t k = 0; k < 3; ++k) {
      out[2 * k * n + i] = static_cast<u64>(results[k]);
      out[(2 * k + 1) * n + i] = static_cast<u64>(results[k] >> 64);
    }
  }
  buffers.set("out64", out);
}

i64 low24(u32 x, bool is_signed) {
  const i64 value = x % (1 << 24);
  return is_signed && value >= 1 << 23 ? value - (1 << 24) : value;
}

void video(Buffers& buffers) {
  const auto a = buffers.get<u32>("a"), b = buffers.get<u32>("b");
  const std::size_t n = a.size();
  std::vector<u32> out(10 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const u32 x = a[i], y = b[i];
    u32 apart = 0, clamped = 0, total = 1000;
    for (unsigned k = 0; k < 4; ++k) {
      const int p = x >> 8 * k & 255, q = y >> 8 * k & 255;
      apart |= static_cast<u32>(std::abs(p - q)) << 8 * k;
      total += static_cast<u32>(std::abs(p - q));
      const int far = std::abs(static_cast<std::int8_t>(p) - static_cast<std::int8_t>(q));
      clamped |= static_cast<u32>(std::min(far, 127)) << 8 * k;
    }
    const i64 product = low24(x, false) * low24(y, false), with_sign = low24(x, true) * low24(y, true);
    const u32 far = std::max(x, y) - std::min(x, y);
    const i64 sx = static_cast<i32>(x), sy = static_cast<i32>(y);
    const i64 results[] = {apart, total, clamped, product, product >> 16, with_sign, with_sign >> 16,
                           product + x, static_cast<i64>(far) + x, std::abs(sx - sy) + sy};
    for (std::size_t k = 0; k < 10; ++k) out[k * n + i] = static_cast<u32>(results[k]);
  }
  buffers.set("out", out);
}

}  // namespace

References integer_references() {
  return {{"integers", integers}, {"bits", bits}, {"carry", carry}, {"video", video}};
}

}  // namespace unibank::kernels
