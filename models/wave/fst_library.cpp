#include "wave/fst_library.h"

#ifdef UNIBANK_FSTAPI
// All headers that fstapi includes. Its own #include lines, inside of the namespace below, then have no effect.
#include <alloca.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

namespace unibank::wave {
namespace {

// fstapi is compiled inside of this namespace, so that it finds these functions before the C library's. The functions
// that only its reading part uses are never called.
using FILE = FstFile;

FstSystem& current() { return *FstSystem::current(); }
[[noreturn]] void not_for_writing() { throw std::logic_error("fstapi reads a file where one is written"); }

void* malloc(std::size_t bytes) { return current().allocate(bytes); }
void* calloc(std::size_t count, std::size_t bytes) { return std::memset(malloc(count * bytes), 0, count * bytes); }
void* realloc(void* memory, std::size_t bytes) { return current().resize(memory, bytes); }
void free(void* memory) { current().release(memory); }
char* strdup(const char* text) { return std::strcpy(static_cast<char*>(malloc(std::strlen(text) + 1)), text); }
[[noreturn]] void exit(int) { throw std::bad_alloc(); }  // fstapi calls this when realloc fails

// fstapi opens the waveform, its hierarchy, and a system file from which it estimates the available memory. Without
// that file, it writes the same bytes on every machine.
FILE* fopen(const char* name, const char* mode) {
  if (mode[0] == 'r') return nullptr;
  const std::string_view path(name), helper = ".hier";
  return current().open(path.size() < helper.size() || path.substr(path.size() - helper.size()) != helper);
}
FILE* tmpfile() { return current().open(false); }
int unlink(const char*) { return 0; }
int rename(const char*, const char*) { not_for_writing(); }
int fclose(FILE* file) {
  file->flush();
  return 0;
}
std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, FILE* file) {
  file->write(bytes, size * count);
  return count;
}
int fputc(int byte, FILE* file) {
  const auto one = static_cast<unsigned char>(byte);
  file->write(&one, 1);
  return one;
}
[[gnu::format(printf, 2, 3)]] int fprintf(FILE* file, const char* format, ...) {
  char room[1024];
  std::va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = std::vsnprintf(room, sizeof room, format, arguments);
  va_end(arguments);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  file->write(text.data(), static_cast<std::size_t>(length));
  return length;
}
int fflush(FILE*) { return 0; }  // the file must be on disk only when it gets its name
off_t ftello(FILE* file) { return static_cast<off_t>(file->at()); }
int fseeko(FILE* file, off_t offset, int whence) {
  const std::uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->at() : file->end();
  file->seek(from + static_cast<std::uint64_t>(offset));
  return 0;
}
int fileno(FILE* file) { return static_cast<int>(current().number_of(file)); }
int ftruncate(int number, off_t length) {
  current().file(static_cast<std::size_t>(number))->cut(static_cast<std::uint64_t>(length));
  return 0;
}
void* mmap(void*, std::size_t, int, int, int number, off_t) {
  return current().file(static_cast<std::size_t>(number))->bytes();
}
int munmap(void*, std::size_t) { return 0; }

// fstapi stores data uncompressed if compression fails. Without this function, which throws, the bytes of a waveform
// would depend on the free memory.
int compress2(Bytef* to, uLongf* length, const Bytef* from, uLong bytes, int level) {
  const int status = ::compress2(to, length, from, bytes, level);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  return status;
}

std::size_t fread(void*, std::size_t, std::size_t, FILE*) { not_for_writing(); }
int fgetc(FILE*) { not_for_writing(); }
char* fgets(char*, int, FILE*) { not_for_writing(); }
int feof(FILE*) { not_for_writing(); }
void clearerr(FILE*) { not_for_writing(); }
int setvbuf(FILE*, char*, int, std::size_t) { not_for_writing(); }

#define FST_CONFIG_INCLUDE "fst_config.h"
// NOLINTBEGIN(bugprone-suspicious-include): sources that are compiled as a part of this one
#include "fstapi/fastlz.c"
#include "fstapi/fstapi.c"
#include "fstapi/lz4.c"
// NOLINTEND(bugprone-suspicious-include)

}  // namespace

FstLibrary::FstLibrary(files::WholeFile& output) : system_(output), context_(nullptr) {
  const FstSystem::Use use(system_);
  context_ = fstWriterCreate("waveform", 1);
  fstWriterSetPackType(context_, FST_WR_PT_LZ4);
  fstWriterSetTimescale(context_, -10);
  fstWriterSetDate(context_, "none");
  fstWriterSetVersion(context_, "Unibank");
}

void FstLibrary::enter(const std::string& scope) {
  const FstSystem::Use use(system_);
  fstWriterSetScope(context_, FST_ST_VCD_MODULE, scope.c_str(), nullptr);
}

void FstLibrary::leave() {
  const FstSystem::Use use(system_);
  fstWriterSetUpscope(context_);
}

FstLibrary::Handle FstLibrary::declare_vector(const std::string& name, unsigned bits) {
  const FstSystem::Use use(system_);
  return fstWriterCreateVar(context_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, name.c_str(), 0);
}

FstLibrary::Handle FstLibrary::declare_text(const std::string& name) {
  const FstSystem::Use use(system_);
  return fstWriterCreateVar(context_, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 1, name.c_str(), 0);
}

void FstLibrary::time(std::uint64_t tick) {
  const FstSystem::Use use(system_);
  fstWriterEmitTimeChange(context_, tick);
}

void FstLibrary::wire(Handle signal, char value) {
  const FstSystem::Use use(system_);
  fstWriterEmitValueChange(context_, signal, &value);
}

void FstLibrary::vector(Handle signal, unsigned bits, std::uint64_t value) {
  const FstSystem::Use use(system_);
  fstWriterEmitValueChange64(context_, signal, bits, value);
}

void FstLibrary::unknown(Handle signal, unsigned bits) {
  const FstSystem::Use use(system_);
  fstWriterEmitValueChange(context_, signal, std::string(bits, 'x').c_str());
}

void FstLibrary::text(Handle signal, std::string_view value) {
  const FstSystem::Use use(system_);
  fstWriterEmitVariableLengthValueChange(context_, signal, value.data(), static_cast<std::uint32_t>(value.size()));
}

void FstLibrary::end_section() {
  const FstSystem::Use use(system_);
  fstWriterFlushContext(context_);
}

void FstLibrary::close() {
  const FstSystem::Use use(system_);
  fstWriterClose(context_);
}

}  // namespace unibank::wave
#endif
