// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What whoever runs the simulation wants kept or heard, beyond the world itself.
#pragma once

#include <memory>

namespace lightsout {

class HiddenNodes;
struct InputScript;

struct StageOptions {
  // Everything that is heard is kept for a recorder.
  bool captures_sounds = false;
  // For snapshots: what ODE is told of a contact cannot be asked back.
  bool keeps_contacts = false;
  // Somebody outside looks at Contacts::points().
  bool notes_contacts = false;
  // The world runs: what its edits say of masses, an element at a time, may be no mass. That is a warning then.
  bool was_edited = false;
  // What happens at keyboard, mouse and joystick; nullptr: nobody touches them.
  std::shared_ptr<const InputScript> input_script;
  // What supervisors have hidden from what sees; nullptr: nothing.
  std::shared_ptr<const HiddenNodes> hidden;
};

}  // namespace lightsout
