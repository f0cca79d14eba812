// Keys that change nothing on a design, because another value of it turns off what they describe.
#pragma once

#include <string>

#include "design/design.h"

namespace unibank {

// Why no value of `key` ("section.key") changes a result of the design: "l2.bytes is 0". Empty: the key may change
// something. Whether a program uses what the key describes is not looked at.
std::string idle_reason(const Design& design, const std::string& key);

}  // namespace unibank
