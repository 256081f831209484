// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/mass.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <span>
#include <utility>

#include "engine/mesh/triangle_mesh.h"
#include "engine/ode/ode_context.h"
#include "world_format/text/diagnostic.h"

namespace lightsout {
namespace {

// By the divergence theorem: the closed surface is cut into tetrahedra with the origin, each of signed volume
// det(a, b, c) / 6, centroid (a + b + c) / 4 and second moments V / 20 (s s^T + a a^T + b b^T + c c^T), s = a + b + c
// (Tonon 2004). nullopt for a surface whose faces look inwards, or of which no body can be.
std::optional<dMass> mesh_mass(const TriangleMesh& mesh, double density) {
  double volume = 0;
  Vector3d first = Vector3d::Zero();
  Matrix3d second = Matrix3d::Zero();
  for (const Eigen::Vector3i& t : mesh.triangles) {
    const Vector3d a = mesh.vertices[t[0]].cast<double>(), b = mesh.vertices[t[1]].cast<double>(),
                   c = mesh.vertices[t[2]].cast<double>();
    const double v = a.dot(b.cross(c)) / 6;
    const Vector3d s = a + b + c;
    volume += v;
    first += v / 4 * s;
    second += v / 20 * (s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  if (!(volume > 0)) return std::nullopt;
  const Vector3d center = first / volume;
  const Matrix3d inertia = density * (second.trace() * Matrix3d::Identity() - second);  // about the origin
  if (Eigen::LLT<Matrix3d>(inertia).info() != Eigen::Success) return std::nullopt;
  dMass mass;
  dMassSetZero(&mass);
  mass.mass = density * volume;
  std::copy_n(center.data(), 3, mass.c);
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) mass.I[4 * row + column] = inertia(row, column);
  return mass;
}

// Such a mesh counts as a litre at its origin, with 1 kg m^2 per kg about each axis (WbSolidUtilities::addMass).
constexpr double litre = 0.001;  // m^3

dMass mass_of_litre(double density) {
  dMass mass = with_unit_inertia(1);
  dMassAdjust(&mass, density * litre);
  return mass;
}

// What was calculated of the last few questions. Worlds hold many solids of few kinds, and the same bits give the same
// bits; a question is of doubles alone.
template <class Question>
class Answers {
 public:
  template <class Calculate>
  dMass of(const Question& question, Calculate calculate) {
    for (const auto& [known, answer] : std::span(known_).first(std::min(next_, known_.size())))
      if (std::memcmp(&known, &question, sizeof question) == 0) return answer;
    auto& [asked, answer] = known_[next_++ % known_.size()];
    answer = calculate();
    asked = question;
    return answer;
  }

 private:
  std::array<std::pair<Question, dMass>, 8> known_{};
  std::size_t next_ = 0;
};

struct Translation {
  dMass mass;
  double by[3];
};

struct OfShape {
  double kind, density, size[3], position[3], rotation[9];
};

}  // namespace

double shape_volume(const Shape& shape) {
  using std::numbers::pi;
  const Vector3d& s = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      return s.x() * s.y() * s.z();
    case ShapeKind::Sphere:
      return 4.0 / 3.0 * pi * s.x() * s.x() * s.x();
    case ShapeKind::Cylinder:
      return pi * s.x() * s.x() * s.y();
    case ShapeKind::Capsule:
      return pi * s.x() * s.x() * (s.y() + 4.0 / 3.0 * s.x());
    case ShapeKind::Cone:
      return pi * s.x() * s.x() * s.y() / 3;
    case ShapeKind::Mesh:
      return mesh_mass(*shape.mesh, 1).value_or(mass_of_litre(1)).mass;
    case ShapeKind::Plane:
    case ShapeKind::ElevationGrid:
      return 0;
  }
  return 0;
}

// What dMassCheck asks for, without its message, and what ODE needs to invert mass and inertia.
bool is_physical(const dMass& mass) {
  if (!(mass.mass > 0) || !std::isnormal(mass.mass) || !std::isnormal(1 / mass.mass)) return false;
  const Vector3d c = vector_of(mass.c);
  Matrix3d about_center = matrix_of(mass.I);
  // Parallel-axis theorem: I_c = I_o - m (c.c 1 - c c^T).
  about_center -= mass.mass * (c.dot(c) * Matrix3d::Identity() - c * c.transpose());
  if (!about_center.allFinite()) return false;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(about_center, Eigen::EigenvaluesOnly);
  const double determinant = solver.eigenvalues().prod();
  return solver.eigenvalues().minCoeff() > 0 && std::isnormal(determinant) && std::isnormal(1 / determinant);
}

namespace {

// Parallel-axis theorem, with c the old centre of mass and d = c + by: I' = I + m ((d.d 1 - d d^T) - (c.c 1 - c c^T)).
// ODE's own arithmetic wherever a body comes of it.
dMass translated(dMass mass, const Vector3d& by) {
  const Vector3d c = vector_of(mass.c), d = c + by;
  const Matrix3d inertia = matrix_of(mass.I) + mass.mass * ((d.dot(d) - c.dot(c)) * Matrix3d::Identity() -
                                                            d * d.transpose() + c * c.transpose());
  dMass moved = mass;
  std::copy_n(OdeMatrix(inertia).m, 12, moved.I);
  std::copy_n(d.data(), 3, moved.c);
  if (is_physical(mass) && is_physical(moved))
    dMassTranslate(&mass, by.x(), by.y(), by.z());
  else
    mass = moved;
  return mass;
}

}  // namespace

void translate(dMass& mass, const Vector3d& by) {
  static thread_local Answers<Translation> answers;
  mass = answers.of({mass, {by.x(), by.y(), by.z()}}, [&] { return translated(mass, by); });
}

dMass transformed(dMass mass, const Pose& to_from) {
  if (is_physical(mass)) dMassRotate(&mass, OdeMatrix(to_from.rotation).m);
  translate(mass, to_from.position);
  return mass;
}

namespace {

dMass mass_of(const Shape& shape, double density) {
  dMass mass;
  dMassSetZero(&mass);
  const Vector3d& s = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      dMassSetBox(&mass, density, s.x(), s.y(), s.z());
      break;
    case ShapeKind::Sphere:
      dMassSetSphere(&mass, density, s.x());
      break;
    case ShapeKind::Cylinder:
      dMassSetCylinder(&mass, density, 3, s.x(), s.y());
      break;
    case ShapeKind::Capsule:
      dMassSetCapsule(&mass, density, 3, s.x(), s.y());
      break;
    case ShapeKind::Cone: {
      // I_zz = 3/10 m r^2, I_xx = I_yy = 3/80 m (4 r^2 + h^2) about the centre of mass, a quarter of the height above
      // the base.
      const double m = density * shape_volume(shape), r = s.x(), h = s.y();
      const double across = 3.0 / 80 * m * (4 * r * r + h * h);
      dMassSetParameters(&mass, m, 0, 0, 0, across, across, 0.3 * m * r * r, 0, 0, 0);
      dMassTranslate(&mass, 0, 0, -h / 4);
      break;
    }
    case ShapeKind::Mesh:
      mass = mesh_mass(*shape.mesh, density).value_or(mass_of_litre(density));
      break;
    default:
      return mass;
  }
  return transformed(mass, shape.in_solid);
}

}  // namespace

dMass shape_mass(const Shape& shape, double density) {
  if (shape.kind == ShapeKind::Mesh) return mass_of(shape, density);
  static thread_local Answers<OfShape> answers;
  OfShape question{double(shape.kind), density};
  std::copy_n(shape.size.data(), 3, question.size);
  std::copy_n(shape.in_solid.position.data(), 3, question.position);
  std::copy_n(shape.in_solid.rotation.data(), 9, question.rotation);
  return answers.of(question, [&] { return mass_of(shape, density); });
}

namespace {

// Of the inertiaMatrix and the centerOfMass that are given; what is wrong in `problem` and `field`.
std::optional<dMass> given_mass(const Node& physics, std::string& problem, std::string_view& field) {
  const double total = physics.get<double>("mass");
  const auto& inertia = physics.get<MFVec3f>("inertiaMatrix");
  // First vector: the diagonal Ixx Iyy Izz; second: Ixy Ixz Iyz, 0 if it is missing. About the centre of mass, solid
  // axes.
  const Vec3 &d = inertia[0], o = inertia.size() > 1 ? inertia[1] : Vec3();
  if (!(total > 0)) {
    field = "mass";
    problem = "inertiaMatrix needs a mass greater than 0";
    return std::nullopt;
  }
  // Not by dMassSetParameters, which tells its own message before we can.
  dMass mass;
  dMassSetZero(&mass);
  mass.mass = total;
  const double rows[] = {d.x, o.x, o.y, 0, o.x, d.y, o.z, 0, o.y, o.z, d.z, 0};
  std::copy(std::begin(rows), std::end(rows), mass.I);
  if (!is_physical(mass)) {
    field = "inertiaMatrix";
    problem = "inertiaMatrix is not positive definite, or beyond all measure: no rigid body has it";
    return std::nullopt;
  }
  translate(mass, to_eigen(physics.get<MFVec3f>("centerOfMass")[0]));
  return mass;
}

}  // namespace

dMass with_unit_inertia(double mass) {
  dMass result;
  dMassSetParameters(&result, mass, 0, 0, 0, 1, 1, 1, 0, 0, 0);
  return result;
}

std::optional<dMass> solid_mass(const Node& physics, ReadOnly<Shape> shapes, Diagnostics& diagnostics,
                                bool was_edited) {
  const double density = physics.get<double>("density");
  const double total = physics.get<double>("mass");
  const auto& center = physics.get<MFVec3f>("centerOfMass");
  const auto& inertia = physics.get<MFVec3f>("inertiaMatrix");

  dMass mass;
  dMassSetZero(&mass);
  bool is_left_out = false;
  if (!inertia.empty() && !center.empty()) {
    std::string problem;
    std::string_view field = "inertiaMatrix";
    if (const auto given = given_mass(physics, problem, field)) return given;
    if (!was_edited) {
      diagnostics.report(DiagnosticKind::PhysicalValue, physics.span_of(field), std::move(problem));
      return std::nullopt;
    }
    diagnostics.report(DiagnosticKind::UndefinedInertia, physics.span_of(field),
                       problem + ": that of the boundingObject is taken until it is valid");
    is_left_out = true;
  }

  const double of_shapes = density > 0 ? density : 1000;
  for (const auto& shape : shapes) {
    dMass part;
    if (shape->kind == ShapeKind::Mesh) {
      const auto enclosed = mesh_mass(*shape->mesh, of_shapes);
      if (!enclosed)
        diagnostics.report(
            DiagnosticKind::UndefinedInertia, shape->node->span(),
            fmt::format("the faces of this {} do not enclose a volume and look outwards: it counts as {} "
                        "m^3 with an inertia of 1 kg m^2 per kg",
                        shape->node->type().name(), litre));
      part = transformed(enclosed.value_or(mass_of_litre(of_shapes)), shape->in_solid);
    } else {
      part = shape_mass(*shape, of_shapes);
    }
    if (part.mass > 0) dMassAdd(&mass, &part);
  }
  if (mass.mass <= 0) {
    // Without a volume there is nothing to compute the inertia from: the unit inertia of the format.
    const double m = total > 0 ? total : 1;
    mass = with_unit_inertia(m);
    diagnostics.report(DiagnosticKind::UndefinedInertia, physics.span(),
                       fmt::format("no boundingObject with a volume and no inertiaMatrix: mass {} kg with the identity "
                                   "as inertia matrix (kg m^2)",
                                   m));
  } else if (total > 0 && is_physical(mass)) {
    dMassAdjust(&mass, total);
  }
  if (!inertia.empty() && !is_left_out) {
    // As Webots has it: the inertia about the solid's origin, where the centre of mass is then, too.
    diagnostics.report(DiagnosticKind::UndefinedInertia, physics.span_of("inertiaMatrix"),
                       "an inertiaMatrix counts only with a centerOfMass: the boundingObject's is taken, and the "
                       "centre of mass is the solid's origin");
    mass.c[0] = mass.c[1] = mass.c[2] = 0;
  } else if (!center.empty()) {
    // The shape's inertia about its own centre of mass, carried to the given one.
    translate(mass, to_eigen(center[0]) - vector_of(mass.c));
  }
  if (is_physical(mass)) return mass;
  std::string problem = fmt::format("mass {} kg with these shapes gives no inertia that a body can have", mass.mass);
  if (!was_edited) {
    diagnostics.report(DiagnosticKind::PhysicalValue, physics.span_of("mass"), std::move(problem));
    return std::nullopt;
  }
  diagnostics.report(DiagnosticKind::UndefinedInertia, physics.span_of("mass"),
                     problem + ": mass 1 kg with the identity as inertia matrix (kg m^2) instead");
  return with_unit_inertia(1);
}

}  // namespace lightsout
