// Loaded before the system's library: makes one call of the program fail, the n-th of its kind over all of its
// processes. FAULT=kind:n; FAULT=kind:n+ makes all later ones fail too. The file FAULT_STATE (state.h) counts the
// calls, so that the test knows whether there was an n-th.
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <unwind.h>

#include <new>

#include "state.h"

extern "C" char* program_invocation_short_name;

namespace {

// "output-" means calls on files that are results.
// "parent-malloc" means the allocations of a process after its first fork, "systemc-malloc" those that SystemC's
// library makes itself, without C++'s library, which would check them.
enum Kind { kMalloc, kParentMalloc, kSystemcMalloc, kOpen, kWrite, kOutputWrite, kShort, kSync, kRename, kClose,
            kOutputClose, kThread, kFork, kTruncate, kFolder, kRead, kSeek, kLock, kSocket, kMap, kKinds };
const char* const kNames[kKinds] = {"malloc", "parent-malloc", "systemc-malloc", "open",  "write",
                                    "output-write", "short", "sync", "rename", "close",
                                    "output-close", "thread", "fork", "truncate", "folder",
                                    "read", "seek", "lock", "socket", "map"};

int chosen = kKinds;
unsigned long nth = 0;
bool onwards = false;
FaultState* state = nullptr;
bool has_forked = false;
bool has_address_sanitizer = false;

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void read_environment() {
  const char* const fault = ::getenv("FAULT");
  const char* const file = ::getenv("FAULT_STATE");
  if (!fault || !file || ::strcmp(program_invocation_short_name, "unibank") != 0) return;
  const char* const colon = ::strchr(fault, ':');
  if (!colon) return;
  char* rest = nullptr;
  nth = ::strtoul(colon + 1, &rest, 10);
  onwards = *rest == '+';
  void* frame = nullptr;
  ::backtrace(&frame, 1);  // the first one allocates
  has_address_sanitizer = ::dlsym(RTLD_DEFAULT, "__asan_init") != nullptr;
  const int number = next<int (*)(const char*, int, ...)>("open")(file, O_RDWR);
  using Map = void* (*)(void*, size_t, int, int, int, off_t);
  void* const memory = next<Map>("mmap")(nullptr, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  if (memory == MAP_FAILED) return;
  state = static_cast<FaultState*>(memory);
  for (int kind = 0; kind < kKinds; ++kind)
    if (::strncmp(fault, kNames[kind], static_cast<size_t>(colon - fault)) == 0 &&
        ::strlen(kNames[kind]) == static_cast<size_t>(colon - fault))
      chosen = kind;
}

bool fails(Kind kind, unsigned long& number) {
  if (kind != chosen) return false;
  number = __atomic_add_fetch(&state->calls, 1, __ATOMIC_SEQ_CST);
  return number == nth || (onwards && number > nth);
}
bool fails(Kind kind) {
  unsigned long number = 0;
  return fails(kind, number);
}

// Notes the number of the first call, the second, the fourth and so on that a chain of functions makes.
void note_place(unsigned long number) {
  static thread_local bool busy __attribute__((tls_model("initial-exec"))) = false;
  if (busy) return;
  busy = true;
  void* frames[kMostFrames];
  const int depth = ::backtrace(frames, kMostFrames);
  unsigned long hash = 1;
  for (int i = 0; i < depth; ++i)
    hash = (hash ^ reinterpret_cast<unsigned long>(::_Unwind_FindEnclosingFunction(frames[i]))) * 0x9E3779B97F4A7C15ul;
  unsigned long slot = hash >> (64 - kPlacesLog2);
  for (unsigned long tried = 0; tried < kPlaces; ++tried, slot = (slot + 1) % kPlaces) {
    unsigned long found = 0;
    FaultPlace& place = state->places[slot];
    if (!__atomic_compare_exchange_n(&place.hash, &found, hash, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) &&
        found != hash)
      continue;
    const unsigned long visit = __atomic_add_fetch(&place.visits, 1, __ATOMIC_SEQ_CST);
    if ((visit & (visit - 1)) == 0) place.numbers[__builtin_ctzl(visit)] = number;
    break;
  }
  busy = false;
}

bool malloc_fails(const void* caller) {
  if (chosen == kParentMalloc) return has_forked && fails(kParentMalloc);
  if (chosen == kMalloc) {
    unsigned long number = 0;
    if (fails(kMalloc, number)) return true;
    if (nth == kOnlyNotePlaces) note_place(number);
    return false;
  }
  Dl_info found;
  return chosen == kSystemcMalloc && ::dladdr(caller, &found) != 0 && ::strstr(found.dli_fname, "/libsystemc") &&
         fails(kSystemcMalloc);
}

// Is this an unfinished result file with at least `least` bytes, or the file of points, to which rows are appended?
bool is_output(int file, off_t least) {
  const int flags = ::fcntl(file, F_GETFL);
  struct stat found;
  if ((flags & O_ACCMODE) != O_WRONLY || ::fstat(file, &found) != 0 || found.st_size < least) return false;
  char link[32], path[4096];
  ::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = ::readlink(link, path, sizeof path - 1);
  if (length < 0) return false;
  path[length] = '\0';
  return ::strstr(path, ".part") != nullptr || ::strstr(path, "/points-") != nullptr;
}

int failed(int error) {
  errno = error;
  return -1;
}

}  // namespace

extern "C" {

void* malloc(size_t size) {
  static const auto whole = next<void* (*)(size_t)>("malloc");
  if (!malloc_fails(__builtin_return_address(0))) return whole(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(size_t number, size_t size) {
  static const auto whole = next<void* (*)(size_t, size_t)>("calloc");
  if (!malloc_fails(__builtin_return_address(0))) return whole(number, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* memory, size_t size) {
  static const auto whole = next<void* (*)(void*, size_t)>("realloc");
  if (!malloc_fails(__builtin_return_address(0))) return whole(memory, size);
  errno = ENOMEM;
  return nullptr;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fails(kOpen)) return failed(EMFILE);
  return next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  if (fails(kOpen)) return failed(EMFILE);
  return next<int (*)(const char*, int, ...)>("open64")(path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  if (!fails(kOpen)) return next<FILE* (*)(const char*, const char*)>("fopen")(path, mode);
  errno = EMFILE;
  return nullptr;
}
FILE* fopen64(const char* path, const char* mode) {
  if (!fails(kOpen)) return next<FILE* (*)(const char*, const char*)>("fopen64")(path, mode);
  errno = EMFILE;
  return nullptr;
}
ssize_t write(int file, const void* text, size_t size) {
  if (fails(kWrite) || (chosen == kOutputWrite && is_output(file, 0) && fails(kOutputWrite))) return failed(ENOSPC);
  if (fails(kShort)) size = size / 2 + size % 2;
  return next<ssize_t (*)(int, const void*, size_t)>("write")(file, text, size);
}
ssize_t send(int file, const void* text, size_t size, int flags) {
  if (fails(kWrite)) return failed(EPIPE);
  if (fails(kShort)) size = size / 2 + size % 2;
  return next<ssize_t (*)(int, const void*, size_t, int)>("send")(file, text, size, flags);
}
int fsync(int file) { return fails(kSync) ? failed(EIO) : next<int (*)(int)>("fsync")(file); }
int rename(const char* from, const char* to) {
  return fails(kRename) ? failed(EIO) : next<int (*)(const char*, const char*)>("rename")(from, to);
}
int close(int file) {
  const bool output = chosen == kOutputClose && is_output(file, 1);
  const int closed = next<int (*)(int)>("close")(file);
  return fails(kClose) || (output && fails(kOutputClose)) ? failed(EIO) : closed;
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* of) {
  if (fails(kThread)) return EAGAIN;
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return next<Create>("pthread_create")(thread, attributes, work, of);
}
pid_t fork() {
  if (fails(kFork)) return failed(EAGAIN);
  const pid_t child = next<pid_t (*)()>("fork")();
  has_forked = child > 0;
  return child;
}
int ftruncate(int file, off_t size) {
  return fails(kTruncate) ? failed(EIO) : next<int (*)(int, off_t)>("ftruncate")(file, size);
}
int mkdir(const char* path, mode_t mode) {
  return fails(kFolder) ? failed(ENOSPC) : next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}
char* mkdtemp(char* path) {
  if (!fails(kFolder)) return next<char* (*)(char*)>("mkdtemp")(path);
  errno = ENOSPC;
  return nullptr;
}
ssize_t read(int file, void* text, size_t size) {
  return fails(kRead) ? failed(EIO) : next<ssize_t (*)(int, void*, size_t)>("read")(file, text, size);
}
ssize_t pread(int file, void* text, size_t size, off_t place) {
  return fails(kRead) ? failed(EIO) : next<ssize_t (*)(int, void*, size_t, off_t)>("pread")(file, text, size, place);
}
ssize_t pread64(int file, void* text, size_t size, off64_t place) {
  return fails(kRead) ? failed(EIO)
                      : next<ssize_t (*)(int, void*, size_t, off64_t)>("pread64")(file, text, size, place);
}
ssize_t pwrite64(int file, const void* text, size_t size, off64_t place) {
  return fails(kWrite) ? failed(ENOSPC)
                       : next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64")(file, text, size, place);
}
off_t lseek(int file, off_t place, int from) {
  return fails(kSeek) ? failed(EOVERFLOW) : next<off_t (*)(int, off_t, int)>("lseek")(file, place, from);
}
off64_t lseek64(int file, off64_t place, int from) {
  return fails(kSeek) ? failed(EOVERFLOW) : next<off64_t (*)(int, off64_t, int)>("lseek64")(file, place, from);
}
int flock(int file, int operation) {
  return fails(kLock) ? failed(ENOLCK) : next<int (*)(int, int)>("flock")(file, operation);
}
int socketpair(int domain, int type, int protocol, int ends[2]) {
  return fails(kSocket) ? failed(EMFILE)
                        : next<int (*)(int, int, int, int*)>("socketpair")(domain, type, protocol, ends);
}
int pipe(int ends[2]) { return fails(kSocket) ? failed(EMFILE) : next<int (*)(int*)>("pipe")(ends); }
int pipe2(int ends[2], int flags) {
  return fails(kSocket) ? failed(EMFILE) : next<int (*)(int*, int)>("pipe2")(ends, flags);
}
void* mmap(void* place, size_t size, int protection, int flags, int file, off_t from) {
  using Map = void* (*)(void*, size_t, int, int, int, off_t);
  if (!fails(kMap)) return next<Map>("mmap")(place, size, protection, flags, file, from);
  errno = ENOMEM;
  return MAP_FAILED;
}

}

// Under the address sanitizer these do not call malloc; elsewhere they do.
void* operator new(size_t size) {
  static const auto whole = next<void* (*)(size_t)>("_Znwm");
  if (has_address_sanitizer && malloc_fails(__builtin_return_address(0))) throw std::bad_alloc();
  return whole(size);
}
void* operator new[](size_t size) {
  static const auto whole = next<void* (*)(size_t)>("_Znam");
  if (has_address_sanitizer && malloc_fails(__builtin_return_address(0))) throw std::bad_alloc();
  return whole(size);
}
