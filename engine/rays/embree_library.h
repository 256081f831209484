// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Embree's functions, loaded when the first world needs them: loading the library and making a device take about a
// millisecond that a world without rays does not pay.
#pragma once

#include <embree3/rtcore.h>

#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace lightsout {

struct EmbreeLibrary {
#define LIGHTSOUT_EMBREE_FUNCTIONS(F) \
  F(rtcNewDevice)                     \
  F(rtcReleaseDevice)                 \
  F(rtcGetDeviceError)                \
  F(rtcNewScene)                      \
  F(rtcReleaseScene)                  \
  F(rtcSetSceneFlags)                 \
  F(rtcSetSceneBuildQuality)          \
  F(rtcCommitScene)                   \
  F(rtcNewGeometry)                   \
  F(rtcReleaseGeometry)               \
  F(rtcAttachGeometry)                \
  F(rtcCommitGeometry)                \
  F(rtcSetGeometryBuildQuality)       \
  F(rtcSetGeometryUserPrimitiveCount) \
  F(rtcSetGeometryUserData)           \
  F(rtcSetGeometryBoundsFunction)     \
  F(rtcSetGeometryIntersectFunction)  \
  F(rtcSetNewGeometryBuffer)          \
  F(rtcIntersect1)
#define LIGHTSOUT_DECLARE(name) decltype(&::name) name = nullptr;  // NOLINT(bugprone-macro-parentheses): it is declared
  LIGHTSOUT_EMBREE_FUNCTIONS(LIGHTSOUT_DECLARE)
#undef LIGHTSOUT_DECLARE
};

// A device of one thread. What it does with newer instructions than the processor's or those allowed it does with older
// ones: its reciprocals are then rounded otherwise, and what it finds is a matter of the room that is given to
// rounding.
class EmbreeDevice {
 public:
  // The newest instructions that it may use: "sse2", "sse4.2", "avx", "avx2", "avx512". AVX is as fast as any here.
  static std::expected<std::shared_ptr<const EmbreeDevice>, std::string> open(std::string_view newest = "avx");
  ~EmbreeDevice();
  EmbreeDevice(const EmbreeDevice&) = delete;
  EmbreeDevice& operator=(const EmbreeDevice&) = delete;

  const EmbreeLibrary& api() const { return api_; }
  RTCDevice handle() const { return device_; }

 private:
  EmbreeDevice() = default;
  EmbreeLibrary api_;
  RTCDevice device_ = nullptr;
};

}  // namespace lightsout
