// What the user did wrong, in one line, or in three with the line of a source. Programs print what() and exit with
// status 2.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace unibank {

class InputError : public std::runtime_error {
 public:
  // `what` says what was found and what was expected, without a trailing full stop.
  explicit InputError(const std::string& what) : std::runtime_error(what) {}
  // "file:line: what"; a line of 0 is left out.
  InputError(const std::string& file, unsigned line, const std::string& what);
  // "file:line:column: what"
  InputError(const std::string& file, unsigned line, unsigned column, const std::string& what);
  // The same, and below it the line of `text` (the whole file) with a caret under the column.
  InputError(const std::string& file, unsigned line, unsigned column, const std::string& what, std::string_view text);
};

// The program that runs on the model broke, or the model found itself inconsistent: exit status 1.
class RunError : public std::runtime_error {
 public:
  explicit RunError(const std::string& what) : std::runtime_error(what) {}
};

// Line `line` of the text and a caret under its column (both from 1), each led by a line break; a long line is shown
// around the column. Empty when there is no such line.
std::string source_excerpt(std::string_view text, unsigned line, unsigned column);

// "unknown size 'papr'; known: test, paper; did you mean 'paper'?" - for any name that is not in a list (nearest_name.h).
std::string unknown_name(std::string_view kind, std::string_view found, const std::vector<std::string>& known);

}  // namespace unibank
