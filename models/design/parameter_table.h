// How the rows of the schema are written: a parameter, and the field of Design that it is.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "design/schema.h"

namespace unibank {

// Reads and writes a field of Design that `field` names: integers, numbers, booleans and enumerations (by index in
// the choices).
template <typename Field>
void bind_field(Parameter& parameter, Field field) {
  using Stored = std::decay_t<decltype(field(std::declval<Design&>()))>;
  const std::vector<std::string> choices = parameter.choices;
  parameter.get = [field, choices](const Design& design) -> ParameterValue {
    const Stored& stored = field(design);
    if constexpr (std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                  std::is_same_v<Stored, std::string>) {
      return stored;
    } else if constexpr (std::is_enum_v<Stored>) {
      return choices.at(static_cast<std::size_t>(stored));
    } else {
      return static_cast<std::int64_t>(stored);
    }
  };
  parameter.set = [field, choices](Design& design, const ParameterValue& value) {
    Stored& stored = field(design);
    if constexpr (std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                  std::is_same_v<Stored, std::string>) {
      stored = std::get<Stored>(value);
    } else if constexpr (std::is_enum_v<Stored>) {
      const auto at = std::find(choices.begin(), choices.end(), std::get<std::string>(value));
      stored = static_cast<Stored>(at - choices.begin());
    } else {
      stored = static_cast<Stored>(std::get<std::int64_t>(value));
    }
  };
  parameter.default_value = parameter.get(Design{});
}

struct ParameterTable {
  std::vector<Parameter> rows;

  template <typename Field>
  void add(Parameter parameter, Field field) {
    bind_field(parameter, field);
    rows.push_back(std::move(parameter));
  }
  template <typename Field>
  void integer(const char* section, const char* key, const char* unit, double least, double most, const char* source,
               const char* description, Field field) {
    add({section, key, Parameter::Type::kInteger, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void number(const char* section, const char* key, const char* unit, double least, double most, const char* source,
              const char* description, Field field) {
    add({section, key, Parameter::Type::kNumber, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void boolean(const char* section, const char* key, const char* source, const char* description, Field field) {
    add({section, key, Parameter::Type::kBoolean, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void choice(const char* section, const char* key, std::vector<std::string> choices, const char* source,
              const char* description, Field field) {
    add({section, key, Parameter::Type::kChoice, "", 0, 0, std::move(choices), {}, source, description, {}, {}}, field);
  }
  template <typename Field>
  void text(const char* section, const char* key, const char* source, const char* description, Field field) {
    add({section, key, Parameter::Type::kText, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
};

// The field of a design that `path` names, const or not as the design is.
#define UNIBANK_FIELD(path) \
  [](auto& design) -> auto& { return design.path; }

constexpr double kMostBytes = 1 << 26;  // 64 MB of storage in one SM
constexpr double kMostCycles = 1'000'000;
constexpr const char* kTable2 = "Gebhart 2012 table 2";
constexpr const char* kSection2 = "Gebhart 2012 section 2.1";
constexpr const char* kJing = "Jing 2016 table I";
constexpr const char* kFermi = "not published: GPGPU-Sim 3.x, configs/GTX480";

// The sections interconnect, l2 and dram: schema_memory.cpp.
void add_beyond_the_sm(ParameterTable& table);
// Of the section dram what a channel with banks and rows has, and the sections of its parts: schema_dram.cpp.
void add_dram_channel(ParameterTable& table);

}  // namespace unibank
