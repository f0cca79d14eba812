#include <cstdio>

#include "base/input_error.h"
#include "compiler/link.h"
#include "compiler/print.h"
#include "manifest/manifest.h"
#include "ptx/parser.h"
#include "unibank/commands.h"
#include "unibank/complain.h"
#include "unibank/output.h"

namespace unibank {

namespace {

ptx::Module parse_file(const std::string& file) {
  if (file.size() > 5 && file.compare(file.size() - 5, 5, ".toml") == 0)
    throw InputError("'" + file +
                     "' is a TOML file; expected a PTX file, such as the one that a manifest's key ptx names");
  std::string text;
  try {
    text = read_whole_file(file);
  } catch (const std::runtime_error& error) {
    throw InputError(file + ": cannot read the PTX: " + error.what());
  }
  return ptx::parse(text, file);
}

// The requested kernel, or all kernels of the module.
std::vector<std::string> kernels_of(const ptx::Module& module, const CompileCommandOptions& options) {
  std::vector<std::string> names;
  for (const auto& [name, kernel] : module.kernels) names.push_back(name);
  if (names.empty()) throw InputError(options.file + ": found no kernel; expected at least one '.entry'");
  if (options.kernel.empty()) return names;
  if (module.kernels.count(options.kernel) == 0) throw InputError(unknown_name("kernel", options.kernel, names));
  return {options.kernel};
}

void print(const CompileCommandOptions& options, const std::vector<ptx::Kernel>& kernels) {
  for (const ptx::Kernel& kernel : kernels) {
    std::string text;
    if (options.print == "cfg")
      text = compiler::cfg_text(kernel);
    else if (options.print == "liveness")
      text = compiler::liveness_text(kernel);
    else if (options.print == "hierarchy")
      text = compiler::hierarchy_text(kernel);
    else if (options.print == "last-uses")
      text = compiler::last_uses_text(kernel);
    else if (options.print == "ranges")
      text = compiler::ranges_text(kernel);
    else if (options.print == "slots")
      text = compiler::slots_text(kernel);
    else
      text = compiler::assembly_text(kernel);
    std::fputs(text.c_str(), stdout);
  }
}

void print_statistics(const ptx::Module& module, const std::vector<ptx::Kernel>& kernels) {
  std::vector<compiler::KernelStatistics> all;
  all.reserve(kernels.size());
  for (const ptx::Kernel& kernel : kernels)
    all.push_back(compiler::statistics(kernel, compiler::compile(module, kernel.name)));
  std::fputs(compiler::statistics_text(all).c_str(), stdout);
}

}  // namespace

int compile_command(const CompileCommandOptions& options) {
  const ptx::Module module = parse_file(options.file);
  const std::vector<std::string> names = kernels_of(module, options);
  OutputStamps stamps;
  if (!options.dot.empty()) {
    if (names.size() > 1)
      throw InputError("--dot is one graph; '" + options.file + "' has " + std::to_string(names.size()) +
                       " kernels, expected --kernel NAME");
    stamps = check_outputs({{"--dot", options.dot}}, {options.file});
  }
  compiler::CompileOptions limit;
  limit.registers = options.registers;
  limit.spills = options.spills;
  limit.hierarchy.enabled = options.print == "hierarchy";
  std::vector<ptx::Kernel> kernels;
  int status = 0;
  for (const std::string& name : names) {
    try {
      kernels.push_back(compiler::compile(module, name, limit));
    } catch (const InputError& error) {
      complain("error", error.what());
      status = 2;
    }
  }
  if (kernels.empty()) return status;
  if (options.print == "stats")
    print_statistics(module, kernels);
  else
    print(options, kernels);
  if (!options.dot.empty()) write_whole(options.dot, compiler::cfg_dot(kernels.front()), stamps);
  return status;
}

}  // namespace unibank
