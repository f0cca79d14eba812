// Paragraphs with their placeholders filled and their lines wrapped again.
#include <cctype>

#include "reproduce/report.h"
#include "reproduce/words.h"

namespace unibank {

namespace {

constexpr std::size_t kWidth = 120;

std::size_t spaces_before(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

// The length of an item's mark, "- " or "12. " with the blanks before; 0: the line is not an item.
std::size_t mark_of(const std::string& line) {
  const std::size_t from = spaces_before(line);
  std::size_t at = from;
  while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])) != 0) ++at;
  const bool numbered = at > from && at < line.size() && line[at] == '.';
  const bool bullet = at == from && at < line.size() && (line[at] == '-' || line[at] == '*');
  if ((!numbered && !bullet) || at + 1 >= line.size() || line[at + 1] != ' ') return 0;
  return at + 2;
}

// Would this word, at the start of a line, begin a list, a heading or a table?
bool must_follow(const std::string& word) {
  return word == "+" || word == "-" || word == "*" || word[0] == '#' || word[0] == '|' || word[0] == '>' ||
         mark_of(word + " ") != 0;
}

class Filler {
 public:
  std::string run(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      take(text.substr(at, end - at));
      at = end + 1;
    }
    close();
    return std::move(filled_);
  }

 private:
  // A line that begins with a filled number, "298. With", goes on with its paragraph: an item's number follows the one
  // before.
  bool is_item(const std::string& line) {
    const std::size_t from = spaces_before(line);
    if (mark_of(line) == 0 || std::isdigit(static_cast<unsigned char>(line[from])) == 0) return mark_of(line) != 0;
    const std::string number = line.substr(from, line.find('.') - from);
    if (open_ && (number.size() > 3 || std::stoul(number) > last_number_ + 1)) return false;
    last_number_ = number.size() > 3 ? 0 : std::stoul(number);
    return true;
  }

  void take(const std::string& line) {
    const std::size_t spaces = spaces_before(line), mark = is_item(line) ? mark_of(line) : 0;
    const bool verbatim = spaces == line.size() || line[spaces] == '|' || line[spaces] == '#' || line[spaces] == '<' ||
                          (!open_ && mark == 0 && spaces >= 4);
    if (verbatim || mark != 0) close();
    if (verbatim) {
      filled_ += line + "\n";
      return;
    }
    if (!open_) {
      line_ = line.substr(0, mark == 0 ? spaces : mark);
      indent_ = line_.size();
      open_ = empty_ = true;
    }
    for (const std::string& word : split_at_blanks(line.substr(mark))) add(word);
  }

  void add(const std::string& word) {
    if (!empty_ && line_.size() + 1 + word.size() > kWidth && !must_follow(word)) {
      filled_ += line_ + "\n";
      line_ = std::string(indent_, ' ');
      empty_ = true;
    }
    line_ += (empty_ ? "" : " ") + word;
    empty_ = false;
  }

  void close() {
    if (open_) filled_ += line_ + "\n";
    open_ = false;
  }

  std::string filled_, line_;
  std::size_t indent_ = 0, last_number_ = 0;  // of the last numbered item
  bool open_ = false, empty_ = true;
};

}  // namespace

std::string fill_paragraphs(const std::string& text) { return Filler().run(text); }

}  // namespace unibank
