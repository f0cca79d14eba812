#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/input_error.h"
#include "simt/texture_sample.h"
#include "simt/texture_table.h"

using namespace unibank;
using namespace unibank::simt;
using Address = Texture::Address;
using Channel = Texture::Channel;
using Filter = Texture::Filter;

namespace {

float as_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
std::uint32_t as_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Texels from address 0 on.
template <typename T>
struct Memory {
  std::vector<T> texels;
  const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(texels.data()); }
};

Texture floats(unsigned dimensions, std::uint64_t width, std::uint64_t height = 1, std::uint64_t depth = 1) {
  Texture t;
  t.dimensions = dimensions;
  t.width = width;
  t.height = height;
  t.depth = depth;
  return t;
}

Texture integers(Channel channel, unsigned bits, unsigned channels, std::uint64_t width) {
  Texture t = floats(1, width);
  t.channel = channel;
  t.channel_bits = bits;
  t.channels = channels;
  return t;
}

TexturePoint at(double x, double y = 0, double z = 0) {
  TexturePoint point;
  point.at = {x, y, z};
  return point;
}
TexturePoint texel(double x, double y = 0, double z = 0) {
  TexturePoint point = at(x, y, z);
  point.integers = true;
  return point;
}

// The weight of the second texel, in 1/256, for a coordinate of k/1024: k - 512 rounded to the nearest 4, halves up.
struct Weighed {
  int first, second_weight;
};
Weighed weigh(int k) {
  const int units = (k - 512 + 2) >> 2;
  return {units >> 8, units - (units >> 8) * 256};
}
int clamped(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

}  // namespace

TEST_CASE("point sampling reads the texel under the coordinate, outside as the address mode says") {
  const Memory<float> memory{{10, 20, 30, 40}};
  const float inf = std::numeric_limits<float>::infinity();
  struct Row {
    Address mode;
    bool normalized;
    double x;
    float expected;
  };
  const Row rows[] = {
      {Address::kClamp, false, 0.0, 10},    {Address::kClamp, false, 0.99, 10},  {Address::kClamp, false, 1.0, 20},
      {Address::kClamp, false, -0.5, 10},   {Address::kClamp, false, 3.99, 40},  {Address::kClamp, false, 4.0, 40},
      {Address::kClamp, false, -inf, 10},   {Address::kClamp, false, inf, 40},   {Address::kClamp, false, 3e38, 40},
      {Address::kClamp, false, std::nan(""), 10},
      {Address::kBorder, false, -0.01, 99}, {Address::kBorder, false, 0.0, 10},  {Address::kBorder, false, 3.99, 40},
      {Address::kBorder, false, 4.0, 99},   {Address::kBorder, false, -3e38, 99},
      {Address::kWrap, true, -0.25, 40},    {Address::kWrap, true, 1.25, 20},    {Address::kWrap, true, 2.0, 10},
      {Address::kWrap, true, 0.5, 30},      {Address::kWrap, true, -7.01, 40},   {Address::kWrap, true, inf, 10},
      {Address::kMirror, true, 1.25, 40},   {Address::kMirror, true, 1.0, 40},   {Address::kMirror, true, -0.25, 20},
      {Address::kMirror, true, 1.9, 10},    {Address::kMirror, true, 2.3, 20},   {Address::kMirror, true, -1.1, 40},
      {Address::kClamp, true, 1.25, 40},    {Address::kBorder, true, 1.0, 99},   {Address::kBorder, true, 0.8, 40},
      // Wrap and mirror need normalized coordinates; others are clamped.
      {Address::kWrap, false, 5.5, 40},     {Address::kMirror, false, -1.5, 10},
  };
  for (const Row& row : rows) {
    Texture t = floats(1, 4);
    t.outside[0] = row.mode;
    t.normalized_coordinates = row.normalized;
    t.border = {99, 0, 0, 0};
    INFO("mode " << int(row.mode) << " x " << row.x);
    CHECK(as_float(sample(t, memory.bytes(), at(row.x))[0]) == row.expected);
  }
}

TEST_CASE("integer coordinates number texels, are not filtered, and stay unnormalized") {
  const Memory<float> memory{{10, 20, 30, 40}};
  Texture t = floats(1, 4);
  t.filter = Filter::kLinear;
  t.normalized_coordinates = true;
  t.outside[0] = Address::kWrap;
  for (int i = 0; i < 4; ++i) CHECK(as_float(sample(t, memory.bytes(), texel(i))[0]) == memory.texels[i]);
  CHECK(as_float(sample(t, memory.bytes(), texel(-1))[0]) == 10);
  CHECK(as_float(sample(t, memory.bytes(), texel(2147483647))[0]) == 40);
  t.outside[0] = Address::kBorder;
  t.border = {-5, 0, 0, 0};
  CHECK(as_float(sample(t, memory.bytes(), texel(-2147483648.0))[0]) == -5);
}

TEST_CASE("a linear filter in one dimension weights two texels in steps of 1/256") {
  Memory<float> memory;
  for (int i = 0; i < 7; ++i) memory.texels.push_back(static_cast<float>(i * i * 100 - 37));
  Texture t = floats(1, 7);
  t.filter = Filter::kLinear;
  for (int k = -3000; k < 9 * 1024; ++k) {
    const Weighed w = weigh(k);
    const float a = memory.texels[clamped(w.first, 7)], b = memory.texels[clamped(w.first + 1, 7)];
    const float expected = ((256 - w.second_weight) * a + w.second_weight * b) / 256;  // exact: small integers
    const float found = as_float(sample(t, memory.bytes(), at(k / 1024.0))[0]);
    if (found != expected) {
      FAIL("x = " << k << "/1024: " << found << " is not " << expected);
    }
  }
}

TEST_CASE("a linear filter beyond the edge follows the address mode") {
  const Memory<float> memory{{0, 256, 512, 768}};
  Texture t = floats(1, 4);
  t.filter = Filter::kLinear;
  t.border = {1280, 0, 0, 0};
  t.outside[0] = Address::kBorder;
  CHECK(as_float(sample(t, memory.bytes(), at(0.25))[0]) == 320);   // 1/4 border, 3/4 texel 0
  CHECK(as_float(sample(t, memory.bytes(), at(4.0))[0]) == 1024);   // half texel 3, half border
  CHECK(as_float(sample(t, memory.bytes(), at(9.0))[0]) == 1280);
  t.normalized_coordinates = true;
  t.outside[0] = Address::kWrap;
  CHECK(as_float(sample(t, memory.bytes(), at(0.0))[0]) == 384);    // between texels 3 and 0
  CHECK(as_float(sample(t, memory.bytes(), at(-2.0625))[0]) == 576);  // 3.75 texels: 3/4 of texel 3, 1/4 of texel 0
  t.outside[0] = Address::kMirror;
  CHECK(as_float(sample(t, memory.bytes(), at(1.0))[0]) == 768);
  CHECK(as_float(sample(t, memory.bytes(), at(1.25))[0]) == 640);   // as 0.75: between texels 2 and 3
}

TEST_CASE("linear filters in two and three dimensions weight 4 and 8 texels") {
  std::mt19937 random(7);
  const int width = 5, height = 4, depth = 3;
  Memory<float> memory;
  for (int i = 0; i < width * height * depth; ++i) memory.texels.push_back(static_cast<float>(random() % 4096) - 2048);
  const auto texel_at = [&](int x, int y, int z) {
    return static_cast<std::int64_t>(
        memory.texels[(clamped(z, depth) * height + clamped(y, height)) * width + clamped(x, width)]);
  };
  Texture flat = floats(2, width, height), solid = floats(3, width, height, depth);
  flat.filter = solid.filter = Filter::kLinear;
  for (int n = 0; n < 10000; ++n) {
    const int kx = int(random() % 7000) - 1000, ky = int(random() % 6000) - 1000, kz = int(random() % 5000) - 1000;
    const Weighed x = weigh(kx), y = weigh(ky), z = weigh(kz);
    const auto across = [&](int row, int layer) {  // in 1/256
      return (256 - x.second_weight) * texel_at(x.first, row, layer) +
             x.second_weight * texel_at(x.first + 1, row, layer);
    };
    const auto down = [&](int layer) {             // in 1/65536
      return (256 - y.second_weight) * across(y.first, layer) + y.second_weight * across(y.first + 1, layer);
    };
    const auto expected2 = static_cast<float>(static_cast<double>(down(0)) / 65536);
    const auto through = (256 - z.second_weight) * down(z.first) + z.second_weight * down(z.first + 1);
    const auto expected3 = static_cast<float>(static_cast<double>(through) / 16777216);
    const float found2 = as_float(sample(flat, memory.bytes(), at(kx / 1024.0, ky / 1024.0))[0]);
    const float found3 = as_float(sample(solid, memory.bytes(), at(kx / 1024.0, ky / 1024.0, kz / 1024.0))[0]);
    if (found2 != expected2 || found3 != expected3) FAIL("point " << kx << ", " << ky << ", " << kz);
  }
}

TEST_CASE("a texel without weight does not spoil the sum") {
  const Memory<float> memory{{1, std::numeric_limits<float>::infinity(), std::nanf("")}};
  Texture t = floats(1, 3);
  t.filter = Filter::kLinear;
  CHECK(as_float(sample(t, memory.bytes(), at(0.5))[0]) == 1);
  CHECK(std::isinf(as_float(sample(t, memory.bytes(), at(0.75))[0])));
  CHECK(std::isinf(as_float(sample(t, memory.bytes(), at(1.5))[0])));
  CHECK(std::isnan(as_float(sample(t, memory.bytes(), at(2.0))[0])));
}

TEST_CASE("integers of 8 and 16 bits are extended or read as normalized floats") {
  Memory<std::uint8_t> memory;
  for (int i = 0; i < 256; ++i) memory.texels.push_back(static_cast<std::uint8_t>(i));
  Texture u8 = integers(Channel::kUnsigned, 8, 1, 256), s8 = integers(Channel::kSigned, 8, 1, 256);
  Texture u8n = u8, s8n = s8;
  u8n.normalized_values = s8n.normalized_values = true;
  for (int i = 0; i < 256; ++i) {
    const int negative = i < 128 ? i : i - 256;
    CHECK(sample(u8, memory.bytes(), texel(i))[0] == unsigned(i));
    CHECK(int(sample(s8, memory.bytes(), texel(i))[0]) == negative);
    CHECK(as_float(sample(u8n, memory.bytes(), texel(i))[0]) == static_cast<float>(i) / 255.0f);
    CHECK(as_float(sample(s8n, memory.bytes(), texel(i))[0]) == (negative == -128 ? -1.0f : negative / 127.0f));
  }
  Texture u16 = integers(Channel::kUnsigned, 16, 2, 64), s16 = integers(Channel::kSigned, 16, 2, 64);
  u16.normalized_values = s16.normalized_values = true;
  // Bytes 2n and 2n + 1 form a channel: texel 50 holds bytes 200 .. 203.
  CHECK(as_float(sample(u16, memory.bytes(), texel(50))[1]) == (202 + 256 * 203) / 65535.0f);
  CHECK(as_float(sample(s16, memory.bytes(), texel(50))[0]) == (200 + 256 * 201 - 65536) / 32767.0f);
}

TEST_CASE("halves are read as floats, pitch and layers are kept, absent channels are 0 0 1") {
  const Memory<std::uint16_t> memory{{0x3c00, 0xc000, 0x7bff, 0xffff, 0x0001, 0x8000, 0x7c00, 0xffff,
                                      0x4248, 0x0400, 0x3555, 0xffff, 0xfc00, 0x3c01, 0x0000, 0xffff}};
  Texture t = floats(2, 3, 2, 2);
  t.channel_bits = 16;
  t.pitch = 8;
  const float inf = std::numeric_limits<float>::infinity();
  const float expected[2][2][3] = {{{1, -2, 65504}, {0x1p-24f, -0.0f, inf}},
                                   {{3.140625f, 0x1p-14f, 0.333251953125f}, {-inf, 1.0009765625f, 0}}};
  for (int layer = 0; layer < 2; ++layer)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x) {
        TexturePoint point = at(x + 0.5, y + 0.5);
        point.layer = layer;
        const Texel found = sample(t, memory.bytes(), point);
        CHECK(as_float(found[0]) == expected[layer][y][x]);
        CHECK((found[1] == 0 && found[2] == 0 && as_float(found[3]) == 1));
      }
  TexturePoint beyond = at(0.5, 0.5);
  beyond.layer = 4000000000u;  // the last layer
  CHECK(as_float(sample(t, memory.bytes(), beyond)[0]) == 3.140625f);
  const Memory<std::uint32_t> word{{7}};
  CHECK(sample(integers(Channel::kUnsigned, 32, 1, 1), word.bytes(), texel(0)) == Texel{7, 0, 0, 1});
}

TEST_CASE("the border of an integer texture is an integer") {
  const Memory<std::uint32_t> memory{{7}};
  Texture t = integers(Channel::kSigned, 32, 1, 1);
  t.outside[0] = Address::kBorder;
  t.border = {-3, 0, 0, 0};
  CHECK(sample(t, memory.bytes(), texel(1))[0] == 0xfffffffdu);
  t.channel = Channel::kUnsigned;
  CHECK(sample(t, memory.bytes(), texel(1))[0] == 0);
  t.border[0] = 1e30f;
  CHECK(sample(t, memory.bytes(), texel(1))[0] == 0xffffffffu);
}

TEST_CASE("a gather returns one channel of four texels counter-clockwise from the lower left") {
  Memory<std::uint8_t> memory;
  for (int i = 0; i < 4 * 3 * 3; ++i) memory.texels.push_back(static_cast<std::uint8_t>(i));
  Texture t = integers(Channel::kUnsigned, 8, 4, 3);
  t.dimensions = 2;
  t.height = 3;
  // Texel (x, y) holds 4 * (3 * y + x) + channel.
  CHECK(gather(t, memory.bytes(), at(1.1, 1.1), 2) == Texel{4 * 3 + 2, 4 * 4 + 2, 4 * 1 + 2, 4 * 0 + 2});
  CHECK(gather(t, memory.bytes(), at(2.9, 0.2), 0) == Texel{4 * 2, 4 * 2, 4 * 2, 4 * 2});
}

TEST_CASE("formatted stores saturate integers and round floats") {
  const auto stored = [](Channel channel, unsigned bits, bool normalized, std::uint32_t value) {
    Texture t = integers(channel, bits, 1, 1);
    t.normalized_values = normalized;
    std::uint32_t raw = 0;
    store_texel(t, reinterpret_cast<std::uint8_t*>(&raw), {value, 0, 0, 0});
    return raw;
  };
  CHECK(stored(Channel::kUnsigned, 8, false, 300) == 255);
  CHECK(stored(Channel::kSigned, 8, false, static_cast<std::uint32_t>(-300)) == 0x80);
  CHECK(stored(Channel::kSigned, 16, false, 40000) == 0x7fff);
  CHECK(stored(Channel::kUnsigned, 32, false, 0xfffffffeu) == 0xfffffffeu);
  CHECK(stored(Channel::kSigned, 32, false, 0x80000000u) == 0x80000000u);
  CHECK(stored(Channel::kUnsigned, 8, true, as_bits(0.5f)) == 128);     // 127.5 to the even one
  CHECK(stored(Channel::kUnsigned, 16, true, as_bits(2.0f)) == 65535);
  CHECK(stored(Channel::kSigned, 8, true, as_bits(-1.0f)) == 0x81);
  CHECK(stored(Channel::kUnsigned, 8, true, as_bits(std::nanf(""))) == 0);
  CHECK(stored(Channel::kFloat, 16, false, as_bits(1.0f)) == 0x3c00);
  CHECK(stored(Channel::kFloat, 16, false, as_bits(2049.0f)) == 0x6800);  // between 2048 and 2050: the even one
  CHECK(stored(Channel::kFloat, 32, false, as_bits(-0.1f)) == as_bits(-0.1f));
}

TEST_CASE("impossible textures are refused with what was expected") {
  const auto refused = [](auto change, TextureUse use = TextureUse::kTexture) {
    Texture t = floats(2, 8, 8);
    change(t);
    try {
      check_texture(t, use);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refused([](Texture&) {}) == "accepted");
  CHECK(refused([](Texture& t) { t.channels = 3; }) == "texture: found 3 channels; expected 1, 2 or 4");
  CHECK(refused([](Texture& t) { t.dimensions = 4; }, TextureUse::kSurface) ==
        "surface: found 4 dimensions; expected 1, 2 or 3");
  CHECK(refused([](Texture& t) { t.width = 0; }) == "texture: found an axis of 0 texels; expected 1 to 134217728");
  CHECK(refused([](Texture& t) { t.dimensions = 1; }) == "texture: found a height of 8 in one dimension; expected 1");
  CHECK(refused([](Texture& t) { t.channel_bits = 8; }) ==
        "texture: found channels of 8 bits; expected 16 or 32, they are floats");
  CHECK(refused([](Texture& t) { t.pitch = 28; }) ==
        "texture: found a pitch of 28 bytes; expected a multiple of the texel's 4, at least 32");
  CHECK(refused([](Texture& t) { t.pitch = 34; }) ==
        "texture: found a pitch of 34 bytes; expected a multiple of the texel's 4, at least 32");
  CHECK(refused([](Texture& t) { t.address = 8; }) ==
        "texture: found the address 8; expected a multiple of 16, as PTX requires");
  const auto unsigned_linear = [](Texture& t) {
    t.channel = Channel::kUnsigned;
    t.filter = Filter::kLinear;
  };
  CHECK(refused(unsigned_linear) ==
        "texture: found a linear filter on integers; expected floats, or integers that are read as normalized floats");
  CHECK(refused([](Texture& t) { t.channel = Channel::kSigned, t.normalized_values = true; }) ==
        "texture: found integers of 32 bits to be read as normalized floats; expected 8 or 16 bits");
}

TEST_CASE("a texture fetch reads the texels that have a weight, and none outside") {
  const auto read = [](const Texture& t, const TexturePoint& point, bool gathers = false) {
    std::vector<std::uint64_t> addresses;
    add_texels(t, point, gathers, addresses);
    return addresses;
  };
  using Addresses = std::vector<std::uint64_t>;
  Texture t = floats(2, 8, 4);
  t.address = 4096;
  CHECK(read(t, at(3.5, 1.5)) == Addresses{4096 + (8 + 3) * 4});
  t.filter = Filter::kLinear;
  CHECK(read(t, at(3.5, 1.5)) == Addresses{4096 + (8 + 3) * 4});
  CHECK(read(t, at(4, 2)) == Addresses{4096 + 11 * 4, 4096 + 12 * 4, 4096 + 19 * 4, 4096 + 20 * 4});
  CHECK(read(t, at(4, 2), true).size() == 4);
  t.outside = {Address::kBorder, Address::kBorder, Address::kBorder};
  CHECK(read(t, at(0, 2)) == Addresses{4096 + 8 * 4, 4096 + 16 * 4});
  CHECK(read(t, at(-5, 2)).empty());
}
