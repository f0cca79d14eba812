// A launch manifest: a TOML file that replaces a program's host side, so that a kernel runs without one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dim3.h"
#include "ptx/kernel.h"
#include "simt/texture.h"

namespace unibank {

class Device;
class DeviceMemory;

// Position of a key, for messages.
struct ManifestPlace {
  unsigned line = 0, column = 0;
};

// A number as in the file: the type that it must have is known only with the kernel's parameters.
struct ManifestNumber {
  bool is_float = false;
  std::int64_t integer = 0;
  double real = 0;

  double value() const { return is_float ? real : static_cast<double>(integer); }
};

// A number, or one that follows the counter of an enclosing loop: (counter * scale + offset) / divide_up, rounded up.
struct ManifestExpression {
  std::string counter;               // empty: `offset` alone
  ManifestNumber scale{false, 1, 1}, offset;
  std::int64_t divide_up = 1;        // not 1 only if scale and offset are integers
  ManifestPlace place;
};

using Counters = std::map<std::string, std::int64_t>;  // the values of the enclosing loops' counters in this round
ManifestNumber value_of(const ManifestExpression& expression, const Counters& counters);

// The value of a parameter, or of a field of a structure.
struct ManifestArgument {
  enum class Kind : std::uint8_t { kNumber, kName, kStructure, kBytes };
  Kind kind = Kind::kNumber;
  ManifestExpression number;         // kNumber
  std::string name;                  // kName: a buffer (its address + offset), or a texture or surface (its handle)
  ManifestExpression offset;         // kName: bytes into the buffer
  std::vector<ManifestArgument> fields;  // kStructure: kNumber and kName
  std::vector<std::uint8_t> bytes;   // kBytes
  ManifestPlace place;
  // For a field: the type of a number, and the field's offset, at its natural alignment as in C.
  ptx::Type type = ptx::Type::kNone;
  std::uint64_t at = 0;
  unsigned width = 0;                // in bytes
};

// Device memory, or (constant = true) a .const or .global variable of a module, `name` being its symbol.
struct ManifestBuffer {
  std::string name;
  bool constant = false;
  ptx::Type type = ptx::Type::kF32;  // u8 .. u64, s8 .. s64, f16, f32, f64
  std::uint64_t count = 0;
  std::vector<std::uint8_t> bytes;   // the initial bytes, count * bytes_of(type)
  std::string dump;                  // file for the final values; empty: none
  unsigned dump_line = 0;            // of the manifest, for messages
  ManifestPlace place;
  // The tolerance between two correct executions (approximate instructions): values agree within one of the two. Both
  // 0: bit-exact.
  double absolute = 0, relative = 0;
  std::vector<ManifestArgument> pointers = {};  // kName: addresses and handles stored in the buffer, where `bytes` has
                                                // zeros
  std::uint64_t address = 0;         // its device address, if the manifest has memory_begin
};

// A texture or surface over a buffer: bound to a .texref or .surfref of a module (`symbol`), or a handle (`name`).
struct ManifestTexture {
  std::string name, symbol;          // one of them is empty
  bool surface = false;
  bool linear_memory = false;        // for GPUs: the buffer itself instead of an array, as fetches by integer
                                     // coordinates need
  std::string buffer;
  Texture texture;                   // its address is filled in when the buffers are placed
  ManifestPlace place;
};

struct ManifestLaunch {
  std::string kernel;                // its PTX name
  std::array<ManifestExpression, 3> grid;
  Dim3 block;
  unsigned dynamic_scratchpad_bytes = 0;
  std::uint64_t repeat = 1;
  bool cooperative = false;          // all blocks are resident at once, for grid-wide sync
  std::vector<ManifestArgument> arguments;  // one per parameter of the kernel
  ManifestPlace place;
};
Dim3 grid_of(const ManifestLaunch& launch, const Counters& counters);

// Writes one value to `count` elements of a buffer.
struct ManifestWrite {
  std::string buffer;                // or the symbol of a constant
  std::uint64_t index = 0, count = 1;
  ManifestExpression value;
};

// A condition on an element of a buffer.
struct ManifestUntil {
  std::string buffer;                // or the symbol of a constant; empty: no condition
  std::uint64_t index = 0;
  bool below = false;                // less than the value; otherwise equal to it
  ManifestNumber value;
};

// A launch or a loop, by its index.
struct ManifestStep {
  bool is_loop = false;
  std::size_t index = 0;
};

// In each round: the writes, the steps, the swaps; then the condition is evaluated.
struct ManifestLoop {
  std::string counter;               // empty: none
  std::int64_t start = 0, step = 1;
  std::vector<std::int64_t> values;  // values of the counter, instead of start and step; empty: not given
  std::uint64_t rounds = 0;          // with a condition: the most rounds before it must hold
  ManifestUntil until;
  std::vector<ManifestWrite> writes;
  std::vector<std::pair<std::string, std::string>> swaps;  // buffers that exchange their memory
  std::vector<ManifestStep> steps;
  ManifestPlace place;

  std::int64_t counter_in(std::uint64_t round) const;
};

struct ManifestVerify {
  std::string buffer;                // or the symbol of a constant
  std::string file;                  // for messages
  std::vector<std::uint8_t> expected;  // as many bytes as the buffer has
  double absolute = 0, relative = 0;
};

struct ManifestPtx {
  std::string file, text;
};

// Everything resolved and checked: files read, initial bytes built, names found, arguments checked against parameters.
struct Manifest {
  std::string file, name;            // as given; "saxpy" of "examples/saxpy.toml"
  std::string description;
  std::vector<ManifestPtx> ptx;      // each is a separate module; a kernel name occurs in only one of them
  std::uint64_t stack_bytes = 0;     // 0: not given
  std::uint64_t memory_begin = 0;    // the first device address; not 0: every buffer and constant has an address
  std::vector<ManifestBuffer> buffers;     // [[buffer]] and [[constant]]; names are unique
  std::vector<ManifestTexture> textures;   // [[texture]] and [[surface]]
  std::vector<ManifestLaunch> launches;    // all launches, in the order of the text
  std::vector<ManifestLoop> loops;
  std::vector<ManifestStep> steps;         // the steps outside of loops
  std::vector<ManifestVerify> verifications;
  std::vector<std::string> files;    // all files read: the manifest, PTX, initial and expected values

  const ManifestBuffer* find_buffer(std::string_view name) const;
};

// Returns the bytes of a file; throws std::runtime_error with the reason, such as "No such file or directory".
using ReadFile = std::function<std::string(const std::string& path)>;
std::string read_whole_file(const std::string& path);

// Throws InputError: file, line, column, what was found, what was expected.
Manifest load_manifest(const std::string& file);
// Loads a manifest from a text; the files that it names are relative to the folder of `file` and are read with `read`.
Manifest load_manifest(const std::string& text, const std::string& file, const ReadFile& read);

// Gives the address of a buffer or the handle of a texture or surface.
using AddressOf = std::function<std::uint64_t(const std::string& name)>;
// The parameter block of a launch.
std::vector<std::uint8_t> pack_arguments(const ManifestLaunch& launch, const ptx::Kernel& kernel,
                                         const AddressOf& address_of, const Counters& counters = {});

// Executes a manifest: the model, or a GPU.
class ManifestMachine {
 public:
  virtual ~ManifestMachine() = default;
  // Must apply launch.repeat.
  virtual void launch(const ManifestLaunch& launch, Dim3 grid, const std::vector<std::uint8_t>& arguments) = 0;
  virtual const ptx::Kernel& kernel(const std::string& name) = 0;
  virtual void write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) = 0;
  virtual std::vector<std::uint8_t> read(std::uint64_t address, std::size_t bytes) = 0;  // after all launches have
                                                                                         // ended
};

// Addresses of buffers and constants, handles of textures and surfaces, by name.
using ManifestAddresses = std::map<std::string, std::uint64_t>;
// Writes the addresses and handles stored in buffers, then executes all steps. Swaps also apply to `addresses`.
// RunError when a loop's condition does not hold after its rounds.
void run_steps(const Manifest& manifest, ManifestMachine& machine, ManifestAddresses& addresses);

// What all steps launch; none if a loop has a condition, or if there are more than 100,000 steps to count.
struct ManifestTotal {
  std::uint64_t launches = 0, blocks = 0;
};
std::optional<ManifestTotal> total_of(const Manifest& manifest);

struct ManifestResult {
  bool judged = false;               // whether there was a reference
  bool right = false;                // whether the results agreed with the reference
  std::string text;                  // "1024 values of 'y' equal", or the first difference
  std::map<std::string, std::vector<std::uint8_t>> buffers;  // final bytes, by name
};

// All launches in order, then the comparison. The device has no module yet. `memory`: the device's, still empty; a
// manifest with addresses needs it. Throws InputError if it is missing, and if a constant gets another address.
ManifestResult run(const Manifest& manifest, Device& device, DeviceMemory* memory = nullptr);
// Compares `result.buffers`, which come from another machine, and runs nothing.
void judge(const Manifest& manifest, ManifestResult& result);

// A buffer's values in the format of its dump: CSV for a file that ends in .csv, one value per line, each with enough
// digits to be unique; else raw, little endian.
std::string dump_text(const ManifestBuffer& buffer, const std::vector<std::uint8_t>& bytes);

}  // namespace unibank
