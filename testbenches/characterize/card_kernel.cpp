#include "characterize/card_kernel.h"

#include <sstream>

#include "characterize/benchmark_files.h"

namespace unibank::characterize {

namespace {

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

// "issue.ptx" -> the text of issue_card.ptx if that has the trial's kernel.
std::string text_for(const Trial& trial, const std::string& file) {
  const std::string end = ".ptx";
  if (file.size() > end.size() && file.compare(file.size() - end.size(), end.size(), end) == 0) {
    const auto own = benchmark_files().find(file.substr(0, file.size() - end.size()) + "_card" + end);
    if (own != benchmark_files().end() && own->second.find(".entry " + trial.kernel + "(") != std::string::npos)
      return own->second;
  }
  return benchmark_file(file);
}

// The first pass through a working set reads DRAM, and its time varies by a percent. Without more passes, this would
// change the figure of each load by some cycles.
constexpr unsigned kRounds = 8, kMostLoads = 16384;
bool go_round_more_often(Trial& trial) {
  const bool chain = trial.kernel == "chain_load" && trial.turns > 1 && trial.ring > 2 * kOps + 1;
  if (!chain || trial.ring > kMostLoads) return false;
  trial.turns *= kRounds;
  return true;
}

}  // namespace

std::string straight(const std::string& ptx, bool half) {
  std::istringstream lines(ptx);
  std::string out;
  bool first = false;  // among the accesses that a half does not have
  for (std::string line; std::getline(lines, line);) {
    const std::string text = trimmed(line);
    if (text == "@!%p1 bra FIRST;" || text == "bra.uni SECOND;" || text == "FIRST:") continue;
    if (text == "@%p1 bra SECOND;" || text == "SECOND:") {
      first = text != "SECOND:";
      continue;
    }
    if (first && half) continue;
    out += line + "\n";
    if (text == "AGAIN:") out += "  .pragma \"nounroll\";\n";
  }
  return out;
}

std::shared_ptr<const Manifest> card_manifest_of(const Trial& trial) {
  return manifest_of(trial, [&trial](const std::string& file) { return straight(text_for(trial, file), trial.half); });
}

void prepare_for_card(std::vector<Row>& rows, unsigned design_sms, unsigned sms) {
  for (Row& row : rows) {
    if (go_round_more_often(row.longer)) row.events *= kRounds;
    for (Trial& trial : row.sweep) go_round_more_often(trial);
  }
  if (design_sms == sms) return;
  for (Row& row : rows) {
    if (!row.absent.empty()) continue;
    if (row.memory == Row::Memory::kOfSome)
      row.absent = "the card's L2 and DRAM are those of " + std::to_string(sms) + " SMs, the design's of " +
                   std::to_string(design_sms);
    if (row.memory != Row::Memory::kOfAll) continue;
    Trial& trial = row.longer;
    trial.blocks = sms;
    trial.bytes = (trial.bytes * sms + design_sms - 1) / design_sms;
    if (trial.kernel == "walk") trial.stride = trial.stride * sms / design_sms;
  }
}

}  // namespace unibank::characterize
