// The list of kernels, kernelslist.g.
#include <catch2/catch.hpp>

#include "trace/kernels_list.h"
#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using unibank::test::lines_of;

namespace {

KernelsList list_of(const std::string& text) { return read_kernels_list(*lines_of(text, "kernelslist.g"), "app/"); }

}  // namespace

TEST_CASE("a list names kernels in the order of their launches and the bytes copied before") {
  const KernelsList list = list_of("MemcpyHtoD,0x00007f1269c00000,1024\r\n\nkernel-1.traceg\nMemcpyDtoH,what,ever\n"
                                   "kernel-2-ctx_0x55d0.traceg.xz\nMemcpyHtoD,7f1269c00000,24\nkernel-1.traceg");
  REQUIRE(list.kernels.size() == 3);
  CHECK(list.kernels[0].file == "app/kernel-1.traceg");
  CHECK(list.kernels[1].file == "app/kernel-2-ctx_0x55d0.traceg.xz");
  CHECK(list.kernels[2].file == "app/kernel-1.traceg");
  CHECK(list.kernels[0].behind_copy);
  CHECK_FALSE(list.kernels[1].behind_copy);
  CHECK(list.kernels[2].behind_copy);
  CHECK(list.copied_bytes == 1048);
}

TEST_CASE("invalid parts of a list are named with their line") {
  CHECK_THROWS_WITH(list_of("kernel-1.traceg\nMemcpyHtoD,0x10\n"),
                    "kernelslist.g:2: found 'MemcpyHtoD,0x10'; expected MemcpyHtoD,<hexadecimal address>,<bytes>");
  CHECK_THROWS_WITH(list_of("MemcpyHtoD,0x10,1e3\nkernel-1.traceg\n"), Catch::StartsWith("kernelslist.g:1: found"));
  CHECK_THROWS_WITH(list_of("kernel-1.tracez\n"),
                    "kernelslist.g:1: found 'kernel-1.tracez', version 6 in binary form; expected a .traceg or "
                    ".traceg.xz file, as the tracer's post-processing writes with --text");
  CHECK_THROWS_WITH(list_of("\nkernel-1.trace\n"),
                    "kernelslist.g:2: found 'kernel-1.trace'; expected a .traceg or .traceg.xz file");
  CHECK_THROWS_WITH(list_of("MemcpyDtoH,1,2\n"),
                    "kernelslist.g:1: found no kernel; expected a line such as kernel-1.traceg");
}
