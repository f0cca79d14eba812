#include <algorithm>

#include "base/text.h"
#include "design/cross_product.h"

namespace unibank {
namespace {

// Lines of cells, each column as wide as its widest cell; the last is not padded.
std::string columns_text(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) row += padded(line[i], widths[i] + 2);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// Reasons, numbered in order of appearance.
class Reasons {
 public:
  std::string mark(const std::string& reason) {
    const auto known = std::find(reasons_.begin(), reasons_.end(), reason);
    const auto number = known - reasons_.begin() + 1;
    if (known == reasons_.end()) reasons_.push_back(reason);
    return "[" + std::to_string(number) + "]";
  }
  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < reasons_.size(); ++i) text += "[" + std::to_string(i + 1) + "] " + reasons_[i] + "\n";
    return text;
  }

 private:
  std::vector<std::string> reasons_;
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// "runs", "runs, but [2]" or "[1]".
std::string outcome(bool runs, const std::vector<std::string>& refused) {
  std::string text = runs ? "runs" : "";
  for (const std::string& mark : refused) text += (text.empty() ? "" : text == "runs" ? ", but " : " ") + mark;
  return text;
}

// Rows are partition and register store, columns gate and order: the outcome of PTX kernels under the passes.
std::string policies_text(const std::vector<Combination>& all, Reasons& reasons) {
  std::vector<std::vector<std::string>> lines = {{"partition", "register store"}, {"", ""}};
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t first = i;
    std::vector<std::string> line = {all[i].partition, all[i].register_store};
    const auto same_row = [&] {
      return i < all.size() && all[i].partition == line[0] && all[i].register_store == line[1];
    };
    while (same_row()) {
      const Combination& cell = all[i];
      bool runs = false;
      std::vector<std::string> refused;
      const auto same_cell = [&] {
        return same_row() && all[i].scratchpad_gate == cell.scratchpad_gate && all[i].warp_order == cell.warp_order;
      };
      for (; same_cell(); ++i) {
        if (all[i].kernel != KernelKind::kPtx) continue;
        runs = runs || all[i].refused.empty();
        if (!all[i].refused.empty()) add_once(refused, reasons.mark(all[i].refused));
      }
      line.push_back(outcome(runs, refused));
      if (first != 0) continue;
      lines[0].push_back(cell.scratchpad_gate);
      lines[1].push_back(cell.warp_order);
    }
    lines.push_back(line);
  }
  return columns_text(lines);
}

// For policies that are compatible in PTX without a pass: a pass may still not accept a kind of kernel.
std::string passes_text(const std::vector<Combination>& all, Reasons& reasons) {
  std::vector<std::vector<std::string>> lines = {{"pass"}};
  for (const KernelSource& source : kernel_sources()) lines[0].push_back(source.name);
  std::vector<std::string> names;
  for (const Combination& one : all) add_once(names, one.pass);
  for (const std::string& name : names) {
    lines.push_back({name});
    for (const KernelSource& source : kernel_sources()) {
      bool runs = false;
      std::vector<std::string> refused;
      for (const Combination& one : all) {
        if (one.pass != name || one.kernel != source.kind || !refusals(one.design).empty()) continue;
        runs = runs || one.refused.empty();
        if (!one.refused.empty()) add_once(refused, reasons.mark(one.refused));
      }
      lines.back().push_back(outcome(runs, refused));
    }
  }
  return columns_text(lines);
}

std::string legend() {
  std::string text = "Passes:\n";
  for (const Pass& pass : passes()) text += "  " + padded(pass.name, 11) + pass.description + "\n";
  text += "  all        these together\nKinds of kernel:\n";
  for (const KernelSource& source : kernel_sources()) {
    text += "  " + padded(source.name, 11) + source.description + "\n";
  }
  return text;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

const char* name_of(KernelKind kind) {
  for (const KernelSource& source : kernel_sources()) {
    if (source.kind == kind) return source.name;
  }
  return "";
}

}  // namespace

std::string combinations_text(const std::vector<Combination>& all) {
  const auto running =
      std::count_if(all.begin(), all.end(), [](const Combination& one) { return one.refused.empty(); });
  Reasons reasons;
  std::string text = "Partition x register store x scratchpad gate x warp order x pass x kind of kernel: " +
                     std::to_string(all.size()) + " combinations, " + std::to_string(running) + " run.\n\n";
  text += "Kernels in PTX, under every pass:\n\n" + policies_text(all, reasons) + "\n";
  text += "Where the policies go together:\n\n" + passes_text(all, reasons) + "\n";
  return text + legend() + "\n" + reasons.text();
}

std::string combinations_csv(const std::vector<Combination>& all) {
  std::string text = "partition,register_store,scratchpad_gate,warp_order,pass,kernel,outcome,reason,set\n";
  for (const Combination& one : all) {
    std::string set;
    for (const std::string& value : overrides_of(one.design)) set += (set.empty() ? "" : " ") + value;
    for (const std::string& cell :
         {one.partition, one.register_store, one.scratchpad_gate, one.warp_order, one.pass,
          std::string(name_of(one.kernel)), std::string(one.refused.empty() ? "runs" : "refused"), one.refused, set}) {
      text += csv_cell(cell) + ",";
    }
    text.back() = '\n';
  }
  return text;
}

}  // namespace unibank
