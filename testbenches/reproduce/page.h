// One HTML page for all outcomes of a paper, in a single file with embedded pictures: no script, no other file.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// An outcome and its pictures: SVG files as gnuplot wrote them, one for each plot.
struct Exhibit {
  const Outcome* outcome;
  std::vector<std::string> pictures;
};

// First a table of contents with finished points and mean absolute deviations, and the parameters common to all. Then
// each experiment: source, counts, winners if the experiment asks for them, pictures, notes, tables of measured beside
// published values with deviations coloured by size, parameters.
std::string page(const std::vector<Exhibit>& experiments);

// Escapes text for HTML, also as an attribute's value in double quotes. Control characters, which HTML does not allow,
// become U+FFFD.
std::string escaped(const std::string& text);

// An SVG file as an element of a page: without XML declaration, and with ids prefixed by `name`, because ids of several
// pictures would collide in one page. `title` is the label for screen readers.
std::string inline_picture(const std::string& svg, const std::string& name, const std::string& title);

}  // namespace unibank
