#include "design/cross_product.h"


#include "design/schema.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

constexpr std::uint64_t kKilobyte = 1024;

// So small that the blocks of short programs fill it and share it. Lines that hold registers want a power of two of
// sets, which the second does not have.
struct Layout {
  bool unified;
  std::uint64_t unified_bytes, register_bytes, scratchpad_bytes, cache_bytes;
};
constexpr Layout kLayouts[] = {
    {false, 0, 128 * kKilobyte, 16 * kKilobyte, 16 * kKilobyte},
    {true, 56 * kKilobyte, 0, 0, 0},
    {true, 64 * kKilobyte, 0, 0, 0},
    {true, 64 * kKilobyte, 0, 16 * kKilobyte, 0},
};

void lay_out(Design& design, const Layout& layout) {
  design.storage.unified = layout.unified;
  design.storage.unified_bytes = layout.unified_bytes;
  design.storage.register_bytes = layout.register_bytes;
  design.storage.scratchpad_bytes = layout.scratchpad_bytes;
  design.storage.cache_bytes = layout.cache_bytes;
}

// The first layout that breaks the fewest rows of the table: none, if the policies go together at all.
void settle(Combination& combination) {
  std::vector<Refusal> fewest;
  Design settled = combination.design;
  for (const Layout& layout : kLayouts) {
    Design tried = combination.design;
    lay_out(tried, layout);
    std::vector<Refusal> why = refusals(tried);
    if (&layout != kLayouts && why.size() >= fewest.size()) continue;
    fewest = std::move(why);
    settled = std::move(tried);
  }
  combination.design = std::move(settled);
  combination.refused = fewest.empty() ? refusal(combination.design, combination.kernel) : fewest.front().message;
}

// What a pass of the list, none or all of them ask of a design.
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
    if (is_policy_section(section)) reset_policy_values(design, section);
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
