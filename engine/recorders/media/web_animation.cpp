// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/recorders/media/web_animation.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <iterator>

#include "engine/bodies/solid.h"
#include "engine/files/json_text.h"
#include "engine/files/whole_file.h"
#include "engine/scene/scene.h"
#include "engine/shapes/geometry.h"
#include "engine/stage/world_axes.h"
#include "engine/state/clock.h"

namespace lightsout {
namespace {

std::string pose_words(const Pose& pose) {
  return fmt::format("\"translation\":\"{}\",\"rotation\":\"{}\"", x3d_value(Value(to_vec3(pose.position))),
                     x3d_value(Value(to_rotation(pose.rotation))));
}

void add_update(std::string& updates, std::uint32_t id, std::string_view words) {
  fmt::format_to(std::back_inserter(updates), "{}{{\"id\":{},{}}}", updates.empty() ? "" : ",", id, words);
}

std::string label_words(int id, const Label& label) {
  const std::string rgba = fmt::format("{},{},{},{:.3g}", label.color >> 16 & 255, label.color >> 8 & 255,
                                       label.color & 255, 1 - label.transparency);
  return fmt::format(
      "{{\"id\":{},\"font\":{},\"color\":\"{}\",\"rgba\":\"{}\",\"size\":{:.6g},\"x\":{:.6g},"
      "\"y\":{:.6g},\"text\":{}}}",
      id, json_text(label.font), rgba, rgba, label.size, label.x, label.y, json_text(label.text));
}

// What is there and no plain file is written to, not replaced.
bool put_in_place(const std::string& file, const std::filesystem::path& place) {
  std::error_code ignored;
  if (is_plain(place) || !std::filesystem::exists(place, ignored)) return std::rename(file.c_str(), place.c_str()) == 0;
  const auto bytes = read_whole_file(file);
  return bytes && write_whole_file(place, *bytes) == 0;
}

// As the first child of the element with that attribute; without one, as the scene's last.
void put_below(std::string& scene, const std::string& attribute, const std::string& text) {
  const std::size_t at = attribute.empty() ? std::string::npos : scene.find(attribute);
  if (at == std::string::npos) {
    scene.insert(scene.rfind("</Scene>"), text);
    return;
  }
  const std::size_t end = scene.find('>', at);
  if (scene[end - 1] != '/') {
    scene.insert(end + 1, text);
    return;
  }
  // It had no children: <Group id="n7"/>.
  const std::size_t begin = scene.rfind('<', at) + 1;
  const std::string name = scene.substr(begin, scene.find_first_of(" \n", begin) - begin);
  scene.replace(end - 1, 2, fmt::format(">{}</{}>", text, name));
}

const char style[] =
    "html, body { height: 100%; margin: 0; background: #222; }\n"
    "webots-view { display: block; width: 100%; height: 100%; }\n";

// A name in a page, between tags or quotes.
std::string html_of(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool is_plain = std::string_view("&<>'\"").find(c) == std::string_view::npos;
    is_plain ? void(out += c) : void(fmt::format_to(std::back_inserter(out), "&#{};", int(c)));
  }
  return out;
}

}  // namespace

std::expected<std::unique_ptr<WebAnimation>, std::string> WebAnimation::open(const std::string& path) {
  if (!path.ends_with(".html")) return std::unexpected(fmt::format("{}: the name of an animation ends in .html", path));
  std::unique_ptr<WebAnimation> animation(new WebAnimation(path));
  std::error_code ignored;
  for (const char* ending : {".html", ".x3d", ".json", ".css"})
    if (is_plain(animation->beside(ending))) std::filesystem::remove(place_of(animation->beside(ending)), ignored);
  animation->json_place_ = place_of(animation->beside(".json"));
  animation->json_ = hold_stream(std::fopen(animation->unfinished_json().c_str(), "wbe"));
  if (!animation->json_) return std::unexpected(fmt::format("cannot write {}", animation->beside(".json")));
  return animation;
}

// What has no end is nothing.
WebAnimation::~WebAnimation() {
  if (!json_) return;
  json_.reset();
  std::error_code ignored;
  std::filesystem::remove(unfinished_json(), ignored);
}

std::string WebAnimation::beside(const char* ending) const { return path_.substr(0, path_.size() - 5) + ending; }

std::string WebAnimation::unfinished_json() const { return json_place_.string() + ".part"; }

void WebAnimation::write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), json_.get()); }

void WebAnimation::write_file(const std::string& path, const std::string& text) {
  if (write_whole_file(path, text) != 0 && failure_.empty()) failure_ = fmt::format("cannot write {}", path);
}

std::string WebAnimation::url_of(const std::filesystem::path& file) {
  std::string url = files_.url_of(file);
  if (failure_.empty()) failure_ = files_.failure();
  return url;
}

// A node of the scene with all below it.
void WebAnimation::show(const Node& node) {
  shown_[key_of(node)] = {node.parent() ? key_of(*node.parent()) : 0, node.is_a("Pose"), true};

  const auto watch_fields = [&](std::initializer_list<std::string_view> fields) {
    for (const std::string_view field : fields)
      if (const FieldIndex index = node.type().find(field); index != no_field)
        watched_.push_back({key_of(node), index, node.get(index).clone()});
  };
  if (node.is_a("Pose") && !node.is_a("Solid")) watch_fields({"translation", "rotation"});
  if (node.is_a("Viewpoint")) watch_fields({"position", "orientation"});
  if (node.is_a("Material") || node.is_a("PBRAppearance"))
    watch_fields({"diffuseColor", "emissiveColor", "baseColor", "transparency"});
  for_each_child(node, [&](const Node& child) {
    if (node.type().field(child.parent_field()).name != "boundingObject") show(child);
  });
}

void WebAnimation::come(const Recorded& run, const Node& node, std::string& updates) {
  std::string text = write_x3d(run.world, url_of_, node, key_of(node) - node.id());
  show(node);
  if (text.empty()) return;
  if (node.is_a("Pose")) {
    // It waits out of sight until now.
    constexpr std::string_view place = " translation=\"";
    const std::size_t begin = text.find(place) + place.size();
    text.replace(begin, text.find('"', begin) - begin, out_of_sight_);
    comers_.push_back(key_of(node));
    add_pose(run, node, updates);
  }
  put_below(scene_, node.parent() ? fmt::format(" id=\"n{}\"", key_of(*node.parent())) : std::string(), text);
}

void WebAnimation::come_below(const Recorded& run, const Node& node, std::string& updates) {
  const auto known = shown_.find(key_of(node));
  if (known == shown_.end()) return come(run, node, updates);
  if (!known->second.there) {  // a reset brought it back
    known->second.there = true;
    if (known->second.is_pose) add_pose(run, node, updates);
  }
  for_each_child(node, [&](const Node& child) {
    if (node.type().field(child.parent_field()).name != "boundingObject") come_below(run, child, updates);
  });
}

void WebAnimation::follow_nodes(const Recorded& run, std::string& updates) {
  if (generation_ == run.scene_generation) return;
  generation_ = run.scene_generation;
  const World& world = run.world;
  if (world_ != run.world_generation) {
    world_ = run.world_generation;
    change_world(world);
  }
  for (auto& [id, node] : shown_) {
    if (!node.there || node_of(world, id)) continue;
    node.there = false;
    if (node.is_pose && (node.parent == 0 || node_of(world, node.parent)))
      add_update(updates, id, fmt::format("\"translation\":\"{}\"", out_of_sight_));
  }
  for (const NodePtr& top : world.nodes()) come_below(run, *top, updates);
}

void WebAnimation::change_world(const World& world) {
  is_first_again_ = write_x3d(world, url_of_) == first_scene_;
  offset_ = shown_.empty() ? 0 : shown_.rbegin()->first;
}

std::uint32_t WebAnimation::key_of(const Node& node) const {
  return is_first_again_ && node.id() <= first_ids_ ? node.id() : node.id() + offset_;
}

const Node* WebAnimation::node_of(const World& world, std::uint32_t key) const {
  if (is_first_again_ && key <= first_ids_) return world.find_id(key);
  return key > offset_ ? world.find_id(key - offset_) : nullptr;
}

void WebAnimation::add_pose(const Recorded& run, const Node& node, std::string& updates) {
  const Solid* solid = run.scene.solid_of(node);
  std::string words = pose_words(solid ? solid->in_place() : local_pose(node));
  add_update(updates, key_of(node), words);
  if (solid) poses_[key_of(node)] = std::move(words);
}

void WebAnimation::begin(const Recorded& run) {
  const std::string name = std::filesystem::path(beside("")).filename().string();
  scene_ = write_x3d(run.world, url_of_);
  write_file(beside(".x3d"), scene_);
  write_file(beside(".css"), style);
  write_file(path_, fmt::format("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
                                "<link rel=\"stylesheet\" href=\"{0}.css\">\n"
                                "<script type=\"module\" src=\"https://cyberbotics.com/wwi/R2025a/WebotsView.js\">"
                                "</script>\n</head>\n<body>\n"
                                "<webots-view data-scene=\"{0}.x3d\" data-animation=\"{0}.json\"></webots-view>\n"
                                "</body>\n</html>\n",
                                html_of(name)));
  write(fmt::format("{{\"basicTimeStep\":{},\n\"frames\":[", run.clock.basic_time_step_ms()));
  out_of_sight_ = x3d_value(Value(to_vec3(Vector3d::Zero() - 1e4 * run.scene.axes().up)));
  first_scene_ = scene_;
  for (const NodePtr& top : run.world.nodes()) show(*top);
  first_ids_ = shown_.empty() ? 0 : shown_.rbegin()->first;
  world_ = run.world_generation;
  generation_ = run.scene_generation;
  offset_ms_ = -run.clock.time_ms();
  frame(run);
}

void WebAnimation::sample(const Recorded& run) {
  if (!json_) return;
  // After a reset the clock starts again; the animation goes on.
  const double now = run.clock.time_ms() + offset_ms_;
  if (now <= last_ms_) offset_ms_ += last_ms_ + run.clock.basic_time_step_ms() - now;
  frame(run);
}

void WebAnimation::frame(const Recorded& run) {
  last_ms_ = run.clock.time_ms() + offset_ms_;
  std::string updates;
  follow_nodes(run, updates);
  for (const auto& solid : run.scene.solids()) {
    if (!first_frame_ && !solid->can_move() && solid->parent()) continue;
    std::string words = pose_words(solid->in_place());
    const std::uint32_t key = key_of(solid->node());
    std::string& before = poses_[key];
    if (words == before) continue;
    add_update(updates, key, words);
    before = std::move(words);
  }
  for (Watched& watched : watched_) {
    const Node* node = node_of(run.world, watched.node);
    if (!node || watched.field >= node->type().fields().size()) continue;
    const Value& value = node->get(watched.field);
    if (value.equals(watched.last)) continue;
    watched.last = value.clone();
    add_update(updates, watched.node,
               fmt::format("\"{}\":\"{}\"", node->type().field(watched.field).name, x3d_value(value)));
  }
  std::string labels;
  for (const auto& [id, label] : run.labels) {
    labels_seen_[id] = true;
    if (const auto before = labels_.find(id); before != labels_.end() && before->second == label) continue;
    labels_[id] = label;
    fmt::format_to(std::back_inserter(labels), "{}{}", labels.empty() ? "" : ",", label_words(id, label));
  }
  // A label that a reset took away shows no text.
  for (auto& [id, label] : labels_) {
    if (run.labels.contains(id) || label.text.empty()) continue;
    label.text.clear();
    fmt::format_to(std::back_inserter(labels), "{}{}", labels.empty() ? "" : ",", label_words(id, label));
  }
  frame_.clear();
  fmt::format_to(std::back_inserter(frame_), "{}\n{{\"time\":{}", first_frame_ ? "" : ",", last_ms_);
  if (!updates.empty()) frame_.append(",\"updates\":[").append(updates) += ']';
  if (!labels.empty()) frame_.append(",\"labels\":[").append(labels) += ']';
  write(frame_ += '}');
  first_frame_ = false;
  if (std::ferror(json_.get()) && failure_.empty()) failure_ = fmt::format("cannot write {}", beside(".json"));
}

void WebAnimation::end(const Recorded&) {
  if (!json_) return;
  std::string ids, labels;
  for (const Watched& watched : watched_) poses_.try_emplace(watched.node);
  for (const auto& [id, words] : poses_) fmt::format_to(std::back_inserter(ids), "{}{}", ids.empty() ? "" : ";", id);
  for (const auto& [id, seen] : labels_seen_)
    fmt::format_to(std::back_inserter(labels), "{}{}", labels.empty() ? "" : ";", id);
  write(fmt::format("\n],\n\"ids\":\"{}\",\n\"labelsIds\":\"{}\"}}\n", ids, labels));
  bool good = !std::ferror(json_.get());
  good &= close_stream(std::move(json_)) == 0;
  if (good) good = comers_.empty() ? put_in_place(unfinished_json(), json_place_) : finish_with_comers();
  if (!good && failure_.empty()) failure_ = fmt::format("cannot write {}", beside(".json"));
  std::error_code ignored;
  std::filesystem::remove(unfinished_json(), ignored);
  files_.end();
}

// The scene has them from the start, and who goes back there sees them out of sight. False if what was written of the
// updates cannot be read back.
bool WebAnimation::finish_with_comers() {
  write_file(beside(".x3d"), scene_);
  std::string hidden;
  for (const std::uint32_t id : comers_) add_update(hidden, id, fmt::format("\"translation\":\"{}\"", out_of_sight_));
  const auto written = read_source(unfinished_json());
  if (!written) return false;
  std::string json((*written)->text());
  constexpr std::string_view first_updates = "\"updates\":[";
  if (const std::size_t at = json.find(first_updates); at != std::string::npos)
    json.insert(at + first_updates.size(), hidden + ",");
  write_file(beside(".json"), json);
  return true;
}

}  // namespace lightsout
