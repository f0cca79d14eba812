// A PTX module in the form that the rest of the model uses: decoded instructions over numbered virtual registers.
// Filled by ptx/parser.h, annotated by the passes of compiler/, read by simt/.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "ptx/launch_bounds.h"

namespace unibank::ptx {

enum class Type : std::uint8_t {
  kNone, kU8, kU16, kU32, kU64, kS8, kS16, kS32, kS64, kB8, kB16, kB32, kB64, kF16, kF32, kF64, kPred,
  kF16x2, kBf16, kBf16x2, kU16x2, kS16x2,
  // Types of matrices and conversions: kTf32 has 32 bits, two floats of 8 bits are packed in 16 bits, smaller types
  // fill 32 bits.
  kTf32, kE4m3, kE5m2, kE4m3x2, kE5m2x2, kS4, kU4, kB1,
};
unsigned bytes_of(Type type);  // 0 for kPred, kNone and types smaller than a byte

enum class StateSpace : std::uint8_t { kGeneric, kGlobal, kShared, kLocal, kConst, kParam };

// A virtual register as declared. PTX registers are untyped bits: only the width matters.
struct Register {
  std::string name;
  Type type = Type::kNone;   // kPred, or a type of 16, 32 or 64 bits
  // Low or high word of a 64-bit register with the same physical registers. Only loads and stores of spill code
  // name parts.
  enum class Part : std::uint8_t { kWhole, kLow, kHigh };
  Part part = Part::kWhole;
};

struct Operand {
  enum class Kind : std::uint8_t {
    kNone,
    kRegister,   // `index`: register of the kernel
    kImmediate,  // `bits`: an integer sign-extended to 64 bits; a float in the width of the operand's type
    kSpecial,    // `index`: a Special
    kSymbol,     // the address of `symbol` + `bits` (mov, cvta)
    kAddress,    // [`index` + `symbol` + `bits`]: a register, a symbol, an offset; -1: no register, no symbol
    kLabel,      // `index`: the instruction after the label
    kVector,     // `elements`
    kSink,       // `_`
    kFunction,   // `index`: in a parsed body an index into Module::functions, in a linked kernel into Kernel::functions
  };
  Kind kind = Kind::kNone;
  bool negated = false;               // !%p
  std::int32_t index = -1;
  std::int32_t symbol = -1;           // index into Kernel::symbols
  std::uint64_t bits = 0;
  std::vector<Operand> elements;
};

inline Operand immediate_operand(std::uint64_t bits) {
  Operand operand;
  operand.kind = Operand::Kind::kImmediate;
  operand.bits = bits;
  return operand;
}

enum class Special : std::uint8_t {
  kTidX, kTidY, kTidZ, kNtidX, kNtidY, kNtidZ, kCtaidX, kCtaidY, kCtaidZ, kNctaidX, kNctaidY, kNctaidZ,
  kLaneid, kWarpid, kNwarpid, kSmid, kNsmid, kGridid, kClock, kClock64, kGlobaltimer,
  kLanemaskEq, kLanemaskLt, kLanemaskLe, kLanemaskGt, kLanemaskGe,
  kClockHi, kGlobaltimerLo, kGlobaltimerHi,  // halves of kClock64 and kGlobaltimer
  kDynamicSmemSize, kTotalSmemSize,          // bytes of the block's scratchpad: dynamic, and all
  kEnvreg1, kEnvreg2,                        // high and low word: the workspace of a cooperative launch
};

// Whether it changes while a warp runs; all other special registers are constant.
inline bool is_clock(Special special) {
  switch (special) {
    case Special::kClock: case Special::kClockHi: case Special::kClock64: case Special::kGlobaltimer:
    case Special::kGlobaltimerLo: case Special::kGlobaltimerHi: return true;
    default: return false;
  }
}

// The scratchpad at %reserved_smem_offset_1, a variable of this name in kernels that use it: data of the
// cooperative groups of CUDA 13 for tiles of several warps (multi_warp_scratch).
constexpr const char* kReservedScratchpad = "%reserved_smem_offset_1";
constexpr unsigned kReservedScratchpadBytes = 288;

// A location in an initial value that holds an address, known only when the module is in memory: 8 bytes (4 in a module
// with 32-bit addresses) at `offset` become the address of `symbol` (a variable or a function of the module) plus
// `addend`.
struct Relocation {
  std::uint64_t offset = 0;
  std::string symbol;
  std::int64_t addend = 0;
  unsigned bytes = 8;
};

struct Variable {
  // Objects are module variables of 8 bytes with the handle bound by the host (0: none).
  enum class Object : std::uint8_t { kData, kTexture, kSampler, kSurface };
  // Role of a variable of space kParam: of the entry or function itself, or of a call sequence in its body.
  enum class Parameter : std::uint8_t { kInput, kReturn, kArgument };

  std::string name;
  StateSpace space = StateSpace::kGlobal;
  Object object = Object::kData;
  Parameter parameter = Parameter::kInput;
  bool array = false;                 // declared with [n]: never a single value
  bool module = false;                // declared outside of entries and functions: the same for all of them
  std::uint64_t bytes = 0;            // 0: extern (dynamic shared memory)
  unsigned align = 1;
  // The offset in its space: shared (the block's scratchpad), local (the thread's frame) or param. Global and const
  // variables have offsets in one common image of the module, which is placed in device memory when the module is
  // loaded.
  std::uint64_t offset = 0;
  std::vector<std::uint8_t> initial;  // the first bytes, the rest is zero; only in Module::globals
  std::vector<Relocation> relocations;
  Type type = Type::kNone;            // the declared type, of an element if it is an array; kNone: an object
};

struct Location {
  unsigned line = 0, column = 0;
};

// Opcodes are defined in ptx/instruction_table.h; the number is an index into that table.
using Opcode = std::uint16_t;

// The origin of an instruction.
enum class Origin : std::uint8_t {
  kSource,           // the PTX
  kCall,             // lowering of a call: moves of arguments and results, stack pointer
  kSpill,            // the register allocator: a load or store of a spilled value, or the packing of one
  kRematerialised,   // the register allocator: recomputes a value instead of keeping it
  kRelease,          // the placement of relssp, with the branches around it
  kSlotPointer,      // spills in the scratchpad: sets or moves the pointer to the thread's slots
  kSlotMove,         // spills in the scratchpad: a load or a store that moves a slot around a call
  kTimeShare,        // acqreg and relreg, with the branches around them
};

struct Instruction {
  Opcode opcode = 0;
  Origin origin = Origin::kSource;
  Type type = Type::kNone;        // the type of the operation (first type suffix)
  Type type2 = Type::kNone;       // the second type suffix (cvt, set, ...): the source's type
  Type type3 = Type::kNone;       // the third type suffix (vabsdiff4): the second source's type
  std::uint32_t modifiers = 0;    // bit set of ptx::Modifier, see instruction_table.h
  std::uint8_t variant = 0;       // comparison, atomic operation, ...: see instruction_table.h
  std::uint8_t operation = 0;     // sured: an Atomic
  std::uint8_t rounding = 0;      // see instruction_table.h
  // Memory instructions and fences: an Order, a SyncScope, a CacheOp, see instruction_table.h. PTX's default order and
  // scope are filled in.
  std::uint8_t order = 0, scope = 0, cache = 0;
  StateSpace space = StateSpace::kGeneric;
  std::uint8_t vector = 1;        // accesses: elements (.v2, .v4; 8 of ldmatrix and stmatrix); cp.async: bytes
  Operand guard;                  // kNone or kRegister (predicate), `negated`
  std::vector<Operand> operands;  // destinations first
  std::uint8_t destinations = 0;  // how many of them are written
  std::int16_t form = -1;         // of matrices: see matrix_forms.h
  std::int32_t prototype = -1;    // call through a register: index into Kernel::prototypes
  Location location;
  std::string text;               // the source text on one line, for messages
};

// .callprototype: the signature of a call through a register.
struct Prototype {
  std::string name;
  std::vector<Variable> returns, parameters;  // space kParam
};

// A function of a linked kernel. The entry is not among them: it starts at instruction 0.
struct Function {
  std::string name;
  std::uint32_t first = 0, last = 0;   // instructions first .. last - 1
  std::uint64_t address = 0;           // the value of `mov` of its name, and the target of a call through a register
};
// Addresses of functions: kCodeWindow + 16 * (index in Module::functions).
constexpr std::uint64_t kCodeWindow = std::uint64_t{1} << 60;

// Spilled values in the scratchpad (compile_options/scratchpad_spills.h). A variable is one live range of a spilled
// value, in any body; a variable of 64 bits counts once and takes two slots.
struct SlotReport {
  unsigned in_scratchpad = 0, in_local_memory = 0;  // variables
  unsigned max_live = 0;               // slots in which all variables would fit, with those of callers, on the
                                       // requested kind of stack
  unsigned slots = 0;                  // slots per thread, with those of callers: the growth of the scratchpad
  std::uint64_t scratchpad_bytes = 0;  // per block: slots x threads x 4, and alignment
  unsigned loads = 0, stores = 0;      // instructions that access variables in the scratchpad
  unsigned moves = 0;                  // slots moved before calls and back after them, with a load and a store in each
                                       // direction
  unsigned pointer_changes = 0;        // instructions that set or move the pointer
  unsigned reserved_registers = 0;     // within registers_per_thread: the pointer, and a register for moving slots
  std::string kept_local;              // why some bodies keep all spills in local memory; empty: there are no such
                                       // bodies
};

// Result of the register allocation.
struct AllocationReport {
  unsigned limit = 0;                  // requested registers; 0: no limit
  unsigned max_live = 0;               // most 32-bit registers live at once, before any spill
  unsigned unlimited = 0;              // registers without spills
  unsigned spilled_values = 0, rematerialised_values = 0, coalesced_moves = 0;
  unsigned spill_loads = 0, spill_stores = 0;  // instructions; those of spills in the scratchpad are slots.loads and
                                               // slots.stores
  std::uint64_t spill_bytes = 0;       // bytes of local memory per thread
  SlotReport slots;                    // all 0 without spills in the scratchpad
};

// The place of each value that an instruction reads or writes in a register hierarchy; see
// compiler/place_registers.h. `number`: a physical 32-bit register; each once, in operand order. Predicates have a
// separate file.
enum class RegisterLevel : std::uint8_t { kMrf, kLrf, kOrf };
struct PlacedRead {
  std::uint16_t number = 0;
  RegisterLevel level = RegisterLevel::kMrf;
  std::uint8_t entry = 0;              // the entry of the LRF or ORF
  bool fills = false;                  // read from the MRF and written to ORF entry `entry`
};
struct PlacedWrite {
  std::uint16_t number = 0;
  bool mrf = true;
  RegisterLevel level = RegisterLevel::kMrf;  // the level written besides the MRF, or alone; kMrf: no other level
  std::uint8_t entry = 0;
};
struct PlacedInstruction {
  bool strand_start = true;            // LRF and ORF hold nothing when it begins
  std::vector<PlacedRead> reads;
  std::vector<PlacedWrite> writes;
};

// An entry or a function as parsed (one body), or an entry with all its callees (compiler/link.h).
struct Kernel {
  std::string name;
  bool entry = true;
  std::vector<Register> registers;
  std::vector<Variable> symbols;       // by Operand::symbol: its parameters (first, in order), its own variables, and
                                       // the module's that it mentions
  std::vector<Instruction> instructions;
  std::map<std::string, std::uint32_t> labels;  // label -> index of the instruction after it
  std::uint64_t parameter_bytes = 0;
  std::vector<Variable> parameters;    // space kParam, `offset` in the parameter block
  std::uint64_t scratchpad_bytes = 0;  // static .shared bytes of a block
  std::uint64_t local_bytes = 0;       // .local bytes of a thread
  LaunchBounds launch_bounds;          // of a kernel
  bool dynamic_scratchpad = false;     // whether it uses an extern .shared array (which starts at scratchpad_bytes,
                                       // aligned to 16)
  std::string file;                    // for messages
  std::shared_ptr<const std::string> source;  // the text of the file, for messages; null where there is none
  std::vector<Variable> returns;       // results of a function: space kParam, kReturn. `parameters` are its inputs
  std::vector<Prototype> prototypes;
  // The error in the body, with its position. The body is then one `trap`, and compiling or running it throws this
  // error. parse() throws it if no kernel of a module can run.
  std::string refused;

  // Filled by compiler/link.h.
  std::vector<Function> functions;
  bool recursive = false;              // its stack is unbounded; `local_bytes` is the known part
  // Filled by compiler/time_share_registers.h: a thread uses the registers from this number on only between an acqreg
  // and a relreg. 0: it always has all registers.
  unsigned base_registers = 0;

  // Filled by compiler/allocate.h: the physical 32-bit register (first of a pair for 64 bits) or predicate of each
  // virtual register, and the numbers of registers and predicates that a thread needs.
  std::vector<std::uint16_t> physical;
  unsigned registers_per_thread = 0;
  unsigned predicates_per_thread = 0;
  AllocationReport allocation;
  // Filled by compiler/dominators.h: for each instruction that may diverge (bra, brx), the instruction at which its
  // paths reconverge (instructions.size(): only at the end).
  std::vector<std::uint32_t> reconverge;
  // Filled by compiler/place_registers.h: for each instruction. Empty: all values are in the MRF.
  std::vector<PlacedInstruction> placement;
  // Filled by compiler/last_uses.h: for each instruction, the 32-bit registers of its last uses. Empty: not
  // known, treated as none.
  std::vector<std::vector<std::uint16_t>> last_uses;
};

// The source text for messages; empty if there is none.
inline std::string_view source_of(const Kernel& kernel) {
  return kernel.source ? std::string_view(*kernel.source) : std::string_view();
}

struct Module {
  std::string file;
  std::string version, target;
  unsigned address_bits = 64;
  std::map<std::string, Kernel> kernels;
  // .func in order of their first mention; those without a body, such as vprintf, have no instructions.
  std::vector<Kernel> functions;
  std::vector<bool> address_taken;     // [function]: whether an initial value, or an instruction other than a call, has
                                       // its address
  std::vector<Variable> globals;       // .global and .const of the module
};

}  // namespace unibank::ptx
