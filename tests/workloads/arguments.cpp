// The arguments that a workload accepts, and the messages for others.
#include <catch2/catch.hpp>

#include <algorithm>

#include "workloads/workload.h"

using namespace unibank;
using Catch::Matchers::Message;

namespace {
WorkloadArguments complete(const std::string& workload, Size size, const std::map<std::string, std::string>& given) {
  return complete_arguments(find_workload(workload), size, given);
}
}  // namespace

TEST_CASE("workloads are found by name and others are refused with the names that exist") {
  const std::vector<std::string> names = workload_names();
  CHECK(std::is_sorted(names.begin(), names.end()));
  CHECK(std::count(names.begin(), names.end(), "needle") == 1);
  for (const std::string& name : workload_names()) {
    CHECK(find_workload(name).name() == name);
    CHECK_FALSE(find_workload(name).description().empty());
    CHECK(workload_ptx(name).find(".address_size 64") != std::string_view::npos);
  }
  std::vector<std::string> all = names;
  for (const std::string& name : today_names()) all.push_back(name);
  CHECK_THROWS_MATCHES(find_workload("nedle"), InputError,
                       Message(unknown_name("workload", "nedle", all)));
  CHECK_THROWS_AS(workload_ptx("nedle"), InputError);
}

TEST_CASE("sizes are tiny, test and paper") {
  for (const Size size : {Size::kTiny, Size::kTest, Size::kPaper}) CHECK(size_from(size_name(size)) == size);
  CHECK_THROWS_MATCHES(size_from("huge"), InputError, Message(unknown_name("size", "huge", {"tiny", "test", "paper"})));
}

TEST_CASE("styles are modern and period") {
  for (const Style style : {Style::kModern, Style::kPeriod}) CHECK(style_from(style_name(style)) == style);
  CHECK_THROWS_MATCHES(style_from("old"), InputError, Message(unknown_name("style", "old", {"modern", "period"})));
  CHECK(workload_ptx_file("needle", Style::kPeriod) == "needle.period.ptx");
}

TEST_CASE("paper sizes are the published ones where they fit the simulation time") {
  CHECK(complete("needle", Size::kPaper, {}) ==
        WorkloadArguments{{"size", 2048}, {"block", 32}, {"penalty", 10}, {"kernel", 0}});
  CHECK(complete("matrixmul", Size::kPaper, {}) == WorkloadArguments{{"m", 320}, {"n", 640}, {"k", 320}});
  CHECK(complete("bfs", Size::kPaper, {}) == WorkloadArguments{{"nodes", 1000000}});
}

TEST_CASE("every default lies in its argument's range") {
  for (const std::string& name : workload_names()) {
    for (const WorkloadArgument& argument : find_workload(name).arguments()) {
      for (const std::int64_t value : {argument.tiny, argument.test, argument.paper}) {
        CHECK(complete(name, Size::kTiny, {{argument.name, std::to_string(value)}}).at(argument.name) == value);
      }
    }
  }
}

TEST_CASE("given values replace the size's defaults") {
  CHECK(complete("needle", Size::kTiny, {{"block", "16"}}) ==
        WorkloadArguments{{"size", 64}, {"block", 16}, {"penalty", 10}, {"kernel", 0}});
}

TEST_CASE("an unknown argument is answered with the known ones") {
  CHECK_THROWS_MATCHES(complete("needle", Size::kTiny, {{"siez", "64"}}), InputError,
                       Message(unknown_name("argument of needle", "siez", {"size", "block", "penalty", "kernel"})));
}

TEST_CASE("a value that is not allowed is answered with what is") {
  const auto refused = [](const std::string& workload, const std::string& argument, const std::string& value,
                          const std::string& expected) {
    CHECK_THROWS_MATCHES(
        complete(workload, Size::kTiny, {{argument, value}}), InputError,
        Message("argument '" + argument + "' of workload '" + workload + "' is '" + value + "'; expected " + expected));
  };
  for (const char* value : {"abc", "", "12x", " 12", "1.5", "0", "-4", "16777217", "99999999999999999999"}) {
    refused("vectoradd", "n", value, "a whole number from 1 to 16777216");
  }
  for (const char* value : {"17", "8", "128"}) refused("needle", "block", value, "one of 16, 32, 64");
}
