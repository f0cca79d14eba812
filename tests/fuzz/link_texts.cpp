// Whatever the parts of a program, they are linked and parsed, or refused by InputError: a text with itself, and its
// two halves, split before a line.
#include "ptx/link_texts.h"

#include "base/input_error.h"
#include "fuzz/target.h"
#include "ptx/parser.h"

namespace {

void link(const std::vector<unibank::ptx::TextPart>& parts) {
  try {
    unibank::ptx::parse(unibank::ptx::linked_text(parts), "all");
  } catch (const unibank::InputError&) {
    // refused in a proper way
  }
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) {
  const std::string_view all(text);
  link({{all, "one"}, {all, "other"}});
  const std::size_t half = std::min(all.find('\n', all.size() / 2), all.size());
  link({{all.substr(0, half), "one"}, {all.substr(half), "other"}});
}
