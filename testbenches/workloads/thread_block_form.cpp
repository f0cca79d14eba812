#include "workloads/thread_block_form.h"

namespace unibank {
namespace {

struct Form {
  const char *name, *suffix;
};

constexpr Form kForms[] = {{"VTB", "_vtb"}, {"VTB_PIPE", "_vtb_pipe"}, {"CO_VTB", "_co_vtb"}};

}  // namespace

WorkloadArgument form_argument(const std::vector<unsigned>& merged) {
  std::string text = "0: plain blocks";
  for (std::size_t i = 0; i < merged.size(); ++i) {
    text += "; " + std::to_string(i + 1) + ": " + kForms[i].name + ", " + std::to_string(merged[i]) + " merged";
  }
  return {"form", text, 0, static_cast<std::int64_t>(merged.size()), 0, 0, 0, {}};
}

ThreadBlockForm form_of(const WorkloadArguments& arguments, const std::string& workload,
                        const std::vector<unsigned>& merged) {
  const auto form = static_cast<std::size_t>(arguments.at("form"));
  if (form == 0) return {workload, 1};
  return {workload + kForms[form - 1].suffix, merged[form - 1]};
}

}  // namespace unibank
