// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The steady step allocates nothing, and a free box needs little memory.
// Not in sanitizer builds, which bring an allocator of their own.
#include "engine/programs/sanitizers.h"

#if !LIGHTSOUT_SANITIZER()
#include <fmt/format.h>
#include <malloc.h>
#include <ode/ode.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "engine/recorders/recorder.h"
#include "engine/stage/stage.h"
#include "tests/support/program.h"
#include "tests/support/simulated.h"

namespace {

thread_local bool counting = false;
thread_local long allocations = 0;  // ours
thread_local long ode_allocations = 0;
thread_local long live_bytes = 0;

void* count(void* memory, long& number) {
  if (counting && memory) {
    ++number;
    live_bytes += long(malloc_usable_size(memory));
  }
  return memory;
}

// Apart from whoever calls it: GCC takes free() of what operator new gave for a mistake where it sees both.
[[gnu::noinline]] void release(void* memory) {
  if (counting && memory) live_bytes -= long(malloc_usable_size(memory));
  std::free(memory);
}

void* ode_alloc(std::size_t size) { return count(std::malloc(size), ode_allocations); }
void* ode_realloc(void* memory, std::size_t, std::size_t size) {
  if (counting && memory) live_bytes -= long(malloc_usable_size(memory));
  return count(std::realloc(memory, size), ode_allocations);
}
void ode_free(void* memory, std::size_t) { release(memory); }

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = count(std::malloc(size > 0 ? size : 1), allocations)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto step = std::size_t(alignment);
  if (void* memory = count(std::aligned_alloc(step, (size + step - 1) / step * step), allocations)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

using namespace lightsout;

namespace {

// ODE's handlers for as long as it lives: theirs and ours free what the other allocated, both by free().
struct OdeCounts {
  dAllocFunction* alloc = dGetAllocHandler();
  dReallocFunction* reallocate = dGetReallocHandler();
  dFreeFunction* free = dGetFreeHandler();
  OdeCounts() {
    dSetAllocHandler(ode_alloc);
    dSetReallocHandler(ode_realloc);
    dSetFreeHandler(ode_free);
  }
  ~OdeCounts() {
    dSetAllocHandler(alloc);
    dSetReallocHandler(reallocate);
    dSetFreeHandler(free);
  }
};

std::string boxes(int number, double spacing, double height = 0.1) {
  std::string text =
      "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 8 physicsDisableTime 0 }\n"
      "Solid { name \"floor\" boundingObject Plane { size 500 500 } }\n";
  for (int i = 0; i < number; ++i)
    text += fmt::format(
        "Solid {{ name \"b{}\" translation {} {} {} boundingObject Box {{ size 0.2 0.2 0.2 }} physics Physics "
        "{{ }} }}\n",
        i, spacing * (i % 40), spacing * (i / 40), height);
  return text;
}

// Shapes of all kinds that rest and roll on each other, a joint with a spring, a drifting platform, and a heap for the
// iterative solver.
std::string everything() {
  std::string text = boxes(0, 1);
  const std::pair<const char*, const char*> shapes[] = {{"Box { size 0.2 0.2 0.2 }", "0 0 1 0"},
                                                        {"Sphere { radius 0.1 }", "0 0 1 0"},
                                                        {"Cylinder { radius 0.1 height 0.2 }", "1 0 0 1.5708"},
                                                        {"Capsule { radius 0.1 height 0.2 }", "1 0 0 1.5708"},
                                                        {"Cone { bottomRadius 0.1 height 0.2 }", "0 0 1 0"},
                                                        {"IndexedFaceSet { coord Coordinate { point [ -0.1 -0.1 -0.1, "
                                                         "0.1 -0.1 -0.1, 0.1 0.1 -0.1, -0.1 0.1 -0.1, -0.1 -0.1 "
                                                         "0.1, 0.1 -0.1 0.1, 0.1 0.1 0.1, -0.1 0.1 0.1 ] } coordIndex "
                                                         "[ 3 2 1 0 -1 4 5 6 7 -1 0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 "
                                                         "-1 3 0 4 7 -1 ] }",
                                                         "0 0 1 0"}};
  int i = 0;
  for (const auto& [upper, turned] : shapes)
    for (const auto& [lower, ignored] : shapes) {
      const double x = 2.0 * (i % 6), y = 2.0 * (i / 6);
      text += fmt::format(
          "Solid {{ name \"low{0}\" translation {1} {2} 0.3 boundingObject Pose {{ children {3} }} }}\n"
          "Solid {{ name \"up{0}\" translation {1} {2} 0.5 rotation {5} boundingObject {4} physics Physics {{ "
          "}} }}\n",
          i, x, y, lower, upper, turned);
      ++i;
    }
  for (int k = 0; k < 64; ++k)
    text += fmt::format(
        "Solid {{ name \"heap{}\" translation {} {} {} boundingObject Box {{ size 0.2 0.2 0.2 }} physics Physics "
        "{{ }} }}\n",
        k, 20 + 0.19 * (k % 4), 0.19 * (k / 4 % 4), 0.1 + 0.2 * (k / 16));
  text +=
      "Solid { name \"stand\" translation -5 0 2 children [ HingeJoint { jointParameters HingeJointParameters { axis 0 "
      "1 0 "
      "springConstant 1 dampingConstant 0.1 } endPoint Solid { name \"bob\" translation 0.5 0 0 boundingObject Sphere "
      "{ radius "
      "0.05 } physics Physics { } } } ] }\n"
      "Solid { name \"lift\" translation -9 0 0 linearVelocity 0 0 0.01 boundingObject Box { size 1 1 0.1 } }\n"
      "Solid { name \"carried\" translation -9 0 0.15 boundingObject Box { size 0.2 0.2 0.2 } physics Physics { } }\n";
  return text;
}

}  // namespace

TEST_CASE("The steady step allocates nothing") {
  const OdeCounts ode;
  SimulationOptions options;
  options.threads = GENERATE(1, 3);
  auto world = Simulated::from_text(everything(), options);
  world.run(4);
  world.take_warnings();
  allocations = ode_allocations = 0;
  counting = true;
  for (int i = 0; i < 250; ++i) world.simulation().step();
  counting = false;
  CHECK(allocations == 0);
  CHECK(ode_allocations == 0);
  world.take_warnings();
}

TEST_CASE("A step that is recorded allocates nothing, but for the list of chunks in MCAP") {
  const OdeCounts ode;
  const TemporaryFolder folder;
  SimulationOptions options;
  // Of several threads one may meet the largest island late, and takes memory for it then.
  options.threads = 1;
  options.stage.keeps_contacts = true;
  auto world = Simulated::from_text(everything(), options);
  world.run(4);
  world.take_warnings();
  using enum Subject;
  const std::vector<Subject> all = {Solids, Joints, Motors, Readings, Contacts, ScreenLabels};
  const RecorderOptions recordings[] = {{folder / "t.csv", 0, {}, {Solids, Joints}},
                                        {folder / "c.csv", 0, {}, {Contacts}},
                                        {folder / "t.jsonl", 0, {}, all},
                                        {folder / "t.csv.gz", 0, {}, {}},
                                        {folder / "t.mcap", 0, {}, all},
                                        {folder / "t.tum", 0, {"up1"}, {}}};
  for (const RecorderOptions& recording : recordings) {
    INFO(recording.path);
    auto made = make_recorder(recording);
    REQUIRE(made);
    const Recorder* recorder = made->get();
    world.simulation().start_recorder(std::move(*made));
    for (int i = 0; i < 100; ++i) world.simulation().step();
    allocations = 0;
    counting = true;
    for (int i = 0; i < 100; ++i) world.simulation().step();
    counting = false;
    CHECK(world.simulation().stop_recorder(recorder) == "");
    // Of a chunk: its indexes, one for each channel that is in it.
    CHECK(allocations <= (recording.path.ends_with(".mcap") ? 600 : 0));
  }
  world.take_warnings();
}

// In flight, the text that it came from left out. Contacts come on top: ODE's joint and ours, some 1 kB each.
TEST_CASE("A free box needs at most 4 kB") {
  const OdeCounts ode;
  const auto bytes = [](int number) {
    const std::string text = boxes(number, 0.5, 5);
    live_bytes = 0;
    counting = true;
    long result;
    {
      auto world = Simulated::from_text(text);
      world.run(0.1);
      result = live_bytes - long(text.size());  // the text itself is kept too
    }
    counting = false;
    return result;
  };
  bytes(1);  // what is made once for all worlds is no box's
  const long few = bytes(100), many = bytes(1100);
  INFO((many - few) / 1000 << " bytes");
  CHECK((many - few) / 1000 <= 4096);
  CHECK((many - few) / 1000 > 500);  // it was counted
}
#endif
