#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "unibank/folder.h"

namespace {

const char* const kLists[] = {"workloads", "designs", "dram",         "policies", "blocks",
                              "counters",  "signals", "instructions", "keys"};

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a list is shown as text, as names and as JSON with the same entries") {
  const Folder folder;
  for (const std::string list : kLists) {
    INFO(list);
    const std::string text = folder.run("list " + list).out, names = folder.run("list " + list + " --names").out;
    const auto json = nlohmann::json::parse(folder.run("list " + list + " --json").out);
    REQUIRE(json.is_array());
    CHECK(json.size() >= 4);
    CHECK(lines_in(text) >= json.size());
    std::string from_json;
    std::set<std::string> seen;  // a name is printed once
    for (const auto& entry : json) {
      const std::string name = entry.at("name");
      if (seen.insert(name).second) from_json += name + "\n";
      CHECK_FALSE(entry.at("description").get<std::string>().empty());
    }
    CHECK(names == from_json);
  }
}

TEST_CASE("a filter keeps the entries that contain its text with their headings") {
  const Folder folder;
  CHECK(folder.run("list workloads NEEDLE --names").out == "needle\n");
  const std::string policies = folder.run("list policies two-level").out;
  CHECK_THAT(policies, Catch::StartsWith("warp order\n  two-level: "));
  CHECK_THAT(policies, !Catch::Contains("lrr:"));
  const auto keys = nlohmann::json::parse(folder.run("list keys dram.latency --json").out);
  REQUIRE(keys.size() == 1);
  CHECK(keys[0].at("name") == "dram.latency");
  CHECK(keys[0].at("group") == "[dram]");
  CHECK(keys[0].at("unit") == "cycles");
  CHECK_FALSE(keys[0].at("default").get<std::string>().empty());
  CHECK_FALSE(keys[0].at("source").get<std::string>().empty());
}

TEST_CASE("a filter that matches no entry is refused and so is one for combinations") {
  const Folder folder;
  const Folder::Ended none = folder.run("list designs fermy");
  CHECK(none.status == 2);
  CHECK(none.out.empty());
  CHECK_THAT(none.err, Catch::Contains("no entry of 'list designs' has 'fermy' in it"));
  CHECK_THAT(folder.run("list combinations unified").err, Catch::Contains("it takes no filter"));
  CHECK(folder.run("list designs --json --names").status == 2);
}
