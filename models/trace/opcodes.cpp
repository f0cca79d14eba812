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
    {"LDGSTS", Unit::kMemory, Space::kGlobal, MemoryOp::kCopy},  // its scratchpad address is not in the trace
    {"LDL", Unit::kMemory, Space::kLocal, MemoryOp::kLoad},
    {"STL", Unit::kMemory, Space::kLocal, MemoryOp::kStore},
    {"LDS", Unit::kMemory, Space::kScratchpad, MemoryOp::kLoad},
    {"STS", Unit::kMemory, Space::kScratchpad, MemoryOp::kStore},
    {"ATOMS", Unit::kMemory, Space::kScratchpad, MemoryOp::kAtomic},
    {"LDSM", Unit::kMemory, Space::kScratchpad, MemoryOp::kLoad, Opcode::kMatrix},
    {"STSM", Unit::kMemory, Space::kScratchpad, MemoryOp::kStore, Opcode::kMatrix},  // from Hopper on
    {"REDG", Unit::kMemory, Space::kGlobal, MemoryOp::kReduction},                   // from Hopper on
    {"REDS", Unit::kMemory, Space::kScratchpad, MemoryOp::kReduction},               // from Blackwell on
    {"LDC", Unit::kMemory, Space::kConstant, MemoryOp::kLoad},
};

constexpr Opcode kOthers[] = {
    {"MUFU", Unit::kSfu},
    {"HMMA", Unit::kTensor},
    {"IMMA", Unit::kTensor},
    {"BMMA", Unit::kTensor},
    {"DMMA", Unit::kTensor},
    {"QMMA", Unit::kTensor},  // these two: Blackwell
    {"OMMA", Unit::kTensor},
    {"TEX", Unit::kTexture},
    {"TLD", Unit::kTexture},
    {"TLD4", Unit::kTexture},
    {"TMML", Unit::kTexture},
    {"TXD", Unit::kTexture},
    {"TXQ", Unit::kTexture},
    {"TEXS", Unit::kTexture},  // these three: Maxwell and Pascal
    {"TLDS", Unit::kTexture},
    {"TLD4S", Unit::kTexture},
    {"SUATOM", Unit::kTexture, Space::kNone, MemoryOp::kNone, Opcode::kSurface},
    {"SULD", Unit::kTexture, Space::kNone, MemoryOp::kNone, Opcode::kSurface},
    {"SUQUERY", Unit::kTexture, Space::kNone, MemoryOp::kNone, Opcode::kSurface},
    {"SURED", Unit::kTexture, Space::kNone, MemoryOp::kNone, Opcode::kSurface},
    {"SUST", Unit::kTexture, Space::kNone, MemoryOp::kNone, Opcode::kSurface},
    {"BAR", Unit::kBarrier, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst},
    {"EXIT", Unit::kExit, Space::kNone, MemoryOp::kNone, Opcode::kEnds},
    {"KILL", Unit::kExit, Space::kNone, MemoryOp::kNone, Opcode::kEnds},
    {"KIL", Unit::kExit, Space::kNone, MemoryOp::kNone, Opcode::kEnds},  // Maxwell and Pascal
    {"DADD", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DFMA", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DMUL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DSETP", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"DMNMX", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},  // these two: Maxwell and Pascal
    {"DSET", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kDouble},
    {"FADD2", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kPairs},  // these three: Blackwell
    {"FFMA2", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kPairs},
    {"FMUL2", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kPairs},
    {"IMAD", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kWideResult, Arithmetic::kProduct},
    {"IMUL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kWideResult, Arithmetic::kProduct},
    {"F2F", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts},
    {"F2I", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts, Arithmetic::kConversion},
    {"I2F", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts, Arithmetic::kConversion},
    {"I2I", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts, Arithmetic::kInteger},
    {"FRND", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kConverts, Arithmetic::kConversion},
    {"IADD", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64, Arithmetic::kInteger},
    {"IMNMX", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64, Arithmetic::kInteger},
    {"ISETP", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64, Arithmetic::kInteger},
    {"MATCH", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64, Arithmetic::kShuffle},
    {"MOV", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64},
    {"SEL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::k64, Arithmetic::kInteger},
    {"BRX", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"BRXU", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"CALL", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"JMX", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"JMXU", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"RET", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"SETLMEMBASE", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst | Opcode::kAddress},
    {"NANOSLEEP", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst},
    {"WARPSYNC", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kReadsFirst},
    {"GETLMEMBASE", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kAddress},
    {"LEPC", Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kAddress},
};

// Instructions of this model's ALUs, by the kind of arithmetic: the kinds that `compiler` gives to the same operations
// of PTX (compiler/arithmetic_kind.cpp). Floats, moves, and what is of no other kind:
constexpr std::string_view kFloats[] = {
    "FADD", "FADD32I", "FCHK", "FFMA32I", "FFMA", "FMUL", "FMUL32I", "FSWZADD",
    "HADD2", "HADD2_32I", "HFMA2", "HFMA2_32I", "HMUL2", "HMUL2_32I",
    "F2FP", "MOV32I",
    "CCTL", "CCTLL", "CCTLT", "ERRBAR", "LDGDEPBAR", "MEMBAR",
    "R2UR", "S2UR", "UBMSK", "UBREV", "UCLEA", "UF2FP", "UFLO", "UIADD3", "UIMAD", "UISETP", "ULDC", "ULEA",
    "ULOP", "ULOP3", "ULOP32I", "UMOV", "UP2UR", "UPLOP3", "UPOPC", "UPRMT", "UPSETP", "UR2UP", "USEL", "USGXT",
    "USHF", "USHL", "USHR", "VOTEU",
    "BMOV", "BPT", "BRA", "BREAK", "BSSY", "BSYNC", "JMP", "RPCMOV", "RTT", "YIELD",
    "ARRIVES", "B2R", "CS2R", "CSMTEST", "DEPBAR", "NOP", "PMTRIG", "R2B", "S2R", "SETCTAID",
    // Maxwell and Pascal.
    "BRK", "CAL", "CONT", "GETCRSPTR", "JCAL", "LONGJMP", "PBK", "PCNT", "PEXIT", "PLONGJMP", "PRET", "RRO", "SSY",
    "SYNC",
    // Hopper. ACQBULK and PREEXIT order dependent launches; ELECT selects one lane of the warp.
    "ACQBULK", "ELECT", "ENDCOLLECTIVE", "FENCE", "PREEXIT", "ULEPC", "USETMAXREG",
    // Blackwell.
    "ACQSHMINIT", "CS2UR", "FHADD", "FHFMA", "LDCU", "UF2F", "UF2I", "UF2IP", "UFADD", "UFFMA", "UFMNMX", "UFMUL",
    "UFRND", "UFSEL", "UFSET", "UFSETP", "UI2F", "UI2FP", "UI2I", "UI2IP", "UIABS", "UIMNMX", "UMOV32I", "UVIADD",
    "UVIMNMX", "UVIRTCOUNT",
};

// Sums of integers, logic, shifts, integers to floats; comparisons, minima, maxima and selections of any type.
constexpr std::string_view kIntegers[] = {
    "FMNMX", "FMNMX3", "FSEL", "FSET", "FSETP", "HMNMX2", "HSET2", "HSETP2", "VHMNMX",
    "BMSK", "IABS", "IADD3", "IADD32I", "ISCADD", "ISCADD32I", "LEA", "LOP", "LOP3", "LOP32I",
    "SHF", "SHL", "SHR", "VABSDIFF", "VABSDIFF4",
    "I2FP", "I2IP", "PRMT", "SGXT", "PLOP3", "PSETP", "P2R", "R2P", "QSPC",
    // Maxwell and Pascal.
    "BFE", "BFI", "CSET", "CSETP", "FCMP", "ICMP", "ISET", "PSET", "VADD", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR",
    // Hopper.
    "VIADD", "VIADDMNMX", "VIMNMX", "VIMNMX3",
};
constexpr std::string_view kProducts[] = {"IDP", "IDP4A", "IMADSP", "IMUL32I", "VMAD", "XMAD"};
constexpr std::string_view kConversions[] = {"BREV", "F2IP", "FLO", "POPC"};  // kOthers has F2I, FRND, I2F
constexpr std::string_view kShuffles[] = {"CREDUX", "MOVM", "REDUX", "SHFL"};
constexpr std::string_view kVotes[] = {"VOTE", "VOTE_VTG"};

struct Refused {
  std::string_view name;
  const char* because;
};
constexpr const char* kBulkCopy = "a bulk copy between memory and scratchpad (TMA), which this model does not have";
constexpr const char* kWarpgroup = "a tensor instruction that reads the scratchpad, whose accesses are not in a trace";
constexpr const char* kTensorMemory = "an instruction of tensor memory, which this model does not have";
constexpr const char* kCluster = "an instruction of a cluster of thread blocks, which this model does not have";
constexpr const char* kResized = "an instruction that resizes or fills the scratchpad, which this model does not have";
constexpr const char* kBarrierObject = "an mbarrier, for which warps wait; its state is not in a trace";
constexpr Refused kRefused[] = {
    {"UBLKCP", kBulkCopy}, {"UBLKPF", kBulkCopy}, {"UBLKRED", kBulkCopy}, {"UTMACCTL", kBulkCopy},
    {"UTMACMDFLUSH", kBulkCopy}, {"UTMALDG", kBulkCopy}, {"UTMAPF", kBulkCopy}, {"UTMAREDG", kBulkCopy},
    {"UTMASTG", kBulkCopy}, {"BGMMA", kWarpgroup}, {"HGMMA", kWarpgroup}, {"IGMMA", kWarpgroup},
    {"QGMMA", kWarpgroup}, {"WARPGROUP", kWarpgroup}, {"WARPGROUPSET", kWarpgroup}, {"LDT", kTensorMemory},
    {"LDTM", kTensorMemory}, {"STT", kTensorMemory}, {"STTM", kTensorMemory}, {"UTCATOMSWS", kTensorMemory},
    {"UTCBAR", kTensorMemory}, {"UTCCP", kTensorMemory}, {"UTCHMMA", kTensorMemory}, {"UTCIMMA", kTensorMemory},
    {"UTCOMMA", kTensorMemory}, {"UTCQMMA", kTensorMemory}, {"UTCSHIFT", kTensorMemory}, {"CGAERRBAR", kCluster},
    {"LDGMC", kCluster}, {"REDAS", kCluster}, {"STAS", kCluster}, {"UCGABAR_ARV", kCluster}, {"UCGABAR_WAIT", kCluster},
    {"UCGABAR_GET", kCluster}, {"UCGABAR_SET", kCluster}, {"UGETNEXTWORKID", kCluster}, {"SYNCS", kBarrierObject},
    {"SYNCSU", kBarrierObject}, {"USYNCS", kBarrierObject}, {"UMEMSETS", kResized}, {"USETSHMSZ", kResized},
};

std::string_view name_of(std::string_view opcode) { return opcode.substr(0, opcode.find('.')); }

std::vector<Opcode> sorted_table() {
  std::vector<Opcode> all(std::begin(kMemory), std::end(kMemory));
  all.insert(all.end(), std::begin(kOthers), std::end(kOthers));
  const auto add = [&all](const auto& names, Arithmetic kind) {
    for (const std::string_view name : names)
      all.push_back({name, Unit::kAlu, Space::kNone, MemoryOp::kNone, Opcode::kNone, kind});
  };
  add(kFloats, Arithmetic::kFloat);
  add(kIntegers, Arithmetic::kInteger);
  add(kProducts, Arithmetic::kProduct);
  add(kConversions, Arithmetic::kConversion);
  add(kShuffles, Arithmetic::kShuffle);
  add(kVotes, Arithmetic::kVote);
  std::sort(all.begin(), all.end(), [](const Opcode& a, const Opcode& b) { return a.name < b.name; });
  return all;
}

// Calls `each` with the parts between dots until a call returns true; returns whether a call did.
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
  const std::string_view name = name_of(opcode);
  const auto found = std::lower_bound(all.begin(), all.end(), name,
                                      [](const Opcode& known, std::string_view wanted) { return known.name < wanted; });
  return found != all.end() && found->name == name ? &*found : nullptr;
}

const char* refused_because(std::string_view opcode) {
  const auto found = std::find_if(std::begin(kRefused), std::end(kRefused),
                                  [name = name_of(opcode)](const Refused& one) { return one.name == name; });
  return found != std::end(kRefused) ? found->because : nullptr;
}

unsigned matrices_of(std::string_view opcode) { return has_part(opcode, "4") ? 4 : has_part(opcode, "2") ? 2 : 1; }

unsigned width_of(std::string_view opcode) {
  constexpr unsigned kDefault = 32;
  std::uint64_t bits = 0;
  const auto is_width = [&bits](std::string_view part) {
    if (begins(part, "BF")) part.remove_prefix(1);
    const bool floats = begins(part, "F");
    if (floats || begins(part, "U") || begins(part, "S")) part.remove_prefix(1);
    const std::size_t by = floats ? part.find('x') : part.npos;
    unsigned each = 0, count = 1;
    if (by != part.npos && !to_number(part.substr(by + 1), count)) return false;
    if (!to_number(part.substr(0, by), each)) return false;
    bits = std::uint64_t{each} * count;
    return true;
  };
  if (!any_part(opcode, is_width)) bits = kDefault;
  if (bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128)
    return static_cast<unsigned>(bits / 8);
  throw FormatError("found the opcode " + shown(opcode) + ", an access of " + std::to_string(bits) +
                    " bits per lane; expected 8, 16, 32, 64 or 128");
}

bool result_after_predicate(std::string_view opcode) {
  constexpr std::string_view kNames[] = {"ATOM", "ATOMG", "LOP", "LOP3", "MATCH", "QSPC", "SHFL"};
  return std::find(std::begin(kNames), std::end(kNames), name_of(opcode)) != std::end(kNames);
}

bool has_part(std::string_view opcode, std::string_view part) {
  return any_part(opcode, [part](std::string_view each) { return each == part; });
}

}  // namespace unibank::trace
