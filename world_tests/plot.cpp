// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_tests/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/files/whole_file.h"

namespace lightsout {
namespace {

constexpr double plot_width = 800, plot_height = 400, left_of = 80, right_of = 130, above = 40, below = 40;
// More points than a picture has room for say nothing.
constexpr std::size_t most_points = 2000;
// Of Okabe and Ito, which people tell apart who do not see all colours.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // 0 to 1 within it.
  double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

std::string label_of(const SeriesQuantity& quantity, std::size_t column) {
  if (quantity.kind == SeriesQuantity::Kind::Joint) return "position";
  if (quantity.kind == SeriesQuantity::Kind::Reading)
    return quantity.count == 1 ? "reading" : fmt::format("number {}", column + 1);
  return std::string(1, quantity.kind == SeriesQuantity::Kind::Rotation ? "wxyz"[column] : "xyz"[column]);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

class Plot {
 public:
  // Of the columns [first, last).
  void take(const Plotted& plotted, std::size_t first, std::size_t last) {
    const auto& [quantity, series] = plotted;
    for (const double time : series.times) times_.take(time);
    for (std::size_t i = 0; i < series.times.size(); ++i)
      for (std::size_t column = first; column < last; ++column)
        values_.take(quantity.values[i * quantity.width() + column]);
  }

  void add_line(const Plotted& plotted, std::size_t column, const char* colour, bool dashed) {
    const auto& [quantity, series] = plotted;
    const std::size_t every = series.times.size() / most_points + 1;
    bool pen_is_down = false;
    std::string path;
    for (std::size_t i = 0; i < series.times.size(); i += every) {
      const double value = quantity.values[i * quantity.width() + column];
      if (std::isfinite(value))
        path += fmt::format("{}{:.2f} {:.2f}", pen_is_down ? "L" : "M", x(series.times[i]), y(value));
      pen_is_down = std::isfinite(value);
    }
    svg_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n", path, colour,
                        dashed ? 2.5 : 1.2, dashed ? " stroke-dasharray=\"6 4\" opacity=\"0.6\"" : "");
  }

  void add_text(double at_x, double at_y, const std::string& text, const char* anchor, const char* colour = "#333") {
    svg_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", at_x, at_y, anchor,
                        colour, escaped(text));
  }

  void add_axes(const std::string& unit) {
    svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\"/>\n", left_of,
                        above, plot_width - left_of - right_of, plot_height - above - below);
    for (const double value : {values_.low, (values_.low + values_.high) / 2, values_.high})
      add_text(left_of - 6, y(value) + 4, fmt::format("{:.4g}", value), "end");
    for (const double time : {times_.low, (times_.low + times_.high) / 2, times_.high})
      add_text(x(time), plot_height - below + 18, fmt::format("{:.4g} s", time), "middle");
    add_text(left_of - 6, above - 10, unit, "end");
  }

  std::string text() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
        plot_width, plot_height, svg_);
  }

 private:
  double x(double time) const { return left_of + times_.share(time) * (plot_width - left_of - right_of); }
  double y(double value) const { return plot_height - below - values_.share(value) * (plot_height - above - below); }

  Range times_, values_;
  std::string svg_;
};

}  // namespace

bool write_plot(const Plotted& expected, const Plotted& actual, std::size_t column, const std::string& file) {
  const SeriesQuantity& quantity = expected.quantity;
  const bool are_few = quantity.width() <= std::size(colours);
  const std::size_t first = are_few ? 0 : column, last = are_few ? quantity.width() : column + 1;
  Plot plot;
  plot.take(expected, first, last);
  plot.take(actual, first, last);
  plot.add_axes(std::string(quantity.kind == SeriesQuantity::Kind::Rotation ? "" : unit_of(quantity)));
  plot.add_text(left_of, above - 22,
                fmt::format("{} of {}: golden dashed, run whole", name_of(quantity.kind), quantity.name), "start");
  for (std::size_t i = first; i < last; ++i) {
    const char* colour = colours[i - first];
    plot.add_line(expected, i, colour, true);
    plot.add_line(actual, i, colour, false);
    plot.add_text(plot_width - right_of + 12, above + 16 + 18 * double(i - first), label_of(quantity, i), "start",
                  colour);
  }
  return write_whole_file(file, plot.text()) == 0;
}

}  // namespace lightsout
