#include "design/rtl_values.h"

namespace unibank {

std::string rtl_with_values(const Design& design) {
  if (!design.can_follow_values()) return "";
  for (const auto& [kind, choice] : design.blocks.all()) {
    const BlockVariant* const variant = BlockCatalogue::instance().find(kind, choice.model);
    if (variant && !variant->implements.empty()) return choice.model;
  }
  return "";
}

void say_values_of_rtl(LoadedDesign& loaded) {
  const std::string rtl = rtl_with_values(loaded.design);
  if (rtl.empty() || loaded.design.run.check_data) return;
  for (DesignValue& value : loaded.values) {
    if (value.section != "run" || value.key != "check_data") continue;
    if (value.source.rfind("--set ", 0) == 0) {
      throw OverrideError("--set run.check_data=false: run.check_data = false does not go with " + rtl +
                          ": the bytes that RTL moves are compared; expected true");
    }
    value.value = "true";
    value.source = "on with " + rtl + ": the bytes that RTL moves are compared";
  }
}

}  // namespace unibank
