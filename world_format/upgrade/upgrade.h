// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// From the dialect of a file's version to today's, once, right after parsing: the rest of the program knows no old
// spelling, axis or default. Works on a tree just parsed, before PROTOs are expanded and USE references resolved.
#pragma once

#include <optional>

#include "world_format/nodes/node.h"

namespace lightsout {

class Diagnostics;

// `version` as in version.h. PROTO bodies are upgraded by the version of their own file.
void upgrade(MFNode& nodes, int version, Diagnostics& diagnostics);

// A Transform without a scale is a Pose, in files of every version; below the node too. What is imported into a running
// world stays what it says.
void make_poses(Node& node);

// Contacts that Physics nodes describe, as files before ContactProperties did: gives the solids materials and the world
// ContactProperties of each pair. Of a whole world, WorldInfo among its nodes and USE resolved.
void describe_contacts(MFNode& nodes, Diagnostics& diagnostics);
// The same for nodes that are to come into a running world, which gets the ContactProperties that it lacks.
void describe_contacts(MFNode& nodes, World& world, Diagnostics& diagnostics);

// The node, or the value of a field of this node, as in a solid that is larger by the factor: with other lengths, and
// what goes with them.
void rescale(Node& node, double factor);
void rescale(Value& value, const Node& node, FieldIndex field, double factor);

// How the frame of a device of files before R2022a (x right, y up, z back) is turned into today's (x forward, y left, z
// up): rotation_today = rotation_then * device_turn(). Library PROTOs of robots and devices were turned in the same
// way.
Rotation device_turn();
// How the upgrade turns a device of this type, the Viewpoint, or the pose of a cylinder or the like in a
// boundingObject, of a file before R2022a: rotation_today = rotation_then * it; nullopt: not at all.
std::optional<Rotation> turn_of_device(const Node& node);
// rotation * turn
Rotation turned(const Rotation& rotation, const Rotation& turn);
// v turned by the rotation, by Rodrigues' formula.
Vec3 rotated(const Rotation& rotation, const Vec3& v);
// A direction or a place, by a turn of quarters: without rounding.
Vec3 turned(const Vec3& vector, const Rotation& turn);

// A Pose that the upgrade has put around a node of a file before R2022a, so that it stands as it stood.
bool is_put_around(const Node& node);

}  // namespace lightsout
