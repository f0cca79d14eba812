#include "base/input_error.h"

namespace unibank {

namespace {

std::string place(const std::string& file, unsigned line, unsigned column) {
  std::string text = file;
  if (line != 0) text += ":" + std::to_string(line);
  if (line != 0 && column != 0) text += ":" + std::to_string(column);
  return text;
}

}  // namespace

InputError::InputError(const std::string& file, unsigned line, const std::string& what)
    : std::runtime_error(place(file, line, 0) + ": " + what) {}

InputError::InputError(const std::string& file, unsigned line, unsigned column, const std::string& what)
    : std::runtime_error(place(file, line, column) + ": " + what) {}

std::string unknown_name(std::string_view kind, std::string_view found, const std::vector<std::string>& known) {
  std::string text = "unknown ";
  text.append(kind).append(" '").append(found).append("'; known: ");
  for (std::size_t i = 0; i < known.size(); ++i) text += (i ? ", " : "") + known[i];
  return text;
}

}  // namespace unibank
