#include "reproduce/picture.h"

#include "reproduce/picture_parts.h"

namespace unibank {

std::string picture_name(const Outcome& outcome, std::size_t plot) {
  return outcome.plots.size() > 1 ? outcome.name + "-" + std::to_string(plot + 1) : outcome.name;
}

std::string gnuplot_script(const Outcome& outcome, const Plot& plot, const std::string& name) {
  switch (plot.kind) {
    case Plot::Kind::kBars: return picture::bars_script(outcome, plot, name);
    case Plot::Kind::kStackedBars: return picture::stacked_script(outcome, plot, name);
    case Plot::Kind::kLines: return picture::lines_script(outcome, plot, name);
    case Plot::Kind::kHeatMap: return picture::heat_map_script(outcome, plot, name);
    case Plot::Kind::kPareto: return picture::pareto_script(outcome, plot, name);
    case Plot::Kind::kScatter: return picture::scatter_script(outcome, plot, name);
  }
  return "";
}

}  // namespace unibank
