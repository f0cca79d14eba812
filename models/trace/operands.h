// The registers that a traced instruction reads and writes.
#pragma once

#include <vector>

#include "trace/header.h"
#include "trace/instruction_line.h"
#include "trace/matrix_product.h"
#include "trace/opcodes.h"

namespace unibank::trace {

// An operand in consecutive registers, of which a line lists only the first.
struct Operand {
  RegisterName first;
  unsigned registers = 1;
};

struct Operands {
  std::vector<Operand> results, sources;
};

// The tracer lists a vector register as the result if and only if it is the first operand as NVIDIA's disassembler
// prints it. So a register that a RET reads is listed as its result, and the first of two results of a texture fetch as
// a source; here each operand is where it belongs. `bytes`: of a lane's access, of memory instructions; `product`: of
// tensor instructions.
Operands operands_of(const Opcode& opcode, const LineMiddle& middle, const KernelHeader& header, unsigned bytes,
                     const MatrixProduct& product);

}  // namespace unibank::trace
