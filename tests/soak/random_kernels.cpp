// Runs random kernels for any length of time and compares each with the thread-by-thread interpreter:
//   random_kernels [--seed N] [--count N] [--minutes N] [--show] [--write FOLDER]
// Runs seeds N, N + 1, ... until the count or the minutes are reached. Prints a line for each difference, with the
// options that reproduce it; --show prints the programs too. Ends with counts. --write only writes programs, into
// FOLDER/seed-N, each with a manifest whose expected output is the interpreter's: for the judge, which runs them on a
// GPU. They use nothing that PTX leaves undefined. Exit status: 0 no difference, 1 some, 2 bad arguments.
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/input_error.h"
#include "host/random_check.h"
#include "soak/seeds.h"

namespace {

using namespace unibank;
using test::Seeds;

struct Request {
  Seeds seeds;
  bool show = false;
  std::filesystem::path write;  // empty: run them
};

Request request_of(const std::vector<std::string>& arguments) {
  Request request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--show") {
      request.show = true;
      continue;
    }
    const std::string value = i + 1 < arguments.size() ? arguments[++i] : "";
    if (request.seeds.take(name, value)) continue;
    if (name != "--write" || value.empty())
      throw InputError("found '" + name + "'; expected --seed N, --count N, --minutes N, --show or --write FOLDER");
    request.write = value;
  }
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
  Counts counts;
  request.seeds.each([&](unsigned seed) { check(seed, request, counts); });
  std::cout << counts.programs << " programs, " << counts.with_syncs << " of them with .sync for parts of warps, "
            << counts.runs << " runs, " << counts.differences << " differences\n";
  return counts.differences == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(request_of({arguments + 1, arguments + count}));
  } catch (const std::exception& error) {
    std::cerr << "random_kernels: " << error.what() << "\n";
    return 2;
  }
}
