// Calls, recursion, jumps and predicates.
#include <algorithm>
#include <cmath>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;

struct Pair {
  double low, high;
  int tag;
};
Pair pair_of(float x, int tag) {
  return {x * 0.5, static_cast<double>(x) * tag, tag + std::clamp(static_cast<int>(x), -3, 3)};
}
double weigh(const Pair& a, const Pair& b) { return std::fma(a.low, b.high, b.low * a.high) + a.tag - b.tag; }

void calls(Buffers& buffers) {
  const auto in = buffers.get<float>("in");
  const int n = static_cast<int>(in.size());
  std::vector<double> out;
  std::vector<i32> counts;
  for (int i = 0; i < n; ++i) {
    const float x = in[static_cast<std::size_t>(i)];
    const Pair other = pair_of(in[static_cast<std::size_t>(n - 1 - i)], -2);
    double result = weigh(pair_of(x, i), other);
    i32 count = std::clamp(i, 5, 20);
    if (x > 0) {
      count += (200 + i) % 256 + 3;
      if (i % 2 == 1) result += weigh(other, other);
    }
    out.push_back(result);
    counts.push_back(count);  // the loop adds 1 - 1
  }
  buffers.set("out", out);
  buffers.set("counts", counts);
}

void recursion(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  std::vector<i32> numbers, sorted;
  for (int i = 0; i < 64; ++i) {
    const int m = in[static_cast<std::size_t>(i)] % 2, argument = i % 8;
    const int ackermann = m == 0 ? argument + 1 : argument + 2;
    const bool odd = in[static_cast<std::size_t>(i)] % 2 == 1;
    numbers.push_back(ackermann * 4 + (i % 2 == 0 ? 2 : 0) + (odd ? 1 : 0));
    std::vector<i32> values;
    for (int k = 0; k < 8; ++k) values.push_back(in[static_cast<std::size_t>((i + 5 * k) % 64)]);
    std::sort(values.begin(), values.end());
    sorted.insert(sorted.end(), values.begin(), values.end());
  }
  buffers.set("numbers", numbers);
  buffers.set("sorted", sorted);
}

float apply(int operation, float a, float b) {
  switch (operation) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    default: return std::max(a, b);
  }
}

void function_pointers(Buffers& buffers) {
  const auto in = buffers.get<float>("in");
  const auto choice = buffers.get<i32>("choice");
  const std::size_t n = in.size();
  std::vector<float> out(3 * n);
  const auto fold = [&](int operation, std::size_t first, std::size_t count) {
    float result = in[first];
    for (std::size_t k = 1; k < count; ++k) result = apply(operation, result, in[first + k]);
    return result;
  };
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = apply(choice[i], in[i], in[n - 1 - i]);
    out[n + i] = fold(static_cast<int>(i / 32), 0, 8);
    out[2 * n + i] = fold(choice[i] > 1 ? 0 : 2, i % 8, 1 + i % 4);
  }
  buffers.set("out", out);
}

// An arithmetic shift, by division that rounds down.
i32 halved(i32 x) { return (x - (x < 0 && x % 2 != 0 ? 1 : 0)) / 2; }

void switch_table(Buffers& buffers) {
  const auto program = buffers.get<u32>("program");
  const auto in = buffers.get<i32>("in");
  std::vector<i32> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    u32 a = static_cast<u32>(in[i]), b = static_cast<u32>(i);
    for (std::size_t step = 0; step < 24; ++step) {
      const u32 operation = program[(i / 8 + step) % 32] % 6;
      if (operation == 0) a += b;
      if (operation == 1) a -= b;
      if (operation == 2) b *= 3;
      if (operation == 3) a ^= b;
      if (operation == 4) b = static_cast<u32>(halved(static_cast<i32>(a)));
      if (operation == 5) a = ~a;
    }
    out.push_back(static_cast<i32>(a ^ b));
  }
  buffers.set("out", out);
}

void never_traps(Buffers& buffers) {
  const auto in = buffers.get<i32>("in");
  std::vector<i32> out;
  for (const i32 x : in) out.push_back(in[static_cast<std::size_t>(x)]);
  buffers.set("out", out);
}

int collatz(std::uint64_t x) {
  int count = 0;
  for (; x != 1 && count < 200; ++count) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return count;
}

int factors(u32 value) {
  for (u32 a = 2; a < 12; ++a)
    for (u32 b = a; b < 12 && value % a != 1; ++b)
      if (a * b == value % 100) return static_cast<int>(16 * a + b);
  return -1;
}

// The two interlocked loops as a state machine with two states.
int tangle(u32 y) {
  int turns = 0;
  bool second = y % 2 == 1;
  for (;;) {
    if (second) {
      turns += 3;
      y ^= y >> 7;
    } else {
      ++turns;
      y = y * 1103515245 + 12345;
    }
    if (turns > 40) break;
    if (!second) {
      second = (y & 0x10000) == 0;
    } else if ((y & 0x20000) == 0) {
      if ((y & 0x40000) == 0) break;
      second = false;
    }
  }
  return turns ^ static_cast<int>(y);
}

void divergence(Buffers& buffers) {
  const auto in = buffers.get<u32>("in");
  auto steps = buffers.get<i32>("steps"), found = buffers.get<i32>("found"), tangled = buffers.get<i32>("tangled");
  for (std::size_t i = 0; i < in.size(); ++i) {
    steps[i] = collatz(in[i] % 1000 + 1);
    if (i % 7 == 3) continue;
    found[i] = factors(in[i]);
    tangled[i] = tangle(in[i]);
  }
  buffers.set("steps", steps);
  buffers.set("found", found);
  buffers.set("tangled", tangled);
}

void predicates(Buffers& buffers) {
  const auto a = buffers.get<i32>("a"), b = buffers.get<i32>("b");
  const std::size_t n = a.size();
  std::vector<i32> out(5 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const i32 x = a[i], y = b[i];
    const bool less = x < y, both = x > 0 && less, other = !(x > 0) && less;
    i32 r = less ? 1 : -1;
    if (both) r += 3 * x;
    if (other) r ^= y;
    out[i] = r;
    const bool set = x != 0, q = x <= y || !set, s = (static_cast<u32>(x) > static_cast<u32>(y)) != q;
    out[n + i] = (((set && q) || s) != q) ? y : x;
    out[2 * n + i] = x + y >= 0 ? x : y;
    out[3 * n + i] = x <= y ? -1 : 0;
    out[4 * n + i] = i % 3 == 0 ? 55 : 99;
  }
  buffers.set("out", out);
}

}  // namespace

References control_references() {
  return {{"calls", calls},           {"recursion", recursion},     {"function_pointers", function_pointers},
          {"switch_table", switch_table}, {"never_traps", never_traps}, {"divergence", divergence},
          {"predicates", predicates}};
}

}  // namespace unibank::kernels
