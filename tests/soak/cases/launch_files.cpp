// The files of a program of several launches.
#include <fstream>
#include <set>

#include "soak/cases/launch_text.h"

namespace unibank::test {

namespace {

using Words = std::vector<std::uint32_t>;
using std::to_string;

void write_words(const std::filesystem::path& path, const Words& words) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
}

std::string buffer_text(std::size_t number, std::size_t words) {
  const std::string n = to_string(number);
  return "[[buffer]]\nname = \"b" + n + "\"\ntype = \"u32\"\ncount = " + to_string(words) +
         "\ninit = \"file\"\nfile = \"in" + n + ".bin\"\n";
}

// Buffers that a launch reads through a texture.
std::set<unsigned> textured(const LaunchProgram& program) {
  std::set<unsigned> buffers;
  for (const ProgramStep& step : program.steps)
    for (const ProgramLaunch& launch : step.launches)
      for (std::size_t s = 0; s < launch.buffers.size(); ++s)
        if (program.kernels[launch.kernel].slots[s].textured) buffers.insert(launch.buffers[s]);
  return buffers;
}
std::string texture_text(unsigned number, std::size_t words) {
  const std::string n = to_string(number);
  return "[[texture]]\nname = \"t" + n + "\"\nbuffer = \"b" + n + "\"\nwidth = " + to_string(words) +
         "\nchannels = 1\nchannel = \"u32\"\nfilter = \"point\"\naddress = \"clamp\"\n";
}

std::string launch_text(const LaunchProgram& program, const ProgramLaunch& launch, const std::string& table,
                        bool in_loop) {
  const LaunchKernel& kernel = program.kernels[launch.kernel];
  std::string text = "[[" + table + "]]\nkernel = \"" + kernel.name + "\"\ngrid = [" + to_string(launch.width) + ", " +
                     to_string(launch.height) + "]\nblock = [" + to_string(kernel.width) + ", " +
                     to_string(kernel.height) + "]\n";
  if (launch.dynamic_bytes != 0) text += "dynamic_scratchpad_bytes = " + to_string(launch.dynamic_bytes) + "\n";
  if (launch.repeat != 1) text += "repeat = " + to_string(launch.repeat) + "\n";
  text += "arguments = [";
  for (const unsigned buffer : launch.buffers)
    text += "\"b" + to_string(buffer) + "\", " + to_string(program.buffers[buffer].size()) + ", ";
  const std::string salt = to_string(launch.salt);
  text += to_string(launch.dynamic_bytes) + ", " + (in_loop ? "{ counter = \"t\", offset = " + salt + " }" : salt);
  for (std::size_t s = 0; s < kernel.slots.size(); ++s)
    if (kernel.slots[s].textured) text += ", \"t" + to_string(launch.buffers[s]) + "\"";
  if (kernel.has_order) text += ", \"b" + to_string(program.locks) + "\"";
  return text + "]\n";
}

std::string step_text(const LaunchProgram& program, const ProgramStep& step) {
  std::string text;
  const bool in_loop = step.rounds != 0;
  if (in_loop) {
    text += "[[loop]]\ncounter = \"t\"\nrounds = " + to_string(step.rounds) + "\n";
    if (step.written != kNothing)
      text += "write = [{ buffer = \"b" + to_string(step.written) + "\", index = " + to_string(step.word) +
              ", count = " + to_string(step.words) + ", value = " + to_string(step.value) + " }]\n";
    if (step.swapped != kNothing)
      text += "swap = [\"b" + to_string(step.swapped) + "\", \"b" + to_string(step.with) + "\"]\n";
  }
  for (const ProgramLaunch& launch : step.launches)
    text += launch_text(program, launch, in_loop ? "loop.launch" : "launch", in_loop);
  return text;
}

std::string manifest(const LaunchProgram& program) {
  std::string text = "ptx = [";
  for (unsigned file = 0; file < program.files; ++file)
    text += (file == 0 ? "\"case" : ", \"case") + to_string(file) + ".ptx\"";
  text += "]\n";
  for (std::size_t n = 0; n < program.buffers.size(); ++n) text += buffer_text(n, program.buffers[n].size());
  for (const unsigned buffer : textured(program)) text += texture_text(buffer, program.buffers[buffer].size());
  for (const ProgramStep& step : program.steps) text += step_text(program, step);
  for (std::size_t n = 0; n < program.buffers.size(); ++n)
    text += "[[verify]]\nbuffer = \"b" + to_string(n) + "\"\nfile = \"out" + to_string(n) + ".bin\"\n";
  return text;
}

}  // namespace

void write_launches(const std::filesystem::path& folder, const LaunchProgram& program,
                    const std::vector<Words>& expected) {
  for (unsigned file = 0; file < program.files; ++file)
    std::ofstream(folder / ("case" + to_string(file) + ".ptx")) << ptx_of(program, file);
  for (std::size_t n = 0; n < program.buffers.size(); ++n) {
    write_words(folder / ("in" + to_string(n) + ".bin"), program.buffers[n]);
    write_words(folder / ("out" + to_string(n) + ".bin"), expected[n]);
  }
  std::ofstream(folder / "case.toml") << manifest(program);
}

}  // namespace unibank::test
