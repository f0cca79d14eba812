#include "dram/address_map.h"

#include <algorithm>
#include <sstream>

#include "base/input_error.h"

namespace unibank {

namespace {

const std::vector<std::string> kFields = {"row", "group", "bank", "column", "stripe"};

std::vector<std::string> words_of(const std::string& order) {
  std::istringstream text(order);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

bool names(const std::vector<std::string>& words, const char* field) {
  return std::find(words.begin(), words.end(), field) != words.end();
}

std::string refused_order(const std::vector<std::string>& words, unsigned stripe_banks) {
  for (const std::string& word : words) {
    if (std::find(kFields.begin(), kFields.end(), word) == kFields.end()) return unknown_name("field", word, kFields);
    if (std::count(words.begin(), words.end(), word) != 1) return "the field '" + word + "' occurs twice";
  }
  if (words.empty() || words.front() != "row")
    return "expected 'row' first: the model does not limit a channel's rows, so no field can be above them";
  for (const char* needed : {"bank", "column"})
    if (!names(words, needed)) return std::string("expected a field '") + needed + "'";
  if (stripe_banks != 1 && !names(words, "stripe"))
    return "expected a field 'stripe': stripes go to " + std::to_string(stripe_banks) + " banks (dram.stripe_banks)";
  return "";
}

}  // namespace

std::string refusal(const DramMapping& mapping, const DramTiming& timing) {
  const std::vector<std::string> words = words_of(mapping.order);
  const std::string order = refused_order(words, mapping.stripe_banks);
  if (!order.empty()) return order;
  const bool groups = names(words, "group");
  const unsigned banks = groups ? timing.banks / timing.bank_groups : timing.banks;
  if (banks % mapping.stripe_banks == 0) return "";
  return "stripes go to " + std::to_string(mapping.stripe_banks) +
         " banks (dram.stripe_banks), expected a divisor of " + std::to_string(banks) +
         (groups ? ", the banks of a group" : ", the banks");
}

DramAddressMap::DramAddressMap(const DramMapping& mapping, const DramTiming& timing, std::unique_ptr<DramHash> hash)
    : hash_(std::move(hash)),
      stripe_bytes_(mapping.stripe_bytes),
      stripe_banks_(mapping.stripe_banks),
      banks_(timing.banks),
      banks_of_group_(timing.banks / timing.bank_groups) {
  if (stripe_bytes_ == 0 || stripe_banks_ == 0 || timing.row_bytes % stripe_bytes_ != 0)
    throw InputError("DRAM channel: a row must hold a whole number of stripes, of at least one bank");
  std::string refused = refusal(mapping, timing);
  if (refused.empty()) refused = hash_->refusal(banks_);
  if (!refused.empty()) throw InputError("DRAM channel: " + refused);
  const std::vector<std::string> words = words_of(mapping.order);
  const bool groups = names(words, "group");
  const std::uint64_t sizes[] = {0, timing.bank_groups, (groups ? banks_of_group_ : banks_) / stripe_banks_,
                                 timing.row_bytes / stripe_bytes_, stripe_banks_};
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    const auto field = std::find(kFields.begin(), kFields.end(), *word) - kFields.begin();
    parts_.push_back({static_cast<Field>(field), sizes[field]});
  }
}

DramAddressMap::Place DramAddressMap::place(std::uint64_t channel_address) const {
  std::uint64_t left = channel_address / stripe_bytes_, bank = 0, row = 0;
  for (const Part& part : parts_) {
    const std::uint64_t value = part.field == Field::kRow ? left : left % part.size;
    if (part.field != Field::kRow) left /= part.size;
    switch (part.field) {
      case Field::kRow: row = value; break;
      case Field::kGroup: bank += value * banks_of_group_; break;
      case Field::kBank: bank += value * stripe_banks_; break;
      case Field::kStripe: bank += value; break;
      case Field::kColumn: break;
    }
  }
  return {hash_->bank(static_cast<unsigned>(bank), row, banks_), row};
}

}  // namespace unibank
