#include <algorithm>
#include <nlohmann/json.hpp>

#include "characterize/table.h"
#include "characterize/table_text.h"

namespace unibank::characterize {

namespace {

using Json = nlohmann::ordered_json;

bool compared(const Row& row, const Row& on_card) { return has_figures(row) && has_figures(on_card); }

std::string why_not(const Row& row, const Row& on_card) {
  if (!has_figures(row)) return "model: " + verdict_text(row);
  return has_figures(on_card) ? "" : "card: " + verdict_text(on_card);
}

}  // namespace

std::string card_table(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                       const Card& card) {
  std::size_t name = 0, model = 5, measured = 4, unit = 4;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    name = std::max(name, rows[i].name.size());
    if (!compared(rows[i], on_card[i])) continue;
    model = std::max(model, figure(rows[i], rows[i].measured).size());
    measured = std::max(measured, figure(rows[i], on_card[i].measured).size());
    unit = std::max(unit, rows[i].unit.size());
  }
  std::string out = design + " (model) and " + card.name + ", " + std::to_string(card.clock_kilohertz / 1000) +
                    " MHz at most, driver for CUDA " + card.cuda_version + " (card: by clocks of its SMs)\n";
  out += padded("", name + 4) + padded("model", model, true) + "  " + padded("card", measured, true) +
         "  model / card  unit\n";
  std::string group;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (row.group != group) out += "\n" + row.group + "\n";
    group = row.group;
    out += "  " + padded(row.name, name + 2);
    if (compared(row, on_card[i]))
      out += padded(figure(row, row.measured), model, true) + "  " +
             padded(figure(row, on_card[i].measured), measured, true) + "  " +
             padded(fixed(row.measured / on_card[i].measured, 3), 12, true) + "  " + row.unit + "\n";
    else
      out += why_not(row, on_card[i]) + "\n";
  }
  return out;
}

std::string card_csv(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                     const Card& card) {
  std::string out = "design,card,clock_mhz,cuda,group,row,unit,model,measured,ratio,note\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const bool both = compared(row, on_card[i]);
    for (const std::string& cell : {design, card.name, std::to_string(card.clock_kilohertz / 1000), card.cuda_version,
                                    row.group, row.name, row.unit, has_figures(row) ? number(row.measured) : "",
                                    has_figures(on_card[i]) ? number(on_card[i].measured) : "",
                                    both ? number(row.measured / on_card[i].measured) : ""})
      out += quoted(cell) + ",";
    out += quoted(why_not(row, on_card[i])) + "\n";
  }
  return out;
}

std::string card_json(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                      const Card& card) {
  Json all = Json::object();
  all["schema"] = "unibank-characterize-gpu-1";
  all["design"] = design;
  all["card"] = card.name;
  all["clock_mhz"] = card.clock_kilohertz / 1000;
  all["cuda"] = card.cuda_version;
  all["rows"] = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json one = Json::object();
    one["group"] = rows[i].group;
    one["row"] = rows[i].name;
    one["unit"] = rows[i].unit;
    one["model"] = has_figures(rows[i]) ? Json(rows[i].measured) : Json();
    one["measured"] = has_figures(on_card[i]) ? Json(on_card[i].measured) : Json();
    one["ratio"] = compared(rows[i], on_card[i]) ? Json(rows[i].measured / on_card[i].measured) : Json();
    one["note"] = why_not(rows[i], on_card[i]);
    all["rows"].push_back(one);
  }
  return all.dump(2) + "\n";
}

}  // namespace unibank::characterize
