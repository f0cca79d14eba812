// One line a workload; workload.cpp lists them in the order users see.
#pragma once

#include <memory>

#include "workloads/workload.h"

namespace unibank {

std::unique_ptr<Workload> make_needle();
std::unique_ptr<Workload> make_vectoradd();
std::unique_ptr<Workload> make_matrixmul();
std::unique_ptr<Workload> make_bfs();
std::unique_ptr<Workload> make_srad();

}  // namespace unibank
