// Opens the library of methods and calls it.
#include <dlfcn.h>

#include <algorithm>

#include "base/input_error.h"
#include "files/own_library.h"
#include "sweep/methods/methods.h"
#include "sweep/optimizer.h"

namespace unibank::sweep {

namespace {

constexpr char kFile[] = "unibank_search.so";

void* library() {
  static void* const opened = [] {
    const std::string file = files::find_own_library("search", kFile, "which a search needs");
    void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
      throw InputError("cannot open '" + file + "': " + ::dlerror() +
                       "; expected the Debian packages libpagmo8 and libdlib19.1");
    return handle;
  }();
  return opened;
}

template <typename Function>
Function* function(const char* name) {
  void* const found = ::dlsym(library(), name);
  if (!found)
    throw InputError(std::string(kFile) + " has no " + name + ", expected that of this version of the program");
  return reinterpret_cast<Function*>(found);
}

void search_by(const char* method, const CandidateSpace& space, const Search& search, std::size_t goals,
               const Evaluate& evaluate) {
  MethodCall call;
  call.dimensions = space.dimensions();
  call.population = search.population;
  call.goals = goals;
  call.seed = search.seed;
  call.evaluate = [&](const std::vector<std::size_t>& places) {
    const auto dimensions = static_cast<std::ptrdiff_t>(space.dimensions().size());
    std::vector<Number> numbers;
    for (auto from = places.begin(); from != places.end(); from += dimensions)
      numbers.push_back(space.number({from, from + dimensions}));
    std::vector<double> flat;
    for (const std::vector<double>& one : evaluate(numbers)) flat.insert(flat.end(), one.begin(), one.end());
    return flat;
  };
  function<void(const MethodCall&)>(method)(call);
}

}  // namespace

void search_nsga2(const CandidateSpace& space, const Search& search, std::size_t goals, const Evaluate& evaluate) {
  search_by("unibank_search_nsga2", space, search, goals, evaluate);
}

void search_surrogate(const CandidateSpace& space, const Search& search, const Evaluate& evaluate) {
  search_by("unibank_search_surrogate", space, search, 1, evaluate);
}

double hypervolume_share(const std::vector<std::vector<double>>& points, const std::vector<double>& best,
                         const std::vector<double>& worst) {
  std::vector<std::vector<double>> scaled;
  for (const std::vector<double>& point : points) {
    std::vector<double> one;
    for (std::size_t i = 0; i < point.size(); ++i)
      one.push_back(worst[i] > best[i] ? (point[i] - best[i]) / (worst[i] - best[i]) : 0);
    // A point on the border of the worst values dominates nothing, and pagmo refuses one that equals the worst.
    if (*std::max_element(one.begin(), one.end()) < 1) scaled.push_back(std::move(one));
  }
  if (scaled.empty()) return 0;
  if (best.size() > 1)
    return function<double(const std::vector<std::vector<double>>&)>("unibank_search_hypervolume")(scaled);
  double least = 1;
  for (const std::vector<double>& one : scaled) least = std::min(least, one.front());
  return 1 - least;
}

}  // namespace unibank::sweep
