// Variants of policies and blocks that cannot be registered, and parameters that they do not declare.
#include <catch2/catch.hpp>

#include "base/registry.h"

namespace unibank {
namespace {

struct Order {
  static constexpr const char* kKind = "test order";
  std::int64_t patience = 0;
};
using OrderRegistry = Registry<Order>;

std::unique_ptr<Order> asks_for(const char* name, const PolicyValues& values) {
  return std::make_unique<Order>(Order{values.at(name)});
}
const std::vector<PolicyParameter> kPatience = {{"patience", 3, 1, 9, "", "", ""}};
const OrderRegistry::Registration kAsksRightly({"right", "for this test", kPatience, [](const PolicyValues& values) {
                                                  return asks_for("patience", values);
                                                }});
const OrderRegistry::Registration kAsksWrongly({"wrong", "for this test", kPatience, [](const PolicyValues& values) {
                                                  return asks_for("patiance", values);
                                                }});

std::string refusal(const std::vector<PolicyParameter>& parameters, const std::string& name = "mine",
                    bool taken = false) {
  try {
    check_registration("test order", name, taken, parameters, {"policy"});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a variant gets the defaults of its parameters and the given values") {
  CHECK(OrderRegistry::instance().make("right")->patience == 3);
  CHECK(OrderRegistry::instance().make("right", {{"patience", 7}})->patience == 7);
}

TEST_CASE("a variant that asks for a parameter that it does not declare is told the declared ones") {
  CHECK_THROWS_AS(OrderRegistry::instance().make("wrong"), RunError);
  CHECK_THROWS_WITH(OrderRegistry::instance().make("wrong"),
                    "a policy or a block asks for a parameter that its registration does not declare: unknown "
                    "parameter 'patiance'; known: patience; did you mean 'patience'?");
}

TEST_CASE("a second variant of one name is refused and so is one without a name") {
  CHECK(refusal({}) == "");
  CHECK(refusal({}, "mine", true) == "the test order 'mine' is registered twice; expected another name");
  CHECK(refusal({}, "") == "a test order without a name is registered");
}

TEST_CASE("a parameter whose default is outside of its limits is refused") {
  const std::string excluded = "the parameter 'n' of the test order 'mine' has a default that its own limits exclude";
  CHECK(refusal({{"n", 1, 1, 9, "", "", ""}, {"m", 9, 1, 9, "", "", ""}, {"x", 0.5, 0, 1, "", "", ""}}) == "");
  CHECK(refusal({{"n", 0, 1, 9, "", "", ""}}) == excluded);
  CHECK(refusal({{"n", 10, 1, 9, "", "", ""}}) == excluded);
  CHECK(refusal({{"n", 1.5, 0, 1, "", "", ""}}) == excluded);
  CHECK(refusal({{"n", "one", 0, 1, "", "", ""}}) == excluded);
  CHECK(refusal({PolicyParameter::word("n", "old", {"new", "old"}, "", "")}) == "");
  CHECK(refusal({PolicyParameter::word("n", "odd", {"new", "old"}, "", "")}) == excluded);
}

TEST_CASE("a parameter with the name of a key or of another parameter is refused") {
  CHECK(refusal({{"policy", 1, 1, 9, "", "", ""}}) ==
        "the parameter 'policy' of the test order 'mine' has the name of a key of every test order; expected another "
        "name");
  CHECK(refusal({{"n", 1, 1, 9, "", "", ""}, {"n", 1, 1, 9, "", "", ""}}) ==
        "the parameter 'n' of the test order 'mine' is declared twice");
}

}  // namespace unibank
