// vcd2fst (Debian's package gtkwave): converts a value change dump while it is written to FST, a tenth of the size.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "files/temporaries.h"

namespace unibank::wave {

// Whether a waveform's file name requests FST.
bool names_fst(const std::string& path);
// Throws InputError when vcd2fst is not in PATH.
std::string find_vcd2fst();

class FstConverter {
 public:
  // Starts vcd2fst, which writes `file`. Throws as find_vcd2fst(); RunError when no process can be started.
  explicit FstConverter(const std::string& file);
  ~FstConverter();  // ends vcd2fst and removes its remains beside `file`
  FstConverter(const FstConverter&) = delete;
  FstConverter& operator=(const FstConverter&) = delete;

  // False when vcd2fst accepts no more.
  bool write(std::string_view text);
  // Ends the input. False when vcd2fst has not written all of it.
  bool finish();

 private:
  bool wait();

  const std::string file_;
  int input_ = -1;
  pid_t process_ = -1;
  files::Temporary remains_;
  std::optional<files::TemporaryProcess> known_;  // for signals
};

// The file that vcd2fst may leave when it is killed.
std::string fst_remains(const std::string& file);

}  // namespace unibank::wave
