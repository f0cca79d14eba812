// The points of a study: the product of its programs, sizes, designs and axes, without excluded and illegal ones. A
// point is a number; its values are computed on demand, so a million points need no more memory than their keys.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/model_version.h"
#include "design/load.h"
#include "reproduce/own_code.h"
#include "sweep/program.h"
#include "sweep/study.h"

namespace unibank::sweep {

using Number = std::uint64_t;

struct Point {
  Number number = 0;
  const Program* program = nullptr;
  std::size_t design_number = 0;            // index among the study's designs
  std::string design;                       // the study's name of the design
  std::string design_given;                 // the name for `unibank run`
  std::vector<std::string> overrides;       // the study's, then those of the axes
  Sample sample;                            // the study's
  std::vector<std::string> at;              // of each axis key in order: its value
  std::shared_ptr<const LoadedDesign> loaded;
  std::string key;                          // 32 hexadecimal digits

  std::string name() const;                 // "needle (tiny: ...) on gebhart2012/unified-384k, cache.ways=2"
  std::string command() const;              // "unibank run needle --size tiny --design ... --set ..."
  std::string program_command() const;      // "unibank run needle --size tiny"
  std::string design_command() const;       // " --design ..."
};

// Quotes a text so that a shell reads it as one word.
std::string shell_word(const std::string& text);

// Whether a point runs, and the reason if it does not.
struct Left {
  enum class Kind { kRuns, kExcluded, kIllegal };
  Kind kind = Kind::kRuns;
  std::string reason;                       // for an illegal point
};

class PointSpace {
 public:
  // Checks what can be checked without a point: programs, sizes, designs and axis keys. Throws InputError. The study
  // must live as long as this object.
  explicit PointSpace(const Study& study);

  Number size() const { return size_; }     // including excluded and illegal points
  // Fills in the point's words without its design; `key` and `loaded` stay empty. Returns false if its program is
  // invalid.
  bool words(Number number, Point& point);
  // Fills in the point and returns whether it runs; if it does not, `loaded` and `key` may be empty. Programs change
  // fastest with the number, so a design is loaded once for all programs.
  Left at(Number number, Point& point);
  const std::vector<std::string>& axis_keys() const { return keys_; }
  // The number of programs with their sizes. Point `number` has program number % programs() and candidate number /
  // programs(): a design and a step of each axis, with the last axis changing fastest.
  std::size_t programs() const { return choices_.size(); }
  // The files that were read: the study's, those of its designs and of its programs.
  const std::vector<std::string>& files() const { return files_; }

 private:
  struct Choice {
    const ProgramChoice* program;
    std::string size;
  };
  std::vector<const Program*> checked_programs();
  const Program& checked(const Choice& choice);
  std::string fill(Number number, Point& point);
  Left load(Point& point, const DesignText& design);

  const Study& study_;
  Programs programs_;
  std::vector<Choice> choices_;
  std::vector<DesignText> designs_;
  std::vector<std::string> keys_, files_;
  Number size_ = 0;
  std::string last_words_, last_illegal_;   // the last loaded design, and why it is illegal
  std::shared_ptr<const LoadedDesign> last_;
};

// The versions of what a row contains (base/model_version.h): counters and cycles; energies and metrics.
struct RowVersions {
  unsigned model = kModelVersion, figures = kFigureVersion;
};
// A hash of exactly those inputs that a result depends on: the program's bytes, arguments and style, every value of the
// design, the versions, the sample, if there is one, and the file `executable`, if it has code of the design that the
// versions do not cover (reproduce/own_code.h).
std::string point_key(const Program& program, const LoadedDesign& design, const RowVersions& versions = {},
                      const Sample& sample = {}, const std::string& executable = kThisProgram);

// A study's points, each once: the keys of the points that run, and the reasons for illegal points.
struct Listing {
  struct Entry {
    Number number = 0;
    std::uint64_t key[2] = {0, 0};
  };
  struct Illegal {
    Number number = 0;
    std::uint32_t reason = 0;               // of reasons
  };
  std::vector<Entry> runs;                  // in order; several points may have the same key
  std::vector<Illegal> illegal;
  std::vector<std::string> reasons;
  Number all = 0, excluded = 0;
  std::vector<IdleOverride> idle;           // keys that change nothing at any point that runs; the last point's value
};
// `tick` is called from time to time with the number of points listed so far.
Listing list_points(PointSpace& space, const std::function<void(Number done)>& tick = nullptr);
std::string key_text(const Listing::Entry& entry);
void set_key(Listing::Entry& entry, const std::string& key);
// "17:0123...": names a point in a task's list.
std::string task_word(const Listing::Entry& entry);

}  // namespace unibank::sweep
