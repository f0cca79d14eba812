// The form of a trial for a real GPU (a card): the card's driver compiles the kernel again, and must not fold or remove
// the measured instructions.
#pragma once

#include <memory>
#include <string>

#include "characterize/row.h"

namespace unibank::characterize {

// Returns a kernel's text without its branches around the first eight accesses of a turn; with `half`, also without
// these accesses. So a trial and its half differ only in these accesses, and their loops are not unrolled.
std::string straight(const std::string& ptx, bool half);

// The trial's manifest, as from manifest_of(), with the PTX of straight(). A kernel that NAME_card.ptx contains is
// taken from that file.
std::shared_ptr<const Manifest> card_manifest_of(const Trial& trial);

// Prepares rows for a card with `sms` SMs. Chains through working sets make more turns. Rows that use all SMs and the
// memory system behind them get as many blocks as the card has SMs, so that each SM has the same share as on the
// design. Rows that use only a part of the memory system become absent, unless the design has as many SMs as the card.
void prepare_for_card(std::vector<Row>& rows, unsigned design_sms, unsigned sms);

}  // namespace unibank::characterize
