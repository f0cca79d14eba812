// Errors of whole files of designs: those that are missing, too large, extend each other or stand for several designs.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "design/design_text.h"
#include "design/load.h"
#include "support/temporary_folder.h"

namespace unibank {
namespace {

TEST_CASE("designs that cannot be found") {
  CHECK_THROWS_WITH(load_design("nothing.toml"), "nothing.toml: no such design file");
  CHECK_THROWS_WITH(load_design("gebhart2012/partition"),
                    Catch::StartsWith("unknown design 'gebhart2012/partition'; did you mean 'gebhart2012/partitioned'? "
                                      "Known: crossover/hierarchy, "));
  CHECK(error_of("\nextends = \"x.toml\"\n") == "d.toml:2: extends: x.toml: no such design file");
}

TEST_CASE("extends: a circle is found under any names of its files") {
  const TemporaryFolder folder;
  const std::string file = folder.path / "a.toml";
  std::filesystem::create_directory(folder.path / "d");
  std::ofstream(file) << "extends = \"./d/../a.toml\"\n";
  CHECK_THROWS_WITH(load_design(file, {}),
                    file + ":1: extends goes in a circle: " + file + " -> " + (folder.path / "./d/../a.toml").string());
}

TEST_CASE("extends: circles and designs that stand for several") {
  CHECK_THROWS_WITH(load_design("circle-a", {kDesigns}),
                    kDesigns + "/circle-b.toml:2: extends goes in a circle: " + kDesigns + "/circle-a.toml -> " +
                        kDesigns + "/circle-b.toml -> " + kDesigns + "/circle-a.toml");
  CHECK(error_of("extends = \"gebhart2012/fermi-like-best\"\n") ==
        "d.toml:1: extends: 'gebhart2012/fermi-like-best' stands for several designs (best_of), expected one");
  CHECK(error_of("extends = \"\"\n") == "d.toml:1: extends: found \"\", expected a design's name or file");
}

TEST_CASE("best_of") {
  CHECK(error_of("best_of = [\"a\"]\n") ==
        "d.toml:1: best_of: found fewer than two names, expected a list of at least two design names");
  CHECK(error_of("best_of = 3\n") == "d.toml:1: best_of: found 3, expected a list of at least two design names");
  CHECK(error_of("best_of = [\"gebhart2012/partitioned\", \"gebhart2012/unified-384k\"]\n[sm]\nlanes = 8\n") ==
        "d.toml:1: best_of: a design that stands for several has no parameters of its own, expected description and "
        "best_of only");
  CHECK(error_of("best_of = [\"gebhart2012/partitioned\", \"gebhart2012/fermi-like-best\"]\n") ==
        "d.toml:1: best_of: 'gebhart2012/fermi-like-best' stands for several designs itself");
  CHECK_THAT(error_of("best_of = [\"gebhart2012/partitioned\", \"none\"]\n"),
             Catch::StartsWith("d.toml:1: best_of: unknown design 'none'; known: "));
  CHECK_THAT(error_of("best_of = [\"gebhart2012/partitioned\", \"gebhart2012/unified-384k\"]\n", {"mshr.merges=0"}),
             Catch::StartsWith("gebhart2012/partitioned: --set mshr.merges=0: "));
  CHECK_THAT(error_of("best_of = [\"gebhart2012/partitioned\", \"gebhart2012/unified-384k\"]\n",
                      {"storage.cache_bytes=16384"}),  // the first one takes it
             Catch::StartsWith("gebhart2012/unified-384k: --set storage.cache_bytes=16384: "));
}

TEST_CASE("a file beyond any design's size is refused") {
  const auto path = std::filesystem::temp_directory_path() / "unibank-large-design.toml";
  {
    std::ofstream file(path);
    file << std::string(2'000'000, '#');
  }
  CHECK_THROWS_WITH(load_design(path.string()), path.string() + ": too large for a design file, expected at most 1 MB");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace unibank
