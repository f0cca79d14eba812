// nvcc links the CUDA runtime into a program unless it is told not to. Such a program calls its own copy: when this
// library is loaded, before the program's start-up code, the first bytes of each of those functions become a jump to
// the function of that name here. The file of the program stays as it is. Needs the program's table of symbols.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "exec/channel.h"
#include "exec/elf_file.h"
#include "exec/runtime/connection.h"

namespace unibank::exec {
namespace {

// jmp *0(%rip); the address of the target follows it
constexpr unsigned char kJump[] = {0xff, 0x25, 0, 0, 0, 0};
constexpr std::size_t kJumpBytes = sizeof kJump + sizeof(void*);

// The file of this process, as it lies on the disk.
class OwnFile {
 public:
  OwnFile() {
    const int file = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat found {};
    if (file >= 0 && ::fstat(file, &found) == 0 && found.st_size > 0) {
      bytes_ = static_cast<std::size_t>(found.st_size);
      void* const mapped = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
      if (mapped != MAP_FAILED) data_ = static_cast<const char*>(mapped);
    }
    if (file >= 0) ::close(file);
  }
  ~OwnFile() {
    if (data_) ::munmap(const_cast<char*>(data_), bytes_);
  }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  std::string_view view() const { return data_ ? std::string_view(data_, bytes_) : std::string_view(); }

 private:
  const char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// How far the program has been moved from the addresses in its file.
std::uint64_t moved_by() {
  std::uint64_t moved = 0;
  const auto first = [](dl_phdr_info* info, std::size_t, void* to) {
    *static_cast<std::uint64_t*>(to) = info->dlpi_addr;
    return 1;  // the program itself is the first
  };
  ::dl_iterate_phdr(first, &moved);
  return moved;
}

bool write_jump(std::uint64_t at, const void* target) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t begin = at / page * page, end = (at + kJumpBytes + page - 1) / page * page;
  void* const pages = reinterpret_cast<void*>(begin);
  if (::mprotect(pages, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
  auto* const code = reinterpret_cast<unsigned char*>(at);
  std::memcpy(code, kJump, sizeof kJump);
  std::memcpy(code + sizeof kJump, &target, sizeof target);
  return ::mprotect(pages, end - begin, PROT_READ | PROT_EXEC) == 0;
}

bool names_runtime(std::string_view name) {
  return name.substr(0, 4) == "cuda" || name.substr(0, 6) == "__cuda";
}

// The version of the runtime in the program, by functions that only some versions have; null: CUDA 13, or later.
const char* version_of(const std::vector<ElfFunction>& functions) {
  const auto has = [&functions](std::string_view name) {
    return std::any_of(functions.begin(), functions.end(), [name](const auto& one) { return one.name == name; });
  };
  if (has("cudaGetDeviceProperties_v2")) return "libcudart.so.12";
  if (!has("cudaBindTexture")) return nullptr;
  if (has("cudaStreamCopyAttributes")) return "libcudart.so.11.0";
  return has("cudaGraphLaunch") ? "libcudart.so.10.0" : "libcudart.so.9.0";
}

// The function for programs of this version; for most functions there is one for all versions.
void* function_here(void* own, const char* name, const char* version) {
  void* const older = version ? ::dlvsym(own, name, version) : nullptr;
  return older ? older : ::dlsym(own, name);
}

void lead_here(std::string_view program, void* own) {
  const std::uint64_t moved = moved_by();
  const std::vector<ElfFunction> functions = functions_of(program);
  const char* const version = version_of(functions);
  for (const ElfFunction& function : functions) {
    if (!names_runtime(function.name) || function.bytes < kJumpBytes) continue;
    const void* const target = function_here(own, std::string(function.name).c_str(), version);
    if (target && !write_jump(function.address + moved, target)) return complain("cannot change the program's code");
  }
}

// A program that is linked with a libcudart.so has none of this.
[[gnu::constructor]] void find_static_runtime() {
#ifdef __x86_64__
  if (!std::getenv(kSocketVariable)) return;
  const OwnFile program;
  if (!is_elf(program.view()) || section_bytes(program.view(), ".nv_fatbin").empty()) return;
  Dl_info own{};
  if (::dladdr(reinterpret_cast<const void*>(&complain), &own) == 0) return;
  void* const handle = ::dlopen(own.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  if (handle) lead_here(program.view(), handle);
#endif
}

}  // namespace
}  // namespace unibank::exec
