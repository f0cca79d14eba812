// Part of each program that links unibank::program: where the libraries are that `exec` and a search open.
#include "files/own_library.h"

namespace {
[[maybe_unused]] const bool library_folder_is_known = unibank::files::add_library_folder(UNIBANK_LIBRARY_FOLDER);
}
