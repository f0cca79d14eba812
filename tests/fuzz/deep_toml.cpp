// TOML with deeply nested values of every kind, alone and inside of the input text, which determines kind and depth, is
// read or refused with a syntax error. Alone it is read if it has an end and at most 100 levels, and refused for its
// depth if it has more. The stack must never overflow.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "fuzz/target.h"
#include "toml/value.h"

namespace {

// A hash that is the same on every machine.
std::uint64_t digest(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value ^ value >> 29;
}

std::string times(std::size_t count, const char* text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

constexpr unsigned kKinds = 6;
constexpr std::size_t kMostLevels = 100;

std::string nested(std::uint64_t kind, std::size_t depth) {
  switch (kind) {
    case 0: return times(depth, "a.") + "a = 1\n";
    case 1: return "a = " + times(depth, "[") + times(depth, "]") + "\n";
    case 2: return "a = " + times(depth, "{a = ") + "1" + times(depth, "}") + "\n";
    case 3: return "[" + times(depth, "a.") + "a]\n";
    case 4: return "[[" + times(depth, "a.") + "a]]\n";
    default: return "a = " + times(depth, "[\n") + times(depth / 2, "{a = ");  // has no end
  }
}

// The levels of nested(kind, depth), of which a bracket, a brace and a dot are one each.
std::size_t levels_of(std::uint64_t kind, std::size_t depth) {
  switch (kind) {
    case 3: return depth + 1;
    case 4: return depth + 2;
    case 5: return depth + depth / 2;
    default: return depth;
  }
}

// The message of a text that is refused; empty: it is read.
std::string refusal(const std::string& text) {
  try {
    unibank::toml_tree::parse(text);
  } catch (const unibank::toml_tree::SyntaxError& error) {
    const std::string what = error.what();
    if (what.empty()) throw std::logic_error("refused without a message");
    return what;
  }
  return "";
}

void check_nested(std::uint64_t kind, std::size_t depth) {
  const std::string what = refusal(nested(kind, depth));
  const bool too_deep = what.find("nested more than 100 deep") != std::string::npos;
  const bool has_end = kind != 5 && (kind != 1 || depth != 0);
  if (too_deep != (levels_of(kind, depth) > kMostLevels) || (!too_deep && what.empty() != has_end))
    throw std::logic_error("kind " + std::to_string(kind) + " of depth " + std::to_string(depth) +
                           (what.empty() ? " is read" : " is refused: " + what));
}

// The most levels that are read, and one more.
bool check_limit() {
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    std::size_t depth = 0;
    while (levels_of(kind, depth + 1) <= kMostLevels) ++depth;
    check_nested(kind, depth);
    check_nested(kind, depth + 1);
  }
  return true;
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  const std::uint64_t number = digest(text);
  const std::size_t depth = number % 64 == 0 ? 50000 : number / 64 % 256;
  const std::uint64_t kind = (number >> 20) % kKinds;
  static const bool checked = check_limit();
  if (checked) check_nested(kind, depth);
  const std::string inserted = nested(kind, depth);
  const std::size_t line = text.find('\n', text.empty() ? 0 : (number >> 30) % text.size());
  if (line != text.npos) refusal(text.substr(0, line + 1) + inserted + text.substr(line + 1));
}
