// The contents of a buffer before the first launch, and numbers as text.
#include <catch2/catch.hpp>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "manifest/memory_files.h"
#include "manifest/random.h"
#include "manifest/values.h"

using namespace unibank;
namespace mv = unibank::manifest_values;

namespace {

template <typename T>
std::vector<T> values_of(const std::string& keys, const Files& files = {}) {
  const Manifest manifest = load_text(with_buffer(keys), files);
  const std::vector<std::uint8_t>& bytes = manifest.buffers.at(0).bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <typename T>
std::string raw(const std::vector<T>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

}  // namespace

TEST_CASE("buffers begin with zeros unless the manifest says otherwise") {
  CHECK(values_of<std::uint16_t>("type = \"u16\"\ncount = 3\n") == std::vector<std::uint16_t>{0, 0, 0});
  CHECK(values_of<double>("type = \"f64\"\ncount = 2\ninit = \"zeros\"\n") == std::vector<double>{0, 0});
}

TEST_CASE("iota and constant in every kind of type") {
  CHECK(values_of<std::int8_t>("type = \"s8\"\ncount = 4\ninit = \"iota\"\nstart = -2\n") ==
        std::vector<std::int8_t>{-2, -1, 0, 1});
  CHECK(values_of<std::uint64_t>("type = \"u64\"\ncount = 3\ninit = \"iota\"\nstart = 9\nstep = -4\n") ==
        std::vector<std::uint64_t>{9, 5, 1});
  CHECK(values_of<float>("type = \"f32\"\ncount = 3\ninit = \"iota\"\nstart = 1\nstep = 0.5\n") ==
        std::vector<float>{1, 1.5, 2});
  CHECK(values_of<std::uint16_t>("type = \"f16\"\ncount = 2\ninit = \"constant\"\nvalue = -1.5\n") ==
        std::vector<std::uint16_t>{0xbe00, 0xbe00});
  CHECK(values_of<std::int64_t>("type = \"s64\"\ncount = 1\ninit = \"constant\"\nvalue = -9223372036854775808\n") ==
        std::vector<std::int64_t>{INT64_MIN});
  CHECK(std::isnan(values_of<float>("type = \"f32\"\ncount = 1\ninit = \"constant\"\nvalue = nan\n").at(0)));
}

TEST_CASE("a seed gives the same values on every machine") {
  // Computed with another implementation of the 64-bit Mersenne Twister.
  CHECK(values_of<std::uint8_t>("type = \"u8\"\ncount = 8\ninit = \"uniform\"\nlow = 0\nhigh = 255\nseed = 1\n") ==
        std::vector<std::uint8_t>{104, 78, 154, 142, 56, 73, 180, 9});
  CHECK(values_of<std::int16_t>("type = \"s16\"\ncount = 8\ninit = \"uniform\"\nlow = -100\nhigh = 100\nseed = 1\n") ==
        std::vector<std::int16_t>{-14, -55, -64, 32, 89, 14, 85, 89});
  CHECK(values_of<double>("type = \"f64\"\ncount = 3\ninit = \"uniform\"\nlow = -1\nhigh = 1.0\nseed = 1\n") ==
        std::vector<double>{-0.7322467119749347, -0.7271859272676056, -0.09757019231092379});
  const std::vector<double> normal = values_of<double>("type = \"f64\"\ncount = 6\ninit = \"normal\"\nseed = 7\n");
  const double expected[] = {-0.9725628776518745, 0.8726951669354742,  1.4551781605998848,
                             0.5473099926485518,  -0.8622482847889726, -1.6098339155396038};
  for (std::size_t i = 0; i < 6; ++i) CHECK(normal.at(i) == Approx(expected[i]).epsilon(1e-14));
}

TEST_CASE("uniform integers reach both ends and normal numbers have the mean and deviation asked for") {
  const auto dice =
      values_of<std::uint8_t>("type = \"u8\"\ncount = 6000\ninit = \"uniform\"\nlow = 1\nhigh = 6\nseed = 3\n");
  for (int face = 1; face <= 6; ++face)
    CHECK(std::count(dice.begin(), dice.end(), face) == Approx(1000).margin(150));
  CHECK(std::all_of(dice.begin(), dice.end(), [](int face) { return face >= 1 && face <= 6; }));
  const auto normal =
      values_of<float>("type = \"f32\"\ncount = 20000\ninit = \"normal\"\nmean = 5\ndeviation = 2\nseed = 9\n");
  double sum = 0, squares = 0;
  std::size_t within = 0;
  for (const double value : normal) {
    sum += value;
    squares += (value - 5) * (value - 5);
    within += std::abs(value - 5) < 2;
  }
  CHECK(sum / 20000 == Approx(5).margin(0.05));
  CHECK(std::sqrt(squares / 20000) == Approx(2).margin(0.05));
  CHECK(static_cast<double>(within) / 20000 == Approx(0.6827).margin(0.015));
}

TEST_CASE("the whole range of 64 bits can be drawn") {
  mv::Random random(4);
  std::mt19937_64 engine(4);
  const auto expected = [](std::uint64_t drawn) { return static_cast<std::int64_t>(drawn + (std::uint64_t{1} << 63)); };
  for (int i = 0; i < 100; ++i) CHECK(random.integer(INT64_MIN, INT64_MAX) == expected(engine()));
}

TEST_CASE("the portable logarithm is the logarithm") {
  std::mt19937_64 engine(1);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(static_cast<double>(engine() >> 11) + 1, -static_cast<int>(engine() % 90));
    const long double exact = std::log(static_cast<long double>(x));
    if (exact != 0) worst = std::max(worst, static_cast<double>(std::abs((mv::portable_log(x) - exact) / exact)));
  }
  CHECK(worst < 1e-15);
  CHECK(mv::portable_log(1) == 0);
}

TEST_CASE("values come from raw files and from CSV") {
  const std::vector<float> floats{1.5f, -0.0f, INFINITY, 1e-45f};
  CHECK(values_of<float>("type = \"f32\"\ncount = 4\ninit = \"file\"\nfile = \"v.bin\"\n",
             {{"d/v.bin", raw(floats)}}) ==
        floats);
  CHECK(values_of<float>("type = \"f32\"\ncount = 4\ninit = \"file\"\nfile = \"v.csv\"\n",
                         {{"d/v.csv", "1.5, -0\n\ninf,\n 1e-45"}}) == floats);
  CHECK(values_of<std::uint64_t>("type = \"u64\"\ncount = 2\ninit = \"file\"\nfile = \"v.csv\"\n",
                                 {{"d/v.csv", "18446744073709551615\r\n+7 \r\n"}}) ==
        std::vector<std::uint64_t>{~std::uint64_t{0}, 7});
}

TEST_CASE("printed values read back as the same bytes") {
  std::mt19937_64 engine(2);
  for (const std::string& name : mv::element_type_names()) {
    const ptx::Type type = mv::element_type(name);
    mv::Bytes bytes;
    for (int i = 0; i < 2000; ++i) mv::append_integer(bytes, engine(), type);
    if (mv::is_float(type)) {  // the text of a NaN does not give its bits
      mv::Bytes numbers;
      const unsigned size = ptx::bytes_of(type);
      for (std::uint64_t i = 0; i < 2000; ++i)
        if (!std::isnan(mv::real_at(bytes, i, type)))
          numbers.insert(numbers.end(), bytes.begin() + static_cast<long>(i * size),
                         bytes.begin() + static_cast<long>((i + 1) * size));
      bytes = numbers;
    }
    INFO(name);
    CHECK(mv::parse_csv(mv::print_csv(bytes, type), "x.csv", type) == bytes);
  }
}

TEST_CASE("bad CSV is said with file line and column") {
  const auto error = [](const std::string& text, const char* type) -> std::string {
    try {
      mv::parse_csv(text, "v.csv", mv::element_type(type));
    } catch (const InputError& e) {
      const std::string what = e.what();
      return what.substr(0, what.find('\n'));
    }
    return "no error";
  };
  CHECK(error("1, 2\n3, x4\n", "f32") ==
        "v.csv:2:4: found 'x4'; expected a number from -3.40282e+38 to 3.40282e+38 (f32)");
  CHECK(error("1\n-1\n", "u8") == "v.csv:2:1: found '-1'; expected an integer from 0 to 255 (u8)");
  CHECK(error("256", "u8") == "v.csv:1:1: found '256'; expected an integer from 0 to 255 (u8)");
  CHECK(error("1.5", "s32") == "v.csv:1:1: found '1.5'; expected an integer from -2147483648 to 2147483647 (s32)");
  CHECK(error("1,,2", "s32") == "v.csv:1:3: found ','; expected an integer from -2147483648 to 2147483647 (s32)");
  CHECK(error("1e39", "f32") == "v.csv:1:1: found '1e39'; expected a number from -3.40282e+38 to 3.40282e+38 (f32)");
  CHECK(error("70000", "f16") == "v.csv:1:1: found '70000'; expected a number from -65504 to 65504 (f16)");
  CHECK(error("18446744073709551616", "u64") ==
        "v.csv:1:1: found '18446744073709551616'; expected an integer from 0 to 18446744073709551615 (u64)");
}

TEST_CASE("computed initial values that become infinite in their type are refused") {
  const auto error = [](const std::string& type, const std::string& init) {
    return error_of(with_buffer("type = \"" + type + "\"\ncount = 100\ninit = " + init + "\n"));
  };
  CHECK(error("f16", "\"iota\"\nstart = 65500") ==
        "d/m.toml:2:1: init: iota runs past the values of f16; expected smaller numbers");
  CHECK(values_of<std::uint16_t>("type = \"f16\"\ncount = 100\ninit = \"iota\"\nstart = 65400\n").back() == 0x7bff);
  CHECK(error("f32", "\"iota\"\nstart = -3.4e38\nstep = -1e37") ==
        "d/m.toml:2:1: init: iota runs past the values of f32; expected smaller numbers");
  CHECK(error("f32", "\"normal\"\nmean = 1e39\nseed = 1") ==
        "d/m.toml:2:1: init: normal runs past the values of f32; expected smaller numbers");
}

TEST_CASE("bad initial values are refused with their place") {
  CHECK(error_of(with_buffer("type = \"u8\"\ncount = 3\ninit = \"iota\"\nstart = 254\n")) ==
        "d/m.toml:2:1: init: iota runs past the values of u8; expected an integer from 0 to 255");
  CHECK(error_of(with_buffer("type = \"u8\"\ncount = 1\ninit = \"constant\"\nvalue = 256\n")) ==
        "d/m.toml:7:9: value: found 256; expected an integer from 0 to 255 (u8)");
  CHECK(error_of(with_buffer("type = \"s32\"\ncount = 1\ninit = \"constant\"\nvalue = 1.0\n")) ==
        "d/m.toml:7:9: value: found 1.0; expected an integer from -2147483648 to 2147483647 (s32)");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"constant\"\nvalue = 1e39\n")) ==
        "d/m.toml:7:9: value: found 1e+39; expected a number from -3.40282e+38 to 3.40282e+38 (f32)");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"constant\"\n")) ==
        "d/m.toml:2:1: [[buffer]] needs the key 'value'");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"uniform\"\nlow = 0\nhigh = 1\n")) ==
        "d/m.toml:2:1: [[buffer]] needs the key 'seed'");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"uniform\"\nlow = 2\nhigh = 1\nseed = 1\n")) ==
        "d/m.toml:8:8: high: found 1; expected at least low");
  CHECK(error_of(with_buffer("type = \"u32\"\ncount = 1\ninit = \"normal\"\nseed = 1\n")) ==
        "d/m.toml:6:8: init: found the string \"normal\"; expected a different one for integers: normal is for "
        "f16, f32 and f64");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"normal\"\nseed = 1\ndeviation = -1\n")) ==
        "d/m.toml:8:13: deviation: found -1; expected at least 0");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"random\"\n")) ==
        "d/m.toml:6:8: init: found the string \"random\"; expected one of \"zeros\", \"iota\", \"constant\", "
        "\"uniform\", \"normal\", \"file\", \"values\"");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\ninit = \"iota\"\nseed = 1\n")) ==
        "d/m.toml:7:8: key 'seed' does not go with init = \"iota\"; expected start, step");
  CHECK(error_of(with_buffer("type = \"f32\"\ncount = 1\nvalue = 1\n")) ==
        "d/m.toml:6:9: key 'value' does not go with init = \"zeros\"; expected none");
}

TEST_CASE("absurd sizes and files of the wrong length are refused") {
  CHECK(error_of(with_buffer("type = \"f64\"\ncount = 134217729\n")) ==
        "d/m.toml:5:9: count: found 134217729; expected at most 134217728 of type f64: the buffers of a manifest take "
        "at most 1 GB");
  CHECK(error_of(with_buffer("type = \"f64\"\ncount = 9223372036854775807\n")) ==
        "d/m.toml:5:9: count: found 9223372036854775807; expected at most 134217728 of type f64: the buffers of a "
        "manifest take at most 1 GB");
  CHECK(error_of(with_buffer("type = \"u8\"\ncount = 0\n")) ==
        "d/m.toml:5:9: count: found 0; expected an integer from 1 to 1073741824");
  const std::string file = "type = \"u16\"\ncount = 4\ninit = \"file\"\nfile = \"v.bin\"\n";
  CHECK(error_of(with_buffer(file)) == "d/m.toml:7:8: file: cannot read 'd/v.bin': No such file or directory");
  CHECK(error_of(with_buffer(file), {{"d/v.bin", "1234567"}}) ==
        "d/m.toml:7:8: file: 'd/v.bin' has 7 bytes; expected 8: 4 of type u16");
  CHECK(error_of(with_buffer("type = \"u16\"\ncount = 4\ninit = \"file\"\nfile = \"v.csv\"\n"),
             {{"d/v.csv", "1 2 3"}}) ==
        "d/m.toml:7:8: file: 'd/v.csv' has 3 values; expected 4 of type u16");
}
