#include "trace/opcodes.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr Opcode kMemory[] = {
    {"LD", Unit::kMemory, Space::kGlobal, MemoryOp::kLoad, Opcode::kGeneric},
    {"ST", Unit::kMemory, Space::kGlobal, MemoryOp::kStore, Opcode::kGeneric},
    {"ATOM", Unit::kMemory, Space::kGlobal, MemoryOp::kAtomic, Opcode::kGeneric},
    {"RED", Unit::kMemory, Space::kGlobal, MemoryOp::kReduction, Opcode::kGeneric},
    {"LDG", Unit::kMemory, Space::kGlobal, MemoryOp::kLoad},
    {"STG", Unit::kMemory, Space::kGlobal, MemoryOp::kStore},
    {"ATOMG", Unit::kMemory, Space::kGlobal, MemoryOp::kAtomic},
    {"LDGSTS", Unit::kMemory, Space::kGlobal, MemoryOp::kLoad},  // to the scratchpad, whose address is not in the trace
    {"LDL", Unit::kMemory, Space::kLocal, MemoryOp::kLoad},
    {"STL", Unit::kMemory, Space::kLocal, MemoryOp::kStore},
    {"LDS", Unit::kMemory, Space::kScratchpad, MemoryOp::kLoad},
    {"STS", Unit::kMemory, Space::kScratchpad, MemoryOp::kStore},
    {"ATOMS", Unit::kMemory, Space::kScratchpad, MemoryOp::kAtomic},
    {"LDSM", Unit::kMemory, Space::kScratchpad, MemoryOp::kLoad, Opcode::kMatrixLoad},
    {"LDC", Unit::kMemory, Space::kConstant, MemoryOp::kLoad},
};

constexpr Opcode kOthers[] = {
    {"MUFU", Unit::kSfu},
    {"TEX", Unit::kTexture},
    {"TLD", Unit::kTexture},
    {"TLD4", Unit::kTexture},
    {"TMML", Unit::kTexture},
    {"TXD", Unit::kTexture},
    {"TXQ", Unit::kTexture},
    {"BAR", Unit::kBarrier},
    {"EXIT", Unit::kExit, Space::kNone, MemoryOp::kNone, Opcode::kEnds},
    {"KILL", Unit::kExit, Space::kNone, MemoryOp::kNone, Opcode::kEnds},
    {"DADD", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DFMA", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DMUL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DSETP", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"IMAD", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kWideResult},
    {"IMUL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kWideResult},
    {"F2F", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
    {"F2I", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
    {"I2F", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
    {"I2I", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
    {"FRND", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
};

// Instructions of this model's ALUs, one line per group of the reference.
constexpr std::string_view kAlu[] = {
    "FADD", "FADD32I", "FCHK", "FFMA32I", "FFMA", "FMNMX", "FMUL", "FMUL32I", "FSEL", "FSET", "FSETP", "FSWZADD",
    "HADD2", "HADD2_32I", "HFMA2", "HFMA2_32I", "HMMA", "HMNMX2", "HMUL2", "HMUL2_32I", "HSET2", "HSETP2",
    "BMMA", "DMMA", "IMMA",
    "BMSK", "BREV", "FLO", "IABS", "IADD", "IADD3", "IADD32I", "IDP", "IDP4A", "IMNMX", "IMUL32I", "ISCADD",
    "ISCADD32I", "ISETP", "LEA", "LOP", "LOP3", "LOP32I", "POPC", "SHF", "SHL", "SHR", "VABSDIFF", "VABSDIFF4",
    "F2FP", "F2IP", "I2FP", "I2IP",
    "MOV", "MOV32I", "MOVM", "PRMT", "SEL", "SGXT", "SHFL",
    "PLOP3", "PSETP", "P2R", "R2P",
    "CCTL", "CCTLL", "CCTLT", "ERRBAR", "LDGDEPBAR", "MATCH", "MEMBAR", "QSPC",
    "R2UR", "REDUX", "S2UR", "UBMSK", "UBREV", "UCLEA", "UF2FP", "UFLO", "UIADD3", "UIMAD", "UISETP", "ULDC", "ULEA",
    "ULOP", "ULOP3", "ULOP32I", "UMOV", "UP2UR", "UPLOP3", "UPOPC", "UPRMT", "UPSETP", "UR2UP", "USEL", "USGXT",
    "USHF", "USHL", "USHR", "VOTEU",
    "SUATOM", "SULD", "SUQUERY", "SURED", "SUST",
    "BMOV", "BPT", "BRA", "BREAK", "BRX", "BRXU", "BSSY", "BSYNC", "CALL", "JMP", "JMX", "JMXU", "NANOSLEEP", "RET",
    "RPCMOV", "RTT", "WARPSYNC", "YIELD",
    "ARRIVES", "B2R", "CS2R", "CSMTEST", "DEPBAR", "GETLMEMBASE", "LEPC", "NOP", "PMTRIG", "R2B", "S2R", "SETCTAID",
    "SETLMEMBASE", "VOTE", "VOTE_VTG",
};

std::vector<Opcode> sorted_table() {
  std::vector<Opcode> all(std::begin(kMemory), std::end(kMemory));
  all.insert(all.end(), std::begin(kOthers), std::end(kOthers));
  for (const std::string_view name : kAlu) all.push_back({name});
  std::sort(all.begin(), all.end(), [](const Opcode& a, const Opcode& b) { return a.name < b.name; });
  return all;
}

// Calls `each` with the parts between dots until it returns true; returns whether it did.
template <typename Each>
bool any_part(std::string_view opcode, Each&& each) {
  for (;;) {
    const std::size_t dot = opcode.find('.');
    if (each(opcode.substr(0, dot))) return true;
    if (dot == opcode.npos) return false;
    opcode.remove_prefix(dot + 1);
  }
}

}  // namespace

const Opcode* find_opcode(std::string_view opcode) {
  static const std::vector<Opcode> all = sorted_table();
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  const auto found = std::lower_bound(all.begin(), all.end(), name,
                                      [](const Opcode& known, std::string_view wanted) { return known.name < wanted; });
  return found != all.end() && found->name == name ? &*found : nullptr;
}

unsigned width_of(std::string_view opcode) {
  constexpr unsigned kDefault = 4;
  unsigned bits = kDefault * 8;
  any_part(opcode, [&](std::string_view part) {
    if (!part.empty() && (part.front() == 'U' || part.front() == 'S')) part.remove_prefix(1);
    return to_number(part, bits);
  });
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : kDefault;
}

bool has_part(std::string_view opcode, std::string_view part) {
  return any_part(opcode, [part](std::string_view each) { return each == part; });
}

}  // namespace unibank::trace
