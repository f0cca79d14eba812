// The resources that a design does not bound: each is shown until its key bounds it, as the documentation says.
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <set>

#include "design/design_text.h"
#include "design/idealised.h"

namespace unibank {
namespace {

using Keys = std::set<std::string>;

Keys keys_in(const std::string& text) {
  static const std::regex key("[a-z][a-z0-9_]*\\.[a-z_]+( = \"[a-z-]+\")?");
  return {std::sregex_token_iterator(text.begin(), text.end(), key), {}};
}

// Of the baseline with an override, and without latencies of branches, barriers and fences.
Keys keys_with(const std::string& set) {
  const std::string text = "[sm]\nbranch_latency = 1\nbarrier_latency = 1\nfence_latency = 1\n";
  Keys all;
  for (const Idealised& one : idealised(load(text, {set}))) all.merge(keys_in(one.key));
  return all;
}

TEST_CASE("a resource is idealised until its key bounds it") {
  const std::pair<const char*, const char*> bounds[] = {
      {"instruction_cache.bytes", "16384"}, {"sm.branch_latency", "2"},  {"sm.barrier_latency", "2"},
      {"sm.fence_latency", "2"},            {"sm.condition_latency", "1"}, {"gpu.launch_latency", "1"},
      {"gpu.block_interval", "2"},          {"gpu.block_latency", "2"},  {"sm.integer_lanes", "16"},
      {"sm.shuffle_lanes", "16"},           {"sm.shuffle_latency", "9"}, {"sm.vote_latency", "9"},
      {"sm.address_interval", "2"},         {"sm.double_lanes", "1"},    {"sm.result_bus", "1"},
      {"constant_cache.bytes", "8192"},     {"texture_cache.bytes", "12288"}, {"cache.fill_buffer", "8"},
      {"cache.store_buffer", "8"}};
  const Keys all = keys_with("gpu.sms=1");
  for (const auto& [key, value] : bounds) {
    INFO(key);
    CHECK(all.count(key) == 1);
    CHECK(keys_with(std::string(key) + "=" + value).count(key) == 0);
  }
}

TEST_CASE("the documentation and the program name the same keys of idealised resources") {
  Keys named;
  for (const char* set : {"gpu.sms=1", "l2.bytes=786432", "dram.channels=2", "dram.model=fr-fcfs"})
    named.merge(keys_with(set));
  std::ifstream page(UNIBANK_SOURCE_DIR "/docs/concepts/idealised.md");
  Keys documented;
  for (std::string line; std::getline(page, line);) {
    const std::size_t last = line.rfind(" | ");
    if (line.rfind("| ", 0) == 0 && last != std::string::npos) documented.merge(keys_in(line.substr(last)));
  }
  CHECK(documented == named);
}

}  // namespace
}  // namespace unibank
