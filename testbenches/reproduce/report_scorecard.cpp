// The scorecard of a paper.
#include <cmath>

#include "base/input_error.h"
#include "reproduce/report.h"
#include "reproduce/scorecard.h"
#include "reproduce/values.h"
#include "reproduce/words.h"

namespace unibank {

namespace {

std::string count_text(unsigned count, unsigned of) { return std::to_string(count) + " of " + std::to_string(of); }

std::vector<std::string> score_cells(const std::string& name, const std::string& column, const Score& score) {
  return {name,
          column,
          std::to_string(score.published),
          score.judged == 0 ? "-" : count_text(score.matched, score.judged),
          score.deviation ? *formatted(*score.deviation, "3") : "-",
          score.correlation ? *formatted(*score.correlation, "") : "-",
          score.same_sign ? count_text(*score.same_sign, score.compared) : "-"};
}

// "LABEL | MEASURED | PUBLISHED": a column of one experiment compared with the published values of another.
class ScorecardRow {
 public:
  ScorecardRow(const ReportLine& line, const std::string& paper, const std::string& file, const ReportValues& values)
      : place_{file, line.line}, values_(values), parts_(report_cells(line.text)) {
    if (parts_.size() != 3)
      throw InputError(file, line.line,
                       "'" + line.text + "', expected LABEL | EXPERIMENT[/METRIC].COLUMN | EXPERIMENT[/METRIC].COLUMN");
    measured_ = column(paper, parts_[1]);
    published_ = column(paper, parts_[2]);
  }

  std::string row() const {
    Outcome made;
    for (const Cell& cell : published_.outcome->cells) {
      const bool compared = cell.metric == published_.metric && report_name(cell.series) == published_.series;
      if (!compared || !cell.published) continue;
      const Cell* const measured =
          values_.find(measured_.prefix + "." + report_name(cell.row) + "." + measured_.series);
      made.cells.push_back(cell);
      made.cells.back().measured = measured ? measured->measured : std::nullopt;
    }
    const std::vector<Score> scores = scores_of(*published_.experiment, made);
    if (scores.empty())
      throw InputError(place_.file, place_.line, "'" + parts_[2] + "' has no published values to compare with");
    return report_row(score_cells(measured_.outcome->name + ", " + measured_.metric, parts_[0], scores.front()));
  }

 private:
  struct Column {
    const Outcome* outcome = nullptr;
    const Experiment* experiment = nullptr;
    std::string prefix, metric, series;
  };

  Column column(const std::string& paper, const std::string& name) const {
    const std::size_t dot = name.find('.');
    Column found;
    found.prefix = paper + "." + name.substr(0, dot);
    found.series = dot == std::string::npos ? "" : name.substr(dot + 1);
    found.outcome = &values_.outcome(found.prefix, place_, found.metric, &found.experiment);
    std::vector<std::string> known;
    for (const std::string& series : distinct(found.outcome->cells, &Cell::series)) {
      if (report_name(series) == found.series) return found;
      if (!series.empty()) known.push_back(report_name(series));
    }
    throw InputError(place_.file, place_.line, unknown_name("column of " + found.prefix, found.series, known));
  }

  ReportPlace place_;
  const ReportValues& values_;
  std::vector<std::string> parts_;
  Column measured_, published_;
};

// "table1-dram, fig2"
std::string experiments_with_older(const ReportPaper& of) {
  std::string names;
  for (const Outcome& outcome : of.outcomes)
    if (outcome.older != 0) names += (names.empty() ? "" : ", ") + outcome.name;
  return names;
}

std::string points_text(const ReportPaper& of) {
  std::string text = std::to_string(of.points) + " points";
  const unsigned missing = of.points - of.finished;
  if (missing == 0 && of.older == 0) return text + ", all of this version of the model.";
  if (of.older != 0)
    text += "; **" + std::to_string(of.older) + " of them are of " + of.older_versions +
            " of the model, before this one** (in " + experiments_with_older(of) + ")";
  if (missing != 0) text += "; " + std::to_string(missing) + " have not run";
  return text + ".";
}

}  // namespace

std::string report_scorecard(const ReportPiece& block, const std::string& file, const ReportValues& values) {
  const std::vector<std::string> words = split_at_blanks(block.text);
  if (words.size() != 2) throw InputError(file, block.line, "'{{" + block.text + "', expected {{scorecard PAPER");
  const ReportPaper& of = values.paper(words[1], {file, block.line});
  std::string table = report_row({"experiment", "column", "published", "matched", "mean absolute deviation",
                                  "rank correlation", "same sign"}) +
                      report_rule(7);
  std::vector<const Outcome*> outcomes;
  for (std::size_t i = 0; i < of.outcomes.size(); ++i) {
    outcomes.push_back(&of.outcomes[i]);
    for (const Score& score : scores_of(of.paper.experiments[i], of.outcomes[i]))
      table += report_row(score_cells(of.outcomes[i].name + ", " + score.metric, score.series, score));
  }
  for (const ReportLine& line : block.lines) table += ScorecardRow(line, of.paper.name, file, values).row();
  const ScoreTotal total = total_of(outcomes);
  if (total.published == 0) return points_text(of) + " No paper has published values for them.\n";
  return points_text(of) + " Of " + std::to_string(total.published) +
         " published values and bounds, each counted once, " + std::to_string(total.judged) +
         " can be compared and " + std::to_string(total.matched) + " match.\n\n" + table;
}

}  // namespace unibank
