#include "files/own_library.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"
#include "support/temporary_folder.h"

namespace unibank::files {
namespace {

TEST_CASE("a library that a program opens is found in a build and in an installation that it was linked with") {
  const TemporaryFolder build, installed;
  std::filesystem::create_directory(build.path / "search");
  for (const auto& file : {build.path / "search/one.so", installed.path / "two.so"}) std::ofstream(file) << "";
  CHECK_THROWS_AS(find_own_library("search", "one.so", "which a test needs"), InputError);
  add_library_folder(build.path.string());
  add_library_folder(installed.path.string());
  CHECK(find_own_library("search", "one.so", "which a test needs") == (build.path / "search/one.so").string());
  CHECK(find_own_library("search", "two.so", "which a test needs") == (installed.path / "two.so").string());
  const std::string places = "'" + (build.path / "search").string() + "', '" + build.path.string() + "', '" +
                             (installed.path / "search").string() + "', '" + installed.path.string() + "'";
  CHECK_THROWS_WITH(find_own_library("search", "three.so", "which a test needs"),
                    Catch::StartsWith("there is no 'three.so', which a test needs, in '") && Catch::EndsWith(places));
}

}  // namespace
}  // namespace unibank::files
