// unibank_bench_trace: writes the traces with which runs are measured, or only reads one.
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <string>

#include "base/input_error.h"
#include "traces.h"

namespace {

using namespace unibank::bench;

void usage() {
  std::fprintf(stderr, "usage: unibank_bench_trace make SHAPE INSTRUCTIONS FOLDER\n"
                       "       unibank_bench_trace count FOLDER/kernelslist.g\nshapes:\n");
  for (const TraceShape& shape : trace_shapes()) std::fprintf(stderr, "  %-12s %s\n", shape.name, shape.description);
}

std::uint64_t number_of_instructions(const std::string& text) {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last || number == 0)
    throw unibank::InputError("INSTRUCTIONS is '" + text + "', expected a whole number from 1 on");
  return number;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  try {
    if (command == "make" && argc == 5) {
      const std::uint64_t wanted = number_of_instructions(argv[3]);
      std::printf("%" PRIu64 "\n", write_trace(find_trace_shape(argv[2]), wanted, argv[4]));
      return 0;
    }
    if (command == "count" && argc == 3) {
      std::printf("%" PRIu64 "\n", count_instructions(argv[2]));
      return 0;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_bench_trace: error: %s\n", error.what());
    return dynamic_cast<const unibank::InputError*>(&error) != nullptr ? 2 : 1;
  }
  usage();
  return 2;
}
