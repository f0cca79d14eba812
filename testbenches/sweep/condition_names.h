// Checks that the conditions of a study name what its points can have.
#pragma once

#include <vector>

#include "design/design.h"
#include "sweep/program.h"
#include "sweep/study.h"

namespace unibank::sweep {

// Throws InputError (file, line, the known names) for a condition of [[exclude]] that could hold for no point: its key
// is none of any design or program, or its value is no name of the study's or not of the key's kind. `designs`: the
// study's, without its overrides; `programs`: with their arguments.
void check_conditions(const Study& study, const std::vector<Design>& designs,
                      const std::vector<const Program*>& programs);

}  // namespace unibank::sweep
