#include "compiler/call_graph.h"

#include <algorithm>

#include "base/input_error.h"
#include "compiler/runtime_functions.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Kind = ptx::Operand::Kind;
using Indices = std::vector<std::uint32_t>;

const ptx::Kernel& entry_of(const ptx::Module& module, const std::string& name) {
  const auto found = module.kernels.find(name);
  if (found != module.kernels.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [kernel_name, kernel] : module.kernels) known.push_back(kernel_name);
  throw InputError(unknown_name("kernel", name, known));
}

std::string names_or_none(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::string sizes(const std::vector<std::uint64_t>& bytes) {
  std::string text;
  for (const std::uint64_t n : bytes) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return "(" + text + ")";
}

std::vector<std::uint64_t> bytes_of(const std::vector<ptx::Variable>& variables) {
  std::vector<std::uint64_t> bytes;
  bytes.reserve(variables.size());
  for (const ptx::Variable& variable : variables) bytes.push_back(variable.bytes);
  return bytes;
}

// Bytes of each result (`from` = 0) or argument of a call. An immediate argument has the size of its parameter.
std::vector<std::uint64_t> bytes_of(const ptx::Kernel& body, const ptx::Instruction& call, std::size_t from,
                                    std::size_t to, const std::vector<ptx::Variable>& declared) {
  std::vector<std::uint64_t> bytes;
  for (std::size_t i = from; i < to; ++i) {
    const ptx::Operand& operand = call.operands[i];
    if (operand.kind == Kind::kSymbol) {
      bytes.push_back(body.symbols.at(static_cast<std::size_t>(operand.symbol)).bytes);
    } else if (operand.kind == Kind::kRegister) {
      bytes.push_back(ptx::bytes_of(body.registers.at(static_cast<std::size_t>(operand.index)).type));
    } else {
      bytes.push_back(i - from < declared.size() ? declared[i - from].bytes : 0);
    }
  }
  return bytes;
}

class Builder {
 public:
  Builder(const ptx::Module& module, const std::string& entry) : module_(module) {
    for (const ptx::Kernel& function : module.functions) graph_.bodies.push_back(&function);
    graph_.bodies.push_back(&entry_of(module, entry));
    const std::size_t bodies = graph_.bodies.size();
    graph_.callees.resize(bodies);
    graph_.indirect.resize(bodies);
    graph_.cycle.assign(bodies, kNone);
    graph_.recursive.resize(bodies);
    graph_.address_taken = module.address_taken;
    graph_.address_taken.push_back(false);  // the entry's
  }

  CallGraph build() {
    Indices work{graph_.entry()};
    std::vector<bool> reached(graph_.bodies.size());
    while (!work.empty()) {
      const std::uint32_t body = work.back();
      work.pop_back();
      if (reached[body]) continue;
      reached[body] = true;
      if (!graph_.bodies[body]->refused.empty()) throw InputError(graph_.bodies[body]->refused);
      add_calls(body);
      work.insert(work.end(), graph_.callees[body].begin(), graph_.callees[body].end());
    }
    find_cycles();
    return std::move(graph_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  [[noreturn]] void refuse(const ptx::Kernel& body, const ptx::Instruction& call, const std::string& what) const {
    throw InputError(body.file, call.location.line, call.location.column, what, ptx::source_of(body));
  }

  static void add(Indices& to, std::uint32_t callee) {
    if (std::find(to.begin(), to.end(), callee) == to.end()) to.push_back(callee);
  }

  void add_calls(std::uint32_t index) {
    const ptx::Kernel& body = *graph_.bodies[index];
    for (const ptx::Instruction& call : body.instructions) {
      if (!ptx::is_call(call)) continue;
      const ptx::Operand& callee = callee_of(call);
      if (callee.kind != Kind::kFunction) {
        add_indirect(index, call);
        continue;
      }
      const ptx::Kernel& function = module_.functions.at(static_cast<std::size_t>(callee.index));
      const RuntimeFunction* runtime = find_runtime_function(function);
      if (function.instructions.empty() && !runtime) refuse_undefined(body, call, function.name);
      if (runtime) check_declaration(body, call, function, *runtime);
      check(body, call, function.name, function.returns, function.parameters);
      if (runtime) continue;
      add(graph_.callees[index], static_cast<std::uint32_t>(callee.index));
    }
  }

  void check_declaration(const ptx::Kernel& body, const ptx::Instruction& call, const ptx::Kernel& function,
                         const RuntimeFunction& runtime) const {
    if (bytes_of(function.returns) == runtime.results && bytes_of(function.parameters) == runtime.arguments) return;
    refuse(body, call, "'" + function.name + "' of the CUDA runtime is declared with results of " +
                           sizes(bytes_of(function.returns)) + " and arguments of " +
                           sizes(bytes_of(function.parameters)) + " bytes; expected " + sizes(runtime.results) +
                           " and " + sizes(runtime.arguments));
  }

  [[noreturn]] void refuse_undefined(const ptx::Kernel& body, const ptx::Instruction& call,
                                     const std::string& name) const {
    const std::string missing = missing_function(name);
    if (!missing.empty())
      refuse(body, call, "'" + body.name + "' calls '" + name + "' of the CUDA runtime, which " + missing +
                             "; that is not in this model");
    std::vector<std::string> known;
    for (const ptx::Kernel& function : module_.functions)
      if (!function.instructions.empty()) known.push_back(function.name);
    refuse(body, call, "'" + body.name + "' calls '" + name + "', which has no body in this module; functions with " +
                           "one: " + names_or_none(known));
  }

  void check(const ptx::Kernel& body, const ptx::Instruction& call, const std::string& callee,
             const std::vector<ptx::Variable>& returns, const std::vector<ptx::Variable>& parameters) const {
    const std::size_t behind = call.destinations + std::size_t{1};
    const auto results = bytes_of(body, call, 0, call.destinations, returns);
    const auto arguments = bytes_of(body, call, behind, call.operands.size(), parameters);
    if (results != bytes_of(returns) && !results.empty())
      refuse(body, call, "the call of '" + callee + "' takes results of " + sizes(results) + " bytes; expected " +
                             sizes(bytes_of(returns)));
    if (arguments != bytes_of(parameters))
      refuse(body, call, "the call of '" + callee + "' passes arguments of " + sizes(arguments) + " bytes; expected " +
                             sizes(bytes_of(parameters)));
  }

  void add_indirect(std::uint32_t index, const ptx::Instruction& call) {
    const ptx::Kernel& body = *graph_.bodies[index];
    if (call.prototype < 0) refuse(body, call, "a call through a register without .callprototype; expected one");
    const ptx::Prototype& prototype = body.prototypes.at(static_cast<std::size_t>(call.prototype));
    check(body, call, prototype.name, prototype.returns, prototype.parameters);
    bool found = false;
    for (std::uint32_t f = 0; f < module_.functions.size(); ++f) {
      const ptx::Kernel& function = module_.functions[f];
      const bool fits = bytes_of(function.returns) == bytes_of(prototype.returns) &&
                        bytes_of(function.parameters) == bytes_of(prototype.parameters);
      if (!module_.address_taken[f] || function.instructions.empty() || !fits) continue;
      found = true;
      add(graph_.callees[index], f);
      add(graph_.indirect[index], f);
    }
    if (!found)
      refuse(body, call, "no function of this module whose address is taken has the signature '" + prototype.name +
                             "': results of " + sizes(bytes_of(prototype.returns)) + " and arguments of " +
                             sizes(bytes_of(prototype.parameters)) + " bytes");
  }

  // Tarjan's strongly connected components, which yield callees first.
  void find_cycles() {
    Indices number(graph_.bodies.size(), kNone), low(graph_.bodies.size()), open;
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{graph_.entry(), 0}};  // body, next callee to visit
    std::uint32_t next_number = 0;
    while (!path.empty()) {
      const std::uint32_t body = path.back().first;
      if (path.back().second == 0) {
        number[body] = low[body] = next_number++;
        open.push_back(body);
      }
      const Indices& callees = graph_.callees[body];
      if (path.back().second < callees.size()) {
        const std::uint32_t callee = callees[path.back().second++];
        if (number[callee] == kNone) path.emplace_back(callee, 0);
        else if (graph_.cycle[callee] == kNone) low[body] = std::min(low[body], number[callee]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[body]);
      if (low[body] == number[body]) close_cycle(body, open);
    }
  }

  // The bodies from `root` to the end of `open` are one component.
  void close_cycle(std::uint32_t root, Indices& open) {
    const bool several = open.back() != root;
    for (std::uint32_t member = kNone; member != root;) {
      member = open.back();
      open.pop_back();
      const Indices& callees = graph_.callees[member];
      graph_.recursive[member] = several || std::find(callees.begin(), callees.end(), member) != callees.end();
      graph_.cycle[member] = root;
      graph_.order.push_back(member);
    }
  }

  const ptx::Module& module_;
  CallGraph graph_;
};

}  // namespace

CallGraph call_graph(const ptx::Module& module, const std::string& entry) { return Builder(module, entry).build(); }

}  // namespace unibank::compiler
