// The first lines of a made-up PTX file.
#pragma once

#include <string>

namespace unibank::test {

inline const std::string kPtxHead = ".version 7.0\n.target sm_70\n.address_size 64\n";

}  // namespace unibank::test
