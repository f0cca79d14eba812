#include "block/signals.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

std::string without_number(const std::string& name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}
std::string without_n(const std::string& name) {
  return !name.empty() && name.back() == 'N' ? name.substr(0, name.size() - 1) : name;
}

// "cluster3" of "sm0.cluster3.bank1.read", "dram2" of "dram2.queue".
std::string block_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string first = path.substr(0, dot);
  if (without_n(without_number(first)) != "sm" || dot == std::string::npos) return first;
  return path.substr(dot + 1, path.find('.', dot + 1) - dot - 1);
}

// Whether the declared name stands for the signal, component by component.
bool stands_for(const std::string& declared, const std::string& path) {
  if (declared == "*") return true;
  const std::size_t end = declared.find('.'), other = path.find('.');
  const std::string component = declared.substr(0, end), found = path.substr(0, other);
  const bool numbered = without_n(component) != component && without_number(found) != found;
  if (component != found && !(numbered && without_n(component) == without_number(found))) return false;
  if (end == std::string::npos || other == std::string::npos) return end == other;
  return stands_for(declared.substr(end + 1), path.substr(other + 1));
}

}  // namespace

SignalGroups& SignalGroups::instance() {
  static SignalGroups groups;
  return groups;
}

void SignalGroups::declare(const SignalGroup& group) {
  SignalGroup& known = groups_.emplace(group.name, SignalGroup{group.name, group.what}).first->second;
  for (const SignalMeaning& signal : group.signals) {
    known.signals.push_back(signal);
    group_of_block_[without_n(block_of(signal.name))] = group.name;
  }
}

std::vector<SignalGroup> SignalGroups::all() const {
  std::vector<SignalGroup> groups;
  for (const auto& [name, group] : groups_) groups.push_back(group);
  return groups;
}

std::string SignalGroups::group_of(const std::string& path) const {
  const std::string block = block_of(path);
  auto at = group_of_block_.find(block);  // the name of a block may end in a digit
  if (at == group_of_block_.end()) at = group_of_block_.find(without_number(block));
  return at == group_of_block_.end() ? "" : at->second;
}

// The longest of the names that stand for it: a "*" is for those that nothing else names.
const SignalMeaning* SignalGroups::find(const std::string& path) const {
  const SignalMeaning* best = nullptr;
  for (const auto& [name, group] : groups_) {
    for (const SignalMeaning& signal : group.signals) {
      if (!stands_for(signal.name, path)) continue;
      if (best == nullptr || signal.name.size() > best->name.size()) best = &signal;
    }
  }
  return best;
}

std::function<bool(const std::string& path)> signals_of(const std::vector<std::string>& groups) {
  std::vector<std::string> known;
  for (const SignalGroup& group : SignalGroups::instance().all()) known.push_back(group.name);
  for (const std::string& group : groups) {
    if (std::find(known.begin(), known.end(), group) == known.end())
      throw InputError(unknown_name("group of signals", group, known));
  }
  return [groups](const std::string& path) {
    return std::find(groups.begin(), groups.end(), SignalGroups::instance().group_of(path)) != groups.end();
  };
}

}  // namespace unibank
