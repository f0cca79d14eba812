// A program that runs on the model: CUDA source, its PTX, a host side, and a CPU reference that judges the answer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "base/registry.h"
#include "host/device.h"

namespace unibank {

// Run time: tiny at most 50 ms, test one or two seconds; paper has the published size or the largest practical one.
enum class Size { kTiny, kTest, kPaper };
const char* size_name(Size size);
Size size_from(const std::string& name);   // throws InputError with the known names

// How the PTX of a program was made; make_ptx has the compiler options of both styles.
enum class Style {
  kModern,  // like compilers of today: -O2, 64-bit addresses
  kPeriod   // closer to the papers' compilers: -O1, 32-bit addresses, loops unrolled where the source says so
};
const char* style_name(Style style);
Style style_from(const std::string& name);  // throws InputError with the known names

struct WorkloadArgument {
  std::string name, description;
  std::int64_t least, most;
  std::int64_t tiny, test, paper;           // defaults
  std::vector<std::int64_t> choices;        // when not empty, only these are allowed
};

using WorkloadArguments = std::map<std::string, std::int64_t>;

struct Verdict {
  bool right = false;
  std::string text;  // "4198401 cells equal", or "cell (3, 4) is 7, the CPU has 9 (12 of 81 differ)"
};

class Workload {
 public:
  static constexpr const char* kKind = "workload";
  virtual ~Workload() = default;
  virtual std::string name() const = 0;
  virtual std::string description() const = 0;  // one line, which names the suite of the original program
  virtual std::vector<WorkloadArgument> arguments() const = 0;
  // Loads the program's PTX, plans, launches, and compares with the CPU. Throws InputError for arguments that
  // contradict each other.
  Verdict run(Device& device, const WorkloadArguments& arguments, Style style = Style::kModern) const;

 protected:
  // Runs the program on a device that has loaded its PTX, in either style.
  virtual Verdict run_loaded(Device& device, const WorkloadArguments& arguments) const = 0;
  // Throws InputError for a value that is in range but not allowed: "argument 'size' of workload 'lu' is 40; expected
  // ...".
  [[noreturn]] void refuse(const WorkloadArguments& arguments, const std::string& argument,
                           const std::string& expected) const;
  void require_multiple(const WorkloadArguments& arguments, const std::string& argument, std::int64_t of) const;
};

std::vector<std::string> workload_names();  // the papers' programs, which experiments and tables are about
std::vector<std::string> today_names();     // programs as they are written today (today/README.md)
// A program of either list; throws InputError with the names of both.
const Workload& find_workload(const std::string& name);
// The defaults of `size`, overridden by `given`. Throws InputError for an unknown name or a value out of range.
WorkloadArguments complete_arguments(const Workload& workload, Size size,
                                     const std::map<std::string, std::string>& given);

// <name>.ptx, or <name>.period.ptx.
std::string workload_ptx_file(const std::string& name, Style style);
// The text of that file when the library was built. Throws InputError, with the known names, for an unknown name, and
// for a program of today in the style kPeriod.
std::string_view workload_ptx(const std::string& name, Style style = Style::kModern);

}  // namespace unibank
