// Finds the numbers of a text that are results: these must be placeholders filled from a point.
#include <algorithm>
#include <cctype>
#include <set>

#include "reproduce/report_text.h"

namespace unibank {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Replaces placeholders, code and headings by blanks; line feeds stay.
std::string prose_of(const std::string& text) {
  std::string prose = text;
  const auto blank = [&prose](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (prose[i] != '\n') prose[i] = i == from ? '~' : ' ';
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line_end = std::min(text.find('\n', at), text.size());
    const bool starts_line = at == 0 || text[at - 1] == '\n';
    if (starts_line && text[at] == '#') {
      blank(at, line_end);
      at = line_end;
    } else if (text.compare(at, 2, "{{") == 0) {
      const std::size_t close = text.find("}}", at);
      const std::size_t end = close == std::string::npos ? text.size() : close + 2;
      blank(at, end);
      at = end;
    } else if (text[at] == '`') {
      const std::size_t close = text.find('`', at + 1);
      const std::size_t end = close == std::string::npos ? line_end : close + 1;
      blank(at, end);
      at = end;
    } else {
      ++at;
    }
  }
  return prose;
}

struct Word {
  std::string text;  // lower-case letters, a number, or one other character
  unsigned line = 0;
  bool number = false, fraction = false, starts_line = false;
};

// A number with letters next to it is a name ("L2", "2D"), except a factor ("2x").
class Words {
 public:
  explicit Words(const std::string& prose) : prose_(prose) {
    while (at_ < prose_.size()) read();
  }
  std::vector<Word> all;

 private:
  void read() {
    const char c = prose_[at_];
    if (c == '\n') ++line_, fresh_ = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
      return;
    }
    Word word;
    word.line = line_;
    word.starts_line = fresh_;
    fresh_ = false;
    if (is_digit(c))
      read_number(word);
    else if (is_letter(c))
      read_name(word);
    else
      word.text = prose_[at_++];
    all.push_back(word);
  }

  char here() const { return at_ < prose_.size() ? prose_[at_] : ' '; }
  char next() const { return at_ + 1 < prose_.size() ? prose_[at_ + 1] : ' '; }

  void read_number(Word& word) {
    word.number = true;
    while (is_digit(here()) || ((here() == ',' || here() == '.') && is_digit(next()))) {
      word.fraction = word.fraction || here() == '.';
      word.text += prose_[at_++];
    }
    const bool factor = here() == 'x' && !is_letter(next()) && !is_digit(next());
    if (factor) {
      word.fraction = true;
      ++at_;
    } else if (is_letter(here()) && !word.fraction) {
      read_name(word);
      word.number = false;
    }
  }

  // "table6", "LRU-fair", "Q-53", "b+tree", "384-KB"
  void read_name(Word& word) {
    while (is_letter(here()) || is_digit(here()) || here() == '_' ||
           ((here() == '-' || here() == '+' || here() == '/') && (is_letter(next()) || is_digit(next()))))
      word.text += static_cast<char>(std::tolower(static_cast<unsigned char>(prose_[at_++])));
  }

  const std::string& prose_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  bool fresh_ = true;
};

const std::set<std::string> kUnitWords = {
    "kb",      "mb",      "gb",      "byte",   "bytes",   "bit",      "bits",     "sm",        "sms",     "thread",
    "threads", "warp",    "warps",   "lane",   "lanes",   "register", "registers", "block",     "blocks",  "column",
    "columns", "way",     "ways",    "bank",   "banks",   "port",     "ports",    "channel",   "channels", "slice",
    "slices",  "node",    "nodes",   "edge",   "edges",   "equation", "equations", "system",    "systems", "program",
    "programs", "letter", "letters", "value",  "values",  "set",      "sets",     "scheduler", "schedulers", "slot",
    "slots",   "sphere",  "spheres", "launch", "launches", "option",   "options", "lookup",    "lookups", "size",
    "sizes"};

const std::set<std::string> kLabels = {"figure", "figures", "table",   "tables",   "section", "sections", "version",
                                       "versions", "line",  "lines",   "step",     "finding", "findings", "kernel",
                                       "factor", "set",     "sets",    "configuration", "configurations", "rodinia",
                                       "example", "gtx"};

bool joins(const Word& word) {
  static const std::set<std::string> kJoins = {"and", "to", "or", ",", "x", "/"};
  return kJoins.count(word.text) != 0;
}

class Judge {
 public:
  explicit Judge(const std::vector<Word>& words) : words_(words) {}

  bool allows(std::size_t at) const {
    const Word& word = words_[at];
    if (word.fraction) return in_section(at);
    if (is_year(word.text) || marks_item(at)) return true;
    return has_unit(at) || has_label(at);
  }

 private:
  static bool is_year(const std::string& text) {
    return text.size() == 4 && (text.compare(0, 2, "19") == 0 || text.compare(0, 2, "20") == 0);
  }
  // "1. Block sizes."
  bool marks_item(std::size_t at) const {
    return words_[at].starts_line && at + 1 < words_.size() && words_[at + 1].text == ".";
  }
  // "sections 4.2 and 6.1"
  bool in_section(std::size_t at) const {
    while (at-- > 0 && (words_[at].number || joins(words_[at]))) {
    }
    return at < words_.size() && (words_[at].text == "section" || words_[at].text == "sections");
  }
  // "8, 16 or 32 KB"
  bool has_unit(std::size_t at) const {
    while (++at < words_.size() && (words_[at].number || joins(words_[at])))
      if (words_[at].fraction) return false;
    return at < words_.size() && kUnitWords.count(words_[at].text) != 0;
  }
  // "figures 8 to 10"
  bool has_label(std::size_t at) const {
    while (at-- > 0 && (words_[at].number || joins(words_[at]))) {
    }
    return at < words_.size() && kLabels.count(words_[at].text) != 0;
  }

  const std::vector<Word>& words_;
};

}  // namespace

std::vector<ReportLine> numbers_without_points(const std::string& text) {
  const std::string prose = prose_of(text);
  const Words words(prose);
  const Judge judge(words.all);
  std::vector<ReportLine> found;
  for (std::size_t at = 0; at < words.all.size(); ++at)
    if (words.all[at].number && !judge.allows(at)) found.push_back({words.all[at].line, words.all[at].text});
  return found;
}

}  // namespace unibank
