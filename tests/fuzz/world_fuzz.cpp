// libFuzzer: any bytes are read as a world through every stage, PROTO expansion included, then written and read again.
// What must hold: no crash, no hang, no memory beyond bounds (given on the command line), and a world without errors
// reads back without errors. See scripts/fuzz.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "world_format/load.h"
#include "world_format/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lightsout;
  Diagnostics diagnostics;
  const auto world =
      load_world_text(std::string(reinterpret_cast<const char*>(data), size), "fuzz.wbt", {}, diagnostics);
  if (!world) return 0;
  std::size_t rendered = 0;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    rendered += render(diagnostic, false).size();
    if (rendered > 100'000) break;
  }
  // The tree of a USE bomb below the limit is large as text.
  if (size > 20'000 || diagnostics.errors() > 0) return 0;
  const std::string written = write_world(*world);
  if (written.size() > 2'000'000) return 0;
  Diagnostics again;
  if (!load_world_text(written, "written.wbt", {}, again) || again.errors() > 0) {
    for (const Diagnostic& diagnostic : again.sorted()) std::fputs(render(diagnostic, false).c_str(), stderr);
    std::fputs(written.c_str(), stderr);
    std::abort();
  }
  return 0;
}
