// Random requests for the tag array: RTL and the model's core side by side, edge by edge, on shapes that designs use
// and on corner cases. The situations that occur are counted, so that a test can require all of them.
#pragma once

#include <array>
#include <map>
#include <string>

#include "memory/tag_array_core.h"
#include "policy/kept_states.h"
#include "rtl/tag_array_pins.h"
#include "support/random.h"

namespace unibank::test {

struct TagShape {
  unsigned sets, ways;
  std::uint16_t kept;
};

constexpr std::uint16_t kRegisterStates = 0x2222;  // 1, 5, 9 and 13
constexpr TagShape kTagShapes[] = {{6, 4, 0},   {0, 4, 0},   {1, 1, 0}, {1, 8, 0},  {7, 3, kRegisterStates},
                                   {32, 4, 0}, {768, 4, 0}, {1000, 5, 0}, {1024, 8, kRegisterStates}, {2, 2, 0xffff}};

class TagStream {
 public:
  // "" when RTL and model agreed throughout; otherwise the first difference.
  std::string run(unsigned fault, std::uint64_t seed, unsigned requests_a_shape) {
    rtl::TagArrayPins pins(fault);
    TagCounters before;
    for (const TagShape& shape : kTagShapes) {
      Shape one(*this, pins, shape, seed++);
      std::string difference = one.run(requests_a_shape, before);
      if (!difference.empty()) return difference;
    }
    return "";
  }
  // How often each named situation occurred.
  const std::map<std::string, unsigned>& met() const { return met_; }

 private:
  static constexpr const char* kNames[] = {"lookup", "fill", "invalidate", "set_state", "probe",
                                           "store", "clean", "claim", "mark"};

  class Shape {
   public:
    Shape(TagStream& stream, rtl::TagArrayPins& pins, const TagShape& shape, std::uint64_t seed)
        : stream_(stream), pins_(pins), shape_(shape), keep_(shape.kept), core_(shape.ways, &keep_), random_(seed) {
      core_.configure(shape.sets);
      pins_.configure(shape.sets, shape.ways, shape.kept);
    }

    std::string run(unsigned requests, TagCounters& before) {
      for (unsigned i = 0; i < requests; ++i) {
        if (const std::string what = request(); !what.empty()) return where(i) + what;
        if (const std::string what = pause(); !what.empty()) return where(i) + what;
        if (const std::string what = counts(before); !what.empty()) return where(i) + what;
      }
      before += core_.counters();
      return "";
    }

   private:
    std::string where(unsigned i) const {
      return std::to_string(shape_.sets) + " sets of " + std::to_string(shape_.ways) + " ways, request " +
             std::to_string(i) + ": ";
    }

    // Few sets, and twice as many lines as they hold; some lines are far apart but equal in their low bits.
    std::uint64_t line() {
      const std::uint64_t sets = shape_.sets == 0 ? 5 : shape_.sets;
      const std::uint64_t set = random_.below(4) == 0 ? sets - 1 : random_.below(sets < 3 ? sets : 3);
      const std::uint64_t far = random_.below(8) == 0 ? random_.below(3) << 37 : 0;  // below 2^49
      return set + sets * (random_.below(2 * shape_.ways + 1) + far);
    }

    std::string request() {
      rtl::TagArrayPins::Request request;
      static constexpr std::uint8_t kMix[] = {0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 5, 6, 7, 7, 8};
      request.operation = kMix[random_.below(sizeof kMix)];
      request.state = static_cast<std::uint8_t>(random_.below(random_.below(4) == 0 ? 16 : 4));
      request.line = line();
      std::uint64_t number = request.line;
      if (request.operation == 6) {
        number = random_.below(3) == 0 ? 0 : place_;
        request.line = number / shape_.ways * rtl::TagArrayPins::kWays + number % shape_.ways;
      }
      if (!pins_.ready()) return "not ready";
      pins_.request(request);
      pins_.edge();
      const TagResult expected = carry_out(request.operation, number, request.state);
      if (!pins_.answered()) return std::string(kNames[request.operation]) + " is not answered in the next cycle";
      if (const std::string what = compare(pins_.answer(), expected); !what.empty())
        return std::string(kNames[request.operation]) + ": " + what;
      meet(request.operation, expected);
      if (expected.way != TagResult::kNoWay) place_ = std::uint64_t{expected.set} * shape_.ways + expected.way;
      return "";
    }

    TagResult carry_out(std::uint8_t operation, std::uint64_t number, std::uint8_t state) {
      const std::uint64_t address = number * kLineBytes;
      switch (operation) {
        case 0: return core_.lookup(address);
        case 1: return core_.fill(address, state);
        case 2: return core_.invalidate(address);
        case 3: return core_.set_state(address, state);
        case 5: return core_.store(address, state);
        case 6: return core_.clean(number);
        case 7: return core_.claim(address, state);
        case 8: return core_.mark(address, state);
        default: return core_.probe(address);
      }
    }

    static std::string compare(const TagResult& found, const TagResult& expected) {
      const auto differ = [](const char* what, std::uint64_t a, std::uint64_t b) {
        return a == b ? "" : what + (" " + std::to_string(a)) + " instead of " + std::to_string(b) + " ";
      };
      return differ("hit", found.hit, expected.hit) + differ("way", found.way, expected.way) +
             differ("set", found.set, expected.set) + differ("state", found.state, expected.state) +
             differ("victim", found.victim_valid, expected.victim_valid) +
             differ("victim state", found.victim_state, expected.victim_state) +
             differ("victim address", found.victim_address, expected.victim_address);
    }

    // Edges without a request give no answer.
    std::string pause() {
      const std::uint64_t edges = random_.below(3) == 0 ? random_.below(4) : 0;
      stream_.met_[edges == 0 ? "the next cycle" : "a pause"] += 1;
      for (std::uint64_t i = 0; i < edges; ++i) {
        pins_.edge();
        if (pins_.answered()) return "an answer to nothing";
      }
      return "";
    }

    std::string counts(const TagCounters& before) const {
      for (std::uint8_t state = 0; state < 16; ++state) {
        if (pins_.lines(state) != core_.lines(state)) return "lines of state " + std::to_string(state);
      }
      const TagCounters found = pins_.counters(), &expected = core_.counters();
      if (found.lookups != before.lookups + expected.lookups) return "lookups";
      if (found.hits != before.hits + expected.hits) return "hits";
      if (found.fills != before.fills + expected.fills) return "fills";
      return found.evictions != before.evictions + expected.evictions ? "evictions" : "";
    }

    void meet(std::uint8_t operation, const TagResult& expected) {
      const std::string name = kNames[operation];
      std::map<std::string, unsigned>& met = stream_.met_;
      ++met[name + (expected.hit ? " hits" : " misses")];
      if (expected.victim_valid) {
        ++met[name + " drives a line out"];
        ++met["a line of state " + std::to_string(expected.victim_state) + " goes"];
      } else if (!expected.hit && (operation == 1 || operation == 7)) {
        ++met[name + (expected.way == TagResult::kNoWay ? " finds no way" : " finds a free way")];
      }
      if (operation == 5 && expected.hit && expected.state == 3) ++met["store hits a dirty line"];
    }

    TagStream& stream_;
    rtl::TagArrayPins& pins_;
    TagShape shape_;
    KeptStates keep_;
    TagArrayCore core_;
    Random random_;
    std::uint64_t place_ = 0;  // of the last line that was found or entered
  };

  std::map<std::string, unsigned> met_;
};

}  // namespace unibank::test
