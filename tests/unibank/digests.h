// Digests of all programs' measurements: one line for each program, kept in tests/data/digests for each design.
//
//     needle cycles 62805 instructions 5963 digest 8c1f0a7be2d94c35 counters 0kZ...
//     dgemm refused: kernel dgemm: a block needs 17024
//
// The digest is a hash of every counter that tests/data/digests/counters.txt names. `counters` has a letter for each,
// in that file's order, computed from its value: where letters differ, those counters have changed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "unibank/folder.h"

struct DigestedCounter {
  std::string name;    // that the digest knows
  std::string column;  // of a run's CSV
};

// tests/data/digests/counters.txt.
inline std::vector<DigestedCounter> digested_counters() {
  std::istringstream lines(text_of(UNIBANK_SOURCE_DIR "/tests/data/digests/counters.txt"));
  std::vector<DigestedCounter> counters;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    DigestedCounter counter;
    words >> counter.name;
    if (!(words >> counter.column)) counter.column = counter.name;
    counters.push_back(counter);
  }
  return counters;
}

using Measured = std::map<std::string, std::string>;  // by the digest's name of the counter

// The only function that depends on how a result names its counters. It reads the CSV of one run; no cell before the
// counters contains a comma.
inline Measured measured_by(const std::string& csv, const std::vector<DigestedCounter>& counters) {
  std::istringstream lines(csv);
  std::string names, values;
  std::getline(lines, names);
  std::getline(lines, values);
  std::istringstream name_cells(names), value_cells(values);
  std::map<std::string, std::string> cells;
  for (std::string name, value; std::getline(name_cells, name, ',') && std::getline(value_cells, value, ',');)
    cells[name] = value;
  Measured measured;
  for (const DigestedCounter& counter : counters) {
    const auto found = cells.find(counter.column);
    measured[counter.name] = found == cells.end() ? "no column " + counter.column : found->second;
  }
  return measured;
}

// FNV-1a, 64 bits.
inline std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

inline char letter_of(const std::string& value) {
  const std::uint64_t hash = hash_of(value);
  return "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"[(hash ^ hash >> 32) % 64];
}

inline std::string digest_line(const Measured& measured, const std::vector<DigestedCounter>& counters) {
  std::string text, letters;
  for (const DigestedCounter& counter : counters) {
    text += counter.name + "=" + measured.at(counter.name) + "\n";
    letters += letter_of(measured.at(counter.name));
  }
  char digest[17];
  std::snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(hash_of(text)));
  return "cycles " + measured.at("cycles") + " instructions " + measured.at("warp_instructions") + " digest " + digest +
         " counters " + letters;
}

// The first words of the reason in a message "unibank: error: <design>: <reason>".
inline std::string refusal_line(const std::string& message) {
  const std::size_t error = message.find("error: "), design = message.find(": ", error + 7);
  std::istringstream words(design == std::string::npos ? message : message.substr(design + 2));
  std::string line = "refused:", word;
  for (unsigned i = 0; i < 7 && words >> word; ++i) line += " " + word;
  return line;
}

// The counters whose letters differ, with their present values; empty if the lines have no counters.
inline std::string changed_counters(const std::string& expected, const std::string& found, const Measured& measured,
                                    const std::vector<DigestedCounter>& counters) {
  const auto letters_of = [](const std::string& line) {
    const std::size_t at = line.find(" counters ");
    return at == std::string::npos ? "" : line.substr(at + 10);
  };
  const std::string before = letters_of(expected), now = letters_of(found);
  if (before.size() != counters.size() || now.size() != counters.size()) return "";
  std::string text;
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (before[i] != now[i]) text += "\n    now " + counters[i].name + " = " + measured.at(counters[i].name);
  return text;
}
