#include "unibank/exec_settings.h"

#include <filesystem>

#include "exec/message.h"

namespace unibank {

namespace {

std::string absolute(const std::string& file) { return file.empty() ? file : std::filesystem::absolute(file).string(); }

void pack(exec::Packed& all, const std::vector<std::string>& texts) {
  all.put<std::uint64_t>(texts.size());
  for (const std::string& one : texts) all.text(one);
}

std::vector<std::string> unpack(exec::Unpacked& all) {
  std::vector<std::string> texts;
  for (auto left = all.get<std::uint64_t>(); left != 0; --left) texts.push_back(all.text());
  return texts;
}

void pack(exec::Packed& all, const WaveOptions& waves) {
  all.text(absolute(waves.vcd)).text(absolute(waves.timeline)).text(absolute(waves.transactions));
  std::vector<std::string> views;
  for (const std::string& view : waves.views) views.push_back(absolute(view));
  pack(all, views);
  pack(all, waves.groups);
  all.text(waves.trigger).put(waves.from).put(waves.to).put(waves.sm);
}

WaveOptions unpack_waves(exec::Unpacked& all) {
  WaveOptions waves;
  waves.vcd = all.text();
  waves.timeline = all.text();
  waves.transactions = all.text();
  waves.views = unpack(all);
  waves.groups = unpack(all);
  waves.trigger = all.text();
  waves.from = all.get<std::int64_t>();
  waves.to = all.get<Cycle>();
  waves.sm = all.get<unsigned>();
  return waves;
}

}  // namespace

std::string packed(const ExecSettings& settings) {
  exec::Packed all;
  all.text(settings.design_name).text(settings.effective_design).text(settings.compiled_for);
  all.text(absolute(settings.record)).put(settings.functional);
  all.put<std::uint64_t>(settings.timed.numbers.size());
  for (const auto& [first, last] : settings.timed.numbers) all.put(first).put(last);
  pack(all, settings.timed.kernels);
  all.put(settings.registers).put(settings.cores).put(settings.memory_bytes);
  pack(all, settings.waves);
  all.put(settings.first);
  return all.bytes();
}

ExecSettings unpacked_settings(const std::string& bytes) {
  exec::Unpacked all(bytes);
  ExecSettings settings;
  settings.design_name = all.text();
  settings.effective_design = all.text();
  settings.compiled_for = all.text();
  settings.record = all.text();
  settings.functional = all.get<bool>();
  for (auto left = all.get<std::uint64_t>(); left != 0; --left) {
    const auto first = all.get<std::uint64_t>();
    settings.timed.numbers.emplace_back(first, all.get<std::uint64_t>());
  }
  settings.timed.kernels = unpack(all);
  settings.registers = all.get<unsigned>();
  settings.cores = all.get<unsigned>();
  settings.memory_bytes = all.get<std::uint64_t>();
  settings.waves = unpack_waves(all);
  settings.first = all.get<bool>();
  return settings;
}

}  // namespace unibank
