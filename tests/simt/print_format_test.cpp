// CUDA's printf, conversion by conversion: the text equals what the C library prints for the same arguments.
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "simt/print_format.h"

using namespace unibank;
using namespace unibank::simt;
using Catch::Contains;

namespace {

// The arguments of one call in global memory, laid out as nvcc does.
class Call {
 public:
  Call() : memory_(std::uint64_t{16} << 20) {}

  template <typename... Values>
  std::string prints(const std::string& format, Values... values) {
    std::vector<std::uint8_t> bytes;
    (add(bytes, values), ...);
    const std::uint64_t at = memory_.allocate(bytes.size(), "arguments");
    memory_.write(at, bytes.data(), bytes.size());
    std::string text;
    result = print_format(format, at, ThreadMemory(memory_, {}, 0, 0, 0), text);
    return text;
  }
  std::uint64_t text(const std::string& characters) {
    const std::uint64_t at = memory_.allocate(characters.size() + 1, "text");
    memory_.write(at, characters.c_str(), characters.size() + 1);
    return at;
  }
  DeviceMemory& memory() { return memory_; }

  int result = 0;

 private:
  template <typename Value>
  static void add(std::vector<std::uint8_t>& bytes, Value value) {
    const std::size_t at = (bytes.size() + sizeof value - 1) / sizeof value * sizeof value;
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }

  DeviceMemory memory_;
};

template <typename... Values>
std::string printed(const std::string& format, Values... values) {
  return Call().prints(format, values...);
}

}  // namespace

TEST_CASE("printf: integers with signs, bases, widths and precisions") {
  CHECK(printed("%d %i", -5, 7) == "-5 7");
  CHECK(printed("%u %o %x %X", 4000000000u, 8u, 255u, 255u) == "4000000000 10 ff FF");
  CHECK(printed("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d]", 42, 42, 42, 42, 42, 42) ==
        "[   42] [42   ] [00042] [+42] [ 42] [042]");
  CHECK(printed("%#x %#o", 255u, 8u) == "0xff 010");
  CHECK(printed("%*d|%-*d|%.*d", 5, 1, 5, 2, 3, 3) == "    1|2    |003");
  CHECK(printed("%*d|", -4, 1) == "1   |");
}

TEST_CASE("printf: halves of integers, and integers of 64 bits at multiples of 8") {
  CHECK(printed("%hd %hhd %hu %hhu", 65537 + 9, 256 + 7, 65536u + 1, 256u + 2) == "10 7 1 2");
  CHECK(printed("%hd %hhd", 0xffff, 0xff) == "-1 -1");
  CHECK(printed("%d %lld %d %llu", 1, -1234567890123456789ll, 2, 18446744073709551615ull) ==
        "1 -1234567890123456789 2 18446744073709551615");
  CHECK(printed("%ld %lu %lx %zu %jd %td", 1ll, 2ull, 0x123456789abull, 4ull, 5ll, 6ll) == "1 2 123456789ab 4 5 6");
}

TEST_CASE("printf: floats are doubles") {
  CHECK(printed("%f %.2f %8.3f|%-8.1f|", 1.5, 2.345, 3.14159, 2.0) == "1.500000 2.35    3.142|2.0     |");
  CHECK(printed("%e %E %g %G", 12345.678, 0.00012, 1e-10, 1e20) == "1.234568e+04 1.200000E-04 1e-10 1E+20");
  CHECK(printed("%a %F", 1.0, 1.0) == "0x1p+0 1.000000");
  CHECK(printed("%d %f %d", 1, 2.0, 3) == "1 2.000000 3");
  CHECK(printed("%.0f %+.1e", 2.5, -0.05) == "2 -5.0e-02");
}

TEST_CASE("printf: characters, pointers, texts") {
  Call call;
  const std::uint64_t text = call.text("bank");
  CHECK(call.prints("%s %c%c|%6s|%-6s|%.2s", text, 97, 98, text, text, text) == "bank ab|  bank|bank  |ba");
  CHECK(call.result == 6);
  CHECK(call.prints("%p %p", std::uint64_t{0x1234}, std::uint64_t{0}) == "0x1234 (nil)");
  CHECK(call.prints("%s", std::uint64_t{0}) == "(null)");
  CHECK(call.prints("%c", 0) == std::string(1, '\0'));
}

TEST_CASE("printf: the result counts arguments and text that is no conversion is unchanged") {
  Call call;
  CHECK(call.prints("plain 100%%\n") == "plain 100%\n");
  CHECK(call.result == 0);
  CHECK(call.prints("%d%d", 1, 2) == "12");
  CHECK(call.result == 2);
  CHECK(call.prints("%*.*f", 8, 2, 1.0) == "    1.00");
  CHECK(call.result == 3);
  CHECK(call.prints("%y %d %", 3) == "%y 3 %");
  CHECK(call.prints("%n%5", 3) == "%n%5");
}

TEST_CASE("printf: conversions after 32 arguments are unchanged") {
  std::vector<int> values(33);
  std::string format, expected;
  DeviceMemory memory(std::uint64_t{16} << 20);
  for (int i = 0; i < 33; ++i) {
    values[static_cast<std::size_t>(i)] = i;
    format += "%d ";
    expected += i < 32 ? std::to_string(i) + " " : "%d ";
  }
  const std::uint64_t at = memory.allocate(values.size() * 4, "arguments");
  memory.write(at, values.data(), values.size() * 4);
  std::string text;
  CHECK(print_format(format, at, ThreadMemory(memory, {}, 0, 0, 0), text) == 32);
  CHECK(text == expected);
}

TEST_CASE("printf: the error of a thread's faulty argument names the argument") {
  const auto fault = [](const std::string& format, auto... values) -> std::string {
    try {
      printed(format, values...);
    } catch (const PrintFault& found) {
      return found.what;
    }
    return "";
  };
  CHECK(fault("%d and %d", 1) == "argument 2 of '%d and %d' is missing");
  CHECK(fault("%s", std::uint64_t{77}) == "argument 1 of '%s' points to no text: it has no terminating zero");
  CHECK(fault("%5000d", 1) == "found a width of 5000; expected at most 4096");
  CHECK(fault("%99999999999999999999d", 1) == "found a width of 1000000000; expected at most 4096");
  CHECK(fault("%.*f", 5000, 1.0) == "found a precision of 5000; expected at most 4096");
  CHECK(printed("%.*f", -1, 0.5) == "0.500000");
  CHECK(printed("%4096d", 1).size() == 4096);
}

TEST_CASE("a thread reads its own words of local memory, the block's scratchpad and global memory") {
  DeviceMemory memory(std::uint64_t{16} << 20);
  const std::uint64_t frame = memory.allocate(8 * 32, "local memory");  // two words per thread
  for (std::uint32_t word = 0; word < 64; ++word) memory.write(frame + 4 * word, &word, 4);
  const std::vector<std::uint8_t> scratchpad{'a', 'b', 0, 'c'};
  const ThreadMemory thread(memory, {scratchpad.data(), scratchpad.size()}, frame, 8, 5);
  std::uint64_t both = 0;
  CHECK(thread.read(kLocalWindow, &both, 8));
  CHECK(both == (std::uint64_t{32 + 5} << 32 | 5));  // word k of lane l is word 32 k + l
  CHECK_FALSE(thread.read(kLocalWindow + 1, &both, 8));
  CHECK(thread.text(kSharedWindow).value() == "ab");
  CHECK(thread.text(kSharedWindow + 1, 1).value() == "b");
  CHECK_FALSE(thread.text(kSharedWindow + 3));  // no zero byte before the scratchpad ends
  CHECK_FALSE(thread.text(kSharedWindow + 4));
  CHECK(thread.read(frame, &both, 8));
  CHECK(both == std::uint64_t{1} << 32);
  CHECK_FALSE(thread.read(frame + 8 * 32, &both, 1));
}
