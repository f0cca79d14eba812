// CUDA's printf, one call of one thread: the format, with its arguments where the caller has stored them.
#pragma once

#include <cstdint>
#include <string>

#include "simt/thread_memory.h"

namespace unibank::simt {

constexpr int kMostPrintArguments = 32;          // conversions behind them are printed as they stand
constexpr std::int64_t kMostPrintWidth = 4096;  // of a field; of a precision too

// What a thread must not do in printf, thrown by print_format().
struct PrintFault {
  std::string what;
};

// Appends what the call prints to `text` and returns how many arguments it has read. `arguments` is the generic address
// of what compilers lay down for vprintf: each argument at a multiple of its size, char and short as int, float as
// double. Conversions are those of C (diouxXcspfFeEgGaA, with flags, width, precision, *, and hh h l ll j z t L); every
// other letter is printed as it stands. A null string is (null).
int print_format(const std::string& format, std::uint64_t arguments, const ThreadMemory& memory, std::string& text);

}  // namespace unibank::simt
