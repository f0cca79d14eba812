// The CPU reference of moe_dispatch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::moe_dispatch {

struct Routes {
  std::vector<std::int32_t> choices;  // two experts of each token, the larger score first
  std::vector<double> weights;        // weights of both: the softmax of their scores
  std::vector<std::int32_t> places;   // place of each choice: by expert, then by token
  std::vector<std::int32_t> starts;   // first place of each expert
};

// The two experts with the largest scores; of equal scores, the expert with the lower number is chosen.
Routes route(const std::vector<float>& scores, std::size_t experts);

}  // namespace unibank::moe_dispatch
