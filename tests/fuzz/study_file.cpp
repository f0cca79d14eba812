// For any text, a study is read or refused with InputError; the same holds for its first points.
#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "fuzz/target.h"
#include "sweep/points.h"

namespace {

using namespace unibank;

constexpr std::size_t kMostBytes = 4000;
constexpr sweep::Number kFirst = 8;

void read_any(const std::string& text) {
  if (text.size() > kMostBytes) return;
  try {
    const sweep::Study study = sweep::read_study(text, "fuzz.toml");
    sweep::PointSpace space(study);
    sweep::Point point;
    for (sweep::Number number = 0; number < std::min(space.size(), kFirst); ++number) {
      const sweep::Left left = space.at(number, point);
      const bool runs = left.kind == sweep::Left::Kind::kRuns;
      if (runs != !point.key.empty()) throw std::logic_error("a point that runs has a key, another has none");
      if ((left.kind == sweep::Left::Kind::kIllegal) == left.reason.empty())
        throw std::logic_error("illegal without a reason");
    }
  } catch (const InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { read_any(text); }
