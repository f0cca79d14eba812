// unibank characterize: which rows of a design are neither exact nor within their bound.
#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "unibank/folder.h"

namespace {

using Rows = std::set<std::string>;

// What --check says on stderr: "unibank: error: DESIGN: GROUP, ROW: why".
Rows wrong_rows(const std::string& design) {
  const Folder folder;
  const Folder::Ended ended = folder.run("characterize --check --design " + design);
  Rows rows;
  std::istringstream lines(ended.err);
  const std::string before = "unibank: error: " + design + ": ";
  for (std::string line; std::getline(lines, line);) {
    REQUIRE(line.substr(0, before.size()) == before);
    rows.insert(line.substr(before.size(), line.find(": ", before.size()) - before.size()));
  }
  CHECK(ended.status == (rows.empty() ? 0 : 1));
  return rows;
}

}  // namespace

TEST_CASE("what accesses cost on gebhart2012/partitioned-arbitrated is what its parameters say") {
  CHECK(wrong_rows("gebhart2012/partitioned-arbitrated").empty());
}

TEST_CASE("what accesses cost on hayes2014/kepler is what its parameters say but for two rows") {
  CHECK(wrong_rows("hayes2014/kepler") == Rows{"hiding scratchpad loads, 32 warps", "issue, three sources"});
}
