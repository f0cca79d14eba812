#include "sweep/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>

#include "base/input_error.h"

namespace unibank::sweep {

namespace {

constexpr const char* kWords[] = {"key",    "model",     "program", "size",   "arguments", "style",
                                  "design", "overrides", "refused", "seconds"};
constexpr int kWaitMilliseconds = 60'000;  // for another writing program

constexpr char kTables[] =
    "CREATE TABLE IF NOT EXISTS points(key TEXT PRIMARY KEY, model INTEGER, program TEXT, size TEXT, arguments TEXT, "
    "style TEXT, design TEXT, overrides TEXT, refused TEXT, seconds REAL);"
    "CREATE TABLE IF NOT EXISTS costs(program TEXT, size TEXT, arguments TEXT, style TEXT, design TEXT, points "
    "INTEGER, "
    "seconds REAL, warp_instructions REAL, PRIMARY KEY(program, size, arguments, style, design));"
    "CREATE TABLE IF NOT EXISTS parts(name TEXT PRIMARY KEY, bytes INTEGER);"
    "CREATE TABLE IF NOT EXISTS studies(study TEXT, number INTEGER, key TEXT, PRIMARY KEY(study, number)) WITHOUT "
    "ROWID;";

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

// A prepared statement; parameters are bound from left to right.
class Database::Statement {
 public:
  Statement(sqlite3* base, const std::string& sql, const std::string& path) : base_(base), path_(path) {
    check(sqlite3_prepare_v2(base, sql.c_str(), -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(const std::string& text) {
    check(sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
    return *this;
  }
  Statement& bind(double value) {
    check(sqlite3_bind_double(statement_, ++bound_, value));
    return *this;
  }
  Statement& bind(std::uint64_t value) {
    check(sqlite3_bind_int64(statement_, ++bound_, static_cast<std::int64_t>(value)));
    return *this;
  }
  void skip() { ++bound_; }
  // Returns true while there is a row.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status == SQLITE_ROW) return true;
    reset();
    check(status == SQLITE_DONE ? SQLITE_OK : status);
    return false;
  }
  void reset() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
    bound_ = 0;
  }
  int columns() const { return sqlite3_column_count(statement_); }
  std::string name(int column) const { return sqlite3_column_name(statement_, column); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  double real(int column) const { return sqlite3_column_double(statement_, column); }
  std::uint64_t integer(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }
  std::string text(int column) const {
    const unsigned char* const bytes = sqlite3_column_text(statement_, column);
    return bytes ? std::string(reinterpret_cast<const char*>(bytes)) : "";
  }

 private:
  void check(int status) const {
    if (status != SQLITE_OK) throw RunError(path_ + ": " + sqlite3_errmsg(base_));
  }
  sqlite3* base_;
  const std::string& path_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

Database::Database(const std::string& path) : path_(path) {
  if (sqlite3_open(path.c_str(), &base_) != SQLITE_OK) {
    const std::string reason = sqlite3_errmsg(base_);
    sqlite3_close(base_);
    throw InputError(path + ": cannot be opened: " + reason);
  }
  sqlite3_busy_timeout(base_, kWaitMilliseconds);
  char* error = nullptr;
  if (sqlite3_exec(base_, kTables, nullptr, nullptr, &error) != SQLITE_OK) {
    const std::string reason = error ? error : "no memory";
    sqlite3_free(error);
    sqlite3_close(base_);
    throw InputError(path + ": found no database of finished points: " + reason);
  }
}

Database::~Database() {
  statements_.clear();
  sqlite3_close(base_);
}

void Database::run(const std::string& sql) {
  char* error = nullptr;
  if (sqlite3_exec(base_, sql.c_str(), nullptr, nullptr, &error) == SQLITE_OK) return;
  const std::string reason = error ? error : "no memory";
  sqlite3_free(error);
  throw RunError(path_ + ": " + reason);
}

void Database::begin() {
  // SQLite's own message would not say that its journal needs the folder.
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  if (::access(path_.c_str(), W_OK) != 0 || (!folder.empty() && ::access(folder.c_str(), W_OK) != 0))
    throw InputError(path_ + ": found something to store, and a file or folder that you may not write; expected "
                     "another --store");
  run("BEGIN IMMEDIATE");
}
void Database::commit() { run("COMMIT"); }

Database::Statement& Database::prepared(const std::string& sql) {
  std::unique_ptr<Statement>& statement = statements_[sql];
  if (!statement) statement = std::make_unique<Statement>(base_, sql, path_);
  return *statement;
}

// SQLite looks at the file again if another program has changed its tables.
void Database::read_columns() {
  Statement& none = prepared("SELECT * FROM points LIMIT 0");
  none.step();
  for (int column = 0; column < none.columns(); ++column) columns_.insert(none.name(column));
}

// Another version of the program may have other counters and so needs further columns. Another program may have added
// them since columns_ was read; until this transaction ends no other can.
void Database::add_columns(const Finished& point) {
  for (const auto& [name, value] : point.values) {
    if (columns_.count(name) != 0) continue;
    read_columns();
    if (columns_.insert(name).second) run("ALTER TABLE points ADD COLUMN " + quoted(name) + " REAL");
  }
}

bool Database::add(const Finished& point) {
  if (has(point.key)) return false;
  add_columns(point);
  std::string names, places;
  for (const char* word : kWords) {
    names += (names.empty() ? "" : ",") + std::string(word);
    places += places.empty() ? "?" : ",?";
  }
  for (const auto& [name, value] : point.values) names += "," + quoted(name), places += ",?";
  Statement& insert = prepared("INSERT INTO points(" + names + ") VALUES(" + places + ")");
  insert.bind(point.key).bind(std::uint64_t{point.model}).bind(point.program).bind(point.size).bind(point.arguments);
  insert.bind(point.style).bind(point.design).bind(point.overrides).bind(point.refused).bind(point.seconds);
  double instructions = 0;
  for (const auto& [name, value] : point.values) {
    insert.bind(value);
    if (name == "warp_instructions") instructions = value;
  }
  insert.step();
  if (!point.refused.empty()) return true;
  Statement& cost = prepared(
      "INSERT INTO costs VALUES(?,?,?,?,?,1,?,?) ON CONFLICT DO UPDATE SET points = points + 1, "
      "seconds = seconds + excluded.seconds, warp_instructions = warp_instructions + excluded.warp_instructions");
  cost.bind(point.program).bind(point.size).bind(point.arguments).bind(point.style).bind(point.design);
  cost.bind(point.seconds).bind(instructions);
  cost.step();
  return true;
}

bool Database::has(const std::string& key) {
  Statement& select = prepared("SELECT 1 FROM points WHERE key = ?");
  const bool there = select.bind(key).step();
  select.reset();
  return there;
}

std::uint64_t Database::points() {
  Statement& select = prepared("SELECT count(*) FROM points");
  select.step();
  const std::uint64_t count = select.integer(0);
  select.reset();
  return count;
}

std::unique_ptr<Finished> Database::find(const std::string& key) {
  Statement& select = prepared("SELECT * FROM points WHERE key = ?");
  if (!select.bind(key).step()) return nullptr;
  auto point = std::make_unique<Finished>();
  point->key = key;
  point->model = static_cast<unsigned>(select.integer(1));
  std::string* const texts[] = {&point->program, &point->size,      &point->arguments, &point->style,
                                &point->design,  &point->overrides, &point->refused};
  for (int i = 0; i < static_cast<int>(std::size(texts)); ++i) *texts[i] = select.text(i + 2);
  point->seconds = select.real(9);
  for (int column = static_cast<int>(std::size(kWords)); column < select.columns(); ++column)
    if (!select.is_null(column))
      point->values.push_back({select.name(column), select.real(column)});
  select.reset();
  return point;
}

std::vector<Cost> Database::costs() {
  std::vector<Cost> all;
  Statement& select = prepared("SELECT * FROM costs ORDER BY program, size, arguments, style, design");
  while (select.step())
    all.push_back({select.text(0), select.text(1), select.text(2), select.text(3), select.text(4), select.integer(5),
                   select.real(6), select.real(7)});
  return all;
}

std::uint64_t Database::read_to(const std::string& part) {
  Statement& select = prepared("SELECT bytes FROM parts WHERE name = ?");
  const std::uint64_t bytes = select.bind(part).step() ? select.integer(0) : 0;
  select.reset();
  return bytes;
}

void Database::set_read_to(const std::string& part, std::uint64_t bytes) {
  prepared("INSERT OR REPLACE INTO parts VALUES(?,?)").bind(part).bind(bytes).step();
}

void Database::forget_part(const std::string& part) { prepared("DELETE FROM parts WHERE name = ?").bind(part).step(); }

bool Database::has_study(const std::string& study, std::uint64_t points, const KeyOf& key_of) {
  Statement& select = prepared("SELECT key FROM studies WHERE study = ? ORDER BY number");
  select.bind(study);
  std::uint64_t same = 0;
  bool more = true;
  while ((more = select.step()) && same < points && select.text(0) == key_of(same)) ++same;
  if (more) select.reset();
  return !more && same == points;
}

void Database::set_study(const std::string& study, std::uint64_t points, const KeyOf& key_of) {
  if (has_study(study, points, key_of)) return;  // then the file may be read-only
  begin();
  prepared("DELETE FROM studies WHERE study = ?").bind(study).step();
  Statement& insert = prepared("INSERT INTO studies VALUES(?,?,?)");
  for (std::uint64_t i = 0; i < points; ++i) insert.bind(study).bind(i).bind(key_of(i)).step();
  commit();
}

Database::Count Database::count(const std::string& study) {
  Count count;
  Statement& select = prepared(
      "SELECT count(*), count(points.key), total(points.refused <> '') FROM studies LEFT JOIN points USING(key) "
      "WHERE study = ?");
  if (select.bind(study).step())
    count = {select.integer(0), select.integer(1), static_cast<std::uint64_t>(select.real(2))};
  select.reset();
  return count;
}

}  // namespace unibank::sweep
