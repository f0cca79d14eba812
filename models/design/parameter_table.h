// Helpers for the rows of the schema: a parameter, and its field of Design.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "design/schema.h"

namespace unibank {

// Returns a field of the design; writes nothing. A function pointer: templates instantiated for each field, and not
// only for each type, would take most of the time to compile this folder.
template <typename Stored>
using Field = Stored& (*)(Design&);

// What `field` returns for a design that is not written.
template <typename Stored>
const Stored& value_of(Field<Stored> field, const Design& design) {
  return field(const_cast<Design&>(design));
}

// Reads and writes a field of Design that `field` names: an integer, a number, a boolean or a word.
template <typename Stored>
void bind_field(Parameter& parameter, Field<Stored> field) {
  static_assert(!std::is_enum_v<Stored>, "an enumeration is a parameter with a word for each value");
  constexpr bool kAsItIs = std::is_same_v<Stored, bool> || std::is_same_v<Stored, double> ||
                           std::is_same_v<Stored, std::string>;
  using Value = std::conditional_t<kAsItIs, Stored, std::int64_t>;
  parameter.get = [field](const Design& design) -> ParameterValue {
    return static_cast<Value>(value_of(field, design));
  };
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

// Reads and writes a field that is an enumeration, by its words; the two functions convert it to a number and back.
void bind_numbers(Parameter& parameter, const std::vector<Word<int>>& words, std::function<int(const Design&)> number,
                  std::function<void(Design&, int)> set_number);

template <typename Stored>
void bind_words(Parameter& parameter, const std::vector<Word<Stored>>& words, Field<Stored> field) {
  std::vector<Word<int>> numbers;
  for (const auto& [word, value] : words) numbers.push_back({word, static_cast<int>(value)});
  bind_numbers(
      parameter, numbers,
      [field](const Design& design) { return static_cast<int>(value_of(field, design)); },
      [field](Design& design, int number) { field(design) = static_cast<Stored>(number); });
}

struct ParameterTable {
  std::vector<Parameter> rows;

  // Adds the key that chooses the variant of a kind of block; the variant's own parameters are in parameters_of().
  void model(const char* kind);

  template <typename Stored>
  void add(Parameter parameter, Field<Stored> field) {
    bind_field(parameter, field);
    rows.push_back(std::move(parameter));
  }
  template <typename Stored>
  void integer(const char* section, const char* key, const char* unit, double least, double most, const char* source,
               const char* description, Field<Stored> field) {
    add({section, key, Parameter::Type::kInteger, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Stored>
  void number(const char* section, const char* key, const char* unit, double least, double most, const char* source,
              const char* description, Field<Stored> field) {
    add({section, key, Parameter::Type::kNumber, unit, least, most, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Stored>
  void boolean(const char* section, const char* key, const char* source, const char* description, Field<Stored> field) {
    add({section, key, Parameter::Type::kBoolean, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
  template <typename Stored>
  void choice(const char* section, const char* key, std::vector<std::string> choices, const char* source,
              const char* description, Field<Stored> field) {
    add({section, key, Parameter::Type::kChoice, "", 0, 0, std::move(choices), {}, source, description, {}, {}}, field);
  }
  template <typename Stored>
  void words(const char* section, const char* key, const std::vector<Word<Stored>>& words, const char* source,
             const char* description, Field<Stored> field) {
    Parameter parameter{section, key, Parameter::Type::kChoice, "", 0, 0, {}, {}, source, description, {}, {}};
    bind_words(parameter, words, field);
    rows.push_back(std::move(parameter));
  }
  template <typename Stored>
  void text(const char* section, const char* key, const char* source, const char* description, Field<Stored> field) {
    add({section, key, Parameter::Type::kText, "", 0, 0, {}, {}, source, description, {}, {}}, field);
  }
};

// The Field `path`.
#define UNIBANK_FIELD(path) (+[](Design& design) -> auto& { return design.path; })

constexpr double kMostBytes = 1 << 26;  // 64 MB of storage in one SM
constexpr double kMostCycles = 1'000'000;
constexpr const char* kTable2 = "Gebhart 2012 table 2";
constexpr const char* kSection2 = "Gebhart 2012 section 2.1";
constexpr const char* kJing = "Jing 2016 table I";
constexpr const char* kFermi = "not published: GPGPU-Sim 3.x, configs/GTX480";

// The section sm: schema_sm.cpp.
void add_sm(ParameterTable& table);
// The sections constant_cache, instruction_cache and texture_cache: schema_read_only.cpp.
void add_read_only_caches(ParameterTable& table);
// The sections register_hierarchy and kernel: schema_kernel.cpp.
void add_compilation(ParameterTable& table);
// The sections interconnect, l2, atomic_unit and dram: schema_memory.cpp.
void add_beyond_the_sm(ParameterTable& table);
// The parameters of section dram for a channel with banks and rows, and the sections of its parts: schema_dram.cpp.
void add_dram_channel(ParameterTable& table);

}  // namespace unibank
