// A file with the cycles of programs' launches on a card, measured by this program or by other tools.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace unibank::correlate {

struct Card {
  std::string name, driver;  // "NVIDIA ...", "12.4"
  double clock_mhz = 0;      // the highest clock, which converts times to cycles
  unsigned sms = 0;          // 0: not known
};

struct Figure {
  std::string program, size, kernel;
  unsigned launch = 0;  // launches of the program before it
  std::optional<double> clock64_cycles, event_cycles;
  std::string design;  // design of the model; empty: none
  std::optional<double> model_cycles;
  unsigned line = 0;  // line in the file

  // The cycles that are compared: those of the SMs' clocks, or, if they are missing, those of the events.
  double card_cycles() const { return clock64_cycles ? *clock64_cycles : event_cycles.value_or(0); }
};

struct Figures {
  Card card;
  std::vector<Figure> launches;
};

// The text of the file: a header and a row for each launch.
std::string figures_csv(const Figures& figures);
// Reads a text written by figures_csv(), or a table with these columns in any order; the columns about the model are
// ignored. Throws InputError, with file and line, for any other text, for two cards, and for a launch that occurs
// twice.
Figures parse_figures(const std::string& text, const std::string& file);

}  // namespace unibank::correlate
