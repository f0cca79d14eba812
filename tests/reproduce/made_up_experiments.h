// An invented paper, built from texts.
#pragma once

#include <map>
#include <string>

#include "base/input_error.h"
#include "read_only/read_only_counters.h"  // counters that built-in experiments name; so has sm/issue_counters.h
#include "report/made_up_run.h"
#include "reproduce/experiment_files.h"
#include "sm/issue_counters.h"

namespace unibank {

struct MadeUpPaper {
  std::map<std::string, std::string> files = {
      {"p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\n"},
      {"p/w.csv",
       "workload,registers,scratchpad,groups,source\n"
       "needle,18,264.1,all large,P table 1\n"
       "bfs,9,0,all small,P table 1\n"
       "vectoradd,,,small,P table 1\n"},
      {"p/e.toml", experiment()}};

  // The smallest experiment, with lines inserted before and after its series.
  static std::string experiment(const std::string& before = "", const std::string& after = "") {
    return "title = \"E\"\nsource = \"P figure 1\"\nworkloads = \"all\"\nmetrics = [\"cycles\"]\n" + before +
           "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n" + after;
  }
  ExperimentFiles source() const {
    return {"made-up",
            [all = files](const std::string& path) -> std::optional<std::string> {
              const auto found = all.find(path);
              if (found == all.end()) return std::nullopt;
              return found->second;
            },
            {"p"}};
  }
  Paper load() const { return load_paper(source(), "p"); }
  // The paper with another text for its single experiment.
  static Paper with(const std::string& experiment_text) {
    MadeUpPaper paper;
    paper.files["p/e.toml"] = experiment_text;
    return paper.load();
  }
  std::string error() const {
    try {
      load();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
  static std::string error_of(const std::string& experiment_text) {
    MadeUpPaper paper;
    paper.files["p/e.toml"] = experiment_text;
    return paper.error();
  }
};

}  // namespace unibank
