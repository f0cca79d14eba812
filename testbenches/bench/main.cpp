#include <benchmark/benchmark.h>

#include <cstdio>
#include <exception>

// SystemC's library requires an sc_main; main() here is the program's own.
extern "C" int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  try {
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "unibank_bench: error: %s\n", error.what());
    return 1;
  }
  return 0;
}
