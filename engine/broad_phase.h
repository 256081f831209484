// Which geoms of a space may touch: those whose boxes overlap, in an order that depends on nothing else that is there.
// Takes the place of dSpaceCollide, which reports pairs as its lists happen to stand and allocates in each call.
#pragma once

#include <ode/ode.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lightsout {

class BroadPhase {
 public:
  // What makes a shape no partner of another.
  struct Rule {
    std::uint32_t company = 0;  // shapes of the same one never meet; 0: it has none
    bool passive = false;       // nothing comes of a meeting with another passive one
    bool operator==(const Rule&) const = default;
  };
  struct Pair {
    std::array<dGeomID, 2> geoms;
    std::array<std::uint32_t, 2> order;  // of their shapes, the first is not greater
  };

  // `rules`: by Shape::order, for the calls of find() that follow.
  void set_rules(std::vector<Rule> rules);

  // All pairs of geoms in `space` and in the spaces in it (but not two of the same inner space) whose axis-aligned
  // boxes overlap, that are enabled, belong to different bodies, and whose category bits let them collide; those that
  // the rules leave out only `with_all`. They are sorted by Shape::order of their first geom, then of their second;
  // geoms without a Shape come after all shapes, in the order in which they are found. Valid until the next call.
  std::span<const Pair> find(dSpaceID space, bool with_all);

 private:
  struct Box {
    std::array<double, 3> low, high;  // world axes, m
    dGeomID geom;
    Rule rule;
  };
  struct KnownRule {
    dGeomID geom;
    Rule rule;
  };
  Rule rule_of(dGeomID geom) const;
  void read_boxes(dSpaceID space, bool with_all);
  void sort_boxes();
  void add(dGeomID geom1, dGeomID geom2);
  void sort_pairs();

  std::vector<Rule> rules_;
  std::vector<KnownRule> known_rules_;  // of the space's geoms, as they stood at the last call
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> sorted_boxes_;  // by where they begin on the x axis; kept for the next time
  std::vector<Pair> pairs_, sorted_pairs_;
  std::vector<std::uint32_t> starts_;  // of the pairs of each shape, while they are sorted
};

}  // namespace lightsout
