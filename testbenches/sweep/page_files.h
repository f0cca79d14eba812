// The files of this folder, included in the library when it is built.
#pragma once

#include <string>
#include <string_view>

namespace unibank::sweep {

std::string_view page_file(const std::string& name);  // "page.html", "page.js"

}  // namespace unibank::sweep
