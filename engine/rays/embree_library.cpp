// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Loads libembree3 and makes its device. The library stays loaded: its worker threads do not survive unloading.
#include "engine/rays/embree_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace lightsout {

std::expected<std::shared_ptr<const EmbreeDevice>, std::string> EmbreeDevice::open(std::string_view newest) {
  void* library = dlopen("libembree3.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return std::unexpected(dlerror());
  std::shared_ptr<EmbreeDevice> device(new EmbreeDevice);
  EmbreeLibrary& api = device->api_;
#define LIGHTSOUT_RESOLVE(name)                                           \
  api.name = reinterpret_cast<decltype(api.name)>(dlsym(library, #name)); \
  if (!api.name) return std::unexpected("libembree3.so.3 has no " #name);
  LIGHTSOUT_EMBREE_FUNCTIONS(LIGHTSOUT_RESOLVE)
#undef LIGHTSOUT_RESOLVE
  device->device_ = api.rtcNewDevice(fmt::format("threads=1,set_affinity=0,max_isa={}", newest).c_str());
  if (!device->device_)
    return std::unexpected(fmt::format("rtcNewDevice failed with error {}", int(api.rtcGetDeviceError(nullptr))));
  return device;
}

EmbreeDevice::~EmbreeDevice() {
  if (device_) api_.rtcReleaseDevice(device_);
}

}  // namespace lightsout
