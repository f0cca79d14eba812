// A point's key leaves out values that are their parameter's default: a default that changes must change the model's
// version. The list stands in tests/data/reproduce/defaults.txt; a new parameter is a new line there.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "design/schema.h"

namespace unibank {
namespace {

TEST_CASE("defaults of parameters change with the model's version only") {
  std::ifstream file(UNIBANK_TEST_DATA "/reproduce/defaults.txt");
  std::set<std::string> committed;
  for (std::string line; std::getline(file, line);) committed.insert(line);
  REQUIRE_FALSE(committed.empty());
  for (const Parameter& parameter : parameters_of(Design())) {
    if (parameter.section == "energy") continue;
    const std::string line = parameter.name() + " = " + toml_text(parameter.default_value);
    INFO("default changed: raise kModelVersion and correct tests/data/reproduce/defaults.txt; a new parameter is a new "
         "line there");
    CHECK((line + (committed.count(line) ? "" : "  (not in the file)")) == line);
  }
}

}  // namespace
}  // namespace unibank
