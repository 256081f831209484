// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The parts of a scene that are there: each is made when it is first asked for.
#pragma once

#include <array>
#include <memory>

#include "engine/state/part.h"

namespace lightsout {

class Stage;

class Parts {
 public:
  explicit Parts(Stage& stage) : stage_(stage) {}

  // Made when it is first asked for.
  template <class P>
  P& get() {
    return get<P>([this] { return std::make_unique<P>(stage_); });
  }
  // The same of one that is made otherwise than of the stage alone.
  template <class P, class Make>
  P& get(Make make) {
    std::unique_ptr<Part>& part = parts_[std::size_t(P::part_kind)];
    if (!part) part = make();
    return static_cast<P&>(*part);
  }
  // Goes on with what the other one has of it, which has none then.
  template <class P>
  void take_over(Parts& other) {
    parts_[std::size_t(P::part_kind)] = std::move(other.parts_[std::size_t(P::part_kind)]);
  }
  // nullptr: nobody has needed it so far.
  template <class P>
  P* find() {
    return static_cast<P*>(parts_[std::size_t(P::part_kind)].get());
  }
  template <class P>
  const P* find() const {
    return static_cast<const P*>(parts_[std::size_t(P::part_kind)].get());
  }
  // Those that are there, in the order of their kinds.
  template <class Visit>
  void for_each(Visit visit) {
    for (const auto& part : parts_)
      if (part) visit(*part);
  }

 private:
  Stage& stage_;
  std::array<std::unique_ptr<Part>, part_kinds> parts_;  // by PartKind
};

}  // namespace lightsout
