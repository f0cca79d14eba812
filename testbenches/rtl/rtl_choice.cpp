#include "rtl/rtl_choice.h"

#include "base/input_error.h"

namespace unibank {

namespace {

struct Block {
  const char* name;
  RtlSeat RtlChoice::*seat;
};

constexpr Block kBlocks[] = {{"crossbar", &RtlChoice::crossbar},
                             {"dram_front", &RtlChoice::dram_front},
                             {"lock_unit", &RtlChoice::lock_unit},
                             {"mshr", &RtlChoice::mshr},
                             {"tag_array", &RtlChoice::tag_array},
                             {"unified_bank", &RtlChoice::unified_bank}};

const Block& find(const std::string& name) {
  std::string known;
  for (const Block& block : kBlocks) {
    if (name == block.name) return block;
    known += (known.empty() ? "" : ", ") + std::string(block.name);
  }
  throw InputError("--rtl: there is no RTL of '" + name + "'; known: " + known);
}

}  // namespace

bool RtlChoice::any() const {
  for (const Block& block : kBlocks) {
    if (this->*block.seat != RtlSeat::kModel) return true;
  }
  return false;
}

RtlChoice rtl_choice(const std::vector<std::string>& given) {
  RtlChoice choice;
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    const Block& block = find(text.substr(0, equals));
    const std::string how = equals == std::string::npos ? "" : text.substr(equals);
    if (!how.empty() && how != "=check")
      throw InputError("--rtl is '" + text + "', expected " + block.name + " or " + block.name + "=check");
    RtlSeat& seat = choice.*block.seat;
    if (seat != RtlSeat::kModel) throw InputError("--rtl gives '" + std::string(block.name) + "' twice");
    seat = how.empty() ? RtlSeat::kRtl : RtlSeat::kCheck;
  }
  return choice;
}

std::string text_of(const RtlChoice& choice) {
  std::string text;
  for (const Block& block : kBlocks) {
    const RtlSeat seat = choice.*block.seat;
    if (seat == RtlSeat::kModel) continue;
    text += (text.empty() ? "" : ", ") + std::string(block.name) + (seat == RtlSeat::kCheck ? "=check" : "");
  }
  return text;
}

}  // namespace unibank
