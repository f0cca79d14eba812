#include "design/load.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "design/check.h"
#include "design/dram_standard.h"
#include "design/layer.h"
#include "design/rtl_values.h"
#include "design/schema.h"
#include "design/variants.h"

namespace unibank {
namespace {

// Applies layer after layer, and records the source of each value.
class Builder {
 public:
  Builder(Design& design, const std::vector<std::string>& search_dirs) : design_(design), search_dirs_(search_dirs) {
    for (const std::string& section : section_names()) {
      if (!variant_key(section).empty()) reset_variant(design_, section);
    }
  }

  void apply(const DesignLayer& layer) {
    // Names of policies, of blocks and of the storage's layout first: they determine the other parameters.
    for (const DesignLayer::Entry& entry : layer.entries) {
      if (is_selector(entry.toml)) select(entry);
      if (names_standard(entry.toml)) apply_standard(entry, layer.folder);
    }
    const std::vector<Parameter> parameters = parameters_of(design_);
    for (const DesignLayer::Entry& entry : layer.entries) {
      if (!is_selector(entry.toml) && !names_standard(entry.toml)) set(find(parameters, entry), entry);
    }
  }

  // Called after all layers: sets the clock of a DRAM standard in cycles of the SM, unless a higher layer sets it.
  void finish() {
    const auto at = origins_.find("dram.clock_ratio");
    if (clock_mhz_ == 0 || at == origins_.end() || at->second.note.empty()) return;
    DesignLayer::Entry ratio{{}, at->second};
    ratio.toml.section = "dram";
    ratio.toml.key = "clock_ratio";
    ratio.toml.value = std::round(clock_mhz_ / design_.energy.frequency_ghz) / 1000;
    set(find(schema(), ratio), ratio);
  }

  const std::vector<std::string>& files() const { return files_; }

  void check(const std::string& file) const {
    check_design(design_, [&](const std::string& parameter, const std::string& what) {
      const auto at = origins_.find(parameter);
      const ValueOrigin origin = at == origins_.end() ? ValueOrigin{file, 0} : at->second;
      (origin.of_override ? origin : override_in(what).value_or(origin)).fail(what);
    });
  }

  std::vector<DesignValue> values() const {
    std::vector<DesignValue> all;
    for (const Parameter& parameter : parameters_of(design_)) {
      const ParameterValue value = parameter.get(design_);
      const auto at = origins_.find(parameter.name());
      std::string source = parameter.source;
      if (at != origins_.end()) {
        const std::string& note = at->second.note;
        source = at->second.text();
        if (!note.empty()) source += ": " + note;
        else if (value == parameter.default_value) source += ", " + parameter.source;
      }
      if (is_foreign_size(design_, parameter.name())) source = "not used: storage is " + design_.layout.name;
      all.push_back(
          {parameter.section, parameter.key, toml_text(value), parameter.unit, parameter.description, source});
    }
    return all;
  }

 private:
  // The override of a value that a refusal names: it is taken to be wrong, and not the files' value, which the files
  // alone may fit.
  std::optional<ValueOrigin> override_in(const std::string& refusal) const {
    for (const auto& [name, origin] : origins_) {
      const std::size_t at = refusal.find(name), end = at + name.size();
      if (!origin.of_override || at == std::string::npos) continue;
      const bool goes_on = end < refusal.size() && (std::isalnum(refusal[end]) != 0 || refusal[end] == '_');
      if (!goes_on) return origin;
    }
    return std::nullopt;
  }

  static bool is_selector(const TomlEntry& toml) {
    const bool block = is_block_section(toml.section) && toml.key == "model";
    return block || (!toml.key.empty() && toml.key == variant_key(toml.section));
  }

  static bool names_standard(const TomlEntry& toml) { return toml.section == "dram" && toml.key == "standard"; }

  // A DRAM standard sets the clock and all its values, overriding the layers below.
  void apply_standard(const DesignLayer::Entry& entry, const std::string& folder) {
    set(find(schema(), entry), entry);
    DesignText text;
    try {
      text = find_dram_standard(design_.dram.standard, search_dirs_, folder);
    } catch (const InputError& error) {
      entry.origin.fail(std::string("dram.standard: ") + error.what());
    }
    const DramStandard standard = read_dram_standard(text);
    files_.push_back(text.file);
    clock_mhz_ = standard.clock_mhz;
    origins_["dram.clock_ratio"] = {standard.file, standard.clock_line,
                                    standard.clock_source + "; over energy.frequency_ghz"};
    for (const DramStandard::Value& value : standard.values) {
      DesignLayer::Entry one{{}, {standard.file, value.line, value.source}};
      one.toml.section = "dram";
      one.toml.key = value.key;
      one.toml.value = value.value;
      set(find(schema(), one), one);
    }
  }

  // Another policy, block or layout: the values set for the previous one are dropped.
  void select(const DesignLayer::Entry& entry) {
    const Parameter& parameter = find(schema(), entry);
    if (is_block_section(entry.toml.section)) return select_block(parameter, entry);
    const ParameterValue before = parameter.get(design_);
    set(parameter, entry);
    if (parameter.get(design_) == before) return;
    for (auto at = origins_.begin(); at != origins_.end();) {
      const bool of_choice = at->first.rfind(entry.toml.section + ".", 0) == 0 && belongs_to_choice(at->first);
      at = of_choice ? origins_.erase(at) : std::next(at);
    }
    reset_variant(design_, entry.toml.section);
  }

  // Selects the variant of a block. Parameters that the variant shares with the variant that it implements keep their
  // values.
  void select_block(const Parameter& parameter, const DesignLayer::Entry& entry) {
    const std::string& kind = entry.toml.section;
    const PolicyValues before = design_.blocks.of(kind).values;
    set(parameter, entry);
    const PolicyValues now = design_.blocks.of(kind).values;
    for (auto at = origins_.begin(); at != origins_.end();) {
      const std::string key = at->first.substr(at->first.find('.') + 1);
      const auto then = before.find(key), kept = now.find(key);
      const bool stays = then == before.end() || (kept != now.end() && kept->second == then->second);
      const bool gone = at->first == kind + "." + key && !stays;
      at = gone ? origins_.erase(at) : std::next(at);
    }
  }

  // A variant's own parameter, or a size of storage.
  static bool belongs_to_choice(const std::string& name) {
    for (const auto& [key, member] : storage_size_keys())
      if (name == std::string("storage.") + key) return true;
    return std::none_of(schema().begin(), schema().end(), [&](const Parameter& one) { return one.name() == name; });
  }

  static const Parameter& find(const std::vector<Parameter>& parameters, const DesignLayer::Entry& entry) {
    std::vector<std::string> known;
    for (const Parameter& parameter : parameters) {
      if (parameter.section != entry.toml.section) continue;
      if (parameter.key == entry.toml.key) return parameter;
      known.push_back(parameter.key);
    }
    const std::string name = entry.toml.section + "." + entry.toml.key;
    entry.origin.fail(unknown_name("key", name, known) + other_variants_hint(entry.toml) + former_name_hint(name));
  }

  // For a key that the section has only with other variants; otherwise empty.
  static std::string other_variants_hint(const TomlEntry& toml) {
    std::string variants;
    for (const Parameter& chooser : schema()) {
      if (chooser.section != toml.section || !chooses_variant(chooser)) continue;
      for (const std::string& variant : chooser.choices)
        for (const Parameter& parameter : parameters_with(chooser, variant))
          if (parameter.key == toml.key)
            variants += (variants.empty() ? chooser.name() + " = \"" : "\" or \"") + variant;
    }
    return variants.empty() ? "" : "; only designs with " + variants + "\" have it";
  }

  void set(const Parameter& parameter, const DesignLayer::Entry& entry) {
    ParameterValue value = entry.toml.value;
    if (!entry.toml.other.empty() || entry.toml.is_list || !fits(parameter, value)) {
      entry.origin.fail(parameter.name() + ": found " + entry.toml.found_text() + ", expected " +
                        expected_text(parameter) + meant_text(parameter, value));
    }
    parameter.set(design_, value);
    origins_[parameter.name()] = entry.origin;
  }

  Design& design_;
  const std::vector<std::string>& search_dirs_;
  std::map<std::string, ValueOrigin> origins_;
  double clock_mhz_ = 0;            // of a DRAM standard; 0: no standard is named
  std::vector<std::string> files_;  // of DRAM standards
};

// Equal for all spellings of a file's path.
std::string identity(const DesignText& source) {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::weakly_canonical(source.file, error);
  return error ? source.file : found.string();
}

// The files from the one that extends nothing to the requested one.
std::vector<DesignLayer> read_chain(const DesignText& first, const std::vector<std::string>& search_dirs,
                                    DesignHeader& header, std::vector<std::string>& files) {
  std::vector<DesignLayer> layers;
  std::set<std::string> seen = {identity(first)};
  layers.push_back(read_layer(first, header));
  DesignText source = first;
  DesignHeader current = header;
  while (!current.extends.empty()) {
    const DesignHeader above = current;
    try {
      source = find_design(above.extends, search_dirs, source.folder);
    } catch (const InputError& error) {
      above.extends_at.fail(std::string("extends: ") + error.what());
    }
    files.push_back(source.file);
    if (!seen.insert(identity(source)).second) {
      std::string circle;
      for (const std::string& file : files) circle += (circle.empty() ? "" : " -> ") + file;
      above.extends_at.fail("extends goes in a circle: " + circle);
    }
    current = {};
    layers.push_back(read_layer(source, current));
    if (!current.best_of.empty()) {
      above.extends_at.fail("extends: '" + above.extends + "' stands for several designs (best_of), expected one");
    }
  }
  std::reverse(layers.begin(), layers.end());
  return layers;
}

void check_members(const DesignHeader& header, const DesignText& source, const DesignLayer& layer, LoadedDesign& loaded,
                   const std::vector<std::string>& search_dirs, const std::vector<std::string>& overrides) {
  if (!layer.entries.empty() || !header.extends.empty()) {
    header.best_of_at.fail("best_of: a design that stands for several has no parameters of its own, "
                           "expected description and best_of only");
  }
  for (const std::string& name : header.best_of) {
    DesignText member;
    try {
      member = find_design(name, search_dirs, source.folder);
    } catch (const InputError& error) {
      header.best_of_at.fail(std::string("best_of: ") + error.what());
    }
    DesignHeader of_member;
    read_layer(member, of_member);
    if (!of_member.best_of.empty())
      header.best_of_at.fail("best_of: '" + name + "' stands for several designs itself");
    load_one_of_several(member, search_dirs, overrides);
    loaded.design.best_of.push_back(member.folder.empty() ? member.name : member.file);
  }
}

}  // namespace

LoadedDesign load_design(const std::string& name_or_file, const std::vector<std::string>& search_dirs,
                         const std::vector<std::string>& overrides) {
  return load_design(find_design(name_or_file, search_dirs), search_dirs, overrides);
}

LoadedDesign load_design(const DesignText& source, const std::vector<std::string>& search_dirs,
                         const std::vector<std::string>& overrides) {
  LoadedDesign loaded;
  loaded.file = source.file;
  loaded.files = {source.file};
  loaded.design.name = source.name;
  DesignHeader header;
  const DesignLayer own = read_layer(source, header);
  loaded.design.description = header.description;
  if (!header.best_of.empty()) {
    check_members(header, source, own, loaded, search_dirs, overrides);
    return loaded;
  }
  header = {};
  Builder builder(loaded.design, search_dirs);
  for (const DesignLayer& layer : read_chain(source, search_dirs, header, loaded.files)) builder.apply(layer);
  builder.apply(override_layer(overrides));
  builder.finish();
  loaded.files.insert(loaded.files.end(), builder.files().begin(), builder.files().end());
  builder.check(source.file);
  loaded.values = builder.values();
  say_values_of_rtl(loaded);
  return loaded;
}

}  // namespace unibank
