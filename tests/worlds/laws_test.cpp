// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Laws of mechanics in closed form: what pendulums, springs, rolling bodies, tops, suspensions and linkages do.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "engine/bodies/solid.h"
#include "engine/joints/joint.h"
#include "engine/ode/ode_context.h"
#include "engine/scene/scene.h"
#include "engine/state/log.h"
#include "tests/support/simulated.h"

using namespace lightsout;

namespace {

constexpr double g = 9.81;

std::string header(double step_ms, const std::string& more = "") {
  return fmt::format("#VRML_SIM R2025a utf8\nWorldInfo {{ basicTimeStep {} physicsDisableTime 0 {} }}\n", step_ms,
                     more);
}

// The classic Runge-Kutta step of fourth order.
template <std::size_t n>
void integrate(std::array<double, n>& x, double h,
               const std::function<std::array<double, n>(const std::array<double, n>&)>& rate) {
  const auto plus = [&](const std::array<double, n>& d, double s) {
    auto y = x;
    for (std::size_t i = 0; i < n; ++i) y[i] += s * d[i];
    return y;
  };
  const auto a = rate(x), b = rate(plus(a, h / 2)), c = rate(plus(b, h / 2)), d = rate(plus(c, h));
  for (std::size_t i = 0; i < n; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
}

const JointAxis& axis(Simulated& world, std::size_t joint, std::size_t which = 0) {
  return world.simulation().scene().joints()[joint]->axes()[which];
}

// A bob of 1 kg below a hinge about y at the origin, 1 m away at the angle `at` from hanging.
std::string pendulum(double step_ms, double at) {
  return header(step_ms) +
         fmt::format(
             "Solid {{ children [ HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 position {} }} "
             "endPoint Solid {{ translation {} 0 {} boundingObject Sphere {{ radius 0.1 }} physics Physics {{ "
             "density -1 mass 1 }} }} }} ] }}\n",
             at, -std::sin(at), -std::cos(at));
}

double energy(const Solid& solid, double mass, double inertia) {
  return mass * (g * solid.pose().position.z() + solid.linear_velocity().squaredNorm() / 2) +
         inertia * solid.angular_velocity().squaredNorm() / 2;
}

}  // namespace

TEST_CASE("A pendulum that starts near its top follows its equation of motion") {
  // theta'' = -m g L sin(theta) / (m L^2 + 2/5 m r^2)
  const double start = 2.8, seconds = 3, factor = g / (1 + 0.4 * 0.01);
  std::array<double, 2> x{start, 0};
  for (int i = 0; i < 30000; ++i)
    integrate<2>(x, seconds / 30000, [&](const std::array<double, 2>& s) {
      return std::array<double, 2>{s[1], -factor * std::sin(s[0])};
    });
  const auto error = [&](double step_ms) {
    auto world = Simulated::from_text(pendulum(step_ms, start));
    world.run(seconds);
    return std::abs(axis(world, 0).position - x[0]);
  };
  // Of first order: half the step leaves half the error. One step's error of speed is at most factor h, and near the
  // top errors grow with exp(sqrt(factor) t) for the second that it stays there.
  const double coarse = error(2), fine = error(1);
  CHECK(coarse < 0.002 * factor * std::exp(std::sqrt(factor)));
  CHECK(fine < 0.6 * coarse);
}

TEST_CASE("A double pendulum keeps its energy but for what the steps take") {
  const auto drift = [](double step_ms) {
    auto world = Simulated::from_text(
        header(step_ms) +
        "Solid { children [ HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } endPoint DEF A Solid { "
        "translation 1 0 0 boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } children [ "
        "HingeJoint { jointParameters HingeJointParameters { axis 0 1 0 } endPoint DEF B Solid { translation 1 0 0 "
        "boundingObject Sphere { radius 0.1 } physics Physics { density -1 mass 1 } } } ] } } ] }\n");
    const std::string top = world.simulation().world().nodes()[1]->get<std::string>("name");
    const auto total = [&] {
      return energy(world.solid(top + ".A"), 1, 0.4 * 0.01) + energy(world.solid(top + ".A.B"), 1, 0.4 * 0.01);
    };
    const double before = total();
    double worst = 0;
    for (double end = 3; world.time() < end;) {
      world.step();
      worst = std::max(worst, std::abs(total() - before));
    }
    return worst;
  };
  // 3 m g L of energy move to and fro, with rates of up to some 10 rad/s: a first-order step errs by the share w h.
  const double coarse = drift(2), fine = drift(1);
  CHECK(coarse < 3 * g * 10 * 0.002);
  CHECK(fine < 0.7 * coarse);
}

TEST_CASE("A mass on a spring and damper moves as the damping ratio says") {
  // m x'' + d x' + k x = 0 from x0 at rest, m 1 kg, k 100 N/m: w = 10 rad/s.
  const double ratio = GENERATE(0.2, 1.0, 2.0), w = 10, x0 = 0.1;
  auto world = Simulated::from_text(
      header(1, "gravity 0") +
      fmt::format(
          "Solid {{ children [ SliderJoint {{ jointParameters JointParameters {{ axis 1 0 0 position {} "
          "springConstant 100 dampingConstant {} }} endPoint Solid {{ translation {} 0 0 boundingObject Sphere {{ "
          "radius 0.1 }} physics Physics {{ density -1 mass 1 }} }} }} ] }}\n",
          x0, 2 * ratio * w, x0));
  const auto expected = [&](double t) {
    const double decay = std::exp(-ratio * w * t);
    if (ratio == 1) return x0 * decay * (1 + w * t);
    const double wd = w * std::sqrt(std::abs(1 - ratio * ratio));
    const double c = ratio < 1 ? std::cos(wd * t) : std::cosh(wd * t),
                 s = ratio < 1 ? std::sin(wd * t) : std::sinh(wd * t);
    return x0 * decay * (c + ratio * w / wd * s);
  };
  // The step is implicit, of first order: it lags by up to w h of the amplitude per radian, and decays.
  for (int i = 0; i < 10; ++i) {
    world.run(0.1);
    CHECK(axis(world, 0).position == Approx(expected(world.time())).margin(2 * w * 0.001 * x0));
  }
}

TEST_CASE("Balls and cylinders roll down a slope as their inertia lets them") {
  const double slope = 0.2, h = 0.002, seconds = 2, radius = 0.1;
  const bool ball = GENERATE(true, false);
  // Above the ramp's surface by the radius, as deep in it as its weight presses it.
  const double height = radius;
  auto world = Simulated::from_text(
      header(2, "contactProperties [ ContactProperties { bounce 0 softCFM 1e-5 } ]") +
      fmt::format(
          "Solid {{ rotation 0 1 0 {} boundingObject Plane {{ size 100 100 }} }}\n"
          "DEF ROLLER Solid {{ name \"roller\" translation {} 0 {} rotation 1 0 0 1.5707963267948966 boundingObject "
          "{} physics Physics {{ }} }}\n",
          slope, height * std::sin(slope), height * std::cos(slope),
          ball ? "Sphere { radius 0.1 }" : "Cylinder { radius 0.1 height 0.3 }"));
  const Vector3d start = world.solid("ROLLER").pose().position, down(std::cos(slope), 0, -std::sin(slope));
  world.run(seconds);
  // I = k m r^2 with k = 2/5 and 1/2: a = g sin(slope) / (1 + k).
  const double a = g * std::sin(slope) / (1 + (ball ? 0.4 : 0.5));
  // Until the contact carries it, in the first steps, it slides: a speed of up to g h gained too much, a few times.
  CHECK((world.solid("ROLLER").pose().position - start).dot(down) ==
        Approx(a * seconds * (seconds + h) / 2).margin(3 * g * std::sin(slope) * h * seconds));
  CHECK(world.solid("ROLLER").angular_velocity().y() * radius ==
        Approx(world.solid("ROLLER").linear_velocity().dot(down)).epsilon(0.01));
}

// A disc of 1 kg, radius 0.1 m, height 0.04 m, 0.1 m from its pivot, inclined by 0.3 rad, let go without the velocity
// of its precession. Steady precession: I1 cos(tilt) W^2 - I3 w W + m g l = 0, with I1 about the pivot; the slower of
// both.
//
// What ODE's step of length h makes of it. Let complex numbers be vectors across the axis n of a fast top, i u = n x u;
// L = I3 w, A the inertia across n about the centre of mass, I1 = A + m l^2, T = m g l sin(tilt). In a step, u is the
// angular velocity across n before and x after it. n moves by -i h x (1 + i h w / 2), so in steady precession, where
// the next u is this one, u = x (1 + i h w - h^2 w^2 / 2). The gyroscopic torque is that of an implicit step of the
// free body (Lacoursiere 2006): A (v - u) / h for v (A - i h L) = u (A - i h A w), that is i (L - A w) u / (1 - i h L /
// A). The force at the pivot gives the centre of mass the velocity of the arm, which turned on by h since the step
// before: m l^2 (x - u) / h + i m l^2 w x (1 + i h w / 2) as a torque. In all
//   I1 (x - u) / h = i (L - A w) u / (1 - i h L / A) - i m l^2 w x (1 + i h w / 2) + T,
// and with the first order in h:   x = i T / L + h T (1 / A - A / (2 I3^2)).
// Along T the axis moves by x (1 + i h w / 2): it precesses with T / (L sin(tilt)), as it should, and sinks by
//   tilt' = k sin(tilt),  k = h m g l (I3 - A) (2 I3 + A) / (2 A I3^2),  so tan(tilt / 2) grows with exp(k t).
// W I1 / L = 2 % against 1, twice, and h w are left out: 10 % of the sinking. What was let go nutates, with at most
// twice the precession that was missing, T / L, over the nutation's frequency, L / I1; the implicit step damps it.
TEST_CASE("A fast top precesses, nutates and sinks as ODE's gyroscopic torque says") {
  const double step_ms = GENERATE(1.0, 2.0), h = step_ms / 1000;
  const double spin = 150, own = 0.5 * 0.01, arm = 0.1, tilt = 0.3;
  const Vector3d axis_of_top(std::sin(tilt), 0, std::cos(tilt));
  const Vector3d at = arm * axis_of_top, w = spin * axis_of_top;
  auto world = Simulated::from_text(
      header(step_ms) +
      fmt::format("Solid {{ name \"stand\" children [ BallJoint {{ endPoint DEF TOP Solid {{ translation {} 0 "
                  "{} rotation 0 1 0 {} boundingObject Cylinder {{ radius 0.1 height 0.04 }} physics Physics "
                  "{{ density -1 mass 1 }} angularVelocity {} 0 {} }} }} ] }}\n",
                  at.x(), at.z(), tilt, w.x(), w.z()));
  const double across = (3 * 0.01 + 0.04 * 0.04) / 12, about_pivot = across + arm * arm, momentum = own * spin;
  const double sinking = h * g * arm * (own - across) * (2 * own + across) / (2 * across * own * own);
  const double nutation = 2 * g * arm * std::sin(tilt) / momentum / (momentum / about_pivot);
  double angle = 0, before = 0, expected = 0;
  while (world.time() < 2) {
    world.step();
    const Vector3d p = world.solid("stand.TOP").pose().position;
    const double now = std::atan2(p.y(), p.x()), leaning = std::acos(p.z() / p.norm());
    angle += std::remainder(now - before, 2 * M_PI);
    before = now;
    const double a = about_pivot * std::cos(leaning);
    expected += h * (momentum - std::sqrt(momentum * momentum - 4 * a * g * arm)) / (2 * a);
    const double law = 2 * std::atan(std::tan(tilt / 2) * std::exp(sinking * world.time()));
    REQUIRE(leaning == Approx(law).margin(nutation + 0.1 * (law - tilt)).epsilon(0));
  }
  // The rate errs in the second order of h w.
  CHECK(angle == Approx(expected).epsilon(h * spin * h * spin));
  CHECK(world.solid("stand.TOP").angular_velocity().norm() == Approx(spin).epsilon(0.01));
}

// A free disc or rod, spinning with s about its axis and with u across it, in complex numbers in the body's frame. With
// the inertias A across the axis and k A about it, Euler's equations let u turn with (k - 1) s and keep its length.
//
// ODE's step of length h takes the angular momentum L of its start and solves I w' = L + h L x w' (Lacoursiere 2006),
// and turns the body about w', which leaves w' as it is in the body's frame. Along and across the axis
//   u' (1 - i h k s) = u (1 - i h s'),   s' = s + (h / k) Im(conj(u) u'),
// so up to the first order in h u fades with h s^2 (k^2 - 1) / 2 (a rod's grows), s grows with h |u|^2 s (k - 1) / k,
// and u turns with (k - 1) s but for the second order.
TEST_CASE("A free body precesses as Euler's equations say, and fades as an implicit step does") {
  struct Body {
    double radius, height;
  };
  const Body body = GENERATE(Body{0.1, 0.04}, Body{0.05, 0.3});
  const double step_ms = GENERATE(1.0, 2.0), h = step_ms / 1000;
  const double r2 = body.radius * body.radius, k = 0.5 * r2 / ((3 * r2 + body.height * body.height) / 12);
  const double spin = 20, across = 0.3;
  auto world = Simulated::from_text(
      header(step_ms, "gravity 0") +
      fmt::format(
          "DEF BODY Solid {{ name \"body\" boundingObject Cylinder {{ radius {} height {} }} physics Physics {{ "
          "density -1 mass 1 }} angularVelocity {} 0 {} }}\n",
          body.radius, body.height, across, spin));
  double turned = 0, before = 0;
  while (world.time() < 1) {
    world.step();
    const Solid& solid = world.solid("BODY");
    const Vector3d w = solid.pose().rotation.transpose() * solid.angular_velocity();
    const double now = std::atan2(w.y(), w.x());
    turned += std::remainder(now - before, 2 * M_PI);
    before = now;
    const double fading = h * spin * spin * (k * k - 1) / 2, t = world.time();
    // Left out of it: (h k s)^2, and the change of s, both below 0.6 %.
    REQUIRE(std::log(std::hypot(w.x(), w.y()) / across) == Approx(-fading * t).epsilon(0.01));
  }
  CHECK(turned == Approx((k - 1) * spin * world.time()).epsilon(0.01));
}

// A box of 0.3 x 0.2 x 0.1 m that spins about y, its middle axis, a little off: it turns over. With inertias I1 < I2 <
// I3, the energy E and the angular momentum L, L^2 > 2 E I2, Euler's equations give w2 as a Jacobi sine of period 4
// K(k) / p,
//   p^2 = (I3 - I2) (L^2 - 2 E I1) / (I1 I2 I3),   k^2 = (I2 - I1) (2 E I3 - L^2) / ((I3 - I2) (L^2 - 2 E I1))
// (Landau and Lifshitz, Mechanics, 37). It starts at its greatest and is 0 first after K / p. The implicit step errs by
// a share of the order of h w, 2 % at 2 ms; of two steps the error of the first order cancels, which leaves (h w)^2.
TEST_CASE("A box turns over when it spins about its middle axis, and never gains energy") {
  const Vector3d inertia = Vector3d(0.04 + 0.01, 0.09 + 0.01, 0.09 + 0.04) / 12, start(0, 10, 0.1);
  const double twice_energy = start.dot(inertia.cwiseProduct(start)),
               momentum2 = inertia.cwiseProduct(start).squaredNorm(), i1 = inertia.x(), i2 = inertia.y(),
               i3 = inertia.z();
  const double p = std::sqrt((i3 - i2) * (momentum2 - twice_energy * i1) / (i1 * i2 * i3));
  const double k =
      std::sqrt((i2 - i1) * (twice_energy * i3 - momentum2) / ((i3 - i2) * (momentum2 - twice_energy * i1)));
  const double expected = std::comp_ellint_1(k) / p;
  // When w2 is 0 first.
  const auto turns_over = [&](double step_ms) {
    auto world = Simulated::from_text(
        header(step_ms, "gravity 0") +
        fmt::format(
            "DEF BOX Solid {{ name \"box\" boundingObject Box {{ size 0.3 0.2 0.1 }} physics Physics {{ density -1 "
            "mass 1 }} angularVelocity {} {} {} }}\n",
            start.x(), start.y(), start.z()));
    double before = start.y(), energy_before = twice_energy;
    for (;;) {
      world.step();
      const Solid& box = world.solid("BOX");
      const Vector3d w = box.pose().rotation.transpose() * box.angular_velocity();
      const double energy = w.dot(inertia.cwiseProduct(w));
      REQUIRE(energy <= energy_before * (1 + 1e-12));
      REQUIRE(world.time() < 2 * expected);
      if (w.y() <= 0) return world.time() - world.dt() * w.y() / (w.y() - before);
      before = w.y();
      energy_before = energy;
    }
  };
  const double coarse = turns_over(2), fine = turns_over(1);
  CHECK(coarse == Approx(expected).epsilon(0.02));
  CHECK(2 * fine - coarse == Approx(expected).epsilon(4e-4));
}

TEST_CASE("A wheel hangs in its suspension by m g / k, turns about its axle, and swings with its spring") {
  const bool on_body = GENERATE(true, false), two_axes = GENERATE(false, true);
  CAPTURE(on_body, two_axes);
  const double k = 2000, d = 40, mass = 2;
  const std::string parameters =
      "HingeJointParameters { axis " + std::string(two_axes ? "0 0 1" : "0 1 0") +
      fmt::format(" anchor 1 0 0 suspensionSpringConstant {} suspensionDampingConstant {} suspensionAxis 0 0 1 }}", k,
                  d);
  const std::string wheel =
      "endPoint DEF WHEEL Solid { name \"wheel\" translation 1 0 0 boundingObject Sphere { radius 0.1 } physics "
      "Physics { "
      "density -1 mass 2 } angularVelocity 0 3 0 }";
  const std::string joint = two_axes ? "Hinge2Joint { jointParameters " + parameters +
                                           " jointParameters2 JointParameters { axis 0 1 0 } " + wheel + " }"
                                     : "HingeJoint { jointParameters " + parameters + " " + wheel + " }";
  // A chassis that is held by the environment, or the environment itself.
  auto world = Simulated::from_text(
      header(2) +
      "Solid { name \"stand\" children [ Solid { name \"chassis\" boundingObject Box { size 0.2 0.2 0.2 } " +
      std::string(on_body ? "physics Physics { density -1 mass 50 } " : "") + "children [ " + joint + " ] } ] }\n");
  // From the spring's rest at rest: x = -(m g / k) (1 - e^(-c t) (cos w t + c / w sin w t)), c = d / 2m.
  const Solid& hanging = world.solid("stand.chassis.WHEEL");
  const double sag = mass * g / k, c = d / (2 * mass), w = std::sqrt(k / mass - c * c);
  for (int i = 0; i < 5; ++i) {
    world.run(0.04);
    const double t = world.time();
    // The implicit step damps by w^2 h / 2 more, and is late by up to a step.
    CHECK(hanging.pose().position.z() ==
          Approx(-sag * (1 - std::exp(-c * t) * (std::cos(w * t) + c / w * std::sin(w * t)))).margin(0.12 * sag));
  }
  world.run(3);
  CHECK(hanging.pose().position.z() == Approx(-sag).epsilon(0.01));
  CHECK(hanging.pose().position.x() == Approx(1).margin(1e-4));
  CHECK(hanging.angular_velocity().y() == Approx(3).epsilon(1e-3));
  const JointAxis& turning = axis(world, 0, two_axes ? 1 : 0);
  CHECK(turning.velocity == Approx(3).epsilon(1e-3));
  CHECK(turning.position == Approx(3 * world.time()).epsilon(0.01));
  // Put where it is, where it began and below: the spring rests where it rested.
  Node& node = *world.simulation().world().find_def("WHEEL");
  for (const double height : {-sag, 0.0, -2 * sag}) {
    world.simulation().world().set(node, node.type().find("translation"), Value(Vec3{1, 0, height}));
    world.run(0.002);
    CHECK(world.solid("stand.chassis.WHEEL").pose().position.z() == Approx(height).margin(0.1 * sag));
    world.run(3);
    CHECK(world.solid("stand.chassis.WHEEL").pose().position.z() == Approx(-sag).epsilon(0.01));
  }
}

TEST_CASE("Stops hold each axis of ball joints and of hinges with two axes") {
  // An arm along x that gravity turns about y, up to 0.5 rad.
  const bool ball = GENERATE(true, false), on_body = GENERATE(true, false);
  CAPTURE(ball, on_body);
  const std::string arm =
      "endPoint Solid { name \"arm\" translation 0.5 0 0 boundingObject Box { size 0.4 0.1 0.1 } physics Physics { "
      "density "
      "-1 mass 1 } }";
  const std::string joint = ball ? "BallJoint { jointParameters BallJointParameters { } jointParameters2 "
                                   "JointParameters { axis 1 0 0 minStop -0.3 "
                                   "maxStop 0.5 } jointParameters3 JointParameters { axis 0 0 1 } " +
                                       arm + " }"
                                 : "Hinge2Joint { jointParameters HingeJointParameters { axis 0 0 1 } jointParameters2 "
                                   "JointParameters { axis 0 1 0 "
                                   "minStop -0.3 maxStop 0.5 } " +
                                       arm + " }";
  auto world = Simulated::from_text(
      header(2) + "Solid { name \"stand\" children [ Solid { name \"base\" boundingObject Box { size 0.1 0.1 0.1 } " +
      std::string(on_body ? "physics Physics { density -1 mass 50 } " : "") + "children [ " + joint + " ] } ] }\n");
  world.run(3);
  // The stop gives by CFM h / ERP times the torque of 5 N m: below 1e-5 rad.
  CHECK(axis(world, 0, 1).position == Approx(0.5).margin(2e-3));
  CHECK(world.solid("stand.base.arm").pose().position.z() == Approx(-0.5 * std::sin(0.5)).margin(2e-3));
}

TEST_CASE("A four-bar linkage that a SolidReference closes moves as its lengths say") {
  // In the x z plane: ground A (0, 0) to D (1, 0), crank A B 0.3, coupler B C 0.9, rocker D C 0.7.
  const double crank = 0.3, coupler = 0.9, rocker = 0.7;
  const auto joint_c = [&](const Eigen::Vector2d& b) -> Eigen::Vector2d {
    const Eigen::Vector2d d(1, 0), bd = d - b;
    const double length = bd.norm(), along = (coupler * coupler - rocker * rocker + length * length) / (2 * length);
    const double across = std::sqrt(coupler * coupler - along * along);
    return b + along * bd / length + across * Eigen::Vector2d(-bd.y(), bd.x()) / length;
  };
  const Eigen::Vector2d b(crank * std::cos(1.0), crank * std::sin(1.0)), c = joint_c(b);
  // Each bar in the pose that it has at the start, with axes of the world: a child's place is relative to its parent's.
  const Eigen::Vector2d middle_ab = b / 2, middle_bc = (b + c) / 2 - middle_ab,
                        middle_dc = (c + Eigen::Vector2d(1, 0)) / 2;
  const Eigen::Vector2d b_in_crank = b - middle_ab, c_in_coupler = c - (b + c) / 2;
  const auto bar = [](const std::string& def, const Eigen::Vector2d& at, const std::string& children) {
    return fmt::format(
        "DEF {0} Solid {{ name \"{0}\" translation {1} 0 {2} boundingObject Sphere {{ radius 0.02 }} physics "
        "Physics {{ density -1 mass 1 }} children [ {3} ] }}",
        def, at.x(), at.y(), children);
  };
  const auto hinge = [](const Eigen::Vector2d& anchor, const std::string& end) {
    return fmt::format(
        "HingeJoint {{ jointParameters HingeJointParameters {{ axis 0 1 0 anchor {} 0 {} }} endPoint {} }}", anchor.x(),
        anchor.y(), end);
  };
  auto world = Simulated::from_text(
      header(1) + "Solid { name \"frame\" children [ " +
      hinge({0, 0}, bar("CRANK", middle_ab,
                        hinge(b_in_crank, bar("COUPLER", middle_bc,
                                              hinge(c_in_coupler, "SolidReference { solidName \"ROCKER\" }"))))) +
      " " + hinge({1, 0}, bar("ROCKER", middle_dc, "")) + " ] }\n");
  const auto end_of = [&](const std::string& path, const Eigen::Vector2d& local) {
    const Vector3d p = world.solid(path).pose() * Vector3d(local.x(), 0, local.y());
    CHECK(std::abs(p.y()) < 1e-6);
    return Eigen::Vector2d(p.x(), p.z());
  };
  double least = b.y(), most = b.y();
  for (int i = 0; i < 40; ++i) {
    world.run(0.05);
    const Eigen::Vector2d now_b = end_of("frame.CRANK", b_in_crank);
    least = std::min(least, now_b.y());
    most = std::max(most, now_b.y());
    // ODE corrects 0.2 of a joint's error in each step; a step at w rad/s makes (w h)^2 / 2 of the bar's length.
    CHECK((end_of("frame.ROCKER", c - middle_dc) - joint_c(now_b)).norm() < 1e-3);
    CHECK((end_of("frame.CRANK.COUPLER", c_in_coupler) - end_of("frame.ROCKER", c - middle_dc)).norm() < 1e-3);
  }
  CHECK(most - least > 0.1);  // it moved
}
