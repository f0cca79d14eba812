#include "unibank/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/input_error.h"
#include "wave/output_file.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

std::string part(const std::string& path) { return path + ".part"; }

// The same for all spellings of a path.
std::string identity(const std::string& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : found.string();
}

std::string target_of(const Output& output) {
  try {
    const std::string target = wave::output_target(output.path);
    wave::output_target(part(target));  // it must be no folder or pipe either
    return target;
  } catch (const InputError& error) {
    throw InputError(output.option + ": " + error.what());
  }
}

void check_can_create(const Output& output, const std::string& target) {
  std::FILE* file = std::fopen(part(target).c_str(), "wb");
  if (!file) throw InputError(output.option + ": cannot create '" + output.path + "': " + std::strerror(errno));
  std::fclose(file);
  std::remove(part(target).c_str());
}

// A writer uses its file and, until it is complete, the one beside it.
bool meet(const std::string& one, const std::string& other) {
  return one == other || one == part(other) || part(one) == other;
}

}  // namespace

void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::vector<std::string> targets, identities;
  for (const Output& output : outputs) {
    const std::string target = target_of(output);
    const std::string own = identity(target);
    for (const std::string& input : inputs)
      if (own == identity(input) || part(own) == identity(input))
        throw InputError(output.option + ": writing '" + output.path + "' would replace the input file '" + input +
                         "'");
    for (std::size_t other = 0; other < identities.size(); ++other)
      if (meet(own, identities[other]))
        throw InputError(output.option + ": '" + output.path + "' is needed by " + outputs[other].option + " '" +
                         outputs[other].path + "', expected another file");
    targets.push_back(target);
    identities.push_back(own);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) check_can_create(outputs[i], targets[i]);
}

void write_whole(const std::string& path, const std::string& text) {
  const std::string target = wave::output_target(path);
  std::FILE* file = std::fopen(part(target).c_str(), "wb");
  bool good = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) good = std::fclose(file) == 0 && good;
  if (good && std::rename(part(target).c_str(), target.c_str()) == 0) return;
  const std::string reason = std::strerror(errno);
  std::remove(part(target).c_str());
  throw RunError("cannot write '" + path + "': " + reason);
}

void remove_part(const std::string& path) {
  const std::string unfinished = part(wave::output_target(path));
  std::remove(unfinished.c_str());
  if (wave::names_fst(path)) std::remove(wave::fst_remains(unfinished).c_str());
}

}  // namespace unibank
