#include "manifest/kernel_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>

namespace unibank::manifest_reader {
namespace {

constexpr const char kReturned[] = "void ";  // by every kernel; in the names of templates

bool begins(const std::string& text, const std::string& with) { return text.compare(0, with.size(), with) == 0; }

std::string without_return(const std::string& name) {
  return begins(name, kReturned) ? name.substr(sizeof kReturned - 1) : name;
}

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

}  // namespace

std::string readable_name(const std::string& name) {
  if (!begins(name, "_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> readable(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && readable ? without_return(readable.get()) : name;
}

std::vector<std::string> names_meant(const std::string& wanted, const std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return {wanted};
  const std::string asked = without_blanks(without_return(wanted));
  if (asked.empty()) return {};
  const auto that = [&](const std::function<bool(const std::string& readable)>& fits) {
    std::vector<std::string> all;
    for (const std::string& name : names)
      if (const std::string readable = readable_name(name); readable != name && fits(without_blanks(readable)))
        all.push_back(name);
    return all;
  };
  std::vector<std::string> meant = that([&](const std::string& readable) { return readable == asked; });
  if (meant.empty())
    meant = that([&](const std::string& readable) {
      return begins(readable, asked) && (readable[asked.size()] == '(' || readable[asked.size()] == '<');
    });
  if (meant.empty()) meant = that([&](const std::string& readable) { return begins(readable, asked); });
  return meant;
}

}  // namespace unibank::manifest_reader
