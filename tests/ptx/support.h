// Shared by the parser's tests: a kernel around a few lines, and the message with which a text is refused.
#pragma once

#include <string>

#include "ptx/kernel.h"

namespace unibank::ptx::test {

// A module around the lines of a body, which start in line 12. It declares %p<9>, %h<9> (16 bits), %r<9>, %d<9> (64),
// %f<9>, %e<9> (f64), the parameter `n` (.u32), and shared `s`, global `g`, const `c` and local `l` of 64 bytes each.
std::string around(const std::string& body);
// The kernel of that module.
Kernel kernel_of(const std::string& body);
// The kernel's only, or first, instruction.
Instruction instruction_of(const std::string& line);
// The error message of parse() for a whole text, or for a body; empty when it is accepted.
std::string refusal(const std::string& text);
std::string body_refusal(const std::string& body);

}  // namespace unibank::ptx::test
