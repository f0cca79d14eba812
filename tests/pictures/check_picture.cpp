// check_picture PICTURE.png ROWS: checks by its pixels whether a picture of GTKWave's window is complete.
//  - The window's light frame is on all four sides: no pixel of the window is outside of it or off the screen.
//  - To the left of the black waves, each of ROWS rows below the time has the name of a signal or group, so the last
//  one is visible.
//  - In each signal's row something is drawn in both the left and the right half of the waves.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "pictures/png.h"

namespace {

using Test = std::function<bool(const Png::Pixel&)>;

bool black(const Png::Pixel& p) { return p[0] < 16 && p[1] < 16 && p[2] < 16; }
bool ink(const Png::Pixel& p) { return p[0] < 150 || p[1] < 150 || p[2] < 150; }  // on a light background
bool dark(const Png::Pixel& p) { return p[0] < 100 && p[1] < 100 && p[2] < 100; }  // a signal's name, not a group's
bool trace(const Png::Pixel& p) { return p[0] > 120 || p[1] > 120; }               // the grid is blue

[[noreturn]] void fail(const std::string& reason) { throw std::runtime_error(reason); }

struct Range {
  std::size_t begin, end;
};

std::size_t count(const Png& png, Range x, Range y, const Test& test) {
  std::size_t found = 0;
  for (std::size_t row = y.begin; row < y.end; ++row)
    for (std::size_t column = x.begin; column < x.end; ++column) found += test(png.at(column, row));
  return found;
}

// The screen behind the window is black, and so is the wave area, which has a frame around it.
void check_frame(const Png& png) {
  constexpr std::size_t kShadow = 16;
  for (std::size_t x = kShadow; x + kShadow < png.width; ++x)
    for (const Range y : {Range{0, kShadow}, Range{png.height - kShadow, png.height}})
      if (count(png, {x, x + 1}, y, black) == kShadow) fail("no frame at x " + std::to_string(x));
  for (std::size_t y = kShadow; y + kShadow < png.height; ++y)
    for (const Range x : {Range{0, kShadow}, Range{png.width - kShadow, png.width}})
      if (count(png, x, {y, y + 1}, black) == kShadow) fail("no frame at y " + std::to_string(y));
}

// The range of columns, or of rows, of which at least a quarter is black: the wave area.
Range waves(const Png& png, bool columns) {
  const std::size_t length = columns ? png.width : png.height, across = columns ? png.height : png.width;
  constexpr std::size_t kShadow = 16;
  Range found{0, 0};
  for (std::size_t i = kShadow; i + kShadow < length; ++i) {
    const Range here{i, i + 1}, all{0, across};
    if (count(png, columns ? here : all, columns ? all : here, black) * 4 < across) continue;
    if (found.end == 0) found.begin = i;
    found.end = i + 1;
  }
  if (found.end - found.begin < length / 4) fail("no waves");
  return found;
}

// The lines of text left of the wave area, each as a range of y.
std::vector<Range> lines(const Png& png, Range x, Range y) {
  constexpr std::size_t kGap = 5;  // more than between an i and its dot, less than between rows
  std::vector<Range> found;
  for (std::size_t row = y.begin; row < y.end; ++row) {
    if (count(png, x, {row, row + 1}, ink) == 0) continue;
    if (found.empty() || row - found.back().end >= kGap) found.push_back({row, row});
    found.back().end = row + 1;
  }
  return found;
}

constexpr std::size_t kBorders = 12;  // between the panes of names and waves

// The pane of names has a border line at its left.
std::size_t left_of_names(const Png& png, Range pane, Range y) {
  for (std::size_t x = pane.begin - kBorders; x > 16; --x)
    if (count(png, {x, x + 1}, y, [](const Png::Pixel& p) { return p[0] < 225; }) * 10 > (y.end - y.begin) * 9)
      return x + 2;
  fail("no pane of names");
}

void check(const Png& png, std::size_t rows) {
  check_frame(png);
  const Range x = waves(png, true), y = waves(png, false);
  const Range names{left_of_names(png, x, y), x.begin - kBorders};
  const std::vector<Range> found = lines(png, names, y);
  if (found.size() != rows + 1)  // and the time
    fail(std::to_string(found.size()) + " lines of names, expected the time and " + std::to_string(rows));
  const std::size_t middle = (x.begin + x.end) / 2, pitch = (found.back().end - found.front().end) / rows;
  std::size_t signals = 0;
  for (std::size_t i = 1; i < found.size(); ++i) {
    if (count(png, names, found[i], dark) == 0) continue;
    ++signals;
    const std::size_t centre = (found[i].begin + found[i].end) / 2;
    const Range row{centre - pitch / 2, centre + pitch / 2};
    for (const Range half : {Range{x.begin + 2, middle}, Range{middle, x.end - 2}})
      if (count(png, half, row, trace) < (half.end - half.begin) / 4)
        fail("row " + std::to_string(i) + " has no wave in the " + (half.end == middle ? "left" : "right") + " half");
  }
  if (signals == 0) fail("no signal");
  std::printf("%zu rows, %zu signals, waves of %zu x %zu pixels\n", rows, signals, x.end - x.begin, y.end - y.begin);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  try {
    check(read_png(arguments[1]), std::strtoul(arguments[2], nullptr, 10));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "check_picture: %s: %s\n", arguments[1], error.what());
    return 1;
  }
}
