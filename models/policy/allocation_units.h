// The allocation units of a chip for the storage of warps and blocks. Without units (all 1) a warp gets exactly its
// registers, and a block the bytes that it declares.
//
// The numbers of NVIDIA's chips are those of its occupancy calculator: the spreadsheet CUDA_Occupancy_Calculator.xls,
// sheet "GPU Data", and cuda_occupancy.h of the CUDA toolkit 7.0, which agree.
//
//                                      compute capability 2.0 (Fermi)   3.0 (Kepler)
//   registers of a warp, multiple of                               64            256
//   warps in the register file, multiple of                         2              4
//   scratchpad of a block, bytes, multiple of                     128            256
#pragma once

namespace unibank {

struct AllocationUnits {
  unsigned registers = 1;         // 32-bit registers of a warp are a multiple of this
  // Compute capability 2.x: with 21, 22, 29, 30, 37, 38, 45 or 46 registers per thread the unit is twice as large.
  bool doubled_counts = false;
  // The register file has this many equal parts, one per scheduler, and a warp has its registers in one of them: the
  // number of resident warps is a multiple of this. If the memory also holds other data, each block is allocated such a
  // multiple, because then the memory holds no fixed number of warps.
  unsigned warps = 1;
  unsigned scratchpad_bytes = 1;  // bytes of a block are a multiple of this
  unsigned scratchpad_reserved = 0;  // bytes that the system reserves in addition to each block's own
};

// 32-bit registers allocated to a warp whose threads have this many registers.
unsigned registers_of_warp(const AllocationUnits& units, unsigned registers_per_thread);

// Bytes of scratchpad allocated to a block with this many of its own: in units, and the system's part.
double scratchpad_of_block(const AllocationUnits& units, double bytes);

}  // namespace unibank
