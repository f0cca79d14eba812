#include "pictures/png.h"

#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

std::uint32_t number(const std::string& text, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(text.at(at + i));
  return value;
}

int paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int a = std::abs(guess - left), b = std::abs(guess - above), c = std::abs(guess - corner);
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

// Undoes a row's filter; `above` is the row above it.
void restore(unsigned filter, std::vector<std::uint8_t>& row, const std::vector<std::uint8_t>& above,
             std::size_t step) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i < step ? 0 : row[i - step], corner = i < step ? 0 : above[i - step];
    const int added[] = {0, left, above[i], (left + above[i]) / 2, paeth(left, above[i], corner)};
    if (filter > 4) throw std::runtime_error("PNG: unknown filter");
    row[i] = static_cast<std::uint8_t>(row[i] + added[filter]);
  }
}

}  // namespace

Png read_png(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (text.substr(1, 3) != "PNG") throw std::runtime_error(path + " is no PNG");
  Png png;
  std::string packed;
  std::size_t step = 0;
  for (std::size_t at = 8; at < text.size(); at += number(text, at) + 12) {
    const std::string kind = text.substr(at + 4, 4);
    if (kind == "IDAT") packed += text.substr(at + 8, number(text, at));
    if (kind != "IHDR") continue;
    png.width = number(text, at + 8);
    png.height = number(text, at + 12);
    step = text.at(at + 17) == 6 ? 4 : 3;
    if (text.at(at + 16) != 8 || (text.at(at + 17) & ~4) != 2 || text.at(at + 20) != 0)
      throw std::runtime_error(path + ": expected 8 bits, RGB or RGBA, not interlaced");
  }
  std::vector<std::uint8_t> bytes((png.width * step + 1) * png.height);
  uLongf length = bytes.size();
  if (::uncompress(bytes.data(), &length, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK)
    throw std::runtime_error(path + " does not unpack");
  std::vector<std::uint8_t> above(png.width * step), row;
  for (std::size_t y = 0; y < png.height; ++y) {
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(y * (png.width * step + 1));
    row.assign(begin + 1, begin + 1 + static_cast<std::ptrdiff_t>(png.width * step));
    restore(*begin, row, above, step);
    for (std::size_t x = 0; x < png.width; ++x)
      png.pixels.push_back({row[x * step], row[x * step + 1], row[x * step + 2]});
    above = row;
  }
  return png;
}
