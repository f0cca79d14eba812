// The sizes in the workloads' README are those that run.
#include "readme_sizes.h"

using namespace unibank;

TEST_CASE("the README's table of workloads has every workload with the sizes that run") {
  for (const std::string& name : workload_names()) check_sizes_in_readme(name, "testbenches/workloads/README.md");
}
