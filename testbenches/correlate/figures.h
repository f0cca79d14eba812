// Cycles of programs' launches on a card, as a file: measured here, or elsewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace unibank::correlate {

struct Card {
  std::string name, driver;  // "NVIDIA ...", "12.4"
  double clock_mhz = 0;      // the highest, with which times are cycles
  unsigned sms = 0;          // 0: not said
};

struct Figure {
  std::string program, size, kernel;
  unsigned launch = 0;  // launches of the program before it
  std::optional<double> clock64_cycles, event_cycles;
  std::string design;  // of the model; empty: none
  std::optional<double> model_cycles;
  unsigned line = 0;  // in its file

  // That are compared: the SMs' clocks, where there are any.
  double card_cycles() const { return clock64_cycles ? *clock64_cycles : event_cycles.value_or(0); }
};

struct Figures {
  Card card;
  std::vector<Figure> launches;
};

// The header and a row for each launch.
std::string figures_csv(const Figures& figures);
// Reads what figures_csv has written, or a table with these columns in any order; what it says of the model is not
// read. InputError, with file and line, for anything else, two cards, or a launch that stands there twice.
Figures parse_figures(const std::string& text, const std::string& file);

}  // namespace unibank::correlate
