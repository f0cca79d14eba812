// The text of a value change dump: declarations and values. The class knows neither time nor files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wave/scopes.h"
#include "wave/writer.h"

namespace unibank::wave {

class VcdSignals {
 public:
  // Throw RunError as Scopes::add() does.
  unsigned add(const std::string& path, unsigned bits);
  unsigned add_text(const std::string& path, const std::vector<std::string>& texts);

  std::size_t size() const { return signals_.size(); }
  const std::string& path(unsigned signal) const { return signals_[signal].path; }

  // Everything up to $enddefinitions: one scope for each name before a dot, in the order of declaration.
  std::string header() const;
  // Returns the line that gives a signal a value: a stored line, or a line written into `room`. Throws RunError for an
  // invalid value of the signal.
  std::string_view value_line(unsigned signal, std::uint64_t value, std::string& room) const;
  const std::string& id(unsigned signal) const { return signals_[signal].id; }
  // The line for a signal that has no value yet.
  std::string unknown_line(unsigned signal) const;

 private:
  struct Signal {
    std::string path, id;
    Kind kind;
    unsigned bits;
    std::vector<std::string> lines;  // for a wire or text signal: the whole line for each value
  };

  unsigned declare(const std::string& path, Kind kind, unsigned bits);

  std::vector<Signal> signals_;
  Scopes scopes_;
};

}  // namespace unibank::wave
