// `unibank schema`: the JSON Schema (draft 7, which TOML editors read) of a kind of file, made from the tables by which
// the program reads it.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "manifest/keys.h"
#include "reproduce/experiment_keys.h"
#include "sweep/study_tables.h"
#include "unibank/commands.h"
#include "unibank/known_keys.h"

namespace unibank {

namespace {

using Json = nlohmann::ordered_json;

Json head(const std::string& title) {
  return {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}, {"type", "object"}};
}

Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

Json form_of(const FileKey& key) {
  using Form = FileKey::Form;
  const Json text = {{"type", "string"}};
  const Json other = {{"$ref", "#/definitions/" + key.table}};
  switch (key.form) {
    case Form::kText: return key.choices.empty() ? text : Json{{"enum", key.choices}};
    case Form::kTexts: return {{"anyOf", {text, list_of(text)}}};
    case Form::kInteger: return {{"type", "integer"}};
    case Form::kNumber: return {{"type", "number"}};
    case Form::kBoolean: return {{"type", "boolean"}};
    case Form::kIntegers: return list_of({{"type", "integer"}});
    case Form::kArguments: return {{"type", "object"}, {"additionalProperties", {{"type", "integer"}}}};
    case Form::kTable: return {{"allOf", {other}}};
    case Form::kTables: return list_of(other);
    case Form::kAny: break;
  }
  return Json::object();
}

Json table_json(const FileTable& table) {
  Json properties = Json::object(), needed = Json::array();
  for (const FileKey& key : table.keys) {
    Json one = {{"description", key.meaning}};
    one.update(form_of(key));
    properties[key.name] = std::move(one);
    if (key.needed) needed.push_back(key.name);
  }
  Json all = {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  if (!needed.empty()) all["required"] = std::move(needed);
  return all;
}

// The first table is the top of the file.
Json schema_of(const std::string& title, const std::vector<FileTable>& tables) {
  Json all = head(title);
  all.update(table_json(tables.front()));
  for (std::size_t i = 1; i < tables.size(); ++i) all["definitions"][tables[i].name] = table_json(tables[i]);
  return all;
}

Json value_of(const ParameterValue& value) {
  return std::visit([](const auto& one) { return Json(one); }, value);
}

Json type_of(const Parameter& parameter) {
  using Type = Parameter::Type;
  switch (parameter.type) {
    case Type::kInteger:
    case Type::kNumber:
      return {{"type", parameter.type == Type::kInteger ? "integer" : "number"},
              {"minimum", parameter.least},
              {"maximum", parameter.most}};
    case Type::kBoolean: return {{"type", "boolean"}};
    case Type::kText: return {{"type", "string"}};
    case Type::kChoice: break;
  }
  return {{"enum", parameter.choices}};
}

// `variant`: the variant that has this parameter; empty: every design has it.
Json parameter_json(const Parameter& parameter, const std::string& variant) {
  const std::string unit = parameter.unit.empty() ? "" : " (" + parameter.unit + ")";
  Json all = {{"description", parameter.description + unit + (variant.empty() ? "" : "; of " + variant) +
                                  "; source of the default: " + parameter.source},
              {"default", value_of(parameter.default_value)}};
  all.update(type_of(parameter));
  return all;
}

// A key that several variants have may have the value of any of them.
void add_key(Json& properties, const Parameter& parameter, const std::string& variant) {
  Json one = parameter_json(parameter, variant);
  if (!properties.contains(parameter.key)) {
    properties[parameter.key] = std::move(one);
    return;
  }
  Json& known = properties[parameter.key];
  if (known.contains("anyOf")) {
    known["anyOf"].push_back(std::move(one));
    return;
  }
  known = {{"anyOf", Json::array({std::move(known), std::move(one)})}};
}

Json design_schema() {
  Json all = head("Unibank design");
  all["additionalProperties"] = false;
  all["properties"] = {
      {"description", {{"type", "string"}, {"description", "one line about the machine"}}},
      {"extends", {{"type", "string"}, {"description", "name or file of the design whose values this one changes"}}},
      {"best_of", {{"type", "array"},
                   {"items", {{"type", "string"}}},
                   {"minItems", 2},
                   {"description", "designs of which the fastest counts; its only other key is description"}}}};
  for (const std::string& section : section_names())
    all["properties"][section] = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  for (const KnownKey& key : known_keys())
    add_key(all["properties"][key.parameter.section]["properties"], key.parameter, key.variant);
  return all;
}

Json schema_json(const std::string& what) {
  if (what == "design") return design_schema();
  if (what == "manifest") return schema_of("Unibank launch manifest", manifest_tables());
  if (what == "study") return schema_of("Unibank study", sweep::study_tables());
  if (what == "experiment") return schema_of("Unibank experiment", experiment_tables());
  return schema_of("Unibank paper: a folder of experiments", paper_tables());
}

}  // namespace

int schema_command(const std::string& what) {
  std::printf("%s\n", schema_json(what).dump(2).c_str());
  return 0;
}

}  // namespace unibank
