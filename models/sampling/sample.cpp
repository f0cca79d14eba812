#include "sampling/sample.h"

#include <charconv>
#include <sstream>

#include "base/input_error.h"

namespace unibank {

namespace {

template <typename Number>
bool read(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

class SampleText {
 public:
  SampleText(const std::string& text, const std::string& where) : text_(text), where_(where) {}

  Sample read() {
    std::istringstream parts(text_);
    for (std::string part; std::getline(parts, part, ',');) {
      const std::size_t equals = part.find('=');
      read_part(part.substr(0, equals), equals == std::string::npos ? "" : part.substr(equals + 1));
    }
    if (launches_ && blocks_)
      refuse("blocks are sampled in every launch, so launches and blocks do not go together");
    if (!launches_ && !blocks_) refuse("launches or blocks is missing");
    return sample_;
  }

 private:
  [[noreturn]] void refuse(const std::string& found) const {
    throw InputError(where_ + " is '" + text_ + "': " + found +
                     "; expected launches=PERCENT% or blocks=PERCENT%, above 0 and at most 100, and if need be a seed, "
                     "for example launches=10% or blocks=10%,seed=7");
  }

  void read_part(const std::string& name, const std::string& value) {
    if (name != "launches" && name != "blocks" && name != "seed")
      refuse("'" + name + "' is none of launches, blocks and seed");
    bool& given = name == "seed" ? seed_ : name == "blocks" ? blocks_ : launches_;
    if (given) refuse(name + " is given twice");
    given = true;
    if (name != "seed") return read_percent(value, name == "blocks" ? sample_.blocks_percent : sample_.percent);
    if (!unibank::read(value, sample_.seed)) refuse("'" + value + "' is no whole number below 2^64");
  }

  void read_percent(std::string value, double& percent) const {
    if (value.empty() || value.back() != '%') refuse("'" + value + "' is no percentage");
    value.pop_back();
    if (!unibank::read(value, percent) || !(percent > 0 && percent <= 100))
      refuse("'" + value + "' is no number above 0 and at most 100");
  }

  const std::string text_, where_;
  Sample sample_;
  bool launches_ = false, blocks_ = false, seed_ = false;
};

}  // namespace

Sample sample_from(const std::string& text, const std::string& where) { return SampleText(text, where).read(); }

std::string text_of(const Sample& sample) {
  char percent[32];
  const auto [end, error] = std::to_chars(percent, percent + sizeof percent,
                                          sample.of_blocks() ? sample.blocks_percent : sample.percent);
  return (sample.of_blocks() ? "blocks=" : "launches=") + std::string(percent, error == std::errc() ? end : percent) +
         "%,seed=" + std::to_string(sample.seed);
}

}  // namespace unibank
