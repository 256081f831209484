// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/image/canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lightsout {
namespace {

__extension__ using Wide = __int128;

}  // namespace

Canvas::Span Canvas::inside(std::int64_t begin, std::int64_t length, int size) {
  const std::int64_t first = std::max<std::int64_t>(begin, 0), end = std::min<std::int64_t>(begin + length, size);
  return first < end ? Span{int(first), int(end)} : Span{0, 0};
}

void Canvas::put(Pixel& pixel, std::uint8_t cover) const {
  const auto opacity = std::uint8_t(opacity_ * cover / 255);
  if (opacity_ == 0) return;
  pixel = {mixed(pixel.blue, color_.blue, opacity), mixed(pixel.green, color_.green, opacity),
           mixed(pixel.red, color_.red, opacity), mixed(pixel.alpha, color_.alpha, cover)};
}

void Canvas::mark(std::int64_t x, std::int64_t y) {
  if (y >= 0 && y < picture_.height) mark_row(x, x, int(y));
}

void Canvas::mark_row(std::int64_t first, std::int64_t last, int y) {
  const Span span = inside(first, last - first + 1, picture_.width);
  if (span.begin == span.end) return;
  marks_.resize(picture_.pixels.size());
  auto* row = marks_.data() + std::size_t(y) * std::size_t(picture_.width);
  std::fill(row + span.begin, row + span.end, std::uint8_t(1));
  if (last_marked_ < first_marked_) first_marked_ = last_marked_ = y;
  first_marked_ = std::min(first_marked_, y);
  last_marked_ = std::max(last_marked_, y);
}

void Canvas::draw_marked() {
  for (int y = first_marked_; y <= last_marked_; ++y) {
    std::uint8_t* marks = marks_.data() + std::size_t(y) * std::size_t(picture_.width);
    for (int x = 0; x < picture_.width; ++x)
      if (std::exchange(marks[x], std::uint8_t(0))) put(picture_.at(x, y), 255);
  }
  first_marked_ = 0;
  last_marked_ = -1;
}

void Canvas::draw_pixel(int x, int y) {
  if (x >= 0 && y >= 0 && x < picture_.width && y < picture_.height) put(picture_.at(x, y), 255);
}

// Bresenham's: after k of the n steps along the longer axis it has gone round(k m / n) of the m along the other, halves
// away from its begin.
void Canvas::mark_line(std::int64_t x1, std::int64_t y1, std::int64_t x2, std::int64_t y2) {
  const bool is_steep = std::abs(y2 - y1) >= std::abs(x2 - x1);
  const std::int64_t from = is_steep ? y1 : x1, to = is_steep ? y2 : x2, side = is_steep ? x1 : y1;
  const std::int64_t along = to < from ? -1 : 1, n = std::abs(to - from);
  const std::int64_t m = is_steep ? x2 - x1 : y2 - y1, aside = m < 0 ? -1 : 1;
  const std::int64_t size = is_steep ? picture_.height : picture_.width;
  // The steps at which it can be inside.
  const std::int64_t first = std::max<std::int64_t>(0, along > 0 ? -from : from - (size - 1));
  const std::int64_t last = std::min(n, along > 0 ? size - 1 - from : from);
  for (std::int64_t k = first; k <= last; ++k) {
    // Of ends that lie far outside the product has more than 64 bits.
    const auto moved = n == 0 ? 0 : std::int64_t((Wide(2 * k) * std::abs(m) + n) / (2 * n));
    const std::int64_t a = from + along * k, b = side + aside * moved;
    is_steep ? mark(b, a) : mark(a, b);
  }
}

void Canvas::draw_line(int x1, int y1, int x2, int y2) {
  mark_line(x1, y1, x2, y2);
  draw_marked();
}

void Canvas::draw_rectangle(int x, int y, int width, int height, bool fill) {
  if (width < 1 || height < 1) return;
  const Span rows = inside(y, height, picture_.height);
  const std::int64_t right = std::int64_t(x) + width - 1, bottom = std::int64_t(y) + height - 1;
  for (int row = rows.begin; row < rows.end; ++row) {
    if (fill || row == y || row == bottom) {
      mark_row(x, right, row);
    } else {
      mark(x, row);
      mark(right, row);
    }
  }
  draw_marked();
}

void Canvas::draw_oval(int x, int y, int a, int b, bool fill) {
  if (a < 0 || b < 0) return;
  // Half the width of the row at the height v: the greatest whole u with (u / (a + 1/2))^2 + (v / (b + 1/2))^2 <= 1.
  const auto half_width = [a, b](std::int64_t v) -> std::int64_t {
    if (std::abs(v) > b) return -1;
    const double part = double(v) / (b + 0.5);
    return std::int64_t(std::floor((a + 0.5) * std::sqrt((1 - part) * (1 + part))));
  };
  const Span rows = inside(std::int64_t(y) - b, 2 * std::int64_t(b) + 1, picture_.height);
  for (int row = rows.begin; row < rows.end; ++row) {
    const std::int64_t v = std::int64_t(row) - y, u = half_width(v);
    // Of the outline: what is beside, above or below the oval.
    const std::int64_t hidden = std::min({u - 1, half_width(v - 1), half_width(v + 1)});
    if (fill || hidden < 0) {
      mark_row(std::int64_t(x) - u, std::int64_t(x) + u, row);
    } else {
      mark_row(std::int64_t(x) - u, std::int64_t(x) - hidden - 1, row);
      mark_row(std::int64_t(x) + hidden + 1, std::int64_t(x) + u, row);
    }
  }
  draw_marked();
}

void Canvas::draw_polygon(std::span<const int> x, std::span<const int> y, bool fill) {
  const std::size_t count = std::min(x.size(), y.size());
  if (count == 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = i + 1 < count ? i + 1 : 0;
    mark_line(x[i], y[i], x[next], y[next]);
  }
  const auto [low, high] = std::minmax_element(y.begin(), y.begin() + std::ptrdiff_t(count));
  const Span rows = inside(*low, std::int64_t(*high) - *low + 1, picture_.height);
  for (int row = rows.begin; fill && row < rows.end; ++row) {
    crossings_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = i + 1 < count ? i + 1 : 0;
      if ((y[i] < row) == (y[next] < row)) continue;
      const double part = (double(row) - y[i]) / (double(y[next]) - y[i]);
      crossings_.push_back(x[i] + part * (double(x[next]) - x[i]));
    }
    std::ranges::sort(crossings_);
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2)
      mark_row(std::int64_t(std::ceil(crossings_[i])), std::int64_t(std::floor(crossings_[i + 1])), row);
  }
  draw_marked();
}

void Canvas::draw_mask(int x, int y, int width, int height, std::span<const std::uint8_t> cover) {
  const Span rows = inside(y, height, picture_.height), columns = inside(x, width, picture_.width);
  for (int row = rows.begin; row < rows.end; ++row)
    for (int column = columns.begin; column < columns.end; ++column) {
      const std::uint8_t covered = cover[std::size_t(row - y) * std::size_t(width) + std::size_t(column - x)];
      put(picture_.at(column, row), covered);
    }
}

Bitmap Canvas::copy(int x, int y, int width, int height) const {
  const Span rows = inside(y, height, picture_.height), columns = inside(x, width, picture_.width);
  if (rows.begin == rows.end || columns.begin == columns.end) return {};
  Bitmap part(columns.end - columns.begin, rows.end - rows.begin);
  for (int row = rows.begin; row < rows.end; ++row)
    std::copy_n(&picture_.at(columns.begin, row), part.width, &part.at(0, row - rows.begin));
  return part;
}

void Canvas::paste(const Bitmap& picture, int x, int y, bool blend) {
  const Span rows = inside(y, picture.height, picture_.height), columns = inside(x, picture.width, picture_.width);
  for (int row = rows.begin; row < rows.end; ++row)
    for (int column = columns.begin; column < columns.end; ++column) {
      const Pixel& from = picture.at(int(column - std::int64_t(x)), int(row - std::int64_t(y)));
      Pixel& to = picture_.at(column, row);
      if (blend)
        to = {mixed(to.blue, from.blue, from.alpha), mixed(to.green, from.green, from.alpha),
              mixed(to.red, from.red, from.alpha), std::uint8_t(std::min(255, to.alpha + from.alpha))};
      else
        to = from;
    }
}

}  // namespace lightsout
