// Textures and surfaces as CUDA's programming guide describes them.
#include <algorithm>
#include <cmath>
#include <functional>

#include "reference.h"

namespace unibank::kernels {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;

int floored(float x) { return static_cast<int>(std::floor(x)); }
int clamped(int i, int n) { return std::clamp(i, 0, n - 1); }
int wrapped(int i, int n) { return ((i % n) + n) % n; }
int mirrored(int i, int n) {
  const int at = wrapped(i, 2 * n);
  return at < n ? at : 2 * n - 1 - at;
}

// Texels have integer coordinates; `at` returns the texel at (x, y), also outside of the texture.
using Texels = std::function<double(int x, int y)>;

double mix(double a, double b, double part) { return a + (b - a) * part; }

// Linear filtering between the four texels whose centres surround (x, y).
double between(const Texels& at, double x, double y) {
  const double left = std::floor(x - 0.5), top = std::floor(y - 0.5);
  const double right_part = x - 0.5 - left, lower_part = y - 0.5 - top;
  const int i = static_cast<int>(left), j = static_cast<int>(top);
  return mix(mix(at(i, j), at(i + 1, j), right_part), mix(at(i, j + 1), at(i + 1, j + 1), right_part), lower_part);
}

void points(Buffers& buffers) {
  const auto line = buffers.get<float>("line_texels"), image = buffers.get<float>("image_texels");
  const auto volume = buffers.get<float>("volume_texels"), xs = buffers.get<float>("x"), ys = buffers.get<float>("y");
  const std::size_t n = xs.size();
  std::vector<float> out(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const int x = floored(xs[i]), y = floored(ys[i]);
    out[i] = line[static_cast<std::size_t>(clamped(x, 32))];
    const bool inside = y >= 0 && y < 8;  // outside, the border is black
    const float* pixel = &image[static_cast<std::size_t>(4 * (16 * clamped(y, 8) + clamped(x, 16)))];
    out[n + i] = inside ? pixel[0] + 2.0f * pixel[1] : 0.0f;
    out[2 * n + i] = inside ? pixel[2] - pixel[3] : 0.0f;
    const int u = clamped(floored(xs[i] * 0.5f), 8), v = clamped(floored(ys[i] * 0.5f), 4), w = static_cast<int>(i % 8);
    out[3 * n + i] = volume[static_cast<std::size_t>((w * 4 + v) * 8 + u)];
  }
  buffers.set("points", out);
}

void whole_numbers(Buffers& buffers) {
  const auto bytes = buffers.get<u32>("byte_texels");  // four bytes, the first lowest
  const auto shorts = buffers.get<std::int16_t>("short_texels");
  const auto words = buffers.get<i32>("word_texels");
  const auto xs = buffers.get<float>("x"), ys = buffers.get<float>("y");
  const std::size_t n = xs.size();
  std::vector<i32> out(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(16 * clamped(floored(ys[i]), 8) + clamped(floored(xs[i]), 16));
    out[i] = static_cast<i32>(bytes[at]);
    out[n + i] = shorts[2 * at] * 1000 + shorts[2 * at + 1];
    out[2 * n + i] = words[i * 7 % n];
  }
  buffers.set("integers", out);
}

void smooth(Buffers& buffers) {
  const auto line = buffers.get<float>("line_texels"), gray = buffers.get<float>("gray_texels");
  const auto pairs = buffers.get<float>("pair_texels"), xs = buffers.get<float>("x"), ys = buffers.get<float>("y");
  const std::size_t n = xs.size();
  std::vector<float> out(4 * n);
  const Texels on_line = [&](int x, int) { return line[static_cast<std::size_t>(clamped(x, 32))]; };
  const Texels in_image = [&](int x, int y) {
    return gray[static_cast<std::size_t>(16 * clamped(y, 8) + clamped(x, 16))];
  };
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<float>(between(on_line, xs[i], 0.5));
    out[n + i] = static_cast<float>(between(in_image, xs[i], ys[i]));
    for (std::size_t channel = 0; channel < 2; ++channel) {
      const Texels around = [&](int x, int y) {
        return pairs[static_cast<std::size_t>(2 * (16 * mirrored(y, 16) + wrapped(x, 16))) + channel];
      };
      out[(2 + channel) * n + i] = static_cast<float>(between(around, xs[i], ys[i]));
    }
  }
  buffers.set("smooth", out);
  // The two fractions have eight bits: each is off by at most 1/512, and the texels of a cell differ by at most 2.
  buffers.tolerances["smooth"] = {2 * 2.0 / 512 + 1e-5, 0};
}

void texture(Buffers& buffers) {
  points(buffers);
  whole_numbers(buffers);
  smooth(buffers);
}

void texture_reference(Buffers& buffers) {
  const auto ramp = buffers.get<float>("ramp_texels"), xs = buffers.get<float>("x"), ys = buffers.get<float>("y");
  const auto picture = buffers.get<u32>("picture_texels");
  auto canvas = buffers.get<u32>("canvas_texels");
  std::vector<float> out;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const auto at = static_cast<std::size_t>(16 * clamped(floored(ys[i]), 8) + clamped(floored(xs[i]), 16));
    const float mixed = static_cast<float>(picture[2 * at] ^ picture[2 * at + 1]);
    out.push_back(std::fma(mixed, 0.25f, ramp[static_cast<std::size_t>(clamped(floored(xs[i]), 32))]));
  }
  for (std::size_t i = 0; i < canvas.size(); ++i) canvas[i] += static_cast<u32>(i);
  buffers.set("out", out);
  buffers.set("canvas_texels", canvas);
}

void surface(Buffers& buffers) {
  const int width = 16, height = 12;
  const auto from = buffers.get<float>("from_texels");
  auto bytes = buffers.get<std::uint8_t>("byte_texels");
  std::vector<float> to, frame(2 * from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const float here = from[i], there = from[from.size() - 1 - i];
    to.insert(to.end(), {here + 0.25f * there, there - here});
    std::swap(bytes[4 * i], bytes[4 * i + 3]);
    bytes[4 * i + 1] = static_cast<std::uint8_t>(bytes[4 * i + 1] + i % width);
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {  // the frame is a mirror image
      const auto at = static_cast<std::size_t>(width * y + width - 1 - x);
      frame[2 * at] = frame[2 * at + 1] = from[static_cast<std::size_t>(width * y + x)];
    }
  }
  buffers.set("to_texels", to);
  buffers.set("byte_texels", bytes);
  buffers.set("frame_texels", frame);
}

}  // namespace

References texture_references() {
  return {{"texture", texture}, {"texture_reference", texture_reference}, {"surface", surface}};
}

}  // namespace unibank::kernels
