#include "design/cross_product.h"

#include "design/schema.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

// A register for each lane in each of four banks: so a warp fills the banks of a sub-core evenly.
constexpr unsigned kEvenUnit = 128;

// Chooses the first layout, at a small size, and the first unit of registers with the fewest violations of the table:
// without any, if the policies are compatible on some layout.
void settle(Combination& combination) {
  std::vector<Refusal> fewest;
  Design settled;
  bool first = true;
  for (const std::string& layout : StorageLayoutRegistry::instance().names()) {
    Design tried = combination.design;
    tried.layout.name = layout;
    reset_variant(tried, "storage");
    for (const StorageSizes& sizes : tried.storage_layout()->small()) {
      static_cast<StorageSizes&>(tried.storage) = sizes;
      for (const unsigned unit : {combination.design.storage.units.registers, kEvenUnit}) {
        tried.storage.units.registers = unit;
        std::vector<Refusal> why = refusals(tried);
        if (!first && why.size() >= fewest.size()) continue;
        first = false;
        fewest = std::move(why);
        settled = tried;
      }
    }
  }
  combination.design = std::move(settled);
  combination.refused = fewest.empty() ? refusal(combination.design, combination.kernel) : fewest.front().message;
}

// The passes: none, each of the list, and all of them.
std::vector<std::string> pass_names() {
  std::vector<std::string> names = {"none"};
  for (const Pass& pass : passes()) names.push_back(pass.name);
  names.push_back("all");
  return names;
}

void ask_for(Design& design, const std::string& name) {
  for (const Pass& pass : passes()) {
    if (name == pass.name || name == "all") pass.ask_for(design);
  }
}

Design small_sm(const Combination& of) {
  Design design;
  design.conflicts.model = ConflictModel::kArbitrated;
  design.cache.global_stores = StorePolicy::kWriteEvict;
  design.cache.local_stores = StorePolicy::kWriteBack;
  design.partition.name = of.partition;
  design.register_store.name = of.register_store;
  design.scratchpad_gate.name = of.scratchpad_gate;
  design.warp_order.name = of.warp_order;
  for (const std::string& section : section_names()) {
    if (!variant_key(section).empty()) reset_variant(design, section);
  }
  ask_for(design, of.pass);
  return design;
}

}  // namespace

std::vector<Combination> cross_product() {
  std::vector<Combination> all;
  const auto add = [&](Combination one) {
    one.design = small_sm(one);
    settle(one);
    all.push_back(std::move(one));
  };
  const std::vector<std::string> passes = pass_names();
  for (const std::string& partition : PartitionRegistry::instance().names()) {
    for (const std::string& store : RegisterStoreRegistry::instance().names()) {
      for (const std::string& gate : ScratchpadGateRegistry::instance().names()) {
        for (const std::string& order : WarpOrderRegistry::instance().names()) {
          for (const std::string& pass : passes) {
            for (const KernelSource& source : kernel_sources()) {
              add({partition, store, gate, order, pass, source.kind, {}, ""});
            }
          }
        }
      }
    }
  }
  return all;
}

std::vector<std::string> overrides_of(const Design& design) {
  std::vector<std::string> all;
  for (const Parameter& parameter : parameters_of(design)) {
    const ParameterValue value = parameter.get(design);
    if (value == parameter.default_value) continue;
    const auto* word = std::get_if<std::string>(&value);
    all.push_back(parameter.name() + "=" + (word ? *word : toml_text(value)));
  }
  return all;
}

}  // namespace unibank
