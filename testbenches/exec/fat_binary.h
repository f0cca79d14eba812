// The fat binaries that nvcc puts into a program: device code for several architectures, as PTX and as machine code.
// The format was derived from the output of nvcc 10 to 13.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unibank::exec {

constexpr std::uint32_t kFatBinaryMagic = 0xba55ed50;  // of a container
constexpr std::uint32_t kWrapperMagic = 0x466243b1;    // of what a program registers, which points to one
constexpr std::uint64_t kContainerHeaderBytes = 16;

struct PtxText {
  unsigned architecture = 0;  // 80 of compute_80
  std::string text;
  unsigned container = 0;     // that has it, from 0
};

struct FatBinary {
  std::vector<PtxText> ptx;            // in the order of the file
  std::vector<unsigned> machine_code;  // architectures that are there without PTX or beside it
};

// Containers one after the other, as they lie in section .nv_fatbin; zeros may stand between them. PTX is unpacked.
// `name` is used in messages. Throws InputError if the bytes are no container, end too early or do not unpack.
FatBinary read_fat_binaries(std::string_view bytes, const std::string& name);

// Of each container the PTX of the highest architecture up to `highest`, or the lowest if all are above: one text, or
// the parts of relocatable device code. Where a part fits, those for later architectures alone are left out: nvcc links
// its own library of calls from kernels to the runtime into every such program, as PTX for its latest architecture.
std::vector<const PtxText*> choose_ptx(const FatBinary& binary, unsigned highest);

// What a program without usable PTX contains ("sm_75 and sm_80 machine code, no PTX"), and how to compile it.
std::string how_to_compile(const FatBinary& binary);

}  // namespace unibank::exec
