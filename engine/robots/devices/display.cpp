// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Display: a picture that its controller draws, and other pictures that it keeps in a clipboard. It stands in the place
// of the pictures of the ImageTextures of its first child, and of those below that if it is a Group. It is made with
// the first command; until then it is black. (Manual, Display.)
#include "controllers/wire/display.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controllers/wire/message.h"
#include "engine/image/canvas.h"
#include "engine/render/materials/seen_files.h"
#include "engine/render/renderer.h"
#include "engine/robots/components/display_text.h"
#include "engine/robots/components/shown_image.h"
#include "engine/robots/device.h"
#include "engine/shapes/screens.h"
#include "engine/stage/parts.h"
#include "engine/state/log.h"
#include "engine/state/state.h"
#include "engine/state/state_hash.h"
#include "limits/limits.h"
#include "world_format/project/project.h"

namespace lightsout {

namespace {

class Display final : public Wired<lo_display_state, LO_DEVICE_DISPLAY>, public Viewer {
 public:
  using Wired::Wired;

  void connect(Diagnostics&) override {
    std::vector<const Node*> textures;
    const auto& children = node().nodes("children");
    if (!children.empty()) find_textures(*children.front(), textures);
    for (const Node* texture : textures) surroundings().parts().get<Screens>().show(texture->id(), screen_);
    is_in_scene_ = !textures.empty();
  }

  // It shows what an attached camera sees, and cameras see it.
  bool senses() const override { return camera_ != 0 || (canvas_ && is_in_scene_); }
  // When the camera has taken its image of this step.
  void sense(const Clock&) override {
    camera_ != 0 ? surroundings().parts().get<Renderer>().request(*this) : compose();
  }
  void see(Eye&) override {}
  void have_seen() override { compose(); }

  void receive(std::uint16_t kind, std::span<const std::byte> payload) override {
    lo_display_command command;
    if (kind != LO_MESSAGE_DISPLAY || payload.size() < sizeof command) return;
    std::memcpy(&command, payload.data(), sizeof command);
    if (!canvas_) make();
    perform(command, payload.subspan(sizeof command));
    is_old_ = true;
    if (command.action != LO_DISPLAY_GET) is_hashed_ = false;
  }

  void visit_state(StateVisitor& visitor) override {
    visitor.node(path());
    bool is_drawn = canvas_ != nullptr;
    visitor.field("drawn on", is_drawn);
    if (!is_drawn) return;
    if (visitor.is_loading()) make();
    visitor.field("color", color_);
    visitor.field("alpha", alpha_);
    visitor.field("opacity", opacity_);
    visitor.text("font", font_);
    visitor.field("font size", font_size_);
    visitor.field("anti-aliased", smooth_);
    visitor.field("camera", camera_);
    if (visitor.is_hashing()) {
      hash();
      visitor.field("pictures", hash_);
      return;
    }
    // The camera has no image again before its next one is due.
    if (camera_ != 0) visit(visitor, below_);
    visit(visitor, canvas_->picture());
    std::vector<std::int32_t> numbers;
    for (const auto& [number, picture] : images_) numbers.push_back(number);
    visitor.list("images", numbers);
    if (visitor.is_loading())
      for (const std::int32_t number : numbers) images_[number];
    for (auto& [number, picture] : images_) visit(visitor, picture);
    if (!visitor.is_loading()) return;
    if (canvas_->picture().width != width() || canvas_->picture().height != height()) make();
    is_hashed_ = false;
    is_old_ = true;
    compose();
  }

 private:
  int width() const { return node().get<std::int32_t>("width"); }
  int height() const { return node().get<std::int32_t>("height"); }

  void tell(lo_display_state& wire) override {
    wire.width = width();
    wire.height = height();
  }

  bool follow(FieldIndex field) override {
    const std::string& name = node().type().field(field).name;
    if (canvas_ && (name == "width" || name == "height")) make();
    return is_own_field(field);
  }

  // Once all commands of a turn are done: cameras see it at the end of the step wherever they stand in the tree.
  void take(lo_display_state&, const Clock&) override {
    if (is_in_scene_) compose();
  }

  static void visit(StateVisitor& visitor, Bitmap& picture) {
    std::vector<std::byte> bytes(picture.pixels.size() * sizeof(Pixel));
    if (!bytes.empty()) std::memcpy(bytes.data(), picture.pixels.data(), bytes.size());
    visitor.field("width", picture.width);
    visitor.field("height", picture.height);
    visitor.list("pixels", bytes);
    if (!visitor.is_loading()) return;
    picture.pixels.resize(bytes.size() / sizeof(Pixel));
    if (!picture.pixels.empty())
      std::memcpy(picture.pixels.data(), bytes.data(), picture.pixels.size() * sizeof(Pixel));
    // A snapshot may say anything.
    if (picture.width >= 0 && picture.height >= 0 &&
        std::uint64_t(picture.width) * std::uint64_t(picture.height) == picture.pixels.size())
      return;
    picture = {};
  }

  void forget() override {
    if (!canvas_) return;
    make();
    if (camera_ != 0) let_through();
  }

  // Opaque and black.
  void make() {
    hold(std::uint64_t(width()) * std::uint64_t(height()));
    canvas_ = std::make_unique<Canvas>(width(), height());
    is_hashed_ = false;
    is_old_ = true;
    compose();
  }

  static void find_textures(const Node& below, std::vector<const Node*>& found) {
    if (below.is_a("Group"))
      for (const NodePtr& child : below.nodes("children")) find_textures(*child, found);
    if (below.type().name() != "Shape") return;
    const Node* appearance = below.node("appearance");
    if (!appearance) return;
    for (const std::string_view field : {"texture", "baseColorMap", "emissiveColorMap"})
      if (const Node* texture = appearance->has(field) ? appearance->node(field) : nullptr) found.push_back(texture);
  }

  // That so many pixels more are no more than may be.
  void hold(std::uint64_t pixels) const {
    std::uint64_t sum = pixels;
    for (const auto& [number, picture] : images_) sum += picture.pixels.size();
    if (sum * sizeof(Pixel) > std::uint64_t(value_of(Limit::ClipboardBytes)))
      throw LimitReached(Limit::ClipboardBytes, path() + " keeps too many pictures");
  }

  void perform(const lo_display_command& command, std::span<const std::byte> data) {
    const auto& n = command.numbers;
    const bool flag = command.flag != 0;
    const auto text = [&] { return std::string(reinterpret_cast<const char*>(data.data()), data.size()); };
    const auto part = [&] { return std::uint8_t(std::clamp(n[0], 0, 255)); };
    canvas_->set_pen({std::uint8_t(color_), std::uint8_t(color_ >> 8), std::uint8_t(color_ >> 16), alpha_}, opacity_);
    switch (command.action) {
      case LO_DISPLAY_COLOR:
        color_ = std::uint32_t(n[0]) & 0xffffff;
        break;
      case LO_DISPLAY_ALPHA:
        alpha_ = part();
        break;
      case LO_DISPLAY_OPACITY:
        opacity_ = part();
        break;
      case LO_DISPLAY_FONT:
        font_ = text();
        font_size_ = std::clamp(n[0], 1, 1000);
        smooth_ = flag;
        break;
      case LO_DISPLAY_PIXEL:
        canvas_->draw_pixel(n[0], n[1]);
        break;
      case LO_DISPLAY_LINE:
        canvas_->draw_line(n[0], n[1], n[2], n[3]);
        break;
      case LO_DISPLAY_RECTANGLE:
        canvas_->draw_rectangle(n[0], n[1], n[2], n[3], flag);
        break;
      case LO_DISPLAY_OVAL:
        canvas_->draw_oval(n[0], n[1], n[2], n[3], flag);
        break;
      case LO_DISPLAY_POLYGON:
        draw_polygon(n[0], data, flag);
        break;
      case LO_DISPLAY_TEXT:
        draw_text(text(), n[0], n[1]);
        break;
      case LO_DISPLAY_NEW:
        new_image(command, data);
        break;
      case LO_DISPLAY_COPY: {
        compose();
        hold(std::uint64_t(std::max(0, n[2])) * std::uint64_t(std::max(0, n[3])));
        Canvas shown(0, 0);
        shown.picture() = shown_;
        images_[command.image] = shown.copy(n[0], n[1], n[2], n[3]);
        break;
      }
      case LO_DISPLAY_PASTE:
        if (const auto found = images_.find(command.image); found != images_.end())
          canvas_->paste(found->second, n[0], n[1], flag);
        break;
      case LO_DISPLAY_DELETE:
        images_.erase(command.image);
        break;
      case LO_DISPLAY_GET:
        answer(command.image);
        break;
      case LO_DISPLAY_ATTACH:
        attach(std::uint32_t(n[0]));
        break;
      default:
        break;
    }
  }

  void draw_polygon(std::int32_t count, std::span<const std::byte> data, bool fill) {
    if (count < 1 || data.size() / (2 * sizeof(int)) < std::size_t(count)) return;
    std::vector<int> corners(2 * std::size_t(count));
    std::memcpy(corners.data(), data.data(), corners.size() * sizeof(int));
    const std::span all(corners);
    canvas_->draw_polygon(all.first(std::size_t(count)), all.last(std::size_t(count)), fill);
  }

  void draw_text(std::string_view text, int x, int y) {
    if (!text_)
      text_.emplace(project_of(surroundings().world().path), [this](std::string message) {
        // A scene that is built anew has another Display.
        if (surroundings().parts().get<Renderer>().scene().files().is_new(path() + message))
          log(LogLevel::Warning, message);
      });
    text_->draw(*canvas_, text, x, y, font_, font_size_, smooth_);
  }

  void new_image(const lo_display_command& command, std::span<const std::byte> data) {
    const int w = command.numbers[0], h = command.numbers[1];
    if (w < 1 || h < 1 || data.size() / sizeof(Pixel) < std::uint64_t(w) * std::uint64_t(h)) return;
    hold(std::uint64_t(w) * std::uint64_t(h));
    Bitmap& picture = images_[command.image] = Bitmap(w, h);
    std::memcpy(picture.pixels.data(), data.data(), picture.pixels.size() * sizeof(Pixel));
  }

  void answer(std::int32_t image) {
    compose();
    const auto found = images_.find(image);
    const Bitmap* picture = image == 0 ? &shown_ : found == images_.end() ? nullptr : &found->second;
    std::vector<std::byte> bytes;
    if (picture) {
      const lo_display_picture head = {picture->width, picture->height};
      bytes.resize(sizeof head + picture->pixels.size() * sizeof(Pixel));
      std::memcpy(bytes.data(), &head, sizeof head);
      if (!picture->pixels.empty())
        std::memcpy(bytes.data() + sizeof head, picture->pixels.data(), picture->pixels.size() * sizeof(Pixel));
    }
    surroundings().send(0, LO_MESSAGE_ANSWER, bytes);
  }

  // What has not been drawn on lets it be seen.
  void attach(std::uint32_t tag) {
    if (tag == camera_) return;
    camera_ = tag;
    below_ = {};
    seen_ = 0;
    if (camera_ == 0) return;
    let_through();
  }

  void let_through() {
    for (Pixel& pixel : canvas_->picture().pixels)
      if (pixel == Canvas::black) pixel = {};
  }

  // The camera's image, and over it what was drawn as its alpha says.
  void compose() {
    ShownImage view;
    for (const auto& device : surroundings().devices())
      if (wire() && camera_ != 0 && device->tag() == camera_)
        if (const auto* camera = dynamic_cast<const ShowsImage*>(device.get())) view = camera->shown_image();
    if (!canvas_ || (!is_old_ && view.count == seen_)) return;
    is_old_ = false;
    take_below(view);
    shown_ = canvas_->picture();
    // Not one of a size that the camera has no longer.
    if (view.width == below_.width && view.height == below_.height) put_below();
    screen_ = {&shown_, screen_.generation + 1};
  }

  // The image of the attached camera, if it has a new one.
  void take_below(const ShownImage& view) {
    if (camera_ == 0) below_ = {};
    const std::size_t size = sizeof(Pixel) * std::size_t(view.width) * std::size_t(view.height);
    if (view.count == seen_ || size == 0 || view.bgra.size() < size) return;
    seen_ = view.count;
    if (below_.width != view.width || below_.height != view.height) below_ = Bitmap(view.width, view.height);
    std::memcpy(below_.pixels.data(), view.bgra.data(), size);
  }

  void put_below() {
    const int rows = std::min(below_.height, shown_.height), columns = std::min(below_.width, shown_.width);
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) {
        const Pixel& below = below_.at(x, y);
        Pixel& pixel = shown_.at(x, y);
        pixel = {mixed(below.blue, pixel.blue, pixel.alpha), mixed(below.green, pixel.green, pixel.alpha),
                 mixed(below.red, pixel.red, pixel.alpha), 255};
      }
  }

  void hash() {
    if (is_hashed_) return;
    is_hashed_ = true;
    std::vector<std::uint64_t> hashes = {hash_of(std::as_bytes(std::span(canvas_->picture().pixels)))};
    for (const auto& [number, picture] : images_) {
      hashes.push_back(std::uint64_t(number) << 32 | std::uint32_t(picture.width));
      hashes.push_back(hash_of(std::as_bytes(std::span(picture.pixels))));
    }
    hash_ = hash_of(std::as_bytes(std::span(hashes)));
  }

  std::unique_ptr<Canvas> canvas_;
  std::map<std::int32_t, Bitmap> images_;
  std::uint32_t color_ = 0xffffff;
  std::uint8_t alpha_ = 255, opacity_ = 255;
  std::string font_ = "Lucida Console";
  std::int32_t font_size_ = 8;
  bool smooth_ = true;
  std::optional<DisplayText> text_;
  std::uint32_t camera_ = 0;  // its tag
  Bitmap below_;              // what it sees
  Bitmap shown_;
  Screen screen_;
  std::uint64_t seen_ = 0;    // of the camera's images, the one in `shown_`
  bool is_in_scene_ = false;  // textures show it
  bool is_old_ = true;        // `shown_`
  bool is_hashed_ = false;
  std::uint64_t hash_ = 0;
};

}  // namespace

std::unique_ptr<Device> make_display(const DeviceSetup& setup) { return std::make_unique<Display>(setup); }

}  // namespace lightsout
