#include <algorithm>

#include "design/hardware_cost.h"
#include "design/load.h"
#include "design/schema.h"

namespace unibank {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string head(const LoadedDesign& loaded) {
  std::string text = "description = " + toml_text(ParameterValue(loaded.design.description)) + "\n";
  if (loaded.design.best_of.empty()) return text;
  text += "best_of = [";
  for (const std::string& name : loaded.design.best_of) {
    text += (name == loaded.design.best_of.front() ? "" : ", ") + toml_text(ParameterValue(name));
  }
  return text + "]\n";
}

// One line, whatever characters a file's name or an override holds.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

}  // namespace

std::string effective_toml(const LoadedDesign& loaded) {
  std::string text = head(loaded);
  std::string section;
  for (const DesignValue& value : loaded.values) {
    if (value.section != section) text += "\n[" + value.section + "]\n";
    section = value.section;
    text += padded(value.key + " = " + value.value, 40) + "  " + "# " + one_line(value.source) + "\n";
  }
  return text;
}

std::string show_text(const LoadedDesign& loaded) {
  std::string text = loaded.design.name + ": " + loaded.design.description + "\n";
  if (!loaded.design.best_of.empty()) {
    text += "  the fastest of:\n";
    for (const std::string& name : loaded.design.best_of) text += "    " + name + "\n";
    return text;
  }
  std::size_t key = 0, amount = 0, source = 0;
  const auto with_unit = [](const DesignValue& value) {
    return value.value + (value.unit.empty() ? "" : " " + value.unit);
  };
  for (const DesignValue& value : loaded.values) {
    key = std::max(key, value.key.size());
    amount = std::max(amount, with_unit(value).size());
    source = std::max(source, value.source.size());
  }
  std::string section;
  for (const DesignValue& value : loaded.values) {
    if (value.section != section) text += "\n[" + value.section + "]\n";
    section = value.section;
    text += "  " + padded(value.key, key + 2) + padded(with_unit(value), amount + 2) +
            padded(one_line(value.source), source + 2) + value.description + "\n";
  }
  return text + "\nRegisters and cache of one SM, with 32-bit addresses; no LRU order, no scratchpad apart\n" +
         hardware_cost_text(loaded.design);
}

}  // namespace unibank
