#include "design/dram_standard.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/input_error.h"
#include "design/toml_file.h"

namespace unibank {
namespace {

constexpr double kLeastClock = 1, kMostClock = 100'000;  // MHz

const Parameter& parameter_of(const std::string& key) {
  const std::vector<Parameter>& all = schema();
  return *std::find_if(all.begin(), all.end(),
                       [&](const Parameter& one) { return one.section == "dram" && one.key == key; });
}

std::string whole_or_real_text(double number) {
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  return whole ? std::to_string(static_cast<std::int64_t>(number)) : toml_text(number);
}

// One number of the file.
struct Entry {
  unsigned line = 0;
  std::map<std::string, double> numbers;  // value, cycles, ns
  std::string source;
};

class Reader {
 public:
  explicit Reader(const DesignText& text) : text_(text) {}

  DramStandard read() {
    for (const TomlEntry& toml : read_toml(text_.text, text_.file)) take(toml);
    DramStandard standard;
    if (description_.empty()) fail(0, "no 'description', expected a string");
    standard.description = description_;
    standard.file = text_.file;
    const Entry& clock = needed("clock_mhz");
    standard.clock_mhz = number(clock, "clock_mhz", "value");
    standard.clock_line = clock.line;
    if (standard.clock_mhz < kLeastClock || standard.clock_mhz > kMostClock)
      fail(clock.line, "clock_mhz: found " + whole_or_real_text(standard.clock_mhz) + ", expected 1 to 100000");
    standard.clock_source = whole_or_real_text(standard.clock_mhz) + " MHz; " + clock.source;
    for (const std::string& key : dram_standard_keys()) standard.values.push_back(value_of(key, standard.clock_mhz));
    return standard;
  }

 private:
  [[noreturn]] void fail(unsigned line, const std::string& what) const { throw InputError(text_.file, line, what); }

  static bool is_time(const std::string& key) { return key.rfind("t_", 0) == 0 || key == "burst"; }

  void take(const TomlEntry& toml) {
    std::vector<std::string> known = dram_standard_keys();
    known.insert(known.begin(), {"description", "clock_mhz"});
    const std::string& name = toml.section.empty() ? toml.key : toml.section;
    if (std::find(known.begin(), known.end(), name) == known.end()) fail(toml.line, unknown_name("key", name, known));
    if (name == "description" && toml.section.empty()) {
      description_ = text_value(toml, name);
      return;
    }
    if (toml.section.empty() || toml.key.empty() || name == "description")
      fail(toml.line, name + ": found " + (toml.section.empty() ? toml.found_text() : "an empty table") +
                          ", expected " + shape(name));
    Entry& entry = entries_[name];
    entry.line = toml.line;
    if (toml.key == "source") {
      entry.source = text_value(toml, name + ".source");
    } else if (is_time(name) ? toml.key == "cycles" || toml.key == "ns" : toml.key == "value") {
      entry.numbers[toml.key] = number_value(toml, name + "." + toml.key);
    } else {
      fail(toml.line, name + ": found a key '" + toml.key + "', expected " + shape(name));
    }
  }

  static std::string shape(const std::string& name) {
    return is_time(name) ? name + " = { ns = NUMBER, source = \"...\" }, or cycles = NUMBER, or both"
                         : name + " = { value = NUMBER, source = \"...\" }";
  }

  std::string text_value(const TomlEntry& toml, const std::string& name) const {
    const bool text = toml.other.empty() && !toml.is_list && std::holds_alternative<std::string>(toml.value);
    if (!text || std::get<std::string>(toml.value).empty())
      fail(toml.line, name + ": found " + toml.found_text() + ", expected a string that is not empty");
    return std::get<std::string>(toml.value);
  }

  double number_value(const TomlEntry& toml, const std::string& name) const {
    if (toml.other.empty() && !toml.is_list) {
      if (const auto* integer = std::get_if<std::int64_t>(&toml.value)) return static_cast<double>(*integer);
      if (const auto* number = std::get_if<double>(&toml.value); number && std::isfinite(*number)) return *number;
    }
    fail(toml.line, name + ": found " + toml.found_text() + ", expected a number");
  }

  const Entry& needed(const std::string& key) const {
    const auto found = entries_.find(key);
    if (found == entries_.end()) fail(0, "no '" + key + "', expected " + shape(key) + ": a standard gives every value");
    if (found->second.source.empty())
      fail(found->second.line, key + ": no source, expected " + shape(key) + " with the document it is from");
    return found->second;
  }

  double number(const Entry& entry, const std::string& key, const char* unit) const {
    const auto found = entry.numbers.find(unit);
    if (found == entry.numbers.end()) fail(entry.line, key + ": no number, expected " + shape(key));
    return found->second;
  }

  // In cycles of the clock. A whole number of cycles, up to the rounding of the division, stays that number.
  static double cycles_of(const std::string& key, double ns, double mhz) {
    const double cycles = ns * mhz / 1000, nearest = std::round(cycles);
    if (std::abs(cycles - nearest) < 1e-6) return nearest;
    return key == "t_refi" ? std::floor(cycles) : std::ceil(cycles);
  }

  DramStandard::Value value_of(const std::string& key, double mhz) const {
    const Entry& entry = needed(key);
    DramStandard::Value value{key, std::int64_t{0}, entry.line, entry.source};
    double number = 0;
    const auto ns = entry.numbers.find("ns");
    if (!is_time(key)) {
      number = this->number(entry, key, "value");
    } else if (ns == entry.numbers.end()) {
      number = this->number(entry, key, "cycles");
    } else {
      const auto cycles = entry.numbers.find("cycles");
      for (const auto& [unit, given] : entry.numbers)
        if (given < 0)
          fail(entry.line,
               key + ": found " + unit + " = " + whole_or_real_text(given) + ", expected no negative number");
      number = std::max(cycles == entry.numbers.end() ? 0 : cycles->second, cycles_of(key, ns->second, mhz));
      value.source = whole_or_real_text(ns->second) + " ns at " + whole_or_real_text(mhz) + " MHz; " + entry.source;
    }
    const Parameter& parameter = parameter_of(key);
    if (number != std::floor(number) || number < parameter.least || number > parameter.most)
      fail(entry.line, key + ": found " + whole_or_real_text(number) + ", expected " + expected_text(parameter));
    value.value = static_cast<std::int64_t>(number);
    return value;
  }

  const DesignText& text_;
  std::string description_;
  std::map<std::string, Entry> entries_;
};

}  // namespace

const std::vector<std::string>& dram_standard_keys() {
  static const std::vector<std::string> keys = {
      "banks", "bank_groups", "row_bytes", "burst_bytes", "burst", "command_buses", "t_rcd", "t_rcd_write", "t_rp",
      "t_ras", "t_rc", "t_rrd", "t_rrd_group", "t_faw", "t_cl", "t_wl", "t_ccd", "t_ccd_group", "t_rtp", "t_wr",
      "t_wtr", "t_wtr_group", "t_turn", "t_refi", "t_rfc", "t_rfc_bank"};
  return keys;
}

DramStandard read_dram_standard(const DesignText& text) { return Reader(text).read(); }

}  // namespace unibank
