#include "cosim/rtl_choice.h"

#include <algorithm>
#include <set>

#include "base/input_error.h"
#include "cosim/occupant.h"
#include "design/schema.h"

namespace unibank {

namespace {

const rtl::Occupant& find(const std::string& name, const std::string& whose) {
  const rtl::Occupants& all = rtl::Occupants::instance();
  if (const rtl::Occupant* occupant = all.find(name)) return *occupant;
  throw InputError(whose + ": " + unknown_name("block", name, all.names()));
}

bool is_checked(const rtl::Occupant& block, const std::string& given, const std::string& how,
                const std::string& whose) {
  if (how.empty()) return false;
  if (how == "=check" && block.compares) return true;
  const std::string expected = block.compares ? block.name + " or " + block.name + "=check"
                                              : block.name + ", which has no model beside it";
  throw InputError(whose + " is '" + given + "', expected " + expected);
}

}  // namespace

RtlChoice rtl_choice(const std::vector<std::string>& given, const std::string& whose) {
  RtlChoice choice;
  std::map<std::string, std::string> taken;  // seats, by whom
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    const rtl::Occupant& block = find(text.substr(0, equals), whose);
    const bool check = is_checked(block, text, equals == std::string::npos ? "" : text.substr(equals), whose);
    if (!choice.blocks.emplace(block.name, check).second)
      throw InputError(whose + " gives '" + block.name + "' twice");
    for (const std::string& seat : block.seats) {
      const auto [other, free] = taken.emplace(seat, block.name);
      if (!free)
        throw InputError(whose + " gives '" + other->second + "' and '" + block.name + "', which both take the seat " +
                         seat + "; expected one of them");
    }
  }
  return choice;
}

RtlChoice rtl_choice(const Design& design, const RtlChoice& given) {
  RtlChoice choice = given;
  std::set<std::string> taken;  // seats
  for (const auto& [name, check] : given.blocks) {
    const std::vector<std::string>& seats = rtl::Occupants::instance().find(name)->seats;
    taken.insert(seats.begin(), seats.end());
  }
  for (const auto& [name, check] : rtl_choice(rtl_of(design), "design '" + design.name + "', section rtl").blocks) {
    const std::vector<std::string>& seats = rtl::Occupants::instance().find(name)->seats;
    const bool free = std::none_of(seats.begin(), seats.end(), [&](const auto& seat) { return taken.count(seat); });
    if (free) choice.blocks.emplace(name, check);
  }
  return choice;
}

std::string text_of(const RtlChoice& choice) {
  std::string text;
  for (const auto& [name, check] : choice.blocks)
    text += (text.empty() ? "" : ", ") + name + (check ? "=check" : "");
  return text;
}

}  // namespace unibank
