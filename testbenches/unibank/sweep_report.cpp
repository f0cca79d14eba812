#include "unibank/sweep_report.h"

#include <cstdio>

#include "base/printable.h"
#include "files/whole_file.h"
#include "sweep/page.h"

namespace unibank {

void write_points(const SweepOptions& options, const sweep::Study& study, sweep::PointSpace& space,
                  const sweep::Listing& listing, sweep::Store& store, const std::string& plotly,
                  const sweep::SearchMarks* marks) {
  const std::string folder = store.of_study(study.name);
  sweep::make_folder(folder);
  sweep::Exporter exporter(study, space, listing, store.database(), marks);
  exporter.write(folder);
  std::printf("points: %s/points.csv, %s/points.json, %s/points.sqlite\n", folder.c_str(), folder.c_str(),
              options.store.c_str());
  if (options.report.empty()) return;
  std::size_t left_out = 0;
  files::write_whole(options.report, sweep::report_page(study, exporter, listing, space, plotly, left_out));
  std::printf("page: %s\n", printable(options.report).c_str());
  if (left_out != 0) std::printf("the page leaves out %zu values a point; points.csv has them\n", left_out);
}

void collect_into(sweep::Store& store) {
  const sweep::Store::Collected collected = store.collect();
  if (collected.damaged != 0)
    std::fprintf(stderr, "unibank: warning: %zu damaged lines in files of tasks; their points run again\n",
                 static_cast<std::size_t>(collected.damaged));
}

void keep_keys(sweep::Store& store, const sweep::Study& study, const std::vector<sweep::Listing::Entry>& entries) {
  store.database().begin();
  store.database().set_study(study.name, entries.size(), [&entries](std::uint64_t i) { return sweep::key_text(entries[i]); });
  store.database().commit();
}

}  // namespace unibank
