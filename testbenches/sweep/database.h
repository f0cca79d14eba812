// Finished points in SQLite: a table of points with one column per value, a table of their costs, a table of the
// positions up to which the files of tasks have been read, and a table of the keys of each study's points. Several
// programs may have it open, and one at a time writes it; tasks never open it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sweep/row.h"

struct sqlite3;

namespace unibank::sweep {

// The cost of the runs of one program on one design.
struct Cost {
  std::string program, size, arguments, style, design;
  std::uint64_t points = 0;
  double seconds = 0, warp_instructions = 0;
};

class Database {
 public:
  // Creates the file if it is missing. Throws InputError if the file is not such a database, and RunError if it cannot
  // be written.
  explicit Database(const std::string& path);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // All changes between begin() and commit() are stored together, or none; no other program can write meanwhile.
  // Throws InputError if the file or its folder is read-only.
  void begin();
  void commit();

  // Returns false if a point with this key exists already; the first one stays.
  bool add(const Finished& point);
  bool has(const std::string& key);
  std::uint64_t points();
  // Null if there is no such point.
  std::unique_ptr<Finished> find(const std::string& key);
  std::vector<Cost> costs();

  // The position up to which a task's file has been read; 0 for an unknown file.
  std::uint64_t read_to(const std::string& part);
  void set_read_to(const std::string& part, std::uint64_t bytes);
  void forget_part(const std::string& part);

  // Stores the keys of a study's points, for --status, unless they are there already. Not to be called between begin()
  // and commit().
  using KeyOf = std::function<std::string(std::uint64_t)>;
  void set_study(const std::string& study, std::uint64_t points, const KeyOf& key_of);
  struct Count { std::uint64_t all = 0, finished = 0, refused = 0; };
  Count count(const std::string& study);

 private:
  class Statement;
  void run(const std::string& sql);
  void read_columns();
  void add_columns(const Finished& point);
  bool has_study(const std::string& study, std::uint64_t points, const KeyOf& key_of);
  Statement& prepared(const std::string& sql);

  std::string path_;
  sqlite3* base_ = nullptr;
  std::set<std::string> columns_;  // some or all; none is ever removed from the file
  std::map<std::string, std::unique_ptr<Statement>> statements_;
};

}  // namespace unibank::sweep
