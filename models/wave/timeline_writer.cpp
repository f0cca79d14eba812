#include <algorithm>

#include "base/input_error.h"
#include "wave/ordered_writer.h"
#include "wave/output_file.h"
#include "wave/quoted.h"

namespace unibank::wave {

namespace {

// The time in microseconds, the format's unit: a cycle is 0.001.
std::string time_of(Cycle cycles) {
  const std::string fraction = std::to_string(cycles % 1000);
  return std::to_string(cycles / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
}

class TimelineSink : public Sink {
 public:
  TimelineSink(const std::string& path, std::vector<std::string> quiet) : file_(path), quiet_(std::move(quiet)) {}

  void add(const std::string& path, unsigned bits) override {
    add_track(path);
    if (bits == 1) tracks_.back().slices = {"", quoted(path.substr(path.rfind('.') + 1))};
  }
  void add_text(const std::string& path, const std::vector<std::string>& texts) override {
    add_track(path);
    for (const std::string& text : texts) {
      const bool quiet = std::find(quiet_.begin(), quiet_.end(), text) != quiet_.end();
      tracks_.back().slices.push_back(quiet ? "" : quoted(text));
    }
  }

  void start(Cycle at, const std::vector<Value>& values) override {
    file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    for (std::size_t process = 0; process < processes_.size(); ++process) {
      event("\"ph\":\"M\",\"name\":\"process_name\",\"pid\":" + std::to_string(process + 1) +
            ",\"args\":{\"name\":" + quoted(processes_[process]) + "}");
    }
    for (std::size_t i = 0; i < tracks_.size(); ++i) name_track(i);
    for (unsigned i = 0; i < tracks_.size(); ++i)
      if (values[i].known) change(at, i, values[i].value);
  }

  void change(Cycle at, unsigned number, std::uint64_t value) override {
    Track& track = tracks_[number];
    if (track.slices.empty()) return count(track, at, value);
    end_slice(number, at);
    check(number, value);
    track.value = value;
    track.since = at;
  }

  void check(unsigned number, std::uint64_t value) override {
    const Track& track = tracks_[number];
    if (track.slices.empty() || value < track.slices.size()) return;
    throw RunError("wave signal '" + track.path + "' cannot have the value " + std::to_string(value));
  }

  void finish(Cycle end) override {
    for (unsigned i = 0; i < tracks_.size(); ++i) end_slice(i, end);
    file_.write("\n]}\n");
    file_.publish();
  }

 private:
  struct Track {
    std::string path, name, place;    // place: "pid":1,"tid":2
    std::vector<std::string> slices;  // the name of each value's slice; "": no slice. Empty: a counter
    std::uint64_t value = 0;
    Cycle since = kNever;  // kNever: no slice is open
  };

  // The first part of a path is a process of the trace, and the rest is the track's name.
  void add_track(const std::string& path) {
    const std::size_t dot = path.find('.');
    const std::string process = path.substr(0, dot);
    const auto known = std::find(processes_.begin(), processes_.end(), process);
    const std::size_t number = static_cast<std::size_t>(known - processes_.begin()) + 1;
    if (known == processes_.end()) processes_.push_back(process);
    Track track;
    track.path = path;
    track.name = quoted(dot == std::string::npos ? path : path.substr(dot + 1));
    track.place = "\"pid\":" + std::to_string(number) + ",\"tid\":" + std::to_string(tracks_.size() + 1);
    tracks_.push_back(track);
  }

  void name_track(std::size_t number) {
    const Track& track = tracks_[number];
    if (track.slices.empty()) return;  // a counter has no slices
    event("\"ph\":\"M\",\"name\":\"thread_name\"," + track.place + ",\"args\":{\"name\":" + track.name + "}");
    event("\"ph\":\"M\",\"name\":\"thread_sort_index\"," + track.place +
          ",\"args\":{\"sort_index\":" + std::to_string(number) + "}");
  }

  void count(const Track& track, Cycle at, std::uint64_t value) {
    event("\"ph\":\"C\",\"name\":" + track.name + "," + track.place + ",\"ts\":" + time_of(at) +
          ",\"args\":{\"value\":" + std::to_string(value) + "}");
  }

  void end_slice(unsigned number, Cycle at) {
    Track& track = tracks_[number];
    if (track.since == kNever || track.since == at || track.slices[track.value].empty()) return;
    event("\"ph\":\"X\",\"name\":" + track.slices[track.value] + "," + track.place + ",\"ts\":" + time_of(track.since) +
          ",\"dur\":" + time_of(at - track.since));
  }

  void event(const std::string& fields) {
    file_.write(first_ ? "\n{" : ",\n{");
    first_ = false;
    file_.write(fields);
    file_.write("}");
  }

  OutputFile file_;
  std::vector<std::string> quiet_, processes_;
  std::vector<Track> tracks_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Writer> open_timeline(const std::string& path, const Selection& selection,
                                      std::vector<std::string> quiet) {
  return std::make_unique<OrderedWriter>(std::make_unique<TimelineSink>(path, std::move(quiet)), selection);
}

}  // namespace unibank::wave
