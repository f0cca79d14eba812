#include "sweep/search_export.h"

#include <cmath>

#include "files/whole_file.h"
#include "reproduce/csv_text.h"
#include "reproduce/values.h"

namespace unibank::sweep {

namespace {

// Each metric once, goals first, because a goal may also have a limit.
std::vector<std::pair<std::string, std::size_t>> columns_of(const Search& search) {
  std::vector<std::pair<std::string, std::size_t>> columns;
  const auto add = [&columns](const std::string& name, std::size_t place) {
    for (const auto& column : columns)
      if (column.first == name) return;
    columns.push_back({name, place});
  };
  for (std::size_t i = 0; i < search.goals.size(); ++i) add(search.goals[i].metric, i);
  for (std::size_t i = 0; i < search.limits.size(); ++i) add(search.limits[i].metric, search.goals.size() + i);
  return columns;
}

std::string candidates_text(const Study& study, PointSpace& space, const SearchLoop& search) {
  const auto columns = columns_of(*study.search);
  std::vector<std::string> header = {"candidate", "generation", "state", "front", "design"};
  header.insert(header.end(), space.axis_keys().begin(), space.axis_keys().end());
  for (const auto& column : columns) header.push_back(column.first);
  header.push_back("reason");
  std::string text = csv_line(header);
  Point point;
  for (const Candidate& one : search.candidates()) {
    space.words(one.number * space.programs(), point);
    std::vector<std::string> cells = {
        std::to_string(one.number), std::to_string(one.generation),
        one.violation > 0 && one.state == Candidate::State::kFinished ? "outside" : state_name(one.state),
        one.front ? "1" : "0", point.design};
    cells.insert(cells.end(), point.at.begin(), point.at.end());
    for (const auto& column : columns) {
      const bool known = column.second < one.values.size() && !std::isnan(one.values[column.second]);
      cells.push_back(known ? exact(one.values[column.second]) : "");
    }
    cells.push_back(one.reason);
    text += csv_line(cells);
  }
  return text;
}

std::string generations_text(const SearchLoop& search) {
  std::string text = "generation,candidates,fresh,points,stopped,infeasible,front,hypervolume\n";
  for (const Generation& one : search.generations()) {
    if (one.fresh == 0) continue;
    for (const std::size_t count :
         {std::size_t{one.number}, one.asked, one.fresh, one.points, one.stopped, one.infeasible, one.front})
      text += std::to_string(count) + ",";
    text += rounded(search.hypervolume(one.number)) + "\n";
  }
  return text;
}

}  // namespace

void write_search(const std::string& folder, const Study& study, PointSpace& space, const SearchLoop& search) {
  files::write_whole(folder + "/search.csv", candidates_text(study, space, search));
  files::write_whole(folder + "/generations.csv", generations_text(search));
}

SearchMarks marks_of(const SearchLoop& search) {
  SearchMarks marks;
  for (const Candidate& one : search.candidates())
    for (const Listing::Entry& entry : one.points) marks.points[entry.number] = {one.generation, one.front};
  for (const Generation& one : search.generations())
    if (one.fresh != 0) marks.generations.push_back({one.number, one.front, search.hypervolume(one.number)});
  return marks;
}

}  // namespace unibank::sweep
