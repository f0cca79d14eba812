// A launch manifest: a TOML file that says what a program's host side would do, so that a kernel runs without one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/dim3.h"
#include "ptx/kernel.h"
#include "simt/texture.h"

namespace unibank {

class Device;

// Where a key stands, for messages.
struct ManifestPlace {
  unsigned line = 0, column = 0;
};

// A number as the file has it: what it must fit is known only with the kernel's parameters.
struct ManifestNumber {
  bool is_float = false;
  std::int64_t integer = 0;
  double real = 0;
};

// Device memory, or (constant = true) a .const or .global variable of the module, `name` being its symbol.
struct ManifestBuffer {
  std::string name;
  bool constant = false;
  ptx::Type type = ptx::Type::kF32;  // u8 .. u64, s8 .. s64, f16, f32, f64
  std::uint64_t count = 0;
  std::vector<std::uint8_t> bytes;   // before the first launch, count * bytes_of(type) of them
  std::string dump;                  // file for the final values; empty: none
  ManifestPlace place;
  // How far apart two right executions may leave a value, within either: approximate instructions. 0 and 0: every bit.
  double absolute = 0, relative = 0;
};

// A texture or surface over a buffer: bound to a .texref or .surfref of the module (`symbol`), or a handle (`name`).
struct ManifestTexture {
  std::string name, symbol;          // one of them is empty
  bool surface = false;
  std::string buffer;
  Texture texture;                   // its address is filled in when the buffers have theirs
  ManifestPlace place;
};

struct ManifestArgument {
  enum class Kind : std::uint8_t { kNumber, kName, kStructure, kBytes };
  struct Field {
    ptx::Type type = ptx::Type::kNone;
    ManifestNumber value;
  };
  Kind kind = Kind::kNumber;
  ManifestNumber number;             // kNumber
  std::string name;                  // kName: a buffer (its address + offset), or a texture or surface (its handle)
  std::uint64_t offset = 0;          // kName: bytes into the buffer
  std::vector<Field> fields;         // kStructure, each at its natural alignment
  std::vector<std::uint8_t> bytes;   // kBytes
  ManifestPlace place;
};

struct ManifestLaunch {
  std::string kernel;
  Dim3 grid, block;
  unsigned dynamic_scratchpad_bytes = 0;
  std::uint64_t repeat = 1;
  std::vector<ManifestArgument> arguments;  // one a parameter of the kernel
  ManifestPlace place;
};

struct ManifestVerify {
  std::string buffer;                // or the symbol of a constant
  std::string file;                  // for messages
  std::vector<std::uint8_t> expected;  // as many bytes as the buffer has
  double absolute = 0, relative = 0;
};

// Everything resolved and checked: files read, initial bytes made, names found, arguments fitting their parameters.
struct Manifest {
  std::string file, name;            // as given; "saxpy" of "examples/saxpy.toml"
  std::string description;
  std::string ptx_file, ptx_text;
  std::uint64_t stack_bytes = 0;     // 0: not given
  std::vector<ManifestBuffer> buffers;     // [[buffer]] and [[constant]]; names are unique
  std::vector<ManifestTexture> textures;   // [[texture]] and [[surface]]
  std::vector<ManifestLaunch> launches;
  std::vector<ManifestVerify> verifications;
  std::vector<std::string> files;    // all that were read: the manifest, PTX, initial and expected values

  const ManifestBuffer* find_buffer(std::string_view name) const;
};

// The bytes of a file; throws std::runtime_error with the reason, such as "No such file or directory".
using ReadFile = std::function<std::string(const std::string& path)>;
std::string read_whole_file(const std::string& path);

// Throws InputError: file, line, column, what was found, what was expected.
Manifest load_manifest(const std::string& file);
// The same for a text; files it names are relative to the folder of `file` and are read by `read`.
Manifest load_manifest(const std::string& text, const std::string& file, const ReadFile& read);

// The parameter block of a launch. `value_of` gives the address of a buffer or the handle of a texture or surface.
std::vector<std::uint8_t> pack_arguments(const Manifest& manifest, const ManifestLaunch& launch,
                                         const ptx::Kernel& kernel,
                                         const std::function<std::uint64_t(const std::string& name)>& value_of);

struct ManifestResult {
  bool judged = false;               // there was something to compare with
  bool right = false;                // and it agreed
  std::string text;                  // "1024 values of 'y' agree", or the first difference
  std::map<std::string, std::vector<std::uint8_t>> buffers;  // final bytes, by name
};

// All launches in order, then the comparison. The device has no module yet.
ManifestResult run(const Manifest& manifest, Device& device);
// The comparison alone, of bytes from elsewhere.
void judge(const Manifest& manifest, ManifestResult& result);

// A buffer's values as its dump has them: CSV for a file that ends in .csv, one value a line, each with as many digits
// as tell it from its neighbours; else raw, little endian.
std::string dump_text(const ManifestBuffer& buffer, const std::vector<std::uint8_t>& bytes);

}  // namespace unibank
