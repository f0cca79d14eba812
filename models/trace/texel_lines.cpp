#include "trace/texel_lines.h"

#include <cstdio>

#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr std::string_view kBegin = "-unibank texels =";
constexpr unsigned kMost = 32 * 8;  // of a fetch: eight for each lane with linear filtering in three dimensions

}  // namespace

void append_texel_line(const Texels& texels, std::string& text) {
  text += std::string(kBegin) + " " + std::to_string(texels.size());
  for (std::size_t i = 0; i < texels.size(); ++i) {
    char word[32];
    if (i == 0) std::snprintf(word, sizeof word, " 0x%llx", static_cast<unsigned long long>(texels[0]));
    else std::snprintf(word, sizeof word, " %lld", static_cast<long long>(texels[i] - texels[i - 1]));
    text += word;
  }
  text += '\n';
}

bool TexelLines::is_one(std::string_view line) { return begins(line, kBegin); }

void TexelLines::clear() {
  any_ = false;
  left_.clear();
}

void TexelLines::take(std::string_view line) {
  Words words(line.substr(kBegin.size()));
  const auto count = words.number<unsigned>("a count of texels");
  if (count > kMost) {
    throw FormatError("found " + std::to_string(count) + " texels of a fetch; expected at most " +
                      std::to_string(kMost));
  }
  Texels texels(count);
  for (unsigned i = 0; i < count; ++i) {
    texels[i] = i == 0 ? words.number<std::uint64_t>("the hexadecimal address of a texel", 16)
                       : texels[i - 1] + static_cast<std::uint64_t>(words.number<std::int64_t>("a difference"));
  }
  if (!words.at_end()) throw FormatError("found " + shown(words.left()) + "; expected the end of the line");
  any_ = true;
  left_.push_back(std::move(texels));
}

Texels TexelLines::next() {
  if (left_.empty())
    throw FormatError("found a texture fetch without texels; expected a line '-unibank texels' for it");
  Texels first = std::move(left_.front());
  left_.pop_front();
  return first;
}

void TexelLines::end() const {
  if (left_.empty()) return;
  throw FormatError("found texels of " + std::to_string(left_.size()) +
                    " more fetches than the warp has; expected a line for each fetch");
}

}  // namespace unibank::trace
