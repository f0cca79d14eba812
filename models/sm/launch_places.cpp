#include "sm/launch_places.h"

namespace unibank {

namespace {

AddressMap map_with(const SmLaunch& launch, const Design& design, unsigned register_rows) {
  return {design, register_rows, launch.scratchpad_bytes_per_block, launch.block_slots, launch.cache_sets,
          launch.sharing};
}

}  // namespace

RegisterLayout layout_of(const SmLaunch& launch, const Design& design, unsigned sm) {
  RegisterLayout layout;
  layout.warps = launch.warps_per_block * launch.block_slots;
  layout.registers_per_thread = launch.registers_per_thread;
  layout.banks_per_cluster = design.sm.banks_per_cluster;
  layout.schedulers = design.sm.schedulers;
  layout.base_registers = launch.needs.base_registers;
  layout.sections = launch.register_sections;
  layout.sm = sm;
  layout.sets = static_cast<unsigned>(design.capacity().bytes(Part::kRegisters) / (kLineBytes * design.cache.ways));
  layout.ways = design.cache.ways;
  if (design.storage_layout()->integrated())
    layout.scratchpad_ways = layout.ways - map_with(launch, design, 0).cache_ways();
  return layout;
}

std::unique_ptr<RegisterStore> register_store_of(const Design& design) {
  return RegisterStoreRegistry::instance().make(design.register_store.name, design.register_store.values);
}

AddressMap map_of(const SmLaunch& launch, const Design& design, const RegisterStore& store) {
  return map_with(launch, design, store.rows_per_bank());
}

unsigned fitting_sets(const SmLaunch& launch, const Design& design) {
  const std::unique_ptr<RegisterStore> store = register_store_of(design);
  store->reset(layout_of(launch, design, 0));
  return map_of(launch, design, *store).cache_sets();
}

}  // namespace unibank
