#include "unibank/run_progress.h"

#include <algorithm>

#include "report/human.h"
#include "unibank/point_progress.h"

namespace unibank {

namespace {

constexpr double kBetweenTexts = 0.2;  // seconds, as the watcher looks (process.cpp)
constexpr double kLeastSeconds = 1;    // before a time left is worth anything
// Launches and blocks are of different lengths. Where the two lead to times that differ more, none is shown.
constexpr double kMostApart = 1.5;

// Negative: not known yet. Blocks on SMs count half, and until as many have ended the first ones say too little.
double left_by_blocks(double ended, double resident, double all, double seconds) {
  const double done = ended + resident / 2;
  if (seconds < kLeastSeconds || ended <= 0 || ended < resident || done > all) return -1;
  return seconds * (all - done) / done;
}

}  // namespace

double RunProgress::seconds_left(const TimedBackend::Progress& now, double seconds) const {
  const auto number = [](std::uint64_t of) { return static_cast<double>(of); };
  const auto resident = number(now.launch_resident);
  if (known_.launches == 0)
    return left_by_blocks(number(now.launch_ended), resident, number(now.launch_blocks), seconds - launch_begin_);
  const double by_blocks = left_by_blocks(number(now.blocks), resident, number(known_.blocks), seconds);
  if (known_.launches == 1 || by_blocks < 0) return by_blocks;
  const double of_launch =
      now.launch_blocks == 0 ? 0 : (number(now.launch_ended) + resident / 2) / number(now.launch_blocks);
  const double done = now.launches + of_launch, all = number(known_.launches);
  if (done <= 0 || done > all) return -1;
  const double by_launches = seconds * (all - done) / done;
  const auto [less, more] = std::minmax(by_blocks, by_launches);
  return more > less * kMostApart ? -1 : (less + more) / 2;
}

std::string RunProgress::text(const TimedBackend::Progress& now, double seconds) {
  if (now.launches != launches_) launch_begin_ = seconds;
  launches_ = now.launches;
  if (seconds - last_text_ < kBetweenTexts) return "";
  last_text_ = seconds;
  std::string text = "launch " + with_commas(now.launches + (now.launch_blocks != 0 ? 1 : 0));
  if (known_.launches != 0) text += " of " + with_commas(known_.launches);
  const std::string left = PointProgress::left_text(seconds_left(now, seconds));
  if (now.launch_blocks != 0) {
    text += " (" + with_commas(now.launch_ended) + " of " + with_commas(now.launch_blocks) + " blocks" +
            (known_.launches == 0 ? left : "") + ")";
  }
  const auto speed = static_cast<std::uint64_t>(static_cast<double>(now.warp_instructions) / seconds);
  return text + (known_.launches != 0 ? left : "") + ", " + with_commas(speed) + " warp instructions/s, " +
         with_commas(now.warp_instructions) + " in all, cycle " + with_commas(now.cycle);
}

}  // namespace unibank
