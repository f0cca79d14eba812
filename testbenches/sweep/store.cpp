#include "sweep/store.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/input_error.h"

namespace unibank::sweep {

namespace {

namespace fs = std::filesystem;

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path, error))
    throw InputError("cannot make folder '" + path + "': " + (error ? error.message() : "something else is there"));
}

Store::Store(const std::string& folder) : folder_(folder) {
  make_folder(parts());
  database_ = std::make_unique<Database>(folder_ + "/points.sqlite");
}

Store::Collected Store::collect() {
  Collected collected;
  std::vector<std::string> ended;
  const std::vector<PartFile> all = part_files(parts());
  if (all.empty()) return collected;
  database_->begin();
  for (const PartFile& file : all) {
    // Determined before the file is read: if a task ends in between, its remaining lines are read later.
    const bool over = file.done || is_abandoned(parts() + "/" + file.name);
    collect_file(file, collected);
    if (over) ended.push_back(file.name);
  }
  for (const std::string& name : ended) database_->forget_part(name);
  database_->commit();
  for (const std::string& name : ended) ::unlink((parts() + "/" + name).c_str());
  return collected;
}

void Store::collect_file(const PartFile& file, Collected& collected) {
  ++collected.files;
  const std::uint64_t from = database_->read_to(file.name);
  if (from == file.bytes && !file.done) return;
  const std::uint64_t to = read_part(
      parts() + "/" + file.name, from,
      [&](const Finished& point) { ++(database_->add(point) ? collected.points : collected.known); },
      collected.damaged);
  database_->set_read_to(file.name, to);
}

std::uint64_t Store::uncollected() const {
  std::uint64_t count = 0;
  for (const PartFile& file : part_files(parts())) {
    std::ifstream stream(parts() + "/" + file.name, std::ios::binary);
    const std::uint64_t from = database_->read_to(file.name);
    stream.seekg(static_cast<std::streamoff>(from));
    for (std::string line; std::getline(stream, line) && !stream.eof();) count += line[0] == 'P';
  }
  return count;
}

}  // namespace unibank::sweep
