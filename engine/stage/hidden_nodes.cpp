// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/stage/hidden_nodes.h"

#include <algorithm>

#include "engine/state/state.h"

namespace lightsout {

void HiddenNodes::set(const World& world, std::uint32_t eye, const Node& node, bool is_visible) {
  std::erase_if(requests_, [&](const Request& before) {
    return (before.eye == eye && before.node == node.id()) || !world.find_id(before.eye) || !world.find_id(before.node);
  });
  // What was never hidden needs no word about it.
  if (is_visible && !any_from(eye)) return;
  requests_.push_back({eye, node.id(), is_visible});
}

bool HiddenNodes::any_from(std::uint32_t eye) const {
  return std::ranges::any_of(requests_, [&](const Request& request) { return request.eye == eye; });
}

bool HiddenNodes::is_hidden(std::uint32_t eye, const Node& node) const {
  const Request* newest = nullptr;
  for (const Node* at = &node; at; at = at->parent())
    for (const Request& request : requests_)
      if (request.eye == eye && request.node == at->id() && (!newest || &request > newest)) newest = &request;
  return newest && !newest->is_visible;
}

void HiddenNodes::visit_state(StateVisitor& state) {
  std::vector<std::uint32_t> numbers;
  for (const Request& request : requests_)
    numbers.insert(numbers.end(), {request.eye, request.node, std::uint32_t(request.is_visible)});
  state.list("hidden nodes", numbers);
  if (!state.is_loading()) return;
  requests_.clear();
  for (std::size_t i = 0; i + 3 <= numbers.size(); i += 3)
    requests_.push_back({numbers[i], numbers[i + 1], numbers[i + 2] != 0});
}

}  // namespace lightsout
