// The options of the command line, checked as far as possible without reading designs and workloads.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "block/choices.h"
#include "compile_options/scratchpad_spills.h"
#include "exec/selection.h"
#include "sampling/sample.h"
#include "unibank/limits.h"
#include "unibank/sweep_options.h"
#include "unibank/wave_options.h"

namespace unibank {

struct RunOptions {
  std::string workload, size;                     // a workload, a manifest or a trace; size: empty by default
  std::string style;                              // of the workload's PTX; empty: modern
  std::vector<std::string> designs, overrides;    // overrides: "section.key=value"
  std::map<std::string, std::string> arguments;
  bool functional = false;
  bool no_dumps = false;                          // the buffers that a manifest dumps are not written
  Sample sample;                                  // of the launches or the blocks of each timed run
  std::string pass;                               // kernel.pass of all designs; empty: the design's own
  unsigned registers = 0;                         // limit per thread in all designs; 0: the design's own
  unsigned cores = 1;                             // cores of the host on which a simulation runs
  unsigned threads = 0;                           // limit of resident threads in all designs; 0: the design's own
  bool sweep_threads = false;                     // run several limits of threads, and report the fastest
  std::vector<BlockRequest> blocks;               // in all designs
  std::string json, csv;                          // files; empty: none
  WaveOptions waves;
};

struct ExecOptions {
  RunOptions run;                       // designs, overrides, registers, cores, waves, files
  std::vector<std::string> program;     // the program and its arguments
  exec::Selection timed;                // --launches, --kernel
  std::string record;                   // folder for manifests of launches, and for the trace of a functional run
  bool lenient = false;                 // out-of-bounds accesses are only counted
  bool in_process = false;              // the model is in the program's process
  std::uint64_t memory_megabytes = 4096;
};

struct RecordOptions {
  RunOptions run;       // workload, size, arguments, registers, at most one design, overrides
  std::string folder;   // the folder for the record
};

struct ListOptions {
  std::string what, filter;           // a list of catalogue.h; a text in its entries; empty: all
  bool csv = false;                   // combinations: a row each
  bool names = false, json = false;   // at most one: only names; everything as JSON
};

struct CompileCommandOptions {
  std::string file, kernel;       // kernel: empty for all
  unsigned registers = 0;         // 0: as many as a kernel needs
  compiler::ScratchpadSpills spills{};
  std::string print = "stats";    // a word of --print
  std::string dot;                // file; empty: none
};

struct ShowOptions {
  std::string design;
  std::vector<std::string> overrides;
  std::vector<BlockRequest> blocks;
  std::string hierarchy;  // "text" or "dot": the machine's modules; empty: its values
  bool idealised = false; // instead: the resources that the design does not limit
  bool wide = false;      // lines may be wider than the terminal
  bool json = false;
};

struct OccupancyOptions {
  std::string what, kernel;       // PTX, a workload's name, a manifest or a trace; kernel: empty for all
  std::string design, size, style;
  std::vector<std::string> overrides;
  std::map<std::string, std::string> arguments;
  Dim3 block = {0, 0, 0};         // 0: the launch's
  unsigned registers = 0;         // 0: the compiler's
  int scratchpad = -1;            // bytes per block; -1: the kernel's own
  std::string pictures;           // folder; empty: none
};

struct CharacterizeOptions {
  std::string design;
  std::vector<std::string> overrides;
  std::vector<BlockRequest> blocks;
  std::string json, csv;  // files; empty: none
  std::string pictures;   // folder; empty: none
  bool check = false;     // a wrong row is an error
  bool gpu = false;       // measure the rows also on a GPU,
  std::string libcuda = "libcuda.so.1";  // through this driver
};

struct CorrelateOptions {
  std::vector<std::string> programs;  // empty: those of today, or of the file
  std::string design;
  std::vector<std::string> overrides;
  std::string size = "test";
  std::string from;      // cycles measured elsewhere; empty: on the card
  std::string csv;       // file; empty: none
  std::string pictures;  // folder; empty: none
  std::string libcuda = "libcuda.so.1";
};

struct ReproduceOptions : SlurmOptions {
  std::vector<std::string> what;                  // "gebhart2012" or "gebhart2012/table6"; empty: everything
  std::string size = "test";                      // "test" or "paper"
  unsigned jobs = 0;                              // processes at a time; 0: one for each core
  std::string experiments;                        // a folder; empty: the built-in experiments
  std::string results = "configs/experiments/results";  // folder of finished points
  std::string output = "results";                 // folder for tables, pictures and pages
  std::string costs;                              // file with the CPU time of points; empty: none
  bool list = false, dry_run = false, finished = false, report = false, status = false, cancel = false;  // at most one
  bool check = false;                             // with report: compare only, write nothing
  std::size_t repeat = 0;                         // run so many finished points again and compare; 0: do not
  std::uint64_t seed = 1;                         // with repeat: of the choice of points
};

struct Options {
  enum class Command {
    kNone,
    kRun,
    kRecord,
    kList,
    kShow,
    kCompile,
    kOccupancy,
    kCharacterize,
    kReproduce,
    kCompletion,
    kSchema,
    kExec,
    kSweep,
    kCorrelate
  };
  Command command = Command::kNone;  // kNone: help or version was printed
  Limits limits;
  RunOptions run;
  ExecOptions exec;
  RecordOptions record;
  ListOptions list;
  ShowOptions show;
  CompileCommandOptions compile;
  OccupancyOptions occupancy;
  CharacterizeOptions characterize;
  CorrelateOptions correlate;
  ReproduceOptions reproduce;
  std::string shell, completion;     // completion: the shell, and its script
  std::string schema;                // the kind of file
  SweepOptions sweep;
};

// Throws InputError with one line for anything that cannot be understood.
Options parse_options(int argc, char** argv);

}  // namespace unibank
