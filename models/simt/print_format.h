// CUDA's printf, one call of one thread: formats arguments stored by the caller.
#pragma once

#include <cstdint>
#include <string>

#include "simt/thread_memory.h"

namespace unibank::simt {

constexpr int kMostPrintArguments = 32;          // further conversions are printed unchanged
constexpr std::int64_t kMostPrintWidth = 4096;  // limit of a field's width, and of a precision

// An error of a thread in printf, thrown by print_format().
struct PrintFault {
  std::string what;
};

// Appends the text of the call to `text` and returns the number of arguments read. `arguments` is the generic address
// of the arguments as compilers store them for vprintf: each at a multiple of its size, char and short as int, float as
// double. Conversions are those of C (diouxXcspfFeEgGaA, with flags, width, precision, *, and hh h l ll j z t L); every
// other letter is printed unchanged. A null pointer to a string is printed as (null).
int print_format(const std::string& format, std::uint64_t arguments, const ThreadMemory& memory, std::string& text);

}  // namespace unibank::simt
