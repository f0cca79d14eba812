// Declarations of variables and parameters, and the constants in them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ptx/cursor.h"
#include "ptx/kernel.h"

namespace unibank::ptx {

// Limits of this version; the parser refuses more.
constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 30;  // limit for a module's image, or a block's
                                                                     // scratchpad
constexpr std::uint64_t kMaxLocalBytes = 512 * 1024;                 // per thread, as in CUDA
constexpr std::uint64_t kMaxParameterBytes = 32764;                  // per kernel, as in CUDA 12
constexpr std::uint64_t kMaxInitialisedBytes = 64 << 20;             // limit for one variable
constexpr unsigned kMaxAlign = 4096;

struct Declaration {
  Variable variable;    // its offset is assigned later
  Token name;
  bool external = false;
  std::vector<Token> mentions;  // variables and functions whose addresses are initial values
};

// Parses everything after ".global", ".shared", ... through the semicolon. Textures, samplers and surfaces are
// variables of 8 bytes. External variables may omit the first dimension; then `bytes` is 0.
std::vector<Declaration> parse_variables(Cursor& cursor, StateSpace space, bool external);
// Turns a variable declared .texref, .samplerref or .surfref into a handle.
void make_object(Variable& variable, Variable::Object object);
// Parses ".param ..." up to the comma or parenthesis after it.
Declaration parse_parameter(Cursor& cursor);

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t step) { return (value + step - 1) / step * step; }
// Places the variable after the `used` bytes of its space and adds its size; throws InputError past `limit`.
void place(Cursor& cursor, const Token& name, Variable& variable, std::uint64_t& used, std::uint64_t limit);

}  // namespace unibank::ptx
