// The signals of a waveform, in groups by which a user selects some of them (`--vcd-signals mshr,dram`). The file that
// writes signals declares them with what they show; several files may declare signals of one group.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace unibank {

// "smN.mshr.entry_N": an N at the end of a component stands for any number, a last component "*" for all signals there.
struct SignalMeaning {
  std::string name, meaning;
};

struct SignalGroup {
  std::string name, what;
  std::vector<SignalMeaning> signals = {};
};

class SignalGroups {
 public:
  static SignalGroups& instance();
  void declare(const SignalGroup& group);

  // All groups, by name.
  std::vector<SignalGroup> all() const;
  // The group of a signal: that of the declared signals of the same block, the first component after "sm0.", with or
  // without the number at its end. Empty: none.
  std::string group_of(const std::string& path) const;
  // The declaration of a signal; null: none has its name.
  const SignalMeaning* find(const std::string& path) const;

 private:
  std::map<std::string, SignalGroup> groups_;
  std::map<std::string, std::string> group_of_block_;
};

// A static object of this type in the file that writes the signals.
struct SignalDeclaration {
  SignalDeclaration(const char* group, const char* what, std::vector<SignalMeaning> signals) {
    SignalGroups::instance().declare({group, what, std::move(signals)});
  }
};

// Whether a signal is in one of these groups. Throws InputError for an unknown group.
std::function<bool(const std::string& path)> signals_of(const std::vector<std::string>& groups);

}  // namespace unibank
