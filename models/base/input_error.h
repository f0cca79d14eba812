// An error of the user, in one line, or in three with the source line. Programs print what() and exit with
// status 2.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace unibank {

class InputError : public std::runtime_error {
 public:
  // `what` states what was found and what was expected, without a trailing full stop.
  explicit InputError(const std::string& what) : std::runtime_error(what) {}
  // "file:line: what"; a line of 0 is omitted.
  InputError(const std::string& file, unsigned line, const std::string& what);
  // "file:line:column: what"
  InputError(const std::string& file, unsigned line, unsigned column, const std::string& what);
  // As above; the message also shows the line of `text` (the whole file) with a caret under the column.
  InputError(const std::string& file, unsigned line, unsigned column, const std::string& what, std::string_view text);
};

// An error of the simulated program, or an inconsistency of the model: exit status 1.
class RunError : public std::runtime_error {
 public:
  explicit RunError(const std::string& what) : std::runtime_error(what) {}
};

// Line `line` of the text and a caret under its column (both from 1), each preceded by a line break; a long line is
// shortened around the column. Empty when that line is missing or empty.
std::string source_excerpt(std::string_view text, unsigned line, unsigned column);

// "unknown size 'papr'; known: test, paper; did you mean 'paper'?" - for any name that is not in a list
// (nearest_name.h). A long list stands after the question.
std::string unknown_name(std::string_view kind, std::string_view found, const std::vector<std::string>& known);

}  // namespace unibank
