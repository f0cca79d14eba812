// The fat binaries that nvcc puts into a program: device code for several architectures, as PTX and as machine code.
// The format was derived from the output of nvcc 10 to 13.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::exec {

constexpr std::uint32_t kFatBinaryMagic = 0xba55ed50;  // begins a container
constexpr std::uint32_t kWrapperMagic = 0x466243b1;    // begins a structure that points to a container
constexpr std::uint64_t kContainerHeaderBytes = 16;

struct PtxText {
  unsigned architecture = 0;  // 80 of compute_80
  std::string text;
  unsigned container = 0;     // number of the container that has it, from 0
};

struct FatBinary {
  std::vector<PtxText> ptx;            // in the order of the file
  std::vector<unsigned> machine_code;  // architectures for which the file has machine code
};

// Reads consecutive containers, as in section .nv_fatbin; zeros may lie between them. Compressed PTX is decompressed.
// `name` is used in messages. Throws InputError if the bytes are not a container, end too early or cannot be
// decompressed.
FatBinary read_fat_binaries(std::string_view bytes, const std::string& name);

// Chooses, from each container, the PTX of the highest architecture up to `highest`, or of the lowest architecture if
// all are above `highest`. The result is one text, or the parts of relocatable device code. If a container has PTX up
// to `highest`, containers that have only PTX above `highest` are left out: nvcc links a library of calls from kernels
// to the runtime into every program with relocatable device code, as PTX for its latest architecture.
std::vector<const PtxText*> choose_ptx(const FatBinary& binary, unsigned highest);

// A text for a program without usable PTX: what it contains ("found machine code (sm_75, sm_80) and no PTX"), and how
// to compile it so that it has PTX.
std::string how_to_compile(const FatBinary& binary);

}  // namespace unibank::exec
