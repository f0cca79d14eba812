// A program of a study, with the name, size and arguments with which a point runs it, and the hash of its bytes.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "manifest/manifest.h"
#include "sweep/study.h"
#include "trace/traced_kernel.h"
#include "workloads/workload.h"

namespace unibank::sweep {

struct Program {
  std::string name;                          // name in results: a workload's, a manifest's, a trace's
  std::string listed;                        // the study's name of it
  std::string given;                         // the name for `unibank run`
  std::string size;                          // of a workload; otherwise empty
  Style style = Style::kModern;              // of a workload
  WorkloadArguments arguments;               // of a workload, complete
  const Workload* workload = nullptr;        // one of these three
  std::shared_ptr<const Manifest> manifest;
  std::shared_ptr<const trace::TracedProgram> traced;
  std::string hash;                          // of its bytes: a workload's PTX, or the program's files

  std::string arguments_text() const;        // "block=16 size=128"
};

// The programs of a study. A file that several points need is read once.
class Programs {
 public:
  explicit Programs(const Study& study) : study_(study) {}
  // `arguments`: from axes, added to the choice's own. Throws InputError, beginning with the study's file and line,
  // for unknown names, and for a size or arguments of a program that has none.
  const Program& find(const ProgramChoice& choice, const std::string& size,
                      const std::map<std::string, std::string>& arguments);

 private:
  Program load(const ProgramChoice& choice, const std::string& size, std::map<std::string, std::string> arguments);
  Program load_file(const ProgramChoice& choice, const std::string& path);

  const Study& study_;
  std::map<std::string, Program> known_;
};

// Whether a study's program with this name is a workload. Otherwise the program is a file.
bool is_workload(const std::string& name);

}  // namespace unibank::sweep
