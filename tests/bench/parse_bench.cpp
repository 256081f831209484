// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// How fast worlds are read. The world is made here: solids with shapes, joints and devices in the proportions of users'
// worlds. Prints megabytes per second of lexing alone and of lexing and parsing, and the milliseconds that the load of
// a world of 1,000 nodes takes, each the best of many runs; load_world_text includes every stage.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "world_format/load.h"
#include "world_format/load_options.h"
#include "world_format/syntax/parser.h"
#include "world_format/text/diagnostic.h"
#include "world_format/text/lexer.h"

using namespace lightsout;

namespace {

class NoProtos : public TypeScope {
 public:
  const NodeType* find(std::string_view, Span, Diagnostics&) override { return nullptr; }
  void extern_proto(ExternProto) override {}
  void proto(Parser&) override {}
};

// `solids` times 10 nodes, about 2 kB each.
std::string make_world(int solids) {
  std::string text =
      "#VRML_SIM R2025a utf8\n\nWorldInfo {\n  basicTimeStep 16\n}\nViewpoint {\n  orientation 0 1 0 0.3\n}\n";
  for (int i = 0; i < solids; ++i) {
    const double x = 0.1 + i * 0.7071067811865476;
    text += fmt::format(
        "DEF BODY_{0} Solid {{\n"
        "  translation {1} {2} 0.05000000000000001\n"
        "  rotation 0.12345678901234567 0.8 -0.5876543210987654 {3}\n"
        "  children [\n"
        "    DEF SHAPE_{0} Shape {{\n"
        "      appearance PBRAppearance {{\n"
        "        baseColor 0.8 0.25 {4}\n"
        "        roughness 0.5 # dull\n"
        "        metalness 0\n"
        "      }}\n"
        "      geometry Box {{\n"
        "        size 0.1 0.1 0.1\n"
        "      }}\n"
        "    }}\n"
        "    HingeJoint {{\n"
        "      jointParameters HingeJointParameters {{\n"
        "        position {3}\n"
        "        axis 0 0 1\n"
        "        anchor 0.05 0 0\n"
        "        minStop -1.5707963267948966\n"
        "        maxStop 1.5707963267948966\n"
        "      }}\n"
        "      device [\n"
        "        RotationalMotor {{\n"
        "          name \"motor {0}\"\n"
        "          maxVelocity 6.28\n"
        "          maxTorque 1.5\n"
        "        }}\n"
        "      ]\n"
        "      endPoint Solid {{\n"
        "        translation 0.05 0 0\n"
        "        boundingObject USE SHAPE_{0}\n"
        "        physics Physics {{\n"
        "          density -1\n"
        "          mass 0.25\n"
        "        }}\n"
        "      }}\n"
        "    }}\n"
        "  ]\n"
        "  name \"body {0}\"\n"
        "  boundingObject USE SHAPE_{0}\n"
        "}}\n",
        i, x, -x, 0.001 * i, 1.0 / (i + 2));
  }
  return text;
}

// Of processor time: others on the machine do not count.
double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class Run>
double best_seconds(int runs, Run run) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const double begin = cpu_seconds();
    run();
    best = std::min(best, cpu_seconds() - begin);
  }
  return best;
}

}  // namespace

int main() {
  const auto source = std::make_shared<const Source>("bench.wbt", make_world(4000));
  const auto bytes = static_cast<double>(source->text().size());

  std::size_t tokens = 0;
  const double lexing = best_seconds(20, [&] {
    Lexer lexer(*source);
    tokens = 0;
    while (lexer.next().kind != Token::Kind::End) ++tokens;
  });
  std::size_t nodes = 0;
  const double parsing = best_seconds(20, [&] {
    NoProtos no_protos;
    Diagnostics diagnostics;
    Parser parser(*source, 0, static_cast<std::uint32_t>(source->text().size()), 202501, no_protos, diagnostics);
    nodes = parser.read_file().size();
  });
  const std::string small = make_world(100);
  std::size_t small_nodes = 0;
  const double loading = best_seconds(50, [&] {
    Diagnostics diagnostics;
    const auto world = load_world_text(small, "small.wbt", {}, diagnostics);
    small_nodes = world->nodes().size();
  });

  std::string robots =
      "#VRML_SIM R2025a utf8\nEXTERNPROTO "
      "\"https://raw.githubusercontent.com/cyberbotics/webots/R2025a/projects/robots/"
      "gctronic/e-puck/protos/E-puck.proto\"\n";
  for (int i = 0; i < 100; ++i)
    robots += fmt::format("E-puck {{ translation {} 0 0 name \"e-puck {}\" }}\n", 0.2 * i, i);
  const double hundred = best_seconds(10, [&] {
    Diagnostics diagnostics;
    small_nodes += load_world_text(robots, "robots.wbt", {}, diagnostics)->nodes().size();
  });

  fmt::print("what                               size        time      speed    target\n");
  fmt::print("lexing                      {:8.2f} MB  {:7.2f} ms  {:5.0f} MB/s\n", bytes / 1e6, lexing * 1e3,
             bytes / 1e6 / lexing);
  fmt::print("lexing and parsing          {:8.2f} MB  {:7.2f} ms  {:5.0f} MB/s   50 MB/s\n", bytes / 1e6, parsing * 1e3,
             bytes / 1e6 / parsing);
  fmt::print("load, 1,000 nodes           {:8.2f} kB  {:7.2f} ms              10 ms\n", small.size() / 1e3,
             loading * 1e3);
  fmt::print("load, 100 e-pucks           {:8.2f} kB  {:7.2f} ms             100 ms\n", robots.size() / 1e3,
             hundred * 1e3);
  return tokens > 0 && nodes > 0 && small_nodes > 0 ? 0 : 1;
}
