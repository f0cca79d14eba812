#include "wave/view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/input_error.h"

namespace unibank::wave {

namespace {

const char* const kSurfer = ".surf.ron";
const char* const kGtkWave = ".gtkw";

bool ends_in(const std::string& path, const std::string& ending) {
  return path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

// Flags of GTKWave's rows.
enum Flag : unsigned {
  kHex = 0x2, kDecimal = 0x4, kBinary = 0x8, kRight = 0x20, kComment = 0x200, kGroupBegin = 0x800000,
  kGroupEnd = 0x1000000, kClosed = 0x400000, kHidden = 0x1000
};

std::string row(unsigned flags, const std::string& text) {
  char line[16];
  std::snprintf(line, sizeof line, "@%x\n", flags);
  return line + text + "\n";
}

std::string signal_row(const ViewSignal& signal) {
  const bool number = signal.kind == Kind::kInteger;
  const std::string range = number ? "[" + std::to_string(signal.bits - 1) + ":0]" : "";
  const unsigned flags = !number ? kBinary | kRight : signal.bits > 32 ? kHex | kRight : kDecimal | kRight;
  return row(flags, "+{" + signal.path + "} " + signal.path + range);
}

}  // namespace

bool names_view(const std::string& path) { return ends_in(path, kSurfer) || ends_in(path, kGtkWave); }

std::string gtkwave_view(const std::vector<ViewGroup>& groups, Cycle from, Cycle to) {
  constexpr unsigned kPixels = 1024, kUnitsPerCycle = 1000;  // GTKWave counts picoseconds
  const Cycle cycles = to > from ? to - from : 1;
  const double zoom = std::ceil(std::log2(static_cast<double>(cycles) * kUnitsPerCycle / kPixels));
  std::string text = "[timestart] " + std::to_string(from * kUnitsPerCycle) +
                     "\n[size] 1600 1000\n[sst_expanded] 0\n[signals_width] 420\n*-" +
                     std::to_string(static_cast<int>(std::max(zoom, 0.0))) + ".000000 " +
                     std::to_string(from * kUnitsPerCycle) + "\n";
  for (const ViewGroup& group : groups) {
    const bool closed = group.signals.size() > kMostOpen;
    text += closed ? row(kGroupBegin | kClosed | kComment, "-" + group.name) : row(kComment, "-" + group.name);
    for (const ViewSignal& signal : group.signals) text += signal_row(signal);
    if (closed) text += row(kGroupEnd | kClosed | kHidden | kComment, "-" + group.name);
  }
  return text;
}

View::View(const std::string& path, std::string waveform, std::function<std::string(const std::string& path)> group_of)
    : surfer_(ends_in(path, kSurfer)), file_(path), waveform_(std::move(waveform)), group_of_(std::move(group_of)) {
  if (!names_view(path))
    throw InputError("a view of waves is a file of GTKWave or Surfer: found '" + path +
                     "', expected a name that ends in .gtkw or .surf.ron");
}

void View::add(const std::string& path, Kind kind, unsigned bits) {
  std::string name = group_of_ ? group_of_(path) : "";
  const std::size_t dot = path.rfind('.');
  if (name.empty()) name = dot == std::string::npos ? path : path.substr(0, dot);
  auto group = std::find_if(groups_.begin(), groups_.end(), [&name](const ViewGroup& one) { return one.name == name; });
  if (group == groups_.end()) group = groups_.insert(group, {name, {}});
  group->signals.push_back({path, kind, bits});
}

void View::write(Cycle from, Cycle to) {
  file_.write(surfer_ ? surfer_view(groups_, waveform_) : gtkwave_view(groups_, from, to));
  file_.publish();
}

}  // namespace unibank::wave
