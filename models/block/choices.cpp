#include "block/choices.h"

#include "base/input_error.h"

namespace unibank {

namespace {

// A variant and those that implement it.
std::string family_of(const std::string& kind, const std::string& model) {
  const BlockVariant* variant = BlockCatalogue::instance().find(kind, model);
  return variant && !variant->implements.empty() ? variant->implements : model;
}

PolicyValues defaults_of(const std::string& kind, const std::string& model) {
  PolicyValues values;
  for (const PolicyParameter& one : BlockCatalogue::instance().parameters(kind, model)) {
    values[one.name] = one.default_value;
  }
  return values;
}

const BlockVariant& find_requested(const std::string& name, const std::string& option) {
  const BlockCatalogue& catalogue = BlockCatalogue::instance();
  const std::vector<const BlockVariant*> found = catalogue.named(name);
  if (found.empty()) throw InputError(option + ": " + unknown_name("block", name, catalogue.unique_names()));
  if (found.size() > 1) {
    std::string keys;
    for (const BlockVariant* one : found) keys += (keys.empty() ? "" : " or ") + one->kind + ".model";
    throw InputError(option + ": several kinds of block have a '" + name + "', expected --set " + keys);
  }
  return *found.front();
}

// The suffix of a block's name for this comparison; "=check" alone compares cycles.
std::string suffix_of(CheckBy by) {
  return by == CheckBy::kCycles ? "=check" : "=check:" + check_names()[static_cast<std::size_t>(by)];
}

// `how`: "", or the text from '=' on.
BlockRequest request_of(const BlockVariant& block, const std::string& given, const std::string& how,
                        const std::string& option) {
  if (how.empty()) return {&block, false, CheckBy::kCycles};
  if (how == "=check:cycles" && block.compares) return {&block, true, CheckBy::kCycles};
  for (const CheckBy by : {CheckBy::kCycles, CheckBy::kOrder, CheckBy::kRules}) {
    if (block.compares && how == suffix_of(by)) return {&block, true, by};
  }
  const std::string expected = block.compares ? block.name + ", " + block.name + "=check, " + block.name +
                                                    "=check:order or " + block.name + "=check:rules"
                                              : block.name + ", which cannot run in lock-step with another block";
  throw InputError(option + " is '" + given + "', expected " + expected);
}

}  // namespace

const std::vector<std::string>& check_names() {
  static const std::vector<std::string> names = {"cycles", "order", "rules"};
  return names;
}

BlockChoice BlockChoices::of(const std::string& kind) const {
  const auto at = choices_.find(kind);
  if (at != choices_.end()) return at->second;
  const std::string model = find_block_kind(kind).default_model;
  return {model, defaults_of(kind, model)};
}

void BlockChoices::choose(const std::string& kind, const std::string& model) {
  const BlockChoice before = of(kind);
  BlockChoice chosen{model, defaults_of(kind, model)};
  if (family_of(kind, before.model) == family_of(kind, model)) {
    const BlockVariant* variant = BlockCatalogue::instance().find(kind, model);
    chosen.check = before.check && variant && variant->compares;
    if (chosen.check) chosen.check_by = before.check_by;
    for (const PolicyParameter& one : BlockCatalogue::instance().parameters(kind, model)) {
      const auto value = before.values.find(one.name);
      if (value != before.values.end()) chosen.values[one.name] = value->second;
    }
  }
  choices_[kind] = std::move(chosen);
}

void BlockChoices::set(const std::string& kind, const std::string& parameter, PolicyValue value) {
  BlockChoice choice = of(kind);
  if (choice.values.count(parameter) == 0) {
    throw InputError("the block '" + choice.model + "' of the kind '" + kind + "' has no parameter '" + parameter +
                     "'");
  }
  choice.values[parameter] = std::move(value);
  choices_[kind] = std::move(choice);
}

void BlockChoices::set_check(const std::string& kind, bool check) {
  BlockChoice choice = of(kind);
  const BlockVariant* variant = BlockCatalogue::instance().find(kind, choice.model);
  if (check && !(variant && variant->compares)) {
    throw InputError("the block '" + choice.model + "' of the kind '" + kind +
                     "' cannot run in lock-step with another block");
  }
  choice.check = check;
  choices_[kind] = std::move(choice);
}

void BlockChoices::set_check_by(const std::string& kind, CheckBy by) {
  BlockChoice choice = of(kind);
  choice.check_by = by;
  choices_[kind] = std::move(choice);
}

std::vector<BlockRequest> block_requests(const std::vector<std::string>& given, const std::string& option) {
  std::vector<BlockRequest> requests;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    const BlockVariant& block = find_requested(text.substr(0, equals), option);
    const BlockRequest request =
        request_of(block, text, equals == std::string::npos ? "" : text.substr(equals), option);
    for (const BlockRequest& other : requests) {
      if (other.variant == &block) throw InputError(option + " gives '" + block.name + "' twice");
      if (other.variant->kind != block.kind) continue;
      throw InputError(option + " gives '" + other.variant->name + "' and '" + block.name + "', which are both for " +
                       block.kind + ".model; expected one of them");
    }
    requests.push_back(request);
  }
  return requests;
}

void check_implemented(const BlockChoices& choices, const std::vector<BlockRequest>& requests,
                       const std::string& name) {
  for (const BlockRequest& request : requests) {
    const BlockVariant& block = *request.variant;
    const std::string has = choices.of(block.kind).model;
    if (block.implements.empty() || family_of(block.kind, has) == block.implements) continue;
    throw InputError("block '" + block.name + "' implements " + block.kind + ".model = \"" + block.implements +
                     "\", but design '" + name + "' has \"" + has + "\"; expected --set " + block.kind + ".model=" +
                     block.implements + ", or no such block");
  }
}

void choose(BlockChoices& choices, const std::vector<BlockRequest>& requests) {
  for (const BlockRequest& request : requests) {
    choices.choose(request.variant->kind, request.variant->name);
    if (!request.variant->compares) continue;
    choices.set_check(request.variant->kind, request.check);
    choices.set_check_by(request.variant->kind, request.check_by);
  }
}

std::vector<std::string> overrides_of(const std::vector<BlockRequest>& requests) {
  std::vector<std::string> overrides;
  for (const BlockRequest& request : requests) {
    const BlockVariant& block = *request.variant;
    overrides.push_back(block.kind + ".model=" + block.name);
    if (block.compares) overrides.push_back(block.kind + ".check=" + (request.check ? "true" : "false"));
    if (request.check)
      overrides.push_back(block.kind + ".check_by=" + check_names()[static_cast<std::size_t>(request.check_by)]);
  }
  return overrides;
}

std::string text_of_foreign(const BlockChoices& choices) {
  std::string text;
  for (const auto& [kind, choice] : choices.all()) {
    const BlockVariant* variant = BlockCatalogue::instance().find(kind, choice.model);
    if (!variant || variant->native) continue;
    text += (text.empty() ? "" : ", ") + choice.model + (choice.check ? suffix_of(choice.check_by) : "");
  }
  return text;
}

}  // namespace unibank
