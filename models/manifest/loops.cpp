// [[loop]], and the order of launches and loops.
#include <algorithm>

#include "base/input_error.h"
#include "manifest/keys.h"
#include "manifest/sections.h"

namespace unibank::manifest_reader {
namespace {

constexpr std::int64_t kMaxRounds = 1000000;

// An element of a buffer, from the keys 'buffer' and 'index'.
std::uint64_t index_in(const Section& section, const ManifestBuffer& buffer) {
  return static_cast<std::uint64_t>(section.integer("index", 0, static_cast<std::int64_t>(buffer.count) - 1, 0));
}

ManifestNumber number_for(const Section& section, const char* key, ptx::Type type) {
  const ManifestNumber number = section.number(key);
  manifest_values::Bytes bytes;
  if (!manifest_values::append(bytes, number, type))
    section.fail(key, manifest_values::expected_text(type) + " (" + manifest_values::type_name(type) + ")");
  return number;
}

ManifestUntil read_until(const Source& source, const Value& value, const Manifest& manifest) {
  const Section section(source, "until", value, place_of(value), names_of(manifest_keys("until")));
  const ManifestBuffer& buffer = known_buffer(section, "buffer", manifest);
  ManifestUntil until;
  until.buffer = buffer.name;
  until.index = index_in(section, buffer);
  until.below = section.find("below") != nullptr;
  if (until.below == (section.find("equals") != nullptr))
    source.fail(section.place(), "until needs one of the keys 'equals' and 'below'");
  until.value = number_for(section, until.below ? "below" : "equals", buffer.type);
  return until;
}

void read_counter(const Section& section, ManifestLoop& loop) {
  loop.counter = section.text("counter", "");
  loop.start = section.integer("start", INT64_MIN, INT64_MAX, 0);
  loop.step = section.integer("step", INT64_MIN, INT64_MAX, 1);
  for (const char* key : {"start", "step", "values"})
    if (section.find(key) && loop.counter.empty()) section.fail(key, "a key 'counter' with it");
  const Value* list = section.find("values");
  if (!list) return;
  if (!list->array_of(Value::Kind::kInteger) || list->elements.size() > static_cast<std::size_t>(kMaxRounds))
    section.fail("values", "an array of 1 to " + std::to_string(kMaxRounds) + " integers");
  for (const char* key : {"start", "step", "rounds", "limit"})
    if (section.find(key)) section.fail(key, "none beside 'values'");
  for (const Value& one : list->elements) loop.values.push_back(one.integer);
}

// Reads the number of rounds and the end condition.
void read_rounds(const Section& section, const Manifest& manifest, ManifestLoop& loop) {
  if (const Value* until = section.find("until")) {
    if (!until->is(Value::Kind::kTable)) section.fail("until", "{ buffer = \"x\", equals = 0 }");
    loop.until = read_until(section.source(), *until, manifest);
  }
  const bool conditional = !loop.until.buffer.empty();
  const char* key = conditional ? "limit" : "rounds";
  const char* other = conditional ? "rounds" : "limit";
  if (section.find(other))
    section.fail(other, conditional ? "the key 'limit': the loop ends by 'until'"
                                    : "the key 'rounds': the loop has no 'until'");
  loop.rounds = loop.values.size();
  if (loop.values.empty()) loop.rounds = static_cast<std::uint64_t>(section.integer(key, 1, kMaxRounds));
  std::int64_t way = 0, last = 0;
  const auto steps = static_cast<std::int64_t>(loop.rounds - 1);
  if (__builtin_mul_overflow(steps, loop.step, &way) || __builtin_add_overflow(loop.start, way, &last))
    section.source().fail(section.place(), "[[loop]]: the counter runs beyond 64 bits; expected one that stays within");
}

ManifestWrite read_write(const Source& source, const Value& value, const Manifest& manifest,
                         const CounterRanges& ranges) {
  if (!value.is(Value::Kind::kTable)) source.fail_found("write", value, "tables { buffer = \"x\", value = 0 }");
  const Section section(source, "write", value, place_of(value), names_of(manifest_keys("write")));
  const ManifestBuffer& buffer = known_buffer(section, "buffer", manifest);
  ManifestWrite write;
  write.buffer = buffer.name;
  write.index = index_in(section, buffer);
  write.count =
      static_cast<std::uint64_t>(section.integer("count", 1, static_cast<std::int64_t>(buffer.count - write.index), 1));
  write.value = read_expression(source, "value", section.need("value"), ranges, "a number");
  check_number({source, manifest, ranges, 8}, write.value, buffer.type, "value");
  return write;
}

std::vector<ManifestWrite> read_writes(const Section& section, const Manifest& manifest, const CounterRanges& ranges) {
  std::vector<ManifestWrite> writes;
  const Value* list = section.find("write");
  if (!list) return writes;
  if (!list->is(Value::Kind::kArray)) section.fail("write", "an array of tables { buffer = \"x\", value = 0 }");
  for (const Value& value : list->elements)
    writes.push_back(read_write(section.source(), value, manifest, ranges));
  return writes;
}

std::pair<std::string, std::string> read_swap(const Source& source, const Value& pair, const Manifest& manifest) {
  const ManifestBuffer* buffers[2] = {};
  if (!pair.array_of(Value::Kind::kString) || pair.elements.size() != 2)
    source.fail_found("swap", pair, "[\"x\", \"y\"], two buffers, or an array of such pairs");
  for (std::size_t i = 0; i < 2; ++i) {
    const Value& name = pair.elements[i];
    buffers[i] = manifest.find_buffer(name.text);
    if (buffers[i] && !buffers[i]->constant) continue;
    std::vector<std::string> known;
    for (const ManifestBuffer& one : manifest.buffers)
      if (!one.constant) known.push_back(one.name);
    source.fail(place_of(name), unknown_name("buffer", name.text, known));
  }
  if (buffers[0] == buffers[1])
    source.fail(place_of(pair), "swap: found '" + buffers[0]->name + "' twice; expected two buffers");
  if (buffers[0]->type != buffers[1]->type || buffers[0]->count != buffers[1]->count)
    source.fail(place_of(pair), "swap: found '" + buffers[0]->name + "' and '" + buffers[1]->name +
                                    "'; expected two buffers of the same type and count");
  return {buffers[0]->name, buffers[1]->name};
}

std::vector<std::pair<std::string, std::string>> read_swaps(const Section& section, const Manifest& manifest) {
  const Value* list = section.find("swap");
  if (!list) return {};
  if (!list->array_of(Value::Kind::kArray)) return {read_swap(section.source(), *list, manifest)};
  std::vector<std::pair<std::string, std::string>> swaps;
  for (const Value& pair : list->elements) swaps.push_back(read_swap(section.source(), pair, manifest));
  return swaps;
}

class StepReader {
 public:
  StepReader(const Source& source, const Modules& modules, Manifest& manifest)
      : source_(source), modules_(modules), manifest_(manifest) {}

  std::vector<ManifestStep> steps(const Value& table) {
    std::vector<Section> launches = sections(source_, table, "launch", names_of(manifest_keys("launch")));
    std::vector<Section> loops = sections(source_, table, "loop", names_of(manifest_keys("loop")));
    std::vector<ManifestStep> steps;
    auto launch = launches.begin();
    auto loop = loops.begin();
    while (launch != launches.end() || loop != loops.end()) {
      const bool is_loop = launch == launches.end() || (loop != loops.end() && before(*loop, *launch));
      steps.push_back(is_loop ? read_loop(*loop++) : read_launch(*launch++));
    }
    return steps;
  }

 private:
  static bool before(const Section& one, const Section& other) {
    const ManifestPlace a = one.place(), b = other.place();
    return a.line != b.line ? a.line < b.line : a.column < b.column;
  }

  ManifestStep read_launch(const Section& section) {
    ManifestLaunch launch = manifest_reader::read_launch(section, modules_, ranges_);
    check_arguments({source_, manifest_, ranges_, modules_.address_bytes()}, launch, modules_.kernel(launch.kernel));
    manifest_.launches.push_back(std::move(launch));
    return {false, manifest_.launches.size() - 1};
  }

  ManifestStep read_loop(const Section& section) {
    ManifestLoop loop;
    loop.place = section.place();
    read_counter(section, loop);
    read_rounds(section, manifest_, loop);
    if (!loop.counter.empty()) ranges_.push_back(range_of(section, loop));
    loop.writes = read_writes(section, manifest_, ranges_);
    loop.swaps = read_swaps(section, manifest_);
    loop.steps = steps(section.table());
    if (!loop.counter.empty()) ranges_.pop_back();
    if (loop.steps.empty())
      source_.fail(section.place(), "[[loop]] needs at least one [[loop.launch]] or [[loop.loop]]");
    manifest_.loops.push_back(std::move(loop));
    return {true, manifest_.loops.size() - 1};
  }

  CounterRange range_of(const Section& section, const ManifestLoop& loop) const {
    for (const CounterRange& around : ranges_)
      if (around.name == loop.counter)
        section.fail("counter", "a name that no enclosing [[loop]] uses");
    CounterRange range{loop.counter, loop.counter_in(0), loop.counter_in(loop.rounds - 1)};
    if (!loop.values.empty()) {
      const auto [least, most] = std::minmax_element(loop.values.begin(), loop.values.end());
      range = {loop.counter, *least, *most};
    } else if (range.least > range.most) {
      std::swap(range.least, range.most);
    }
    return range;
  }

  const Source& source_;
  const Modules& modules_;
  Manifest& manifest_;
  CounterRanges ranges_;
};

}  // namespace

std::vector<ManifestStep> read_steps(const Source& source, const Value& table, const Modules& modules,
                                     Manifest& manifest) {
  return StepReader(source, modules, manifest).steps(table);
}

}  // namespace unibank::manifest_reader
