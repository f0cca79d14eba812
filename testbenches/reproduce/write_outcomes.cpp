#include "reproduce/write_outcomes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <system_error>
#include <unistd.h>

#include "base/input_error.h"
#include "files/whole_file.h"
#include "reproduce/gnuplot.h"
#include "reproduce/page.h"
#include "reproduce/picture.h"
#include "reproduce/result_csv.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

const std::string kPngEnd("IEND\xae\x42\x60\x82");

// Names are used in file names, scripts and links of the page.
void check_name(const std::string& what, const std::string& name) {
  const bool good =
      !name.empty() && name.front() != '.' && name.front() != '-' && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.';
      });
  if (!good)
    throw InputError("the " + what + " '" + name +
                     "' cannot be a file name; expected letters, digits, '_', '-' and '.', and no '-' or '.' first");
}

void check_names(const std::vector<Outcome>& outcomes) {
  std::set<std::string> used = {"index"};
  const auto use = [&](const std::string& name) {
    if (!used.insert(name).second) throw InputError("two files would be named '" + name + "'; expected distinct names");
  };
  for (const Outcome& outcome : outcomes) {
    check_name("paper", outcome.paper);
    check_name("experiment", outcome.name);
    if (outcome.paper != outcomes.front().paper)
      throw InputError("'" + outcome.name + "' is of paper '" + outcome.paper + "', expected '" +
                       outcomes.front().paper + "' as the others");
    use(outcome.name);
    for (std::size_t plot = 0; outcome.plots.size() > 1 && plot < outcome.plots.size(); ++plot)
      use(picture_name(outcome, plot));
  }
}

// A temporary folder beside the final one, so that publishing is only a rename; removed at the end.
class Workshop {
 public:
  explicit Workshop(const fs::path& target) {
    std::string path = (target / ".part-XXXXXX").string();
    if (!::mkdtemp(path.data())) throw std::system_error(errno, std::generic_category());
    path_ = path;
    temporaries_.push_back(std::make_unique<files::Temporary>(path));
  }
  ~Workshop() {  // works even without memory for a path
    for (const std::string& file : files_) ::unlink(file.c_str());
    ::rmdir(path_.c_str());
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  void write(const std::string& name, const std::string& text) {
    make(name);
    files::WholeFile file((path_ / name).string());
    file.write(text);
    file.publish();
  }
  // Runs the script; returns the SVG.
  std::string draw(const std::string& name) {
    make(name + ".svg");
    make(name + ".png");
    run_gnuplot(path_.string(), name + ".gnuplot");
    drawn(name + ".png", kPngEnd);
    return drawn(name + ".svg", "</svg>\n\n");
  }
  void show() {
    try {
      for (const std::string& name : names_) fs::rename(path_ / name, path_.parent_path() / name);
    } catch (const fs::filesystem_error& error) {
      throw RunError("cannot write '" + error.path2().string() + "': " + error.code().message());
    }
    files::sync_folder(path_.parent_path().string());
  }
  void try_gnuplot() {
    write("empty.gnuplot", "");
    run_gnuplot(path_.string(), "empty.gnuplot");
  }

 private:
  void make(const std::string& name) {
    files_.push_back((path_ / name).string());
    temporaries_.push_back(std::make_unique<files::Temporary>(files_.back()));
    names_.push_back(name);
  }
  // gnuplot does not report a full disk: a picture is complete if its end is there.
  std::string drawn(const std::string& name, const std::string& end) const {
    const std::string path = (path_ / name).string();
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string all = text.str();
    if (all.size() < end.size() || all.compare(all.size() - end.size(), end.size(), end) != 0)
      throw RunError("cannot write '" + path + "': gnuplot has not written the whole of it");
    files::sync_file(path);
    return all;
  }

  fs::path path_;
  std::vector<std::string> names_, files_;
  std::vector<std::unique_ptr<files::Temporary>> temporaries_;
};

void make(const std::vector<Outcome>& outcomes, Workshop& workshop) {
  std::vector<Exhibit> exhibits;
  for (const Outcome& outcome : outcomes) {
    workshop.write(outcome.name + ".csv", result_csv(outcome));
    exhibits.push_back({&outcome, {}});
    for (std::size_t plot = 0; plot < outcome.plots.size(); ++plot) {
      const std::string name = picture_name(outcome, plot);
      workshop.write(name + ".gnuplot", gnuplot_script(outcome, outcome.plots[plot], name));
      exhibits.back().pictures.push_back(workshop.draw(name));
    }
  }
  workshop.write("index.html", page(exhibits));
  workshop.show();
}

void work_in(const std::vector<Outcome>& of_one_paper, const std::string& folder,
             const std::function<void(Workshop&)>& work) {
  if (of_one_paper.empty()) return;
  check_names(of_one_paper);
  const fs::path target = fs::path(folder) / of_one_paper.front().paper;
  try {
    fs::create_directories(target);
    Workshop workshop(target);
    work(workshop);
  } catch (const std::system_error& error) {
    throw InputError("cannot write into '" + target.string() + "': " + error.code().message());
  }
}

}  // namespace

void write_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder) {
  work_in(of_one_paper, folder, [&](Workshop& workshop) { make(of_one_paper, workshop); });
}

void check_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder) {
  work_in(of_one_paper, folder, [&](Workshop& workshop) {
    for (const Outcome& outcome : of_one_paper)
      if (!outcome.plots.empty()) return workshop.try_gnuplot();
  });
}

}  // namespace unibank
