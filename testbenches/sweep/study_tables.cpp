#include "sweep/study_tables.h"

#include "sweep/search_reader.h"

namespace unibank::sweep {

namespace {

using Form = FileKey::Form;
using Keys = std::vector<FileKey>;

Keys top_keys() {
  return {{"title", Form::kText, "one line; default: the file's name"},
          {"programs", Form::kAny,
           "workloads, manifests and traces; a table {name, sizes, style, arguments} overrides the "
           "study's values for one workload",
           true},
          {"sizes", Form::kTexts, "sizes of the workloads: tiny, test (default), paper"},
          {"style", Form::kText, "how the workloads' PTX was compiled (modern)", false, {"modern", "period"}},
          {"designs", Form::kTexts, "names or files of designs", true},
          {"set", Form::kTexts, "overrides of all designs: \"section.key=value\""},
          {"sample", Form::kText,
           "what is timed: \"launches=10%\", \"blocks=10%\" or \"launches=10%,seed=7\"; default: all"},
          {"axes", Form::kAny,
           "a key of designs, or arg.NAME, with a list of values, or a range {from, to, step} or "
           "{from, to, factor}"},
          {"zip", Form::kAny, "tables of keys that change together: lists of the same length"},
          {"exclude", Form::kAny,
           "tables of conditions (a key with a value, a list or bounds): leaves out points for which all hold"},
          {"search", Form::kTable, "runs only some of the points, chosen by a method", false, {}, "search"}};
}

Keys search_keys() {
  return {{"method", Form::kText, "the method that chooses candidates (nsga2)", false, search_methods()},
          {"minimize", Form::kTexts, "counters or metrics of which lower is better"},
          {"maximize", Form::kTexts, "counters or metrics of which higher is better"},
          {"constraints", Form::kAny, "limits of metrics: {at_least, at_most, above, below} with a number"},
          {"budget", Form::kInteger, "number of points that the search may use; not needed for the method exhaustive"},
          {"population", Form::kInteger, "candidates per generation (24); for nsga2 a multiple of 4, at least 8"},
          {"seed", Form::kInteger, "seed of the method's random numbers (1)"},
          {"across", Form::kText, "how the values of several programs give a candidate's value (mean)", false,
           search_across()},
          {"stop", Form::kBoolean, "a run ends early when its candidate can no longer be on the front (false)"}};
}

}  // namespace

const std::vector<FileTable>& study_tables() {
  static const std::vector<FileTable> tables = {{"study", top_keys()}, {"search", search_keys()}};
  return tables;
}

}  // namespace unibank::sweep
