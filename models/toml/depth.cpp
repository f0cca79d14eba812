#include "toml/depth.h"

#include <string>
#include <vector>

#include "toml/value.h"

namespace unibank::toml_tree {
namespace {

constexpr std::size_t kMostDepth = 100;

class DepthCheck {
 public:
  explicit DepthCheck(std::string_view text) : text_(text) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') skip_string(c);
      else if (c == '#') skip_to("\n");
      else take(c);
    }
  }

 private:
  bool begins(std::string_view with) const { return text_.substr(at_, with.size()) == with; }

  void take(char c) {
    if (c == '.') {
      deeper();
    } else if (c == '[' || c == '{') {
      outside_.push_back(depth_);
      deeper();
    } else if ((c == ']' || c == '}') && !outside_.empty()) {
      depth_ = outside_.back();
      outside_.pop_back();
    } else if (c == ',' || c == '\n') {
      depth_ = outside_.empty() ? 0 : outside_.back() + 1;
    }
    step();
  }

  void deeper() {
    if (++depth_ <= kMostDepth) return;
    throw SyntaxError("found values nested more than " + std::to_string(kMostDepth) + " deep; expected fewer", line_,
                      column_);
  }

  void step() {
    const bool ends_line = text_[at_++] == '\n';
    column_ = ends_line ? 1 : column_ + 1;
    if (ends_line) ++line_;
  }
  void steps(std::size_t count) {
    for (; count != 0 && at_ < text_.size(); --count) step();
  }
  void skip_to(std::string_view end) {
    while (at_ < text_.size() && !begins(end)) step();
  }

  // A string that begins with three quotes ends with three and may span lines; any other string ends with its line at
  // the latest.
  void skip_string(char quote) {
    const std::string three(3, quote);
    const std::string end = begins(three) ? three : std::string(1, quote);
    steps(end.size());
    while (at_ < text_.size() && !begins(end)) {
      if (end.size() == 1 && text_[at_] == '\n') return;
      steps(quote == '"' && text_[at_] == '\\' ? 2 : 1);
    }
    steps(end.size());
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1, column_ = 1;
  std::size_t depth_ = 0;
  std::vector<std::size_t> outside_;  // the depth around each open table and array
};

}  // namespace

void check_depth(std::string_view text) { DepthCheck(text).run(); }

}  // namespace unibank::toml_tree
