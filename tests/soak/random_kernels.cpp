// Runs random kernels for any length of time and compares each with the thread-by-thread interpreter:
//   random_kernels [--seed N] [--count N] [--minutes N] [--show] [--write FOLDER]
// Runs seeds N, N + 1, ... until the count or the minutes are reached. Prints a line for each difference, with the
// options that reproduce it; --show prints the programs too. Ends with counts. --write only writes programs, into
// FOLDER/seed-N, each with a manifest whose expected output is the interpreter's: for the judge, which runs them on a
// GPU. They use nothing that PTX leaves undefined. Exit status: 0 no difference, 1 some, 2 bad arguments.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "host/random_check.h"

namespace {

using namespace unibank;
using Clock = std::chrono::steady_clock;

struct Request {
  unsigned seed = 1;
  std::uint64_t count = 100;
  std::uint64_t minutes = 0;  // 0: no limit
  bool show = false;
  std::filesystem::path write;  // empty: run them
};

std::uint64_t number(const std::string& name, const char* text) {
  char* end = nullptr;
  const std::uint64_t value = text == nullptr ? 0 : std::strtoull(text, &end, 10);
  if (text == nullptr || end == text || *end != 0 || *text == '-')
    throw InputError(name + ": found '" + (text == nullptr ? "" : text) + "'; expected a number");
  return value;
}

Request request_of(int count, char** arguments) {
  Request request;
  bool counted = false;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    const char* next = i + 1 < count ? arguments[i + 1] : nullptr;
    if (name == "--show") {
      request.show = true;
      continue;
    }
    if (name == "--seed") request.seed = static_cast<unsigned>(number(name, next));
    else if (name == "--count") request.count = number(name, next), counted = true;
    else if (name == "--minutes") request.minutes = number(name, next);
    else if (name == "--write" && next != nullptr) request.write = next;
    else
      throw InputError("found '" + name + "'; expected --seed N, --count N, --minutes N, --show or --write FOLDER");
    ++i;
  }
  if (request.minutes != 0 && !counted) request.count = std::numeric_limits<std::uint64_t>::max();
  return request;
}

// Compiled with as many registers as needed, with few and spills in local memory, and with few and spills in the
// scratchpad; for three seeds of four with reordered instructions, for half of the seeds with fewer.
std::vector<compiler::CompileOptions> ways_to_compile(unsigned seed) {
  compiler::CompileOptions free, few, slots;
  few.registers = 16 + 2 * (seed % 6);
  slots.registers = 16 + 2 * (seed % 3);
  slots.spills = {seed % 2 == 0 ? 64u : 3 + seed % 7, {}, static_cast<compiler::StackDiscipline>(seed / 4 % 3)};
  const auto habit = static_cast<compiler::ScheduleHabit>(seed / 4 % 4);
  for (compiler::CompileOptions* way : {&free, &few, &slots}) {
    way->simplify = seed / 12 % 2 == 0;
    way->schedule = {habit, 8 * (seed % 5), 12, 12, 4, 16, 200};
  }
  return {free, few, slots};
}

struct Counts {
  std::uint64_t programs = 0, with_syncs = 0, runs = 0, differences = 0;
};

void write(unsigned seed, const RandomCheck& program, const std::filesystem::path& folder) {
  if (!program.failure.empty()) throw std::runtime_error(program.failure);
  const std::filesystem::path own = folder / ("seed-" + std::to_string(seed));
  std::filesystem::create_directories(own);
  write_case(own, program.text, program.in, program.expected);
}

void check(unsigned seed, const Request& request, Counts& counts) {
  const auto flow = static_cast<Flow>(seed % 4);
  const Syncs syncs = seed / 4 % 4 == 0 ? Syncs::kNone : Syncs::kParts;
  const Undefined undefined = request.write.empty() ? Undefined::kUsed : Undefined::kAvoided;
  const RandomCheck program(seed, flow, syncs, undefined);
  ++counts.programs;
  counts.with_syncs += syncs == Syncs::kParts;
  if (request.show) std::cout << "// seed " << seed << "\n" << program.text;
  if (!request.write.empty()) return write(seed, program, request.write);
  const auto ways = ways_to_compile(seed);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    ++counts.runs;
    const std::string difference = program.difference(ways[way]);
    if (difference.empty()) continue;
    ++counts.differences;
    std::cout << "--seed " << seed << " --count 1, registers " << ways[way].registers << ", slots "
              << ways[way].spills.slots << ": " << difference << std::endl;
  }
}

int run(const Request& request) {
  const auto end = Clock::now() + std::chrono::minutes(request.minutes);
  Counts counts;
  for (unsigned seed = request.seed; counts.programs < request.count; ++seed) {
    if (request.minutes != 0 && Clock::now() >= end) break;
    check(seed, request, counts);
  }
  std::cout << counts.programs << " programs, " << counts.with_syncs << " of them with .sync for parts of warps, "
            << counts.runs << " runs, " << counts.differences << " differences\n";
  return counts.differences == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(request_of(count, arguments));
  } catch (const std::exception& error) {
    std::cerr << "random_kernels: " << error.what() << "\n";
    return 2;
  }
}
