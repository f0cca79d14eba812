#include <cmath>
#include <cstdio>

#include "concurrency/launch_compiler.h"

namespace unibank {

namespace {

std::string why_text(const ConcurrencyChoice& choice) {
  const ConcurrencyAnswer& answer = choice.answer;
  if (answer.start == 0) return "";
  std::string text = "; searched from " + std::to_string(answer.start) + ":";
  for (const ConcurrencyAnswer::Step& step : answer.steps) {
    text += " " + std::to_string(step.blocks) + (step.passes ? "+" : "-");
  }
  return text + (answer.transformed ? "" : ": as it is");
}

}  // namespace

std::string levels_text(const std::string& kernel, const ConcurrencyChoice& choice,
                        const std::vector<LevelView>& levels) {
  char line[200];
  std::snprintf(line, sizeof line, "%s: average dispatch interval %.2f cycles, %u of %u to %u blocks chosen",
                kernel.c_str(), choice.dispatch_interval, choice.blocks, choice.original, choice.most);
  std::string text = line + why_text(choice) + "\n" +
                     "  blocks   registers      slots   instructions   off-chip     cycles   spills off the chip\n";
  for (const LevelView& view : levels) {
    char cycles[40] = "any";
    if (std::isfinite(view.cycles)) std::snprintf(cycles, sizeof cycles, "%.1f", view.cycles);
    std::snprintf(line, sizeof line, "%c %6u %5u of %-3u %4u of %-4u %12u %10u %10s   %s\n",
                  view.blocks == choice.blocks ? '*' : ' ', view.blocks, view.registers, view.storage.registers,
                  view.slots, view.storage.slots, view.counts.others + view.counts.off_chip, view.counts.off_chip,
                  cycles, view.local_spills ? "yes" : "no");
    text += line;
  }
  return text;
}

}  // namespace unibank
