// Loaded before the system's library: makes one call of the program fail, the n-th of its kind over all of its
// processes. FAULT=kind:n; FAULT=kind:n+ makes all later ones fail too. The calls are counted in the file FAULT_COUNT,
// so that the test knows whether there was an n-th.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

extern "C" {
extern char* program_invocation_short_name;
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
}

namespace {

// "output-" means calls on files that are results.
// "parent-malloc" means the allocations of a process after its first fork, "systemc-malloc" those that SystemC's
// library makes itself, without C++'s library, which would check them.
enum Kind { kMalloc, kParentMalloc, kSystemcMalloc, kOpen, kWrite, kOutputWrite, kShort, kSync, kRename, kClose,
            kOutputClose, kThread, kFork, kTruncate, kFolder, kKinds };
const char* const kNames[kKinds] = {"malloc", "parent-malloc", "systemc-malloc", "open",  "write",
                                    "output-write", "short", "sync", "rename", "close",
                                    "output-close", "thread", "fork", "truncate", "folder"};

int chosen = kKinds;
unsigned long nth = 0;
bool onwards = false;
unsigned long* count = nullptr;
bool has_forked = false;

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void read_environment() {
  const char* const fault = ::getenv("FAULT");
  const char* const file = ::getenv("FAULT_COUNT");
  if (!fault || !file || ::strcmp(program_invocation_short_name, "unibank") != 0) return;
  const char* const colon = ::strchr(fault, ':');
  if (!colon) return;
  char* rest = nullptr;
  nth = ::strtoul(colon + 1, &rest, 10);
  onwards = *rest == '+';
  const int number = next<int (*)(const char*, int, ...)>("open")(file, O_RDWR);
  void* const memory = ::mmap(nullptr, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  if (memory == MAP_FAILED) return;
  count = static_cast<unsigned long*>(memory);
  for (int kind = 0; kind < kKinds; ++kind)
    if (::strncmp(fault, kNames[kind], static_cast<size_t>(colon - fault)) == 0 &&
        ::strlen(kNames[kind]) == static_cast<size_t>(colon - fault))
      chosen = kind;
}

bool fails(Kind kind) {
  if (kind != chosen) return false;
  const unsigned long number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
  return number == nth || (onwards && number > nth);
}

bool malloc_fails(const void* caller) {
  if (chosen == kParentMalloc) return has_forked && fails(kParentMalloc);
  if (chosen != kSystemcMalloc) return fails(kMalloc);
  Dl_info found;
  return ::dladdr(caller, &found) != 0 && ::strstr(found.dli_fname, "/libsystemc") && fails(kSystemcMalloc);
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
  if (!malloc_fails(__builtin_return_address(0))) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}
void* calloc(size_t number, size_t size) {
  if (!malloc_fails(__builtin_return_address(0))) return __libc_calloc(number, size);
  errno = ENOMEM;
  return nullptr;
}
void* realloc(void* memory, size_t size) {
  if (!malloc_fails(__builtin_return_address(0))) return __libc_realloc(memory, size);
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

}
