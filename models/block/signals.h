// The groups of a waveform's signals, by which a user selects some of them (`--vcd-signals mshr,dram`). A file that
// writes signals declares their group; a group may be declared in several files.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace unibank {

struct SignalGroup {
  std::string name, what;
  // Path components of the signals, with or without the number at their end: the place "cluster" selects
  // "sm0.cluster3.bank1.read", "dram" selects "dram2.queue", "my_l15" selects "sm0.my_l15.hit".
  std::vector<std::string> places;
};

class SignalGroups {
 public:
  static SignalGroups& instance();
  void declare(const SignalGroup& group);

  // All groups, by name.
  std::vector<SignalGroup> all() const;
  // The group of a signal; empty: none.
  std::string group_of(const std::string& path) const;

 private:
  std::map<std::string, SignalGroup> groups_;
  std::map<std::string, std::string> group_of_place_;
};

// A static object of this type in the file that writes the signals.
struct SignalDeclaration {
  SignalDeclaration(const char* name, const char* what, std::vector<std::string> places) {
    SignalGroups::instance().declare({name, what, std::move(places)});
  }
};

// Whether a signal is in one of these groups. Throws InputError for an unknown group.
std::function<bool(const std::string& path)> signals_of(const std::vector<std::string>& groups);

}  // namespace unibank
