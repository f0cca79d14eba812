// vcd2fst (Debian's package gtkwave): takes a value change dump as it comes and writes it as FST, a tenth of the size.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

#include "files/temporaries.h"

namespace unibank::wave {

// Whether the name of a waveform asks for FST.
bool names_fst(const std::string& path);
// Throws InputError when vcd2fst is not in PATH.
std::string find_vcd2fst();

class FstConverter {
 public:
  // Starts vcd2fst, which writes `file`. Throws what find_vcd2fst() throws; RunError when there is no process for it.
  explicit FstConverter(const std::string& file);
  ~FstConverter();  // ends it; what it has left beside `file` goes
  FstConverter(const FstConverter&) = delete;
  FstConverter& operator=(const FstConverter&) = delete;

  // False when vcd2fst takes no more.
  bool write(std::string_view text);
  // There is no more. False when vcd2fst has not written the whole of it.
  bool finish();

 private:
  bool wait();

  const std::string file_;
  int input_ = -1;
  pid_t process_ = -1;
  files::Temporary remains_;
  std::optional<files::TemporaryProcess> known_;  // to signals
};

// What vcd2fst may leave beside its file when it is killed.
std::string fst_remains(const std::string& file);

}  // namespace unibank::wave
