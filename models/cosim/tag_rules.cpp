#include "cosim/tag_rules.h"

#include "base/hexadecimal.h"

namespace unibank::rtl {

namespace {

std::string place(std::uint32_t set, unsigned way) {
  return "way " + std::to_string(way) + " of set " + std::to_string(set);
}

bool enters(TagOperation operation) { return operation == TagOperation::kFill || operation == TagOperation::kClaim; }

}  // namespace

void TagRules::configure(unsigned sets, unsigned ways) {
  sets_ = sets;
  ways_ = ways;
  if (sets != 0) index_ = HashedIndex(sets, hash_, banks_);
  lines_.clear();
  occupant_.clear();
  in_set_.assign(sets, 0);
  lines_in_.fill(0);
}

std::string TagRules::answered(TagOperation operation, std::uint64_t address, std::uint8_t state,
                               const TagResult& answer) {
  count(operation, answer);
  if (operation == TagOperation::kClean) return cleaned(address / kLineBytes, answer);
  const std::uint64_t line = address / kLineBytes * kLineBytes;
  if (!answer.hit && enters(operation)) return entered(line, state, answer);
  const std::string wrong = found(line, operation == TagOperation::kSetState ? state : state_of(line), answer);
  if (!wrong.empty() || !answer.hit) return wrong;
  Line& there = lines_.at(line);
  switch (operation) {
    case TagOperation::kInvalidate:
      occupant_.erase({there.set, there.way});
      --in_set_[there.set];
      --lines_in_[there.state];
      lines_.erase(line);
      break;
    case TagOperation::kSetState:
    case TagOperation::kStore:
    case TagOperation::kClaim: give_state(there, state); break;
    case TagOperation::kMark: give_state(there, there.state | state); break;
    default: break;
  }
  return "";
}

std::uint8_t TagRules::state_of(std::uint64_t line) const {
  const auto there = lines_.find(line);
  return there == lines_.end() ? 0 : there->second.state;
}

// Checks a lookup of a present or an absent line.
std::string TagRules::found(std::uint64_t line, std::uint8_t expected_state, const TagResult& answer) const {
  const auto there = lines_.find(line);
  if (!answer.hit)
    return there == lines_.end()
               ? ""
               : "a miss of line " + hexadecimal(line) + ", which is in " + place(there->second.set, there->second.way);
  if (there == lines_.end()) return "a hit on line " + hexadecimal(line) + ", which is not present";
  const Line& known = there->second;
  if (answer.set != known.set || answer.way != known.way)
    return "a hit on line " + hexadecimal(line) + " in " + place(answer.set, answer.way) +
           ", where it was entered in " + place(known.set, known.way);
  if (answer.state != expected_state)
    return "a hit on line " + hexadecimal(line) + " with state " + std::to_string(answer.state) + ", it has state " +
           std::to_string(expected_state);
  return "";
}

// Checks the entry of an absent line: it is entered in a way of its set, replaces another line only if no way is free,
// or is not entered.
std::string TagRules::entered(std::uint64_t line, std::uint8_t state, const TagResult& answer) {
  if (lines_.count(line) != 0) return found(line, state_of(line), answer);
  if (answer.way == TagResult::kNoWay)
    return answer.victim_valid ? "line " + hexadecimal(line) + " is entered in no way, and yet another line is evicted"
                               : "";
  if (answer.set >= sets_ || answer.way >= ways_)
    return "line " + hexadecimal(line) + " is entered in " + place(answer.set, answer.way) + "; there are " +
           std::to_string(sets_) + " sets of " + std::to_string(ways_) + " ways";
  if (answer.set != index_.place(line / kLineBytes))
    return "line " + hexadecimal(line) + " is entered in set " + std::to_string(answer.set) + ", its set is " +
           std::to_string(index_.place(line / kLineBytes));
  const std::string wrong = dropped(line, answer);
  if (!wrong.empty()) return wrong;
  if (answer.victim_valid) {
    --lines_in_[answer.victim_state];
    lines_.erase(answer.victim_address);
  } else {
    ++in_set_[answer.set];
  }
  ++lines_in_[state];
  occupant_[{answer.set, answer.way}] = line;
  lines_[line] = {answer.set, answer.way, state};
  return "";
}

std::string TagRules::dropped(std::uint64_t line, const TagResult& answer) const {
  const auto occupant = occupant_.find({answer.set, answer.way});
  const std::string where = place(answer.set, answer.way);
  if (!answer.victim_valid)
    return occupant == occupant_.end() ? ""
                                       : "line " + hexadecimal(line) + " is entered in " + where +
                                             " without a victim, where line " + hexadecimal(occupant->second) + " is";
  if (occupant == occupant_.end())
    return "line " + hexadecimal(answer.victim_address) + " is evicted from " + where + ", which is free";
  if (in_set_[answer.set] < ways_)
    return "line " + hexadecimal(occupant->second) + " is evicted from " + where + ", and a way of its set is free";
  if (occupant->second != answer.victim_address)
    return "line " + hexadecimal(answer.victim_address) + " is evicted from " + where + ", where line " +
           hexadecimal(occupant->second) + " is";
  const std::uint8_t state = lines_.at(occupant->second).state;
  if (state != answer.victim_state)
    return "line " + hexadecimal(answer.victim_address) + " is evicted with state " +
           std::to_string(answer.victim_state) + ", it has state " + std::to_string(state);
  return "";
}

// Checks that a dirty line becomes clean. No dirty line may be found only if there is none from the requested place on.
std::string TagRules::cleaned(std::uint64_t from, const TagResult& answer) {
  if (!answer.hit) {
    for (const auto& [address, line] : lines_) {
      if (line.state == kDirtyLine && std::uint64_t{line.set} * most_ways_ + line.way >= from)
        return "no dirty line is found, and line " + hexadecimal(address) + " is dirty";
    }
    return "";
  }
  const auto there = lines_.find(answer.victim_address);
  if (there == lines_.end() || there->second.state != kDirtyLine)
    return "line " + hexadecimal(answer.victim_address) + " is reported as dirty and is not";
  give_state(there->second, kCleanLine);
  return "";
}

void TagRules::give_state(Line& line, std::uint8_t state) {
  --lines_in_[line.state];
  ++lines_in_[state];
  line.state = state;
}

void TagRules::count(TagOperation operation, const TagResult& answer) {
  if (operation == TagOperation::kLookup || operation == TagOperation::kStore) {
    ++counters_.lookups;
    counters_.hits += answer.hit;
  }
  if (enters(operation) && !answer.hit && answer.way != TagResult::kNoWay) {
    ++counters_.fills;
    counters_.evictions += answer.victim_valid;
  }
}

}  // namespace unibank::rtl
