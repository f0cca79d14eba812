// Views: files that a viewer opens to show the signals of a waveform, in groups. A view is a save file of GTKWave
// (NAME.gtkw) or a state file of Surfer (NAME.surf.ron).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "files/whole_file.h"
#include "wave/writer.h"

namespace unibank::wave {

struct ViewSignal {
  std::string path;
  Kind kind;
  unsigned bits;
};
struct ViewGroup {
  std::string name;
  std::vector<ViewSignal> signals;
};

// A group with more signals is shown closed, so that the other groups fit on the screen.
constexpr std::size_t kMostOpen = 64;

// The text of a save file for cycles [from, to).
std::string gtkwave_view(const std::vector<ViewGroup>& groups, Cycle from, Cycle to);
// The text of a state file; `waveform` is the name by which Surfer finds the waveform's file.
std::string surfer_view(const std::vector<ViewGroup>& groups, const std::string& waveform);

// Whether a file's name ends in .gtkw or .surf.ron.
bool names_view(const std::string& path);

class View {
 public:
  // `group_of`: returns the group of a signal's path. If `group_of` is empty or returns an empty text, the group is the
  // signal's scope. Throws InputError when the file cannot be created, or its name ends in neither .gtkw nor .surf.ron.
  View(const std::string& path, std::string waveform, std::function<std::string(const std::string& path)> group_of);

  void add(const std::string& path, Kind kind, unsigned bits);
  // Writes the view; the waveform exists. Throws RunError when the disk is full.
  void write(Cycle from, Cycle to);

 private:
  const bool surfer_;
  files::WholeFile file_;
  const std::string waveform_;
  const std::function<std::string(const std::string& path)> group_of_;
  std::vector<ViewGroup> groups_;
};

}  // namespace unibank::wave
