// The experiments of Jing et al. 2016 with tiny programs: exact facts and orderings, but no measured values.
#include <catch2/catch.hpp>

#include "unibank/reproduced.h"

namespace {

constexpr const char* kJingPrograms[] = {
    "binomialoptions", "bicg",        "bfs",       "gramschmidt", "fdtd2d", "fft",          "matrixmul",
    "gaussian",        "dct8x8",      "mergesort", "gemm",        "kmeans", "mummer",       "mvt",
    "pathfinder",      "quasirandom", "srad",      "needle",      "syrk",   "streamcluster"};

double sum(const Reproduced& all, const std::string& experiment, const std::string& row, const std::string& metric,
           const std::vector<std::string>& parts) {
  double sum = 0;
  for (const std::string& part : parts) sum += all.measured(experiment, row, part, metric);
  return sum;
}

void check_parts(const Reproduced& all, const std::string& program) {
  const double holes = sum(all, "fig1", program, "register_percent", {"dynamic holes", "static holes"});
  CHECK(all.measured("fig1", program, "live", "register_percent") > 0);
  CHECK(all.measured("fig1", program, "separate", "hole_percent") == Approx(holes));
  CHECK(holes + all.measured("fig1", program, "live", "register_percent") == Approx(100));
  CHECK(sum(all, "fig2", program, "value_reads_percent", {"0", "1", "2", ">2"}) == Approx(100));
  CHECK(sum(all, "fig2", program, "line_accesses_percent", {"1", "2", "3", "4 to 10", ">10"}) == Approx(100));
  CHECK(sum(all, "fig5", program, "reuse_distance_percent", {"0 to 10", "11 to 100", "101 to 1000", ">1000"}) ==
        Approx(100));
  CHECK(all.measured("fig5", program, "1000", "reuse_within_percent") ==
        Approx(100 - all.measured("fig5", program, ">1000", "reuse_distance_percent")));
}

}  // namespace

TEST_CASE("the experiments of Jing 2016 measure all that is published of the twenty programs", "[thinned]") {
  const Reproduced all("jing2016", [](const ThinnedExperiments& copy) {
    copy.some_programs({"mechanisms", "variants", "fig14"}, {"bfs", "mummer", "needle"});
  });
  if (all.ended.status != 0) WARN(all.ended.err);
  REQUIRE(all.ended.status == 0);
  check_everything_published_is_measured(all);
  for (const char* program : kJingPrograms) {
    INFO(program);
    check_parts(all, program);
  }
  // A larger register file holds at least as many threads.
  for (const char* program : {"binomialoptions", "mummer"})
    CHECK(all.measured("fig9", program, "registers 64 KB: 16 KB", "resident_threads") <=
          all.measured("fig9", program, "registers 256 KB: 16 KB", "resident_threads"));
  for (const char* program : {"bfs", "mummer", "kmeans"}) {
    // The array's space beyond 16 KB helps these programs, and registers hardly evict other registers.
    CHECK(all.measured("fig12", program, "LRU-fair", "hit_points") >= 0);
    CHECK(all.measured("fig13", program, "register-register", "interference_percent") <=
          all.measured("fig13", program, "cache-cache", "interference_percent") + 1);
  }
}
