// For any text, load_design() returns a design or throws InputError; and the text that effective_toml() writes for a
// design loads again as the same design.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "design/load.h"
#include "fuzz/target.h"

namespace {

using unibank::DesignText;
using unibank::LoadedDesign;

std::string values_of(const LoadedDesign& loaded) {
  std::string text = loaded.design.description + "\n";
  for (const std::string& name : loaded.design.best_of) text += name + "\n";
  for (const unibank::DesignValue& value : loaded.values) text += value.section + "." + value.key + value.value + "\n";
  return text;
}

void load_any(const std::string& text) {
  LoadedDesign loaded;
  try {
    loaded = unibank::load_design(DesignText{"fuzz", "fuzz.toml", "", text});
  } catch (const unibank::InputError&) {
    return;  // refused in a proper way
  }
  const std::string effective = unibank::effective_toml(loaded);
  const LoadedDesign again = unibank::load_design(DesignText{"fuzz", "effective.toml", "", effective});
  if (values_of(again) != values_of(loaded)) throw std::logic_error("not the same design after\n" + effective);
}

}  // namespace

void unibank::fuzz::try_text(const std::string& text) { load_any(text); }
