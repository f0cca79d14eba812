// Prints blocks, edges and live registers.
#include <algorithm>

#include "compiler/cfg.h"
#include "compiler/liveness.h"
#include "compiler/print.h"

namespace unibank::compiler {
namespace {

std::string block_name(const ControlFlow& flow, std::uint32_t block) {
  return block == flow.exit() ? "exit" : "BB" + std::to_string(block);
}

// "instructions 3-7, lines 12-20"
std::string extent(const ptx::Kernel& kernel, const Block& block) {
  unsigned first = 0, last = 0;
  for (std::uint32_t pc = block.first; pc < block.last; ++pc) {
    const unsigned line = kernel.instructions[pc].location.line;
    if (line == 0) continue;
    first = first == 0 ? line : std::min(first, line);
    last = std::max(last, line);
  }
  std::string text = "instructions " + std::to_string(block.first) + "-" + std::to_string(block.last - 1);
  if (first != 0) text += ", lines " + std::to_string(first) + "-" + std::to_string(last);
  return text;
}

// The block at which the paths of the block's last instruction reconverge; the exit if they never do.
std::uint32_t meeting_of(const ptx::Kernel& kernel, const ControlFlow& flow, const Block& block) {
  const std::uint32_t pc = kernel.reconverge.at(block.last - 1);
  return pc < flow.block_of.size() ? flow.block_of[pc] : flow.exit();
}

const ptx::Function* function_at(const ptx::Kernel& kernel, std::uint32_t pc) {
  for (const ptx::Function& function : kernel.functions)
    if (function.first == pc) return &function;
  return nullptr;
}

std::string names(const ptx::Kernel& kernel, const RegisterUse& use, const BitMatrix& sets, std::uint32_t block) {
  std::string text;
  unsigned registers = 0;
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    if (!sets.get(block, used)) continue;
    text += " " + kernel.registers[use.number[used]].name;
    registers += use.units[used];
  }
  return std::to_string(registers) + ":" + (text.empty() ? " none" : text);
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out;
}

}  // namespace

std::string cfg_text(const ptx::Kernel& kernel) {
  const ControlFlow flow = control_flow(kernel);
  std::string text = kernel.name + "\n";
  for (std::uint32_t b = 0; b < flow.exit(); ++b) {
    const Block& block = flow.blocks[b];
    if (const ptx::Function* function = function_at(kernel, block.first)) text += function->name + "\n";
    text += "  " + block_name(flow, b) + ": " + extent(kernel, block) + " ->";
    for (const std::uint32_t next : flow.graph.successors[b]) text += " " + block_name(flow, next);
    if (flow.graph.successors[b].size() > 1)
      text += "; reconverges at " + block_name(flow, meeting_of(kernel, flow, block));
    text += "\n";
  }
  return text;
}

std::string cfg_dot(const ptx::Kernel& kernel) {
  const ControlFlow flow = control_flow(kernel);
  std::string text = "digraph \"" + escaped(kernel.name) + "\" {\n  node [shape=box, fontname=monospace];\n";
  for (std::uint32_t b = 0; b < flow.exit(); ++b) {
    const Block& block = flow.blocks[b];
    text += "  BB" + std::to_string(b) + " [label=\"" + block_name(flow, b) + "\\n" + extent(kernel, block) + "\\l";
    for (std::uint32_t pc = block.first; pc < block.last; ++pc)
      text += escaped(kernel.instructions[pc].text) + "\\l";
    text += "\"];\n";
  }
  text += "  exit [shape=oval];\n";
  for (std::uint32_t b = 0; b < flow.exit(); ++b) {
    const std::vector<std::uint32_t>& next = flow.graph.successors[b];
    for (const std::uint32_t to : next) text += "  BB" + std::to_string(b) + " -> " + block_name(flow, to) + ";\n";
    if (next.size() < 2) continue;
    text += "  BB" + std::to_string(b) + " -> " + block_name(flow, meeting_of(kernel, flow, flow.blocks[b])) +
            " [style=dashed, constraint=false, label=reconverges];\n";
  }
  return text + "}\n";
}

std::string liveness_text(const ptx::Kernel& kernel) {
  const ControlFlow flow = control_flow(kernel);
  const RegisterUse use = register_use(kernel);
  const Liveness facts = liveness(flow, use);
  std::string text = kernel.name + ": at most " + std::to_string(facts.max_registers) + " registers of 32 bits and " +
                     std::to_string(facts.max_predicates) + " predicates live at once\n";
  for (std::uint32_t b = 0; b < flow.exit(); ++b) {
    text += "  " + block_name(flow, b) + ": " + extent(kernel, flow.blocks[b]) + "\n";
    text += "    in " + names(kernel, use, facts.live_in, b) + "\n";
    text += "    out " + names(kernel, use, facts.live_out, b) + "\n";
  }
  return text;
}

}  // namespace unibank::compiler
