// Writes an execution as a trace that this program can read, and any reader of version 5 if it has no texture fetches.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "files/whole_file.h"
#include "warp/execution_observer.h"

namespace unibank::trace {

// Removes the files that a Recorder has written into the folder, also those of one that has not finished.
void remove_record(const std::string& folder);

class Recorder : public ExecutionObserver {
 public:
  // `folder` exists; its earlier record is removed when the first launch begins. `compiled_for` contains the compile
  // options of the kernels; a run of the trace must have the same options.
  Recorder(std::string folder, std::string compiled_for);

  // These four throw RunError when a file cannot be written; launch_begins() throws InputError for an instruction that
  // a trace cannot contain.
  void launch_begins(const ExecutedLaunch& launch) override;
  void executes(unsigned warp, const WarpInstruction& instruction) override;
  void texels_read(unsigned warp, const std::vector<std::uint64_t>& texels) override;
  bool follows_texels() const override { return true; }
  void block_ends(std::uint64_t block) override;
  void launch_ends() override;
  // Writes kernelslist.g, which completes the trace.
  void finish();

  std::uint64_t instructions() const { return instructions_; }
  unsigned launches() const { return launches_; }

 private:
  struct Warp {
    std::string texels, lines;
    std::uint64_t count = 0;
  };
  // The middle part of an instruction's lines, and its PC.
  struct Described {
    std::uint32_t pc = 0;
    std::string middle;
  };
  void write_header(const ExecutedLaunch& launch);
  void open(const std::string& name);
  void flush();
  void close();

  std::string folder_, compiled_for_;
  std::unique_ptr<files::WholeFile> out_;
  std::string text_;  // the buffer of `out_`
  ExecutedLaunch launch_;
  std::unordered_map<const StaticInstruction*, Described> described_;
  std::vector<Warp> warps_;  // warps of the current block
  std::vector<std::string> files_;
  std::uint64_t instructions_ = 0;
  unsigned launches_ = 0;
};

}  // namespace unibank::trace
