#include "sweep/study_tables.h"

#include "sweep/search_reader.h"

namespace unibank::sweep {

namespace {

using Form = FileKey::Form;
using Keys = std::vector<FileKey>;

Keys top_keys() {
  return {{"title", Form::kText, "one line (the file's name)"},
          {"programs", Form::kAny, "workloads, manifests and traces; a table {name, sizes, style, arguments} where a "
                                   "workload wants other ones than the study's", true},
          {"sizes", Form::kTexts, "of workloads: tiny, test (where it is missing), paper"},
          {"style", Form::kText, "how the workloads' PTX was compiled (modern)", false, {"modern", "period"}},
          {"designs", Form::kTexts, "names or files", true},
          {"set", Form::kTexts, "\"section.key=value\": overrides of all designs"},
          {"sample", Form::kText, "what is timed: \"launches=10%\", \"blocks=10%\" or \"launches=10%,seed=7\" (all)"},
          {"axes", Form::kAny, "section.key of a design, or arg.NAME: a list, or a range {from, to, step} or "
                               "{from, to, factor}"},
          {"zip", Form::kAny, "tables of keys that change together: lists of one length"},
          {"exclude", Form::kAny, "tables of keys and values, lists or bounds: leaves out points for which all hold"},
          {"search", Form::kTable, "some of the points instead of all", false, {}, "search"}};
}

Keys search_keys() {
  return {{"method", Form::kText, "how candidates are chosen (nsga2)", false, search_methods()},
          {"minimize", Form::kTexts, "counters or metrics of which less is better"},
          {"maximize", Form::kTexts, "those of which more is better"},
          {"constraints", Form::kAny, "a metric each, with {at_least, at_most, above, below} a number"},
          {"budget", Form::kInteger, "points that may run; not needed where the method is exhaustive"},
          {"population", Form::kInteger, "candidates of a generation (24); for nsga2 a multiple of 4, at least 8"},
          {"seed", Form::kInteger, "of the method's random numbers (1)"},
          {"across", Form::kText, "a candidate's value from those of several programs (mean)", false, search_across()},
          {"stop", Form::kBoolean, "runs that cannot come to the front end early (false)"}};
}

}  // namespace

const std::vector<FileTable>& study_tables() {
  static const std::vector<FileTable> tables = {{"study", top_keys()}, {"search", search_keys()}};
  return tables;
}

}  // namespace unibank::sweep
