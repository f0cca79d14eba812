#include "trace/header.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/types.h"
#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr unsigned kMostRegisters = 256, kMostThreads = 1024, kMostScratchpad = 1u << 20;
constexpr std::size_t kMostOwn = 1000000, kMostOwnBytes = 64 << 20;  // for a kernel with 100,000 instructions
constexpr unsigned kFirstVersion = 1, kLastVersion = 6;

using Value = std::string_view;

std::uint64_t number(Value value, std::uint64_t least, std::uint64_t most, int base = 10) {
  std::uint64_t found = 0;
  if (!to_number(value, found, base) || found < least || found > most) {
    throw FormatError("found " + shown(value) + "; expected a number from " + std::to_string(least) + " to " +
                      std::to_string(most));
  }
  return found;
}

unsigned small(Value value, unsigned least, unsigned most) {
  return static_cast<unsigned>(number(value, least, most));
}

std::uint64_t address(Value value) {
  std::uint64_t found = 0;
  if (!to_number(value, found, 16)) throw FormatError("found " + shown(value) + "; expected a hexadecimal address");
  return found;
}

// "(x,y,z)"
Dim3 shape(Value value) {
  const FormatError wrong("found " + shown(value) + "; expected (x,y,z), (1,1,1) to (2147483647,65535,65535)");
  if (value.size() < 2 || value.front() != '(' || value.back() != ')') throw wrong;
  Value inside = value.substr(1, value.size() - 2);
  unsigned parts[3] = {};
  for (unsigned& part : parts) {
    const std::size_t comma = &part == parts + 2 ? inside.size() : inside.find(',');
    const unsigned most = &part == parts ? 0x7fffffff : 65535;  // the limits of a GPU
    if (comma == inside.npos || !to_number(trimmed(inside.substr(0, comma)), part) || part == 0 || part > most) {
      throw wrong;
    }
    inside.remove_prefix(std::min(comma + 1, inside.size()));
  }
  return {parts[0], parts[1], parts[2]};
}

Dim3 block_shape(Value value) {
  const Dim3 found = shape(value);
  if (found.x > kMostThreads || found.y > kMostThreads || found.z > kMostThreads || found.count() > kMostThreads) {
    throw FormatError("found " + shown(value) + "; expected a block of at most 1024 threads");
  }
  return found;
}

unsigned tracer_version(Value value) {
  unsigned found = 0;
  if (!to_number(value, found) || found < kFirstVersion || found > kLastVersion) {
    throw FormatError("found " + shown(value) + "; expected a version from 1 to 6");
  }
  return found;
}

// The compute capabilities of NVIDIA GPUs from Maxwell on (CUDA C++ Programming Guide), x 10.
constexpr unsigned kBinaryVersions[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90,
                                        100, 101, 103, 110, 120, 121};

unsigned binary_version(Value value) {
  const unsigned found = small(value, 0, 1000);
  if (std::find(std::begin(kBinaryVersions), std::end(kBinaryVersions), found) != std::end(kBinaryVersions))
    return found;
  throw FormatError("found " + shown(value) +
                    "; expected 50 to 53 (Maxwell), 60 to 62 (Pascal), 70 or 72 (Volta), 75 (Turing), 80 to 88 "
                    "(Ampere), 89 (Ada), 90 (Hopper), or 100 to 121 (Blackwell)");
}

struct Key {
  const char* name;
  bool needed;
  void (*set)(KernelHeader& header, Value value);
};

const Key kKeys[] = {
    {"kernel name", true, [](KernelHeader& h, Value v) { h.name = v; }},
    {"grid dim", true, [](KernelHeader& h, Value v) { h.grid = shape(v); }},
    {"block dim", true, [](KernelHeader& h, Value v) { h.block = block_shape(v); }},
    {"shmem", true, [](KernelHeader& h, Value v) { h.scratchpad_bytes = small(v, 0, kMostScratchpad); }},
    {"nregs", true, [](KernelHeader& h, Value v) { h.registers = small(v, 0, kMostRegisters); }},
    {"binary version", true, [](KernelHeader& h, Value v) { h.binary_version = binary_version(v); }},
    {"shmem base_addr", false, [](KernelHeader& h, Value v) { h.shared_base = address(v); }},
    {"local mem base_addr", false, [](KernelHeader& h, Value v) { h.local_base = address(v); }},
    {"accelsim tracer version", true, [](KernelHeader& h, Value v) { h.version = tracer_version(v); }},
    {"enable lineinfo", false, [](KernelHeader& h, Value v) { h.line_info = small(v, 0, 1) != 0; }},
};
constexpr std::size_t kKeyCount = std::size(kKeys);

class Reader {
 public:
  explicit Reader(LineSource& lines) : lines_(lines) { header_.file = lines.name(); }

  KernelHeader read() {
    std::string_view line;
    while (lines_.next(line)) {
      if (line.front() == '#') return complete();
      if (line.front() != '-') {
        lines_.fail("found " + shown(line) + "; expected '-key = value', or '#traces format' at the header's end");
      }
      take(line.substr(1));
    }
    lines_.fail("found the end of the file inside the header; expected a line that begins with '#'");
  }

 private:
  void take(std::string_view line) {
    constexpr std::string_view kOwn = "unibank ";
    if (line.substr(0, kOwn.size()) == kOwn) {
      own_bytes_ += line.size();
      if (header_.own.size() == kMostOwn || own_bytes_ > kMostOwnBytes) {
        lines_.fail("found more than " + std::to_string(kMostOwn) + " header lines '-unibank', or " +
                    std::to_string(kMostOwnBytes) + " bytes of them; expected one for each instruction of a kernel");
      }
      header_.own.push_back({std::string(line.substr(kOwn.size())), lines_.number()});
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == line.npos) lines_.fail("found " + shown(line) + "; expected '-key = value'");
    const std::string_view name = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1));
    for (std::size_t key = 0; key < kKeyCount; ++key)
      if (name == kKeys[key].name) return set(key, value);
  }

  void set(std::size_t key, Value value) {
    const std::string name = kKeys[key].name;
    if (seen_[key]) lines_.fail("found '-" + name + "' again; expected it once");
    seen_[key] = true;
    try {
      kKeys[key].set(header_, value);
    } catch (const FormatError& error) {
      lines_.fail("-" + name + ": " + error.what());
    }
  }

  KernelHeader complete() {
    for (std::size_t key = 0; key < kKeyCount; ++key) {
      if (kKeys[key].needed && !seen_[key]) {
        lines_.fail("found the end of the header without '-" + std::string(kKeys[key].name) + "'; expected it before");
      }
    }
    return std::move(header_);
  }

  LineSource& lines_;
  KernelHeader header_;
  bool seen_[kKeyCount] = {};
  std::uint64_t own_bytes_ = 0;
};

}  // namespace

unsigned KernelHeader::warps() const { return (threads() + kWarpSize - 1) / kWarpSize; }

KernelHeader read_header(LineSource& lines) { return Reader(lines).read(); }

}  // namespace unibank::trace
