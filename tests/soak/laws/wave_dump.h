// The signals of a value change dump: how often and for how many cycles each has each of its values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unibank::test {

class WaveDump {
 public:
  struct Stay {
    std::uint64_t cycles = 0, times = 0;
    bool operator==(const Stay& other) const { return cycles == other.cycles && times == other.times; }
  };
  using Stays = std::map<std::string, Stay>;  // [value, as in the dump; vectors in binary without leading zeros]

  explicit WaveDump(const std::filesystem::path& path);

  // The signals with this prefix and suffix together.
  Stays stays(const std::string& prefix, const std::string& suffix = "") const;
  // [path] all signals.
  std::map<std::string, Stays> signals() const;
  std::uint64_t end() const { return now_; }

 private:
  struct Signal {
    std::string path, value;
    std::uint64_t since = 0;
    Stays stays;
  };

  void read(const std::string& line);
  std::string path_of(const std::string& name) const;
  void change(Signal& signal, const std::string& value);

  std::vector<std::string> scopes_;
  std::map<std::string, Signal> signals_;  // [identifier]
  std::uint64_t now_ = 0;
};

}  // namespace unibank::test
