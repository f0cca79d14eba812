// The values of a single parameter, and the parameters that a chosen policy variant adds to a design.
#include <algorithm>
#include <charconv>

#include "base/nearest_name.h"
#include "block/catalogue.h"
#include "design/parameter_table.h"
#include "dram/address_map.h"
#include "dram/refresh.h"
#include "dram/row_policy.h"
#include "dram/scheduler.h"
#include "policy/line_policy.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

struct VariantSection {
  const char* section;
  const char* key;  // the key that names the variant
  PolicyChoice Design::*choice;
  const std::vector<PolicyParameter>& (*parameters)(const std::string& variant);
};

template <typename Policy>
const std::vector<PolicyParameter>& declared(const std::string& variant) {
  static const std::vector<PolicyParameter> kNone;
  const auto* found = Registry<Policy>::instance().find(variant);
  return found ? found->parameters : kNone;
}

const VariantSection kVariantSections[] = {
    {"storage", "layout", &Design::layout, declared<StorageLayout>},
    {"partition", "policy", &Design::partition, declared<PartitionPolicy>},
    {"register_store", "policy", &Design::register_store, declared<RegisterStore>},
    {"scratchpad_gate", "policy", &Design::scratchpad_gate, declared<ScratchpadGate>},
    {"warp_order", "policy", &Design::warp_order, declared<WarpOrder>},
    {"line_policy", "policy", &Design::line_policy, declared<LinePolicy>},
    {"throttle", "policy", &Design::throttle, declared<Throttle>},
    {"dram_scheduler", "policy", &Design::dram_scheduler, declared<DramScheduler>},
    {"dram_row_policy", "policy", &Design::dram_row_policy, declared<DramRowPolicy>},
    {"dram_refresh", "policy", &Design::dram_refresh, declared<DramRefresh>},
    {"dram_hash", "policy", &Design::dram_hash, declared<DramHash>},
};

const VariantSection* variant_section(const std::string& section) {
  for (const VariantSection& one : kVariantSections) {
    if (section == one.section) return &one;
  }
  return nullptr;
}

ParameterValue parameter_value(const PolicyValue& value) {
  if (value.is_integer()) return std::int64_t{value};
  if (value.is_number()) return double{value};
  return value.word();
}

Parameter::Type type_of(const PolicyValue& value) {
  if (value.is_integer()) return Parameter::Type::kInteger;
  return value.is_number() ? Parameter::Type::kNumber : Parameter::Type::kChoice;
}

PolicyValue policy_value(const ParameterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::get<std::string>(value);
}

// Drops the sizes set for another layout, but not the access of its banks.
void reset_sizes(Design& design) {
  static_cast<StorageSizes&>(design.storage) = {};
  for (const StorageSize& size : design.storage_layout()->sizes()) design.storage.*size.bytes = size.usual;
}

// A variant's parameter, without the functions that read and write it.
Parameter row_of(const std::string& section, const PolicyParameter& declared) {
  Parameter parameter;
  parameter.section = section;
  parameter.key = declared.name;
  parameter.type = type_of(declared.default_value);
  parameter.unit = declared.unit;
  parameter.least = declared.least;
  parameter.most = declared.most;
  parameter.choices = declared.words;
  parameter.default_value = parameter_value(declared.default_value);
  parameter.source = declared.source;
  parameter.description = declared.description;
  return parameter;
}

Parameter variant_parameter(const VariantSection& section, const PolicyParameter& declared) {
  Parameter parameter = row_of(section.section, declared);
  const auto choice = section.choice;
  const std::string name = declared.name;
  const ParameterValue fallback = parameter.default_value;
  parameter.get = [choice, name, fallback](const Design& design) -> ParameterValue {
    const PolicyValues& values = (design.*choice).values;
    const auto at = values.find(name);
    return at == values.end() ? fallback : parameter_value(at->second);
  };
  parameter.set = [choice, name](Design& design, const ParameterValue& value) {
    (design.*choice).values[name] = policy_value(value);
  };
  return parameter;
}

Parameter block_parameter(const std::string& kind, const PolicyParameter& declared) {
  Parameter parameter = row_of(kind, declared);
  parameter.get = [kind, declared](const Design& design) -> ParameterValue {
    const BlockChoice choice = design.blocks.of(kind);
    const auto at = choice.values.find(declared.name);
    return parameter_value(at == choice.values.end() ? declared.default_value : at->second);
  };
  parameter.set = [kind, declared](Design& design, const ParameterValue& value) {
    design.blocks.set(kind, declared.name, policy_value(value));
  };
  return parameter;
}

Parameter check_parameter(const std::string& kind, const std::string& implements) {
  Parameter parameter;
  parameter.section = kind;
  parameter.key = "check";
  parameter.type = Parameter::Type::kBoolean;
  parameter.default_value = false;
  parameter.source = "off: for co-simulation";
  parameter.description = "in lock-step with " + implements + ": the first difference ends the run";
  parameter.get = [kind](const Design& design) -> ParameterValue { return design.blocks.of(kind).check; };
  parameter.set = [kind](Design& design, const ParameterValue& value) {
    design.blocks.set_check(kind, std::get<bool>(value));
  };
  return parameter;
}

Parameter check_by_parameter(const std::string& kind) {
  Parameter parameter;
  parameter.section = kind;
  parameter.key = "check_by";
  parameter.type = Parameter::Type::kChoice;
  parameter.choices = check_names();
  parameter.default_value = check_names().front();
  parameter.source = "only with check: for co-simulation";
  parameter.description = "what check compares: answers and cycles, answers in order, or answers with the kind's rules";
  parameter.get = [kind](const Design& design) -> ParameterValue {
    return check_names()[static_cast<std::size_t>(design.blocks.of(kind).check_by)];
  };
  parameter.set = [kind](Design& design, const ParameterValue& value) {
    const auto at = std::find(check_names().begin(), check_names().end(), std::get<std::string>(value));
    design.blocks.set_check_by(kind, static_cast<CheckBy>(at - check_names().begin()));
  };
  return parameter;
}

// Adds the parameters of this kind's variant.
void add_block_parameters(const Design& design, const std::string& kind, std::vector<Parameter>& all) {
  const BlockCatalogue& catalogue = BlockCatalogue::instance();
  const std::string model = design.blocks.of(kind).model;
  const BlockVariant* variant = catalogue.find(kind, model);
  if (variant && variant->compares) {
    all.push_back(check_parameter(kind, variant->implements));
    all.push_back(check_by_parameter(kind));
  }
  for (const PolicyParameter& declared : catalogue.parameters(kind, model)) {
    all.push_back(block_parameter(kind, declared));
  }
}

std::string number_text(double number) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, number);
  std::string shortest(text, end.ptr);
  if (shortest.find_first_of(".en") == std::string::npos) shortest += ".0";
  return shortest;
}

std::string quoted(const std::string& text) {
  static const char* const kHex = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

void bind_numbers(Parameter& parameter, const std::vector<Word<int>>& words, std::function<int(const Design&)> number,
                  std::function<void(Design&, int)> set_number) {
  for (const Word<int>& one : words) parameter.choices.push_back(one.word);
  parameter.get = [words, number = std::move(number)](const Design& design) -> ParameterValue {
    const int stored = number(design);
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.value == stored; });
    return std::string(at->word);
  };
  parameter.set = [words, set_number = std::move(set_number)](Design& design, const ParameterValue& value) {
    const std::string& word = std::get<std::string>(value);
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto& one) { return word == one.word; });
    set_number(design, at->value);
  };
  parameter.default_value = parameter.get(Design{});
}

void ParameterTable::model(const char* kind) {
  const BlockKind& known = find_block_kind(kind);
  Parameter parameter;
  parameter.section = kind;
  parameter.key = "model";
  parameter.type = Parameter::Type::kChoice;
  parameter.choices = BlockCatalogue::instance().names(kind);
  parameter.default_value = std::string(known.default_model);
  parameter.source = known.source;
  parameter.description = known.description;
  parameter.get = [section = std::string(kind)](const Design& design) -> ParameterValue {
    return design.blocks.of(section).model;
  };
  parameter.set = [section = std::string(kind)](Design& design, const ParameterValue& value) {
    design.blocks.choose(section, std::get<std::string>(value));
  };
  rows.push_back(std::move(parameter));
}

std::vector<Parameter> parameters_of(const Design& design) {
  std::vector<Parameter> all;
  all.reserve(2 * schema().size());
  std::string block;   // of the last section so far
  PolicyValues own;    // its own parameters: they replace the table's, as for the banks of another DRAM model
  for (const Parameter& parameter : schema()) {
    if (parameter.section == block && own.count(parameter.key) != 0) continue;
    all.push_back(parameter);
    if (parameter.key == "model" && is_block_section(parameter.section)) {
      block = parameter.section;
      own = design.blocks.of(block).values;
      add_block_parameters(design, block, all);
    }
    const VariantSection* section = variant_section(parameter.section);
    if (!section || parameter.key != section->key) continue;
    for (const PolicyParameter& declared : section->parameters((design.*section->choice).name)) {
      all.push_back(variant_parameter(*section, declared));
    }
  }
  return all;
}

std::string variant_key(const std::string& section) {
  const VariantSection* found = variant_section(section);
  return found ? found->key : "";
}

bool is_block_section(const std::string& section) {
  const std::vector<BlockKind>& kinds = block_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const BlockKind& kind) { return section == kind.name; });
}

void reset_variant(Design& design, const std::string& section) {
  const VariantSection* found = variant_section(section);
  PolicyChoice& choice = design.*found->choice;
  choice.values.clear();
  for (const PolicyParameter& declared : found->parameters(choice.name)) {
    choice.values[declared.name] = declared.default_value;
  }
  if (&choice == &design.layout) reset_sizes(design);
}

bool is_foreign_size(const Design& design, const std::string& name) {
  if (name.rfind("storage.", 0) != 0) return false;
  for (const auto& [key, member] : storage_size_keys()) {
    if (name != std::string("storage.") + key) continue;
    const std::vector<StorageSize> sizes = design.storage_layout()->sizes();
    return std::none_of(sizes.begin(), sizes.end(),
                        [member = member](const StorageSize& size) { return size.bytes == member; });
  }
  return false;
}

std::string toml_text(const ParameterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  return quoted(std::get<std::string>(value));
}

std::string expected_text(const Parameter& parameter) {
  const auto limit = [&](double end) {
    char text[64];
    return std::string(text, std::to_chars(text, text + sizeof text, end, std::chars_format::fixed).ptr);
  };
  const std::string range = " from " + limit(parameter.least) + " to " + limit(parameter.most) +
                            (parameter.unit.empty() ? "" : " (" + parameter.unit + ")");
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      return "an integer" + range;
    case Parameter::Type::kNumber:
      return "a number" + range;
    case Parameter::Type::kBoolean:
      return "true or false";
    case Parameter::Type::kText:
      return "a string";
    case Parameter::Type::kChoice:
      break;
  }
  std::string text = "one of ";
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) text += (i ? ", " : "") + quoted(parameter.choices[i]);
  return text;
}

std::string meant_text(const Parameter& parameter, const ParameterValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  const std::string meant = word ? nearest_name(*word, parameter.choices) : "";
  return meant.empty() ? "" : "; did you mean " + quoted(meant) + "?";
}

bool fits(const Parameter& parameter, ParameterValue& value) {
  const auto in_range = [&](double number) { return number >= parameter.least && number <= parameter.most; };
  switch (parameter.type) {
    case Parameter::Type::kInteger: {
      const auto* integer = std::get_if<std::int64_t>(&value);
      return integer && in_range(static_cast<double>(*integer));
    }
    case Parameter::Type::kNumber: {
      if (const auto* integer = std::get_if<std::int64_t>(&value)) value = static_cast<double>(*integer);
      const auto* number = std::get_if<double>(&value);
      return number && in_range(*number);
    }
    case Parameter::Type::kBoolean:
      return std::holds_alternative<bool>(value);
    case Parameter::Type::kText:
      return std::holds_alternative<std::string>(value);
    case Parameter::Type::kChoice:
      break;
  }
  const auto* text = std::get_if<std::string>(&value);
  return text && std::find(parameter.choices.begin(), parameter.choices.end(), *text) != parameter.choices.end();
}

}  // namespace unibank
