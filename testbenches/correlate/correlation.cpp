#include "correlate/correlation.h"

#include <algorithm>
#include <cmath>

#include "base/input_error.h"
#include "base/text.h"
#include "report/human.h"

namespace unibank::correlate {
namespace {

std::string name_of(const ProgramSum& sum) { return sum.program + " (" + sum.size + ")"; }

std::string percent(const ProgramSum& sum) {
  const double error = 100 * (sum.ratio() - 1);
  return (error >= 0 ? "+" : "") + fixed(error, 1) + " %";
}

std::string about(const Card& card) {
  return card.name + ", " + fixed(card.clock_mhz, 0) + " MHz at most, driver for CUDA " + card.driver;
}

std::string text_of(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string room(widths[i] - line[i].size(), ' ');
      text += i == 0 ? line[i] + room : "  " + room + line[i];
    }
    text += "\n";
  }
  return text;
}

Cell cell_of(const ProgramSum& sum, const std::string& design, const char* metric, double value) {
  Cell cell;
  cell.row = name_of(sum);
  cell.series = design;
  cell.metric = metric;
  cell.measured = value;
  return cell;
}

}  // namespace

void add_model(std::vector<Figure*> rows, const RunResult& model, const std::string& file) {
  std::sort(rows.begin(), rows.end(), [](const Figure* a, const Figure* b) { return a->launch < b->launch; });
  for (Figure* const row : rows) {
    const std::string at = file.empty() ? "" : file + ":" + std::to_string(row->line) + ": ";
    const std::string found = at + "found launch " + std::to_string(row->launch) + " of '" + row->program + "', size " +
                              row->size + ", kernel '" + row->kernel + "'; ";
    if (row->launch >= model.launches.size())
      throw InputError(found + "expected one below " + std::to_string(model.launches.size()) +
                       ", because the model makes so many");
    const LaunchResult& launch = model.launches[row->launch];
    if (launch.kernel != row->kernel)
      throw InputError(found + "expected kernel '" + launch.kernel + "', as in the model");
    row->design = model.design;
    row->model_cycles = static_cast<double>(launch.cycles);
  }
  if (rows.size() == model.launches.size()) return;
  throw InputError((file.empty() ? "" : file + ": ") + "found " + std::to_string(rows.size()) + " launches of '" +
                   rows.front()->program + "', size " + rows.front()->size + "; expected all of the model's " +
                   std::to_string(model.launches.size()));
}

std::vector<ProgramSum> sums_of(const std::vector<Figure>& launches) {
  std::vector<ProgramSum> sums;
  for (const Figure& one : launches) {
    auto sum = std::find_if(sums.begin(), sums.end(), [&one](const ProgramSum& known) {
      return known.program == one.program && known.size == one.size;
    });
    if (sum == sums.end()) sum = sums.insert(sums.end(), {one.program, one.size, 0, 0, 0});
    ++sum->launches;
    sum->card += one.card_cycles();
    sum->model += one.model_cycles.value_or(0);
  }
  return sums;
}

double mean_error_percent(const std::vector<ProgramSum>& sums) {
  double all = 0;
  for (const ProgramSum& sum : sums) all += 100 * std::abs(sum.ratio() - 1);
  return sums.empty() ? 0 : all / static_cast<double>(sums.size());
}

std::string correlation_table(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design) {
  std::vector<std::vector<std::string>> lines = {{"program", "launches", "card", "model", "model / card", "error"}};
  for (const ProgramSum& sum : sums)
    lines.push_back(
        {name_of(sum), with_commas(sum.launches), with_commas(static_cast<std::uint64_t>(std::llround(sum.card))),
         with_commas(static_cast<std::uint64_t>(std::llround(sum.model))), fixed(sum.ratio(), 3), percent(sum)});
  return design + " (model) and " + about(card) + ", in cycles\n\n" + text_of(lines) +
         "\nmean absolute percentage error of " + counted(sums.size(), "program") + ": " +
         fixed(mean_error_percent(sums), 2) + " %\n";
}

Outcome outcome_of(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design) {
  Outcome outcome;
  outcome.paper = "correlate";
  outcome.name = "cycles";
  outcome.title = "Cycles of " + design + " against " + about(card);
  outcome.notes.push_back("Mean absolute percentage error of " + counted(sums.size(), "program") + ": " +
                          fixed(mean_error_percent(sums), 2) + " %.");
  Plot plot;
  plot.kind = Plot::Kind::kScatter;
  plot.title = outcome.title;
  plot.metric = "model";
  plot.against = "card";
  plot.x_label = "cycles of the card";
  plot.y_label = "cycles of the model";
  outcome.plots.push_back(plot);
  for (const ProgramSum& sum : sums) {
    outcome.cells.push_back(cell_of(sum, design, "card", sum.card));
    outcome.cells.push_back(cell_of(sum, design, "model", sum.model));
  }
  return outcome;
}

}  // namespace unibank::correlate
