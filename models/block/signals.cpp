#include "block/signals.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {

namespace {

std::string without_number(const std::string& name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

// "cluster3" of "sm0.cluster3.bank1.read", "dram2" of "dram2.queue".
std::string place_of(const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string first = path.substr(0, dot);
  if (without_number(first) != "sm" || dot == std::string::npos) return first;
  return path.substr(dot + 1, path.find('.', dot + 1) - dot - 1);
}

}  // namespace

SignalGroups& SignalGroups::instance() {
  static SignalGroups groups;
  return groups;
}

void SignalGroups::declare(const SignalGroup& group) {
  SignalGroup& known = groups_.emplace(group.name, SignalGroup{group.name, group.what, {}}).first->second;
  for (const std::string& place : group.places) {
    known.places.push_back(place);
    group_of_place_[place] = group.name;
  }
}

std::vector<SignalGroup> SignalGroups::all() const {
  std::vector<SignalGroup> groups;
  for (const auto& [name, group] : groups_) groups.push_back(group);
  return groups;
}

std::string SignalGroups::group_of(const std::string& path) const {
  const std::string place = place_of(path);
  auto at = group_of_place_.find(place);  // the name of a block may end in a digit
  if (at == group_of_place_.end()) at = group_of_place_.find(without_number(place));
  return at == group_of_place_.end() ? "" : at->second;
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
