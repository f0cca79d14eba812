// A point's key omits values that equal their parameter's default, so changing a default must change the model's
// version. The defaults are listed in tests/data/reproduce/defaults.txt; a new parameter is a new line there.
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "block/catalogue.h"
#include "design/schema.h"

namespace unibank {
namespace {

TEST_CASE("defaults of parameters change only with the model's version") {
  std::ifstream file(UNIBANK_TEST_DATA "/reproduce/defaults.txt");
  std::set<std::string> committed;
  for (std::string line; std::getline(file, line);) committed.insert(line);
  REQUIRE_FALSE(committed.empty());
  const auto check = [&committed](const std::string& name, const ParameterValue& default_value) {
    const std::string line = name + " = " + toml_text(default_value);
    INFO("default changed: raise kModelVersion and correct tests/data/reproduce/defaults.txt; a new parameter is a new "
         "line there");
    CHECK((line + (committed.count(line) ? "" : "  (not in the file)")) == line);
  };
  std::set<std::string> common;  // to all variants
  for (const Parameter& parameter : schema()) {
    common.insert(parameter.name());
    if (parameter.section != "energy") check(parameter.name(), parameter.default_value);
  }
  // A policy's and a layout's depend on the variant, too.
  for (const Parameter& chooses : schema()) {
    if (chooses.key != variant_key(chooses.section)) continue;
    for (const std::string& variant : chooses.choices) {
      Design design;
      chooses.set(design, variant);
      for (const Parameter& parameter : parameters_of(design))
        if (parameter.section == chooses.section && common.count(parameter.name()) == 0)
          check(parameter.section + "(" + variant + ")." + parameter.key, parameter.default_value);
    }
  }
  // The parameters of a block depend on its variant.
  for (const BlockKind& kind : block_kinds()) {
    for (const std::string& model : BlockCatalogue::instance().names(kind.name)) {
      Design design;
      design.blocks.choose(kind.name, model);
      const PolicyValues values = design.blocks.of(kind.name).values;
      for (const Parameter& parameter : parameters_of(design)) {
        if (parameter.section != kind.name || values.count(parameter.key) == 0) continue;
        check(parameter.section + "(" + model + ")." + parameter.key, parameter.default_value);
      }
    }
  }
}

}  // namespace
}  // namespace unibank
