#include "unibank/sweep_report.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/printable.h"
#include "files/whole_file.h"
#include "report/human.h"
#include "sweep/page.h"
#include "unibank/complain.h"
#include "unibank/output.h"

namespace unibank {

namespace {

constexpr std::size_t kPrintedPoints = 24;  // a screen

using Rows = std::vector<std::vector<std::string>>;

std::string cycles_text(const sweep::Finished* finished) {
  if (!finished) return "not run";
  if (!finished->refused.empty()) return "refused";
  for (const auto& [name, value] : finished->values)
    if (name == "cycles") return with_commas(static_cast<std::uint64_t>(value));
  return "";
}

// A heading and a row for each point: what differs between points, and cycles.
Rows rows_of_points(sweep::Exporter& exporter) {
  Rows all = {exporter.word_names()}, rows;
  all[0].back() = "cycles";  // in place of `refused`
  exporter.for_each([&](const sweep::Exported& one) {
    all.push_back(exporter.words_of(one));
    all.back().back() = cycles_text(one.finished);
  });
  rows.resize(all.size());
  for (std::size_t column = 1; column < all[0].size(); ++column) {  // 0: the point's number
    const auto same = [&](const std::vector<std::string>& row) { return row[column] == all[1][column]; };
    if (column + 1 < all[0].size() && std::all_of(all.begin() + 1, all.end(), same)) continue;
    for (std::size_t row = 0; row < all.size(); ++row) rows[row].push_back(all[row][column]);
  }
  return rows;
}

void print_rows(const Rows& rows) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      std::printf("%*s%s", static_cast<int>(widths[i]), printable(row[i]).c_str(), i + 1 == row.size() ? "\n" : "  ");
  }
}

}  // namespace

bool may_write(const std::string& folder) { return ::access(folder.c_str(), W_OK) == 0; }

void write_points(const SweepOptions& options, const sweep::Study& study, sweep::PointSpace& space,
                  const sweep::Listing& listing, sweep::Store& store, const std::string& plotly,
                  const sweep::SearchMarks* marks) {
  const std::string folder = store.of_study(study.name);
  const std::string shown = printable(folder), store_shown = printable(options.store);
  sweep::make_folder(folder);
  sweep::Exporter exporter(study, space, listing, store.database(), marks);
  if (may_write(folder)) {
    exporter.write(folder);
    std::printf("points: %s/points.csv, %s/points.json, %s/points.sqlite\n", shown.c_str(), shown.c_str(),
                store_shown.c_str());
  } else {
    std::printf("points: %s/points.sqlite; no tables are written, because '%s' is read-only\n", store_shown.c_str(),
                shown.c_str());
  }
  if (!marks && !listing.runs.empty() && listing.runs.size() <= kPrintedPoints) print_rows(rows_of_points(exporter));
  if (options.report.empty()) return;
  std::size_t left_out = 0;
  files::write_whole(options.report, sweep::report_page(study, exporter, listing, space, plotly, left_out));
  std::printf("page: %s\n", printable(options.report).c_str());
  if (left_out != 0) std::printf("the page leaves out %zu values a point; points.csv has them\n", left_out);
}

std::string plotly_of_page(const SweepOptions& options, const sweep::PointSpace& space) {
  if (options.report.empty()) return "";
  std::vector<std::string> inputs = space.files();
  if (!options.plotly.empty()) inputs.push_back(options.plotly);
  const Output page = {"--report", options.report};
  check_outputs({page}, inputs);
  if (lies_in(page, options.store) && std::filesystem::path(options.report).extension() != ".html")
    throw InputError("--report: '" + options.report + "' is in the store '" + options.store +
                     "', which has files of its own; expected a name that ends in .html, or another folder");
  return sweep::plotly_text(options.plotly);
}

InputError without_points(const sweep::Study& study, const std::string& what, const std::string& reason) {
  const std::string option = "--set ";
  for (const std::string& one : study.overrides)
    if (study.overrides_line != 0 && reason.rfind(option + one + ":", 0) == 0)
      return InputError(study.file, study.overrides_line, what + "set has " + reason.substr(option.size()));
  return InputError(study.file, 0, what + reason);
}

void collect_into(sweep::Store& store) {
  const sweep::Store::Collected collected = store.collect();
  if (collected.damaged != 0)
    complain("warning", std::to_string(collected.damaged) + " damaged lines in files of tasks; their points run again");
}

void keep_keys(sweep::Store& store, const sweep::Study& study, const std::vector<sweep::Listing::Entry>& entries) {
  store.database().set_study(study.name, entries.size(),
                             [&entries](std::uint64_t i) { return sweep::key_text(entries[i]); });
}

}  // namespace unibank
