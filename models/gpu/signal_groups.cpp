#include "gpu/signal_groups.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

// Which group has what a block declares: the block's name in the path, without its number.
struct Declared {
  const char* block;
  const char* group;
};
constexpr Declared kDeclared[] = {
    {"launch", "launch"},
    {"partition", "launch"},
    {"warp", "warps"},
    {"issue", "issue"},
    {"unit", "units"},
    {"operand_stage", "units"},
    {"load_store", "units"},
    {"cluster", "banks"},
    {"scratchpad", "banks"},
    {"cache", "banks"},
    {"scratchpad_lock", "locks"},
    {"tag_array", "cache"},
    {"mshr", "mshr"},
    {"dram", "dram"},
    {"rtl", "rtl"},
};

std::string without_number(const std::string& name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (const SignalGroup& group : signal_groups()) names.push_back(group.name);
  return names;
}

}  // namespace

const std::vector<SignalGroup>& signal_groups() {
  static const std::vector<SignalGroup> groups = {
      {"launch", "the launch under way and its partition"},
      {"warps", "the state of every warp"},
      {"issue", "what the issue slots did, which warp, which instruction"},
      {"units", "instructions that units take, operand stage, load/store unit"},
      {"banks", "reads and writes of every bank"},
      {"locks", "who holds the scratchpad that two blocks share"},
      {"cache", "lookups of the tag array"},
      {"mshr", "miss status holding registers"},
      {"dram", "the queue of DRAM"},
      {"rtl", "the pins of blocks that are RTL"}};
  return groups;
}

std::string group_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  std::string block = without_number(path.substr(0, dot));
  if (block == "sm" && dot != std::string::npos)
    block = without_number(path.substr(dot + 1, path.find('.', dot + 1) - dot - 1));
  const auto* const found = std::find_if(std::begin(kDeclared), std::end(kDeclared),
                                         [&block](const Declared& one) { return block == one.block; });
  return found == std::end(kDeclared) ? "" : found->group;
}

std::function<bool(const std::string& path)> signals_of(const std::vector<std::string>& groups) {
  const std::vector<std::string> known = group_names();
  for (const std::string& group : groups)
    if (std::find(known.begin(), known.end(), group) == known.end())
      throw InputError(unknown_name("group of signals", group, known));
  return [groups](const std::string& path) {
    return std::find(groups.begin(), groups.end(), group_of(path)) != groups.end();
  };
}

}  // namespace unibank
