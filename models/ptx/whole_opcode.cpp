#include "ptx/whole_opcode.h"

#include <algorithm>

namespace unibank::ptx {

namespace {

bool begins(std::string_view opcode, std::string_view with) {
  return opcode.substr(0, with.size()) == with && (opcode.size() == with.size() || opcode[with.size()] == '.');
}

// The part of the opcode from `at` up to the next dot.
std::string_view suffix_at(std::string_view opcode, std::size_t at) {
  return opcode.substr(at, std::min(opcode.find('.', at + 1), opcode.size()) - at);
}

void add_once(std::string_view one, std::vector<std::string>& all) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.emplace_back(one);
}

}  // namespace

std::string unknown_whole_opcode(std::string_view opcode, const std::vector<std::string_view>& known) {
  std::string_view right = opcode.substr(0, opcode.find('.'));
  for (std::string_view next = right; next.size() < opcode.size();) {
    next = opcode.substr(0, next.size() + suffix_at(opcode, next.size()).size());
    if (std::none_of(known.begin(), known.end(), [next](std::string_view one) { return begins(one, next); })) break;
    right = next;
  }
  std::vector<std::string> follow;
  for (const std::string_view one : known)
    if (begins(one, right) && one.size() > right.size()) add_once(suffix_at(one, right.size()), follow);
  std::string expected;
  for (const std::string& one : follow) expected += (expected.empty() ? "" : ", ") + one;
  constexpr std::size_t kShown = 40;
  const bool more = right.size() < opcode.size();
  const std::string_view wrong = more ? suffix_at(opcode, right.size()).substr(0, kShown) : "";
  const std::string found = more ? "'" + std::string(wrong) + "'" : "nothing";
  return "found " + found + " after '" + std::string(right) + "'; expected " + (follow.empty() ? "no more" : expected);
}

std::vector<std::string> suffixes_of_whole(std::string_view name, const std::vector<std::string_view>& known) {
  std::vector<std::string> all;
  for (const std::string_view opcode : known) {
    if (!begins(opcode, name)) continue;
    for (std::size_t at = name.size(); at < opcode.size(); at += suffix_at(opcode, at).size())
      add_once(suffix_at(opcode, at), all);
  }
  return all;
}

}  // namespace unibank::ptx
