#include "design/layer.h"

#include <algorithm>

#include "design/schema.h"

namespace unibank {
namespace {

// Former names of keys and sections, and their current names.
struct Former {
  const char* name;
  const char* now;
};
constexpr Former kFormer[] = {
    {"dram.policy", "dram.model: \"fixed-latency\" or \"fr-fcfs\""},
    {"rtl", "a block's own section: mshr.model = \"mshr.sv\", with mshr.check = true in lock-step"},
};

std::string text_of(const TomlEntry& toml, const ValueOrigin& origin) {
  if (!toml.other.empty() || toml.is_list || !std::holds_alternative<std::string>(toml.value)) {
    origin.fail(toml.key + ": found " + toml.found_text() + ", expected a string");
  }
  return std::get<std::string>(toml.value);
}

void read_header(DesignHeader& header, const TomlEntry& toml, const ValueOrigin& origin) {
  const std::vector<std::string>& sections = section_names();
  if (toml.key == "description") {
    header.description = text_of(toml, origin);
  } else if (toml.key == "extends") {
    header.extends = text_of(toml, origin);
    if (header.extends.empty()) origin.fail("extends: found \"\", expected a design's name or file");
    header.extends_at = origin;
  } else if (toml.key == "best_of") {
    if (!toml.is_list || toml.strings.size() < 2) {
      origin.fail("best_of: found " + (toml.is_list ? "fewer than two names" : toml.found_text()) +
                  ", expected a list of at least two design names");
    }
    header.best_of = toml.strings;
    header.best_of_at = origin;
  } else if (std::find(sections.begin(), sections.end(), toml.key) != sections.end()) {
    origin.fail(toml.key + ": found " + toml.found_text() + ", expected a section [" + toml.key + "]");
  } else {
    std::vector<std::string> known = {"best_of", "description", "extends"};
    known.insert(known.end(), sections.begin(), sections.end());
    origin.fail(unknown_name("key", toml.key, known));
  }
}

// The value of --set: as TOML writes it, or a string without quotes.
TomlEntry override_value(const std::string& text) {
  try {
    std::vector<TomlEntry> entries = read_toml("value = " + text, "--set");
    if (entries.size() == 1 && entries[0].section.empty()) return entries[0];
  } catch (const InputError&) {
    // Not TOML: a bare name such as lrr.
  }
  TomlEntry entry;
  entry.value = text;
  return entry;
}

}  // namespace

void ValueOrigin::fail(const std::string& what) const {
  if (of_override) throw OverrideError(file, line, what);
  throw InputError(file, line, what);
}

std::string former_name_hint(const std::string& name) {
  for (const Former& former : kFormer) {
    if (name == former.name) return std::string("; it has become ") + former.now;
  }
  return "";
}

DesignLayer read_layer(const DesignText& source, DesignHeader& header) {
  DesignLayer layer;
  layer.folder = source.folder;
  for (TomlEntry& toml : read_toml(source.text, source.file)) {
    const ValueOrigin origin{source.file, toml.line};
    const std::vector<std::string>& sections = section_names();
    if (toml.section.empty()) {
      read_header(header, toml, origin);
    } else if (std::find(sections.begin(), sections.end(), toml.section) == sections.end()) {
      origin.fail(unknown_name("section", "[" + toml.section + "]", sections) + former_name_hint(toml.section));
    } else if (!toml.key.empty()) {
      layer.entries.push_back({std::move(toml), origin});
    }
  }
  return layer;
}

DesignLayer override_layer(const std::vector<std::string>& overrides) {
  DesignLayer layer;
  for (const std::string& text : overrides) {
    const ValueOrigin origin{"--set " + text, 0, "", true};
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.find('.');
    if (equals == std::string::npos || dot == std::string::npos || dot > equals)
      origin.fail("expected section.key=value, such as dram.latency=200");
    TomlEntry toml = override_value(text.substr(equals + 1));
    toml.section = text.substr(0, dot);
    toml.key = text.substr(dot + 1, equals - dot - 1);
    const std::vector<std::string>& sections = section_names();
    if (std::find(sections.begin(), sections.end(), toml.section) == sections.end()) {
      origin.fail(unknown_name("section", "[" + toml.section + "]", sections) + former_name_hint(toml.section));
    }
    for (const DesignLayer::Entry& other : layer.entries) {
      if (other.toml.section == toml.section && other.toml.key == toml.key) {
        origin.fail(toml.section + "." + toml.key + " is set twice");
      }
    }
    layer.entries.push_back({std::move(toml), origin});
  }
  return layer;
}

}  // namespace unibank
