// A trial as a card runs it: the driver compiles the kernel again, and must not fold or drop what is measured.
#pragma once

#include <memory>
#include <string>

#include "characterize/row.h"

namespace unibank::characterize {

// A kernel's text without its branches around the first eight accesses of a turn: without these accesses if `half`. So
// a trial and its half differ in nothing else, and their loops are not unrolled.
std::string straight(const std::string& ptx, bool half);

// As manifest_of(), with straight PTX. A kernel that is in NAME_card.ptx comes from there.
std::shared_ptr<const Manifest> card_manifest_of(const Trial& trial);

// Chains through working sets go round more often. Rows that need all SMs and what is behind them, for a card of `sms`:
// as many blocks, so that a row has the share of the design's SMs. Rows that need a part of the card's memory system
// alone become refused, unless the design has as many SMs.
void prepare_for_card(std::vector<Row>& rows, unsigned design_sms, unsigned sms);

}  // namespace unibank::characterize
