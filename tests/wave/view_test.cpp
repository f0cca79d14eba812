// Save files of GTKWave and state files of Surfer.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "wave/ron.h"
#include "wave/view.h"

using namespace unibank;
using wave::Kind;
namespace fs = std::filesystem;

namespace {

std::vector<wave::ViewGroup> two_groups() {
  std::vector<wave::ViewGroup> groups = {
      {"issue", {{"sm0.issue.slot0", Kind::kText, 1}, {"sm0.issue.pc0", Kind::kInteger, 32}, {"full", Kind::kWire, 1}}},
      {"banks", {}}};
  for (unsigned i = 0; i < 65; ++i) groups[1].signals.push_back({"sm0.b" + std::to_string(i), Kind::kInteger, 33});
  return groups;
}

// The fields that Surfer requires (state.rs, wave_data.rs, displayed_item.rs of its versions 0.3 to 0.5): neither
// optional nor with a default.
void check_fields(const Ron& of, const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) {
    INFO(name);
    CHECK(of.find(name) != nullptr);
  }
  CHECK(std::set<std::string>(of.names.begin(), of.names.end()).size() == of.names.size());
}

}  // namespace

TEST_CASE("a view's file name determines its viewer") {
  for (const char* name : {"x.gtkw", "a/x.surf.ron", "x.vcd.gtkw"}) CHECK(wave::names_view(name));
  for (const char* name : {"x", ".gtkw", ".surf.ron", "x.ron", "x.gtkw.vcd", ""}) CHECK_FALSE(wave::names_view(name));
}

TEST_CASE("a save file has the rows of its groups and closes a large one") {
  const std::string text = wave::gtkwave_view(two_groups(), 100, 1124);
  CHECK_THAT(text, Catch::StartsWith("[timestart] 100000\n[size] 1600 1000\n[sst_expanded] 0\n[signals_width] 420\n"
                                     "*-10.000000 100000\n@200\n-issue\n@28\n+{sm0.issue.slot0} sm0.issue.slot0\n@24\n"
                                     "+{sm0.issue.pc0} sm0.issue.pc0[31:0]\n@28\n+{full} full\n@c00200\n-banks\n@22\n"
                                     "+{sm0.b0} sm0.b0[32:0]\n"));
  CHECK_THAT(text, Catch::EndsWith("@22\n+{sm0.b64} sm0.b64[32:0]\n@1401200\n-banks\n"));
  CHECK_THAT(wave::gtkwave_view(two_groups(), 5, 5), Catch::Contains("*-0.000000 5000\n"));
}

TEST_CASE("a state file has the fields that Surfer requires and every row has its signal") {
  const Ron state = RonReader::read(wave::surfer_view(two_groups(), "a \"b\".fst"));
  check_fields(state, {"waves", "drag_started", "blacklisted_translators", "show_about", "show_keys", "show_gestures",
                       "show_quick_start", "show_license", "show_performance", "show_logs", "show_cursor_window",
                       "wanted_timeunit", "show_url_entry", "variable_name_filter_focused", "variable_filter"});
  check_fields(state.at("variable_filter"), {"name_filter_type", "name_filter_str", "name_filter_case_insensitive",
                                             "include_inputs", "include_outputs", "include_inouts", "include_others",
                                             "group_by_direction"});
  const Ron& waves = state.at("waves").inner();
  check_fields(waves, {"source", "format", "items_tree", "displayed_items", "display_item_ref_counter", "viewports",
                       "markers", "focused_transaction", "default_variable_name_type", "scroll_offset",
                       "display_variable_indices", "graphics"});
  CHECK(waves.at("source").text == "File");
  CHECK(waves.at("source").inner().text == "a \"b\".fst");
  CHECK(waves.at("format").text == "Fst");
  check_fields(waves.at("viewports").inner(), {"curr_left", "curr_right", "target_left", "target_right",
                                               "move_start_left", "move_start_right", "move_strategy"});
  const Ron& tree = waves.at("items_tree").at("items");
  const Ron& items = waves.at("displayed_items");
  REQUIRE(tree.values.size() == 70);
  REQUIRE(items.values.size() == 70);
  CHECK(waves.at("display_item_ref_counter").text == "70");
  for (std::size_t i = 0; i < 70; ++i) {
    const Ron& row = tree.values[i];
    const bool group = i == 0 || i == 4;
    CHECK(row.at("item_ref").inner().text == std::to_string(i + 1));
    CHECK(items.keys[i].inner().text == std::to_string(i + 1));
    CHECK(row.at("level").text == (group ? "0" : "1"));
    CHECK(row.at("unfolded").text == (i == 4 ? "false" : "true"));
    CHECK(items.values[i].text == (group ? "Group" : "Variable"));
  }
  const Ron& pc = items.values[2].inner();
  check_fields(pc, {"variable_ref", "display_name", "display_name_type", "field_formats"});
  CHECK(pc.at("format").inner().text == "Unsigned");
  const Ron& of = pc.at("variable_ref");
  CHECK(of.at("name").text == "pc0");
  REQUIRE(of.at("path").at("strs").values.size() == 2);
  CHECK(of.at("path").at("strs").values[1].text == "issue");
  CHECK(of.at("id").text == "None");
  CHECK(items.values[3].inner().at("variable_ref").at("path").at("strs").values.empty());
  CHECK(items.values[5].inner().at("format").inner().text == "Hexadecimal");
  CHECK(items.values[1].inner().at("format").text == "None");
  CHECK_THROWS(RonReader::read("(a: [1, 2)"));
}

TEST_CASE("a waveform writes its views when it is complete") {
  const TemporaryFolder folder;
  const auto path = [&folder](const char* name) { return (folder.path / name).string(); };
  wave::Selection selection;
  selection.from = 10;
  selection.views = {path("x.gtkw"), path("x.surf.ron")};
  selection.shows = [](const std::string& signal) { return signal != "a.hidden"; };
  selection.group_of = [](const std::string& signal) { return signal == "a.b.one" ? "first" : ""; };
  {
    const auto waves = wave::open_vcd(path("x.vcd"), selection);
    for (const char* name : {"a.b.two", "a.hidden", "a.b.one", "top"}) waves->signal(name, 4);
    waves->declared();
    CHECK_FALSE(fs::exists(path("x.gtkw")));
    waves->finish(20);
  }
  std::ostringstream text;
  text << std::ifstream(path("x.gtkw")).rdbuf();
  CHECK_THAT(text.str(), Catch::EndsWith("@200\n-a.b\n@24\n+{a.b.two} a.b.two[3:0]\n@200\n-first\n@24\n+{a.b.one} "
                                         "a.b.one[3:0]\n@200\n-top\n@24\n+{top} top[3:0]\n"));
  CHECK(fs::exists(path("x.surf.ron")));
  selection.views = {path("no/x.gtkw")};
  CHECK_THROWS_AS(wave::open_vcd(path("y.vcd"), selection), InputError);
  selection.views = {path("x.txt")};
  CHECK_THROWS_WITH(wave::open_vcd(path("y.vcd"), selection), Catch::Contains("expected a name that ends in .gtkw or"));
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 3);
}
