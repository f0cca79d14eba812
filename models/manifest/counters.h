// Numbers that follow the counter of a loop.
#pragma once

#include <string>
#include <vector>

#include "manifest/reader.h"

namespace unibank::manifest_reader {

// The range of a loop's counter.
struct CounterRange {
  std::string name;
  std::int64_t least = 0, most = 0;
};
using CounterRanges = std::vector<CounterRange>;  // the counters of the enclosing loops, the outermost first

// { counter = "t", scale = 1, offset = 0, divide_up = 1 }
inline bool follows_counter(const Value& value) { return value.is(Value::Kind::kTable) && value.find("counter"); }

// Reads a number or such a table. Refuses any other value, a counter that no enclosing loop has, and a product or sum
// beyond 64 bits; `key` and `expected` are for messages.
ManifestExpression read_expression(const Source& source, const std::string& key, const Value& value,
                                   const CounterRanges& ranges, const std::string& expected);

// The smallest and largest value of an expression, each with the round for messages: "70000 (t = 35)".
struct Extreme {
  ManifestNumber number;
  std::string text;
};
std::vector<Extreme> extremes(const ManifestExpression& expression, const CounterRanges& ranges);

}  // namespace unibank::manifest_reader
