// For any text, read_dram_standard() returns a complete standard or throws InputError.
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "design/dram_standard.h"
#include "fuzz/target.h"

void unibank::fuzz::try_text(const std::string& text) {
  DramStandard standard;
  try {
    standard = read_dram_standard(DesignText{"fuzz", "fuzz.toml", "", text});
  } catch (const InputError&) {
    return;  // refused in a proper way
  }
  if (standard.values.size() != dram_standard_keys().size()) throw std::logic_error("not every key has a value");
  for (const DramStandard::Value& value : standard.values)
    for (const Parameter& parameter : schema()) {
      ParameterValue found = value.value;
      if (parameter.name() == "dram." + value.key && !fits(parameter, found))
        throw std::logic_error(value.key + " is out of range: " + toml_text(value.value));
    }
}
