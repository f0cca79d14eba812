#include "reproduce/report_text.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

class Parser {
 public:
  Parser(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  std::vector<ReportPiece> run() {
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      const unsigned number = line_;
      const std::string line = next_line();
      if (trimmed(line).rfind("{{", 0) == 0 && line.find("}}") == std::string::npos)
        read_block(trimmed(line).substr(2), number);
      else
        read_line(text_.substr(start, at_ - start), number);
    }
    return std::move(pieces_);
  }

 private:
  // The next line, without its line feed.
  std::string next_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    ++line_;
    return line;
  }

  void read_block(const std::string& head, unsigned number) {
    ReportPiece block{ReportPiece::Kind::kBlock, number, trimmed(head), {}};
    if (block.text.empty()) fail(number, "'{{' without a name, expected {{table ...");
    for (bool open = true; open;) {
      if (at_ >= text_.size()) fail(number, "'{{" + block.text + "' does not end, expected a line '}}'");
      const unsigned line = line_;
      const std::string text = trimmed(next_line());
      open = text != "}}";
      if (open && text.find("{{") != std::string::npos)
        fail(line, "'{{' inside of '{{" + block.text + "', expected a line '}}' before it");
      if (open && !text.empty()) block.lines.push_back({line, text});
    }
    pieces_.push_back(std::move(block));
  }

  // The block with its line feed. A block may also be written in one line.
  void read_line(const std::string& line, unsigned number) {
    std::size_t at = 0;
    for (std::size_t open; (open = line.find("{{", at)) != std::string::npos;) {
      const std::size_t close = line.find("}}", open);
      if (close == std::string::npos) fail(number, "'{{' does not close in its line");
      const std::string name = trimmed(line.substr(open + 2, close - open - 2));
      if (name.empty()) fail(number, "'{{}}' without a name");
      const bool alone = trimmed(line.substr(0, open)).empty() && trimmed(without_feed(line.substr(close + 2))).empty();
      const bool block = alone && name.find(' ') != std::string::npos;
      if (!block) add_text(line.substr(at, open - at), number);
      pieces_.push_back(
          {block ? ReportPiece::Kind::kBlock : ReportPiece::Kind::kReference, number, name, {}});
      if (block) return;
      at = close + 2;
    }
    add_text(line.substr(at), number);
  }

  static std::string without_feed(std::string text) {
    if (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  void add_text(const std::string& text, unsigned number) {
    if (text.empty()) return;
    if (!pieces_.empty() && pieces_.back().kind == ReportPiece::Kind::kText)
      pieces_.back().text += text;
    else
      pieces_.push_back({ReportPiece::Kind::kText, number, text, {}});
  }

  [[noreturn]] void fail(unsigned line, const std::string& what) const { throw InputError(file_, line, what); }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::vector<ReportPiece> pieces_;
};

}  // namespace

std::vector<ReportPiece> parse_report_text(const std::string& text, const std::string& file) {
  return Parser(text, file).run();
}

}  // namespace unibank
