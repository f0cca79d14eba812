// The records and the CPU reference of nearestneighbour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::nearestneighbour {

struct Place {  // in degrees; nearestneighbour.cu reads it as a float2
  float latitude = 0, longitude = 0;
};

// Random places north of the equator: latitudes from 0 to 90, longitudes from 0 to 360.
std::vector<Place> random_places(std::size_t count, std::uint32_t seed);

// The distance from each place to `target`, in degrees, with the kernel's operations.
std::vector<float> distances(const std::vector<Place>& places, const Place& target);

}  // namespace unibank::nearestneighbour
