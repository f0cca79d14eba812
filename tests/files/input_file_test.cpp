#include <catch2/catch.hpp>

#include <fstream>
#include <sys/stat.h>

#include "files/input_file.h"
#include "support/temporary_folder.h"

using namespace unibank;

TEST_CASE("a regular file is read whole up to the maximal length") {
  const TemporaryFolder folder;
  const std::string path = folder.path / "x";
  for (const std::size_t size : {0, 1, 999, 1000}) {
    std::ofstream(path) << std::string(size, 'x');
    CHECK(files::read_all(path, 1000) == std::string(size, 'x'));
  }
  std::ofstream(path) << std::string(1001, 'x');
  CHECK_THROWS_WITH(files::read_all(path, 1000), "it has more than 1000 bytes, the maximum for such a file");
  CHECK(files::read_all("/proc/self/stat", 1000).size() > 10);  // says that it has no bytes
}

TEST_CASE("folders and pipes and devices and missing files are refused at once") {
  const TemporaryFolder folder;
  const std::string pipe = folder.path / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::pair<std::string, const char*> cases[] = {{folder.path.string(), "it is a folder"},
                                                       {pipe, "it is not a regular file"},
                                                       {"/dev/zero", "it is not a regular file"},
                                                       {folder.path / "no", "No such file or directory"}};
  for (const auto& [path, reason] : cases) {
    CHECK_THROWS_WITH(files::check_regular(path), reason);
    CHECK_THROWS_WITH(files::read_all(path, 1000), reason);
  }
}
