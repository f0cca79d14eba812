#include "characterize/trial.h"

#include <cstring>
#include <map>
#include <set>

#include "base/input_error.h"
#include "characterize/benchmark_files.h"
#include "characterize/code_benchmark.h"

namespace unibank::characterize {

namespace {

Manifest manifest_named(const std::string& name, const ReadFile& read) {
  return load_manifest(read(name + ".toml"), name + ".toml", read);
}

// Every benchmark has the same order of parameters: data, turns, half, stride.
void set_number(ManifestLaunch& launch, std::size_t argument, std::uint64_t value) {
  launch.arguments.at(argument).number.offset = {false, static_cast<std::int64_t>(value), 0};
}

void number_ring(ManifestBuffer& data, const Trial& trial) {
  for (std::uint64_t i = 0; i < trial.ring; ++i) {
    const auto next = static_cast<std::uint32_t>((i + 1) % trial.ring * trial.ring_stride / sizeof(std::uint32_t));
    std::memcpy(data.bytes.data() + i * trial.ring_stride, &next, sizeof next);
  }
}

void fill(ManifestBuffer& data, const Trial& trial) {
  const unsigned element = ptx::bytes_of(data.type);
  data.count = (trial.bytes + element - 1) / element;
  data.bytes.assign(data.count * element, 0);
  if (trial.numbers) return number_ring(data, trial);
  for (std::uint64_t i = 0; i < trial.ring; ++i) {
    ManifestArgument pointer;
    pointer.kind = ManifestArgument::Kind::kName;
    pointer.name = data.name;
    pointer.offset.offset = {false, static_cast<std::int64_t>((i + 1) % trial.ring * trial.ring_stride), 0};
    pointer.at = i * trial.ring_stride;
    pointer.width = 8;
    pointer.type = ptx::Type::kU64;
    data.pointers.push_back(pointer);
  }
}

}  // namespace

const std::string& benchmark_file(const std::string& name) {
  static const std::string code = code_ptx();
  if (name == "code.ptx") return code;
  const auto found = benchmark_files().find(name);
  if (found != benchmark_files().end()) return found->second;
  throw InputError(unknown_name("benchmark", name, benchmark_names()));
}

bool Trial::kept_by_compilers() const {
  static const std::map<std::string, std::set<std::string>> kept = {
      {"issue", {"chain_alu", "chain_alu_4", "chain_sfu", "chain_bar", "chain_fence", "rate_1", "rate_2", "rate_3",
                 "rate_double", "rate_sfu"}},
      {"scratchpad", {"chain_load", "load", "load_v2", "load_v4", "load_beside_mad", "store", "store_load", "add",
                      "reduce"}},
      {"memory", {"chain_load", "chain_load_cg", "load", "load_beside_mad", "walk", "add", "chain_add", "reduce",
                  "stream_read", "stream_write", "stream_mixed"}},
      {"constants", {"load"}},
      {"texture", {"chain_load"}},
      {"texture_ring", {"chain_load"}}};
  const auto found = kept.find(benchmark);
  return found != kept.end() && found->second.count(kernel) != 0;
}

std::string Trial::key() const {
  std::string text = benchmark + "/" + kernel;
  for (const std::uint64_t number :
       {std::uint64_t{blocks}, std::uint64_t{threads}, std::uint64_t{turns}, std::uint64_t{half},
        std::uint64_t{control}, std::uint64_t{conditions}, stride, bytes, ring, ring_stride, std::uint64_t{numbers}})
    text += " " + std::to_string(number);
  return text;
}

Trial half_of(Trial trial) {
  trial.half = true;
  return trial;
}

std::vector<std::string> benchmark_names() {
  std::vector<std::string> names;
  for (const auto& [name, text] : benchmark_files()) {
    const std::size_t end = name.rfind(".toml");
    if (end != std::string::npos) names.push_back(name.substr(0, end));
  }
  return names;
}

std::shared_ptr<const Manifest> manifest_of(const Trial& trial) { return manifest_of(trial, benchmark_file); }

std::shared_ptr<const Manifest> manifest_of(const Trial& trial, const ReadFile& read) {
  auto manifest = std::make_shared<Manifest>(manifest_named(trial.benchmark, read));
  ManifestLaunch& launch = manifest->launches.at(0);
  launch.kernel = trial.kernel;
  launch.grid[0].offset = {false, trial.blocks, 0};
  launch.block.x = trial.threads;
  set_number(launch, 1, trial.turns);
  set_number(launch, 2, trial.half);
  set_number(launch, 3, trial.stride);
  fill(manifest->buffers.at(0), trial);
  return manifest;
}

}  // namespace unibank::characterize
