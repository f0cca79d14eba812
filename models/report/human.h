// Numbers in human-readable units.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

std::string with_commas(std::uint64_t value);                // 1,234,567
std::string fixed(double value, int digits);                 // 1.50
std::string human_bytes(double bytes);                       // 0 B, 512 B, 1.5 KB, 20.0 MB; 1 KB = 1024 B
std::string human_energy(double picojoule);                  // 12.0 pJ, 3.4 nJ, 5.6 uJ, 7.8 mJ, 9.0 J
std::string percent(double share);                           // 12.3 %

}  // namespace unibank
