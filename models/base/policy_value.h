// The value of a policy's parameter: a whole number, a real one, or a word.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace unibank {

class PolicyValue {
 public:
  PolicyValue() = default;
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  PolicyValue(Number value) : value_(stored(value)) {}
  PolicyValue(std::string word) : value_(std::move(word)) {}
  PolicyValue(const char* word) : value_(std::string(word)) {}

  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_number() const { return std::holds_alternative<double>(value_); }
  bool is_word() const { return std::holds_alternative<std::string>(value_); }

  // The value as the constructor of a policy takes it. Throws std::bad_variant_access for a word requested as a number,
  // or a real number requested as a whole one. A whole number can be requested as a real one.
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  operator Number() const {
    if constexpr (std::is_floating_point_v<Number>) {
      if (is_integer()) return static_cast<Number>(std::get<std::int64_t>(value_));
      return static_cast<Number>(std::get<double>(value_));
    } else {
      return static_cast<Number>(std::get<std::int64_t>(value_));
    }
  }
  const std::string& word() const { return std::get<std::string>(value_); }

  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  friend bool operator==(const PolicyValue& value, Number number) {
    return static_cast<Number>(value) == number;
  }
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  friend bool operator!=(const PolicyValue& value, Number number) {
    return !(value == number);
  }
  friend bool operator==(const PolicyValue& one, const PolicyValue& other) { return one.value_ == other.value_; }

 private:
  using Value = std::variant<std::int64_t, double, std::string>;

  template <typename Number>
  static Value stored(Number value) {
    if constexpr (std::is_floating_point_v<Number>) return static_cast<double>(value);
    else return static_cast<std::int64_t>(value);
  }

  Value value_ = std::int64_t{0};
};

}  // namespace unibank
