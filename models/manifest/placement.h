// Buffers and constants at the addresses that a manifest names.
#pragma once

#include "manifest/manifest.h"
#include "simt/device_memory.h"

namespace unibank {

// Loads the modules when it is their constants' turn, and allocates every buffer; its address comes into `addresses`.
// InputError when a constant comes to lie elsewhere. `memory` is the device's and has nothing in it.
void place_at_addresses(const Manifest& manifest, Device& device, DeviceMemory& memory, ManifestAddresses& addresses);

}  // namespace unibank
