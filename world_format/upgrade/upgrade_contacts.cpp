// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Webots 6 described surfaces in Physics: bounce, bounceVelocity, coulombFriction and forceDependentSlip of a contact
// are the means of what the two solids say; a solid without Physics says nothing, and the other's values hold (Webots 6
// reference manual, Physics). Today that is a material of each kind of surface and ContactProperties of each pair.
// Files of Webots 7 and later may have the fields still: they count until a solid is given a contactMaterial (manual,
// ContactProperties). Contacts that no ContactProperties of the file describes have CFM and ERP of the world (manual,
// WorldInfo).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "world_format/nodes/draft.h"
#include "world_format/text/diagnostic.h"
#include "world_format/upgrade/upgrade.h"
#include "world_format/upgrade/upgrade_steps.h"

namespace lightsout {

namespace {

constexpr std::string_view contact_fields[] = {"bounce", "bounceVelocity", "coulombFriction", "forceDependentSlip"};

struct Surface {
  double bounce = 0.5, bounce_velocity = 0.01, friction = 1, slip = 0;
  bool operator==(const Surface&) const = default;
};

FieldIndex contact_field(const Node& physics, std::string_view name) { return physics.type().find_retired(name, 0); }

bool describes_contacts(const Node& physics) {
  return gives_retired(physics) && std::ranges::any_of(contact_fields, [&](std::string_view name) {
           return physics.is_set(contact_field(physics, name));
         });
}

Surface read_surface(const Node& physics) {
  const auto value = [&](std::string_view name) -> const Value& { return physics.get(contact_field(physics, name)); };
  Surface surface{value("bounce").as<double>(), value("bounceVelocity").as<double>(), 1,
                  value("forceDependentSlip").as<double>()};
  if (const MFFloat& friction = value("coulombFriction").as<MFFloat>(); !friction.empty())
    surface.friction = friction[0];
  return surface;
}

Surface mean(const Surface& a, const Surface& b) {
  return {(a.bounce + b.bounce) / 2, (a.bounce_velocity + b.bounce_velocity) / 2,
          a.friction == -1 || b.friction == -1 ? -1 : (a.friction + b.friction) / 2, (a.slip + b.slip) / 2};
}

// The name says what the material is, so that what is imported later meets what is there.
constexpr std::string_view labels[] = {"bounce ", ", bounceVelocity ", ", coulombFriction ", ", forceDependentSlip "};

std::string material_of(const Surface& s) {
  return fmt::format("{}{}{}{}{}{}{}{}", labels[0], s.bounce, labels[1], s.bounce_velocity, labels[2], s.friction,
                     labels[3], s.slip);
}

std::optional<Surface> surface_of(std::string_view material) {
  Surface s;
  double* const numbers[] = {&s.bounce, &s.bounce_velocity, &s.friction, &s.slip};
  for (int i = 0; i < 4; ++i) {
    if (!material.starts_with(labels[i])) return std::nullopt;
    material.remove_prefix(labels[i].size());
    const auto [end, error] = std::from_chars(material.data(), material.data() + material.size(), *numbers[i]);
    if (error != std::errc()) return std::nullopt;
    material.remove_prefix(static_cast<std::size_t>(end - material.data()));
  }
  return material.empty() ? std::optional(s) : std::nullopt;
}

void add(std::vector<Surface>& surfaces, const Surface& surface) {
  if (std::ranges::find(surfaces, surface) == surfaces.end()) surfaces.push_back(surface);
}

// The surfaces of the solids, which get their materials. `all`: a solid with Physics that says nothing has the
// defaults.
std::vector<Surface> take_surfaces(const MFNode& nodes, bool all, Diagnostics& diagnostics) {
  std::vector<Surface> surfaces;
  const auto visit = [&](Node& solid) {
    if (!solid.is_a("Solid")) return;
    const Node* physics = solid.node("physics");
    if (!physics || (!all && !describes_contacts(*physics))) return;
    const FieldIndex material = solid.type().find("contactMaterial");
    if (solid.get(material).as<std::string>() != "default") {
      for (const std::string_view name : contact_fields)
        if (const FieldIndex field = contact_field(*physics, name); physics->is_set(field) && !physics->use_of())
          diagnostics.report(DiagnosticKind::RetiredField, physics->span_of(field),
                             fmt::format("`{}` of Physics has no effect: the solid has a contactMaterial", name));
      return;
    }
    const Surface surface = read_surface(*physics);
    add(surfaces, surface);
    Draft(solid).set_value(material, Value(material_of(surface)));
  };
  for (const NodePtr& node : nodes) for_each_node(*node, visit);
  const auto forget = [](Node& physics) {
    if (!physics.is_a("Physics")) return;
    for (const std::string_view name : contact_fields) Draft(physics).clear_value(contact_field(physics, name));
  };
  for (const NodePtr& node : nodes) for_each_node(*node, forget);
  return surfaces;
}

bool any_described(const MFNode& nodes) {
  bool found = false;
  const auto visit = [&found](Node& node) { found = found || (node.is_a("Physics") && describes_contacts(node)); };
  for (const NodePtr& node : nodes) for_each_node(*node, visit);
  return found;
}

NodePtr contact_properties(const std::string& material1, const std::string& material2, const Surface& surface,
                           const Node& world_info) {
  NodePtr node = new_node("ContactProperties");
  set_field(*node, "material1", Value(material1));
  set_field(*node, "material2", Value(material2));
  set_field(*node, "coulombFriction", Value(MFFloat{surface.friction}));
  set_field(*node, "bounce", Value(surface.bounce));
  set_field(*node, "bounceVelocity", Value(surface.bounce_velocity));
  set_field(*node, "forceDependentSlip", Value(MFFloat{surface.slip}));
  set_field(*node, "softERP", world_info.get("ERP").clone());
  set_field(*node, "softCFM", world_info.get("CFM").clone());
  return node;
}

// Of each pair that there is with the new ones: the first `old` surfaces have met already.
MFNode pairs_of(const std::vector<Surface>& surfaces, std::size_t old, const Node& world_info) {
  MFNode pairs;
  for (std::size_t j = old; j < surfaces.size(); ++j) {
    const std::string name = material_of(surfaces[j]);
    for (std::size_t i = 0; i <= j; ++i)
      pairs.push_back(contact_properties(material_of(surfaces[i]), name, mean(surfaces[i], surfaces[j]), world_info));
    pairs.push_back(contact_properties("default", name, surfaces[j], world_info));
  }
  return pairs;
}

}  // namespace

void describe_contacts(MFNode& nodes, Diagnostics& diagnostics) {
  if (!any_described(nodes)) return;
  const auto info = std::ranges::find_if(nodes, [](const NodePtr& node) { return node->is_a("WorldInfo"); });
  if (info == nodes.end()) return;
  const FieldIndex field = (*info)->type().find("contactProperties");
  MFNode& list = Draft(**info).edit(field).as<MFNode>();
  const std::vector<Surface> surfaces = take_surfaces(nodes, list.empty(), diagnostics);
  for (NodePtr& pair : pairs_of(surfaces, 0, **info)) list.push_back(std::move(pair));
  Draft(**info).adopt(field);
}

void describe_contacts(MFNode& nodes, World& world, Diagnostics& diagnostics) {
  if (!any_described(nodes)) return;
  std::vector<Surface> surfaces;
  const auto visit = [&surfaces](Node& solid) {
    if (!solid.is_a("Solid")) return;
    if (const auto surface = surface_of(solid.get<std::string>("contactMaterial"))) add(surfaces, *surface);
  };
  for (const NodePtr& node : world.nodes()) for_each_node(*node, visit);
  const std::size_t old = surfaces.size();
  for (const Surface& surface : take_surfaces(nodes, false, diagnostics)) add(surfaces, surface);
  Node& info = world.world_info();
  const FieldIndex field = info.type().find("contactProperties");
  for (NodePtr& pair : pairs_of(surfaces, old, info)) world.insert(&info, field, -1, Value(std::move(pair)));
}

}  // namespace lightsout
