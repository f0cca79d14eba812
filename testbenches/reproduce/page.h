// One HTML page for all outcomes of a paper, in a single file: pictures are embedded; no script, no other file.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// An outcome and its pictures: SVG files as gnuplot wrote them, one a plot.
struct Exhibit {
  const Outcome* outcome;
  std::vector<std::string> pictures;
};

// Contents with points finished and mean absolute deviations, parameters common to all, then each experiment: source,
// counts, winners where it asks for them, pictures, tables of measured beside published values with their deviations
// coloured by size, parameters, notes.
std::string page(const std::vector<Exhibit>& experiments);

// As text of HTML or as the value of an attribute in double quotes. Control characters, which HTML does not allow,
// become U+FFFD.
std::string escaped(const std::string& text);

// An SVG file as an element of a page: no XML declaration, and its ids prefixed with `name`, since ids of several
// pictures would collide in one page. `title` is the label for screen readers.
std::string inline_picture(const std::string& svg, const std::string& name, const std::string& title);

}  // namespace unibank
