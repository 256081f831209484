// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The contacts that a recording is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contact/contacts.h"
#include "engine/recorders/quantities.h"

namespace lightsout {

struct SeenContact {
  const std::string* solid1;  // paths
  const std::string* solid2;
  const ContactPoint* point;
};

struct ContactField {
  const char *name, *unit, *text;
};
// Of the numbers of a contact.
constexpr ContactField contact_fields[] = {{"x", "m", "where, world axes"},
                                           {"y", "m", "where, world axes"},
                                           {"z", "m", "where, world axes"},
                                           {"nx", "", "unit normal into solid1, world axes"},
                                           {"ny", "", "unit normal into solid1, world axes"},
                                           {"nz", "", "unit normal into solid1, world axes"},
                                           {"depth", "m", "how deep they are in each other"}};

// In the order of the scene: those that a selected solid, or one below it, takes part in. Needs
// StageOptions::keeps_contacts.
void find_contacts(const Recorded& run, const Quantities& quantities, std::vector<SeenContact>& seen);
// A number for each of the fields.
void read_contact(const SeenContact& contact, std::vector<double>& numbers);

}  // namespace lightsout
