// dlib's global search with few evaluations.
#include <dlib/global_optimization/global_function_search.h>

#include <list>

#include "sweep/methods/methods.h"

void unibank_search_surrogate(const unibank::sweep::MethodCall& call) {
  const auto count = static_cast<long>(call.dimensions.size());
  dlib::matrix<double, 0, 1> least(count), most(count);
  for (long i = 0; i < count; ++i) {
    least(i) = 0;
    most(i) = static_cast<double>(call.dimensions[static_cast<std::size_t>(i)] - 1);
  }
  const std::vector<bool> whole(call.dimensions.size(), true);
  dlib::global_function_search method(dlib::function_spec(least, most, whole));
  method.set_seed(static_cast<time_t>(call.seed));
  for (;;) {
    std::list<dlib::function_evaluation_request> requests;
    std::vector<std::size_t> places;
    while (requests.size() < call.population) {
      requests.push_back(method.get_next_x());
      for (long i = 0; i < count; ++i) places.push_back(static_cast<std::size_t>(requests.back().x()(i)));
    }
    const std::vector<double> answers = call.evaluate(places);
    std::size_t next = 0;
    for (dlib::function_evaluation_request& request : requests) request.set(-answers[next++]);  // it maximises
  }
}
