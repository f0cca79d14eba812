// Helpers for the rows of the schema: a parameter, and its field of Design.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "design/schema.h"

namespace unibank {

// The type of the field of Design that `field` names.
template <typename Field>
using StoredBy = std::decay_t<decltype(std::declval<Field>()(std::declval<Design&>()))>;

// Reads and writes a field of Design that `field` names: an integer, a number, a boolean or a word.
template <typename Field>
void bind_field(Parameter& parameter, Field field) {
  using Stored = StoredBy<Field>;
  static_assert(!std::is_enum_v<Stored>, "an enumeration is a parameter with a word for each value");
  constexpr bool kAsItIs = std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                           std::is_same_v<Stored, std::string>;
  using Value = std::conditional_t<kAsItIs, Stored, std::int64_t>;
  parameter.get = [field](const Design& design) -> ParameterValue { return static_cast<Value>(field(design)); };
  parameter.set = [field](Design& design, const ParameterValue& value) {
    field(design) = static_cast<Stored>(std::get<Value>(value));
  };
  parameter.default_value = parameter.get(Design{});
}

// A value of an enumeration, and its word in a design.
template <typename Enumeration>
struct Word {
  const char* word;
  Enumeration value;
};

// Reads and writes a field that is an enumeration, by its words.
template <typename Field>
void bind_words(Parameter& parameter, const std::vector<Word<StoredBy<Field>>>& words, Field field) {
  for (const auto& one : words) parameter.choices.push_back(one.word);
  parameter.get = [words, field](const Design& design) -> ParameterValue {
    const auto stored = field(design);
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.value == stored; });
    return std::string(at->word);
  };
  parameter.set = [words, field](Design& design, const ParameterValue& value) {
    const std::string& word = std::get<std::string>(value);
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto& one) { return word == one.word; });
    field(design) = at->value;
  };
  parameter.default_value = parameter.get(Design{});
}

struct ParameterTable {
  std::vector<Parameter> rows;

  // Adds the key that chooses the variant of a kind of block; the variant's own parameters are in parameters_of().
  void model(const char* kind);

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
  void words(const char* section, const char* key, const std::vector<Word<StoredBy<Field>>>& words, const char* source,
             const char* description, Field field) {
    Parameter parameter{section, key, Parameter::Type::kChoice, "", 0, 0, {}, {}, source, description, {}, {}};
    bind_words(parameter, words, field);
    rows.push_back(std::move(parameter));
  }
  template <typename Field>
  void text(const char* section, const char* key, const char* source, const char* description, Field field) {
    add({section, key, Parameter::Type::kText, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
};

// A function that returns the field `path` of a design, const if the design is const.
#define UNIBANK_FIELD(path) \
  [](auto& design) -> auto& { return design.path; }

constexpr double kMostBytes = 1 << 26;  // 64 MB of storage in one SM
constexpr double kMostCycles = 1'000'000;
constexpr const char* kTable2 = "Gebhart 2012 table 2";
constexpr const char* kSection2 = "Gebhart 2012 section 2.1";
constexpr const char* kJing = "Jing 2016 table I";
constexpr const char* kFermi = "not published: GPGPU-Sim 3.x, configs/GTX480";

// The sections constant_cache, instruction_cache and texture_cache: schema_read_only.cpp.
void add_read_only_caches(ParameterTable& table);
// The sections register_hierarchy and kernel: schema_kernel.cpp.
void add_compilation(ParameterTable& table);
// The sections interconnect, l2 and dram: schema_memory.cpp.
void add_beyond_the_sm(ParameterTable& table);
// The parameters of section dram for a channel with banks and rows, and the sections of its parts: schema_dram.cpp.
void add_dram_channel(ParameterTable& table);

}  // namespace unibank
