#include "ptx/mbarrier.h"

#include <algorithm>

#include "ptx/instruction_parser.h"
#include "ptx/whole_opcode.h"

namespace unibank::ptx {

namespace {

// The order and scope of an operation, and their text; an empty text means PTX's default.
struct Ordering {
  const char* text;
  Order order;
  SyncScope scope;
};

std::vector<Ordering> orderings(const char* usual, Order order) {
  std::vector<Ordering> all{{"", order, SyncScope::kCta}, {".relaxed.cta", Order::kRelaxed, SyncScope::kCta},
                            {".relaxed.cluster", Order::kRelaxed, SyncScope::kCluster}};
  if (order == Order::kRelaxed) return all;
  const bool acquires = order == Order::kAcquire;
  all.push_back({usual, order, SyncScope::kCta});
  all.push_back({acquires ? ".acquire.cluster" : ".release.cluster", order, SyncScope::kCluster});
  return all;
}

class MbarrierForms {
 public:
  explicit MbarrierForms(std::vector<MbarrierForm>& all) : all_(all) {}
  void add() {
    for (const auto& [space, named] : mbarrier_spaces()) {
      put("init", Mbarrier::kInit, space, named, kPlain);
      put("inval", Mbarrier::kInval, space, named, kPlain);
      for (const Ordering& ordering : orderings("", Order::kRelaxed)) {
        put("expect_tx", Mbarrier::kExpectTx, space, named, ordering);
        put("complete_tx", Mbarrier::kCompleteTx, space, named, ordering);
      }
      add_arrivals("arrive", Mbarrier::kArrive, space, named);
      add_arrivals("arrive_drop", Mbarrier::kDrop, space, named);
      for (const Ordering& ordering : orderings(".acquire.cta", Order::kAcquire)) {
        for (const std::string name : {"test_wait", "try_wait"}) {
          put(name, Mbarrier::kTest, space, named, ordering);
          put(name + ".parity", Mbarrier::kTestParity, space, named, ordering);
        }
      }
    }
    put("pending_count", Mbarrier::kPendingCount, "", StateSpace::kGeneric, kPlain);
  }

 private:
  static constexpr Ordering kPlain{"", Order::kWeak, SyncScope::kNone};

  void put(const std::string& name, Mbarrier what, const char* space, StateSpace named, const Ordering& ordering) {
    all_.push_back({"mbarrier." + name + ordering.text + space + ".b64", what, named, ordering.order, ordering.scope});
  }

  // Adds the operation `plain` and the next two of Mbarrier. With .expect_tx, ptxas also accepts the space in front of
  // the order.
  void add_arrivals(const std::string& name, Mbarrier plain, const char* space, StateSpace named) {
    const auto after = [plain](int n) { return static_cast<Mbarrier>(static_cast<int>(plain) + n); };
    for (const Ordering& ordering : orderings(".release.cta", Order::kRelease)) {
      put(name, plain, space, named, ordering);
      put(name + ".expect_tx", after(1), space, named, ordering);
      const bool both = *space != 0 && *ordering.text != 0;
      if (both) put(name + ".expect_tx" + space, after(1), "", named, ordering);
      const bool completes = ordering.order != Order::kRelease || ordering.scope != SyncScope::kCta;
      if (!completes) put(name + ".noComplete", after(2), space, named, ordering);
    }
  }

  std::vector<MbarrierForm>& all_;
};

}  // namespace

const std::vector<std::pair<const char*, StateSpace>>& mbarrier_spaces() {
  static const std::vector<std::pair<const char*, StateSpace>> spaces{
      {"", StateSpace::kGeneric}, {".shared", StateSpace::kShared}, {".shared::cta", StateSpace::kShared}};
  return spaces;
}

const std::vector<MbarrierForm>& mbarrier_forms() {
  static const std::vector<MbarrierForm> forms = [] {
    std::vector<MbarrierForm> all;
    MbarrierForms(all).add();
    return all;
  }();
  return forms;
}

void InstructionParser::fail_mbarrier(const std::string& otherwise) const {
  if (opcode_.text.find(".shared::cluster") == std::string_view::npos) cursor_.fail(opcode_, otherwise);
  cursor_.fail(opcode_, "found '.shared::cluster' in " + quoted(opcode_) +
                            ", which accesses the scratchpad of other blocks of a cluster; that is not in this model; "
                            "expected .shared::cta, .shared or no space");
}

void InstructionParser::parse_mbarrier_opcode() {
  const auto& forms = mbarrier_forms();
  const auto form =
      std::find_if(forms.begin(), forms.end(), [this](const MbarrierForm& one) { return one.opcode == opcode_.text; });
  if (form == forms.end()) fail_mbarrier(unknown_whole_opcode(opcode_.text, forms));
  instruction_.variant = static_cast<std::uint8_t>(form->what);
  instruction_.type = Type::kB64;
  instruction_.space = form->space;
  instruction_.order = static_cast<std::uint8_t>(form->order);
  instruction_.scope = static_cast<std::uint8_t>(form->scope);
}

// {state | complete,} [mbarrier]{, count | state | parity{, suspended at most}}; pending_count: count, state
void InstructionParser::parse_mbarrier(const char* begin) {
  const auto what = static_cast<Mbarrier>(instruction_.variant);
  auto& operands = instruction_.operands;
  const auto next = [this] { cursor_.expect(",", "and another operand of " + quoted(opcode_)); };
  const bool tests = what == Mbarrier::kTest || what == Mbarrier::kTestParity;
  const bool counts = what == Mbarrier::kPendingCount;
  if (what > Mbarrier::kCompleteTx) {
    operands.push_back(tests ? predicate(true) : value(counts ? Type::kB32 : Type::kB64, false, true));
    instruction_.destinations = 1;
    next();
  }
  if (!counts) operands.push_back(address());
  if (tests) next();
  const bool optional = what == Mbarrier::kArrive || what == Mbarrier::kDrop;
  const bool more = what != Mbarrier::kInval && (!optional || cursor_.is(","));
  if (more) {
    if (!tests && !counts) next();
    operands.push_back(value(counts || what == Mbarrier::kTest ? Type::kB64 : Type::kB32, false, false));
  }
  const bool tries = opcode_.text.substr(0, opcode_.text.find('_')) == "mbarrier.try";
  if (tries && cursor_.accept(",")) operands.push_back(value(Type::kU32, false, false));
  end_instruction(begin);
  builder_.add(std::move(instruction_));
}

}  // namespace unibank::ptx
