#include "trace/kernels_list.h"

#include <string_view>

#include "trace/text.h"

namespace unibank::trace {
namespace {

bool ends(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

std::uint64_t copied_bytes(const LineSource& lines, std::string_view line) {
  const std::size_t first = line.find(','), second = first == line.npos ? first : line.find(',', first + 1);
  if (second != line.npos) {
    std::uint64_t address = 0, bytes = 0;
    if (to_number(trimmed(line.substr(first + 1, second - first - 1)), address, 16) &&
        to_number(trimmed(line.substr(second + 1)), bytes)) {
      return bytes;
    }
  }
  lines.fail("found " + shown(line) + "; expected MemcpyHtoD,<hexadecimal address>,<bytes>");
}

void check_kind(const LineSource& lines, std::string_view file) {
  if (ends(file, ".traceg") || ends(file, ".traceg.xz")) return;
  const std::string known = "; expected a .traceg or .traceg.xz file";
  if (ends(file, ".tracez")) {
    lines.fail("found " + shown(file) + ", version 6 in binary form" + known +
               ", as the tracer's post-processing writes with --text");
  }
  lines.fail("found " + shown(file) + known);
}

}  // namespace

KernelsList read_kernels_list(LineSource& lines, const std::string& folder) {
  KernelsList list;
  std::string_view line;
  bool copied = false;
  while (lines.next(line)) {
    if (begins(line, "MemcpyHtoD")) {
      list.copied_bytes += copied_bytes(lines, line);
      copied = true;
    } else if (begins(line, "kernel")) {
      check_kind(lines, line);
      list.kernels.push_back({folder + std::string(line), copied});
      copied = false;
    }
  }
  if (list.kernels.empty()) lines.fail("found no kernel; expected a line such as kernel-1.traceg");
  return list;
}

KernelsList load_kernels_list(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return read_kernels_list(*open_lines(path), slash == path.npos ? "" : path.substr(0, slash + 1));
}

}  // namespace unibank::trace
