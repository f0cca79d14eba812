// Buffers and constants at the addresses that a manifest names.
#pragma once

#include "manifest/manifest.h"
#include "simt/device_memory.h"

namespace unibank {

// Allocates every buffer in the order of addresses, stores its address in `addresses`, and loads the modules.
// InputError if a constant gets another address than the manifest names. `memory` is the device's, still empty.
void place_at_addresses(const Manifest& manifest, Device& device, DeviceMemory& memory, ManifestAddresses& addresses);

}  // namespace unibank
