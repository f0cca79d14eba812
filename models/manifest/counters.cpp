#include "manifest/counters.h"

#include <algorithm>

#include "base/input_error.h"

namespace unibank {
namespace {

// False: beyond 64 bits.
bool evaluate(const ManifestExpression& expression, std::int64_t counter, ManifestNumber& number) {
  const ManifestNumber &scale = expression.scale, &offset = expression.offset;
  number = {};
  number.is_float = scale.is_float || offset.is_float;
  if (number.is_float) {
    number.real = static_cast<double>(counter) * scale.value() + offset.value();
    return true;
  }
  std::int64_t product = 0, sum = 0;
  if (__builtin_mul_overflow(counter, scale.integer, &product)) return false;
  if (__builtin_add_overflow(product, offset.integer, &sum)) return false;
  // Division truncates towards zero: up for negative numbers.
  number.integer = sum / expression.divide_up + (sum > 0 && sum % expression.divide_up != 0 ? 1 : 0);
  return true;
}

}  // namespace

ManifestNumber value_of(const ManifestExpression& expression, const Counters& counters) {
  if (expression.counter.empty()) return expression.offset;
  ManifestNumber number;
  evaluate(expression, counters.at(expression.counter), number);
  return number;
}

Dim3 grid_of(const ManifestLaunch& launch, const Counters& counters) {
  const auto extent = [&](std::size_t i) { return static_cast<unsigned>(value_of(launch.grid[i], counters).integer); };
  return {extent(0), extent(1), extent(2)};
}

namespace manifest_reader {
namespace {

const CounterRange* find(const CounterRanges& ranges, const std::string& name) {
  const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const auto& one) { return one.name == name; });
  return found == ranges.end() ? nullptr : &*found;
}

const CounterRange& range_of(const Section& section, const CounterRanges& ranges) {
  const std::string name = section.text("counter");
  if (const CounterRange* range = find(ranges, name)) return *range;
  std::vector<std::string> known;
  for (const CounterRange& one : ranges) known.push_back(one.name);
  const ManifestPlace place = place_of(section.need("counter"));
  if (known.empty())
    section.source().fail(place, "counter: found \"" + name + "\"; expected a number: no enclosing [[loop]] has a "
                                 "counter");
  section.source().fail(place, unknown_name("counter", name, known));
}

}  // namespace

ManifestExpression read_expression(const Source& source, const std::string& key, const Value& value,
                                   const CounterRanges& ranges, const std::string& expected) {
  ManifestExpression expression;
  expression.place = place_of(value);
  if (number_of(value, expression.offset)) return expression;
  if (!follows_counter(value)) source.fail_found(key, value, expected);
  const Section section(source, "a number that follows a counter", value, expression.place,
                        {"counter", "scale", "offset", "divide_up"});
  const CounterRange& range = range_of(section, ranges);
  expression.counter = range.name;
  expression.scale = section.number("scale", 1);
  expression.offset = section.number("offset", 0);
  expression.divide_up = section.integer("divide_up", 1, INT64_MAX, 1);
  if (section.find("divide_up") && (expression.scale.is_float || expression.offset.is_float))
    section.fail("divide_up", "none: scale and offset are not integers");
  for (const std::int64_t counter : {range.least, range.most}) {
    ManifestNumber number;
    if (!evaluate(expression, counter, number))
      source.fail(expression.place, key + ": found a number beyond 64 bits where " + range.name + " is " +
                                        std::to_string(counter) + "; expected one within");
  }
  return expression;
}

std::vector<Extreme> extremes(const ManifestExpression& expression, const CounterRanges& ranges) {
  const auto text_of_number = [](const ManifestNumber& number) {
    Value value;
    value.kind = number.is_float ? Value::Kind::kFloat : Value::Kind::kInteger;
    value.integer = number.integer;
    value.real = number.real;
    return found_text(value);
  };
  const CounterRange* range = find(ranges, expression.counter);
  if (!range) return {{expression.offset, text_of_number(expression.offset)}};
  std::vector<Extreme> all;
  for (const std::int64_t counter : {range->least, range->most}) {
    const ManifestNumber number = value_of(expression, {{range->name, counter}});
    all.push_back({number, text_of_number(number) + " (" + range->name + " = " + std::to_string(counter) + ")"});
  }
  if (all[1].number.value() < all[0].number.value()) std::swap(all[0], all[1]);
  return all;
}

}  // namespace manifest_reader
}  // namespace unibank
