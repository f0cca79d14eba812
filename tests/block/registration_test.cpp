// Blocks of every kind are registered in one file: a name, parameters, and how it is made.
#include <catch2/catch.hpp>

#include "block/factories.h"
#include "support/forked.h"

using namespace unibank;

namespace {

// A stand-in for the bank's interface: PlainBank takes only the machine's parameters, OwnBank also the design's.
struct Bank {
  virtual ~Bank() = default;
  unsigned rows = 0;
  BlockOptions options;
};
struct BankKind {
  static constexpr const char* kName = "unified_bank";
  using Block = Bank;
  using Parameters = unsigned;
};
struct PlainBank : Bank {
  PlainBank(const char*, unsigned n) { rows = n; }
};
struct OwnBank : Bank {
  OwnBank(const char*, unsigned n, const BlockOptions& given) {
    rows = n;
    options = given;
  }
};

const NativeBlock<BankKind, PlainBank> kPlain("rows alone");
const BlockRegistration<BankKind> kOwn({"",
                                        "own",
                                        "with parameters",
                                        {{"ports", 2, 1, 4, "", "how many", "none"},
                                         {"factor", 0.5, 0, 1, "", "how much", "none"},
                                         PolicyParameter::word("order", "lru", {"lru", "fifo"}, "which", "none")},
                                        "native",
                                        true},
                                       made_as<BankKind, OwnBank>());
// Two kinds of block have a variant `twin`.
const BlockDeclaration kTwins[] = {BlockDeclaration({"mshr", "twin", ""}), BlockDeclaration({"tag_array", "twin", ""}),
                                   BlockDeclaration({"unified_bank", "spare", ""})};
const InstalledBlock kNothing({"crossbar", "nothing.sv", ""}, [](BlockFactories&, const BlockOptions&) {});

// Installs the choices for one kind only: the other kinds of block are not linked into this program.
std::unique_ptr<Bank> made(const BlockChoices& choices) {
  BlockFactories factories;
  install_block(factories, "unified_bank", choices);
  return factories.make<BankKind>("bank", 7);
}

}  // namespace

TEST_CASE("blocks: a variant is made with the machine's parameters and the design's values") {
  CHECK(made({})->rows == 7);
  BlockChoices choices;
  choices.choose("unified_bank", "own");
  choices.set("unified_bank", "ports", 3);
  choices.set_check("unified_bank", true);
  const std::unique_ptr<Bank> own = made(choices);
  CHECK(own->rows == 7);
  CHECK(own->options.block == "own");
  CHECK(own->options.check);
  CHECK(own->options.values.at("ports") == 3);
  CHECK(double{own->options.values.at("factor")} == 0.5);
  CHECK(own->options.values.at("order").word() == "lru");
}

TEST_CASE("blocks: values belong to the variant that has these parameters") {
  BlockChoices choices;
  CHECK_THROWS_WITH(choices.set("unified_bank", "ports", 3),
                    "the block 'native' of the kind 'unified_bank' has no parameter 'ports'");
  CHECK_THROWS_WITH(choices.set_check("unified_bank", true),
                    "the block 'native' of the kind 'unified_bank' cannot run in lock-step with another block");
  choices.choose("unified_bank", "own");
  choices.set("unified_bank", "ports", 3);
  choices.choose("unified_bank", "own");
  CHECK(choices.of("unified_bank").values.at("ports") == 3);
  choices.choose("unified_bank", "native");
  CHECK(choices.of("unified_bank").values.count("ports") == 0);
}

TEST_CASE("blocks: --block names a variant of any kind, in lock-step where it can") {
  CHECK(overrides_of(block_requests({"own"})) ==
        std::vector<std::string>{"unified_bank.model=own", "unified_bank.check=false"});
  CHECK(overrides_of(block_requests({"own=check", "nothing"})) ==
        std::vector<std::string>{"unified_bank.model=own", "unified_bank.check=true",
                                 "unified_bank.check_by=cycles", "crossbar.model=nothing.sv"});
  CHECK(overrides_of(block_requests({"own=check:order"})).back() == "unified_bank.check_by=order");
  BlockChoices choices;
  choose(choices, block_requests({"own=check", "nothing"}));
  CHECK(text_of_foreign(choices) == "nothing.sv, own=check");
  BlockChoices by_rules;
  choose(by_rules, block_requests({"own=check:rules"}));
  CHECK(text_of_foreign(by_rules) == "own=check:rules");
  CHECK(by_rules.of("unified_bank").check_by == CheckBy::kRules);
  CHECK(text_of_foreign({}) == "");
}

TEST_CASE("blocks: an impossible choice is refused with the known names") {
  CHECK_THROWS_WITH(block_requests({"other"}),
                    "--block: unknown block 'other'; known: nothing.sv, own, spare");
  CHECK_THROWS_WITH(block_requests({"own=fast"}),
                    "--block is 'own=fast', expected own, own=check, own=check:order or own=check:rules");
  CHECK_THROWS_WITH(
      block_requests({"nothing=check"}),
      "--block is 'nothing=check', expected nothing.sv, which cannot run in lock-step with another block");
  CHECK_THROWS_WITH(block_requests({"own", "own=check"}), "--block gives 'own' twice");
  CHECK_THROWS_WITH(block_requests({"own", "spare"}),
                    "--block gives 'own' and 'spare', which are both for unified_bank.model; expected one of them");
  CHECK_THROWS_WITH(block_requests({"twin"}),
                    "--block: several kinds of block have a 'twin', expected --set mshr.model or tag_array.model");
  CHECK_THROWS_WITH(BlockCatalogue::instance().declare({"cache", "x", ""}),
                    Catch::StartsWith("unknown kind of block 'cache'; known: arbiter, atomic_unit, crossbar,"));
  BlockChoices choices;
  choices.choose("unified_bank", "absent");
  CHECK_THROWS_WITH(made(choices), "unified_bank.model = \"absent\": this program has no such block");
}

TEST_CASE("blocks: a second variant of one kind and name ends the program and so does a parameter named model") {
  const auto declared = [](BlockVariant variant) {
    return test::forked([&] {
      BlockCatalogue::instance().declare(variant);
      return std::string("declared");
    });
  };
  CHECK(declared({"mshr", "own", ""}) == "declared");
  CHECK(declared({"unified_bank", "own", ""}) == "died");
  CHECK(declared({"mshr", "own", "", {{"entries", 1, 1, 9, "", "", ""}}}) == "declared");
  CHECK(declared({"mshr", "own", "", {{"model", 1, 1, 9, "", "", ""}}}) == "died");
}
