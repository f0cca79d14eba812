// The text that the process of a point returns: one of these characters, then a row or what went wrong.
#pragma once

namespace unibank {

constexpr char kRow = 'D', kFailed = 'F';

}  // namespace unibank
