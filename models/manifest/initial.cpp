#include "manifest/initial.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "manifest/keys.h"
#include "manifest/random.h"
#include "manifest/values.h"

namespace unibank::manifest_reader {

using manifest_values::Bytes;
using manifest_values::Random;
using ptx::Type;

namespace {

// Appends a number of the section in the buffer's type; an error names the place of its key.
void append(Bytes& bytes, const Section& section, const char* key, const ManifestNumber& number, Type type) {
  if (manifest_values::append(bytes, number, type)) return;
  section.fail(key, manifest_values::expected_text(type) + " (" + manifest_values::type_name(type) + ")");
}

std::int64_t integer_for(const Section& section, const char* key, Type type) {
  Bytes bytes;
  const ManifestNumber number = section.number(key);
  append(bytes, section, key, number, type);
  return number.integer;
}

Bytes constant(const Section& section, Type type, std::uint64_t count) {
  Bytes one;
  append(one, section, "value", section.number("value"), type);
  Bytes bytes;
  bytes.reserve(count * one.size());
  for (std::uint64_t i = 0; i < count; ++i) bytes.insert(bytes.end(), one.begin(), one.end());
  return bytes;
}

// Appends a computed number of a float type. It may be too large although the numbers in the manifest are not.
void append_computed(Bytes& bytes, const Section& section, const std::string& init, double value, Type type) {
  ManifestNumber number;
  number.is_float = true;
  number.real = value;
  if (manifest_values::append(bytes, number, type)) return;
  section.source().fail(section.place(), "init: " + init + " runs past the values of " +
                                             manifest_values::type_name(type) + "; expected smaller numbers");
}

// start, start + step, ...
Bytes iota(const Section& section, Type type, std::uint64_t count) {
  const ManifestNumber start = section.number("start", 0), step = section.number("step", 1);
  Bytes bytes;
  if (manifest_values::is_float(type)) {
    const double first = section.real("start", 0), by = section.real("step", 1);
    for (std::uint64_t i = 0; i < count; ++i)
      append_computed(bytes, section, "iota", first + static_cast<double>(i) * by, type);
    return bytes;
  }
  if (start.is_float) section.fail("start", manifest_values::expected_text(type));
  if (step.is_float) section.fail("step", "an integer");
  __extension__ using Wide = __int128;
  const Wide last = start.integer + static_cast<Wide>(count - 1) * step.integer;
  const auto fits = [&](Wide value) {
    ManifestNumber number;
    number.integer = static_cast<std::int64_t>(value);
    Bytes unused;
    return value == number.integer && manifest_values::append(unused, number, type);
  };
  if (!fits(start.integer) || !fits(last))
    section.source().fail(section.place(), "init: iota runs past the values of " + manifest_values::type_name(type) +
                                               "; expected " + manifest_values::expected_text(type));
  for (std::uint64_t i = 0; i < count; ++i)
    manifest_values::append_integer(
        bytes, static_cast<std::uint64_t>(start.integer) + i * static_cast<std::uint64_t>(step.integer), type);
  return bytes;
}

Bytes uniform(const Section& section, Type type, std::uint64_t count) {
  Random random(static_cast<std::uint64_t>(section.integer("seed", 0, INT64_MAX)));
  Bytes bytes;
  if (manifest_values::is_float(type)) {
    append(bytes, section, "low", section.number("low"), type);
    append(bytes, section, "high", section.number("high"), type);
    bytes.clear();
    const double low = section.real("low", 0), high = section.real("high", 1);
    if (low > high) section.fail("high", "at least low");
    for (std::uint64_t i = 0; i < count; ++i) {
      const double part = random.unit();
      const double value = low * (1 - part) + high * part;  // high - low might be infinite
      manifest_values::append_real(bytes, std::clamp(value, low, high), type);
    }
    return bytes;
  }
  const std::int64_t low = integer_for(section, "low", type), high = integer_for(section, "high", type);
  if (low > high) section.fail("high", "at least low");
  for (std::uint64_t i = 0; i < count; ++i)
    manifest_values::append_integer(bytes, static_cast<std::uint64_t>(random.integer(low, high)), type);
  return bytes;
}

Bytes normal(const Section& section, Type type, std::uint64_t count) {
  if (!manifest_values::is_float(type))
    section.fail("init", "a different one for integers: normal is for f16, f32 and f64");
  const double mean = section.real("mean", 0), deviation = section.real("deviation", 1);
  if (deviation < 0) section.fail("deviation", "at least 0");
  Random random(static_cast<std::uint64_t>(section.integer("seed", 0, INT64_MAX)));
  Bytes bytes;
  for (std::uint64_t i = 0; i < count; ++i)
    append_computed(bytes, section, "normal", mean + deviation * random.normal(), type);
  return bytes;
}

struct Init {
  const char* name;
  std::vector<std::string> keys;  // allowed with it
  Bytes (*make)(const Section& section, Type type, std::uint64_t count);
};

const std::vector<Init>& inits() {
  static const std::vector<Init> all = {
      {"zeros", {}, [](const Section&, Type type, std::uint64_t count) { return Bytes(count * ptx::bytes_of(type)); }},
      {"iota", {"start", "step"}, iota},
      {"constant", {"value"}, constant},
      {"uniform", {"low", "high", "seed"}, uniform},
      {"normal", {"mean", "deviation", "seed"}, normal},
      {"file", {"file", "rest"}, [](const Section& section, Type type, std::uint64_t count) {
         return file_bytes(section, "file", type, count, section.find("rest") != nullptr);
       }},
      {"values", {"values", "rest"}, [](const Section&, Type type, std::uint64_t count) {
         return Bytes(count * ptx::bytes_of(type));  // filled in when all names are known
       }}};
  return all;
}

}  // namespace

std::vector<std::string> initial_names() {
  std::vector<std::string> names;
  for (const Init& init : inits()) names.emplace_back(init.name);
  return names;
}

// The keys of initial values are the keys of the table of a buffer from `init` to the end.
std::vector<std::string> initial_keys() {
  std::vector<std::string> keys = names_of(manifest_keys("buffer"));
  keys.erase(keys.begin(), std::find(keys.begin(), keys.end(), "init"));
  return keys;
}

Bytes initial_bytes(const Section& section, Type type, std::uint64_t count) {
  const Init& init = inits()[section.choice("init", initial_names(), 0)];
  for (const std::string& key : initial_keys()) {
    if (key == "init" || std::find(init.keys.begin(), init.keys.end(), key) != init.keys.end()) continue;
    if (const Value* value = section.find(key.c_str()))
      section.source().fail(place_of(*value), "key '" + key + "' does not go with init = \"" + init.name +
                                                  "\"; expected " +
                                                  (init.keys.empty() ? "none" : joined(init.keys, ", ")));
  }
  return init.make(section, type, count);
}

bool is_csv(const std::string& path) { return path.size() >= 4 && path.compare(path.size() - 4, 4, ".csv") == 0; }

void add_rest(Bytes& bytes, const Section& section, Type type, std::uint64_t count) {
  Bytes one;
  append(one, section, "rest", section.number("rest"), type);
  while (bytes.size() < count * one.size()) bytes.insert(bytes.end(), one.begin(), one.end());
}

Bytes file_bytes(const Section& section, const char* key, Type type, std::uint64_t count, bool rest) {
  const std::string path = section.source().path(section.text(key));
  const ManifestPlace place = place_of(section.need(key));
  const std::string text = section.source().read(path, key, place);
  const unsigned element = ptx::bytes_of(type);
  const std::string most = rest ? "at most " : "", of = " of type " + manifest_values::type_name(type);
  const auto fits = [&](std::uint64_t bytes) {
    return rest ? bytes <= count * element && bytes % element == 0 : bytes == count * element;
  };
  Bytes bytes = is_csv(path) ? manifest_values::parse_csv(text, path, type) : Bytes(text.begin(), text.end());
  if (!fits(bytes.size())) {
    const std::string expected = std::to_string(count) + of;
    section.source().fail(place, std::string(key) + ": '" + path + "' has " +
                                     (is_csv(path) ? std::to_string(bytes.size() / element) + " values; expected " +
                                                         most + expected
                                                   : std::to_string(bytes.size()) + " bytes; expected " + most +
                                                         std::to_string(count * element) + ": " + expected));
  }
  if (rest) add_rest(bytes, section, type, count);
  return bytes;
}

}  // namespace unibank::manifest_reader
