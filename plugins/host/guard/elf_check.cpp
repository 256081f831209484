// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "plugins/host/guard/elf_check.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace lightsout {
namespace {

// std::string::c_str of the plugin's C++ symbols, as written in its source.
std::string readable(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : symbol;
  std::free(text);
  return result;
}

struct Family {
  std::string_view prefix;
  std::string_view provider;
};

// Longest prefix first within a family.
constexpr std::array families = {
    Family{"wb_", "the controller API (libController): controllers call it, physics plugins cannot"},
    Family{"wbu_", "the controller API (libController): controllers call it, physics plugins cannot"},
    Family{"wbr_", "the remote-control API (libController): it is loaded into a controller, not into the simulator"},
    Family{"dWebots", "a service of physics plugins that this simulator does not know"},
    Family{"dsDraw", "ODE's drawstuff, which ODE's demos draw with: link libdrawstuff, or leave the drawing out"},
    Family{"dWorldExportDIF", "ODE before 0.13 or Webots' own ODE; stock ODE no longer has it"},
    Family{"dWorldStepFast", "ODE before 0.12 (dWorldStepFast1 was removed; dWorldQuickStep stands for it)"},
    Family{"dTestMatrixComparison", "ODE's own test programs"},
    Family{"dCreateCCylinder", "ODE before 0.12 (now dCreateCapsule)"},
    Family{"dGeomCCylinder", "ODE before 0.12 (now dGeomCapsule...)"},
    Family{"glut", "GLUT (Debian: freeglut3-dev): add LIBRARIES = -lglut, or leave the window out"},
    Family{"glu", "GLU functions beyond the recorded ones (Debian: libglu1-mesa): add LIBRARIES = -lGLU"},
    Family{"glX", "GLX: there is no X display here"},
    Family{"gl", "OpenGL beyond version 2.1"},
    Family{"Py", "Python (Debian: libpython3-dev): add LIBRARIES = `python3-config --ldflags --embed`"},
    Family{"_Py", "Python (Debian: libpython3-dev): add LIBRARIES = `python3-config --ldflags --embed`"},
    Family{"lua_", "Lua (Debian: liblua5.4-dev): add LIBRARIES = -llua5.4"},
    Family{"luaL_", "Lua (Debian: liblua5.4-dev): add LIBRARIES = -llua5.4"},
    Family{"_ZN2cv", "OpenCV: add LIBRARIES = `pkg-config --libs opencv4`"},
    Family{"gsl_", "the GNU Scientific Library (Debian: libgsl-dev): add LIBRARIES = -lgsl -lgslcblas"},
    Family{"cblas_", "BLAS (Debian: libopenblas-dev): add LIBRARIES = -lopenblas"},
    Family{"_ZN5boost", "a Boost library: name it in LIBRARIES"},
    Family{"_ZN6google8protobuf", "Protocol Buffers (Debian: libprotobuf-dev): add LIBRARIES = -lprotobuf"},
    Family{"zmq_", "ZeroMQ (Debian: libzmq3-dev): add LIBRARIES = -lzmq"},
    Family{"SDL_", "SDL (Debian: libsdl2-dev): add LIBRARIES = -lSDL2"},
    Family{"omp_", "OpenMP: add CFLAGS = -fopenmp and LIBRARIES = -lgomp"},
    Family{"GOMP_", "OpenMP: add LIBRARIES = -lgomp"},
    Family{"__asan_", "the address sanitizer: run a sanitizer build of the simulator, or preload libasan"},
    Family{"__ubsan_", "the undefined-behaviour sanitizer: add LIBRARIES = -lubsan"},
    Family{"_ZN7QString", "Qt, which only robot windows use"},
    Family{"_ZNK7QString", "Qt, which only robot windows use"},
};

}  // namespace

std::string_view provider_of(std::string_view symbol) {
  for (const auto& family : families)
    if (symbol.starts_with(family.prefix)) return family.provider;
  if (symbol.size() > 1 && symbol[0] == 'd' && symbol[1] >= 'A' && symbol[1] <= 'Z')
    return "ODE of another version than the 0.16 that this simulator runs on";
  return {};
}

std::vector<std::string> missing_for(const ElfSummary& elf) {
  std::vector<std::string> missing;
  // Opened to look into them; a library that is needed would be loaded with the plugin anyway.
  std::vector<void*> libraries;
  for (const auto& name : elf.needed) {
    void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    for (const auto& folder : elf.search)
      if (!library) library = dlopen((folder + "/" + name).c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library)
      libraries.push_back(library);
    else
      missing.push_back(
          fmt::format("it needs the library {}, which is not installed{}", name,
                      name.starts_with("libController") ? " (and belongs to controllers, not to physics plugins)"
                      : name.starts_with("libode")
                          ? " (another ODE than the simulator's: do not link ODE, the simulator exports it)"
                          : ""));
  }
  for (const auto& symbol : elf.undefined) {
    dlerror();
    bool found = dlsym(RTLD_DEFAULT, symbol.c_str()) != nullptr || dlerror() == nullptr;
    for (void* library : libraries) found = found || dlsym(library, symbol.c_str()) != nullptr;
    if (found) continue;
    const auto provider = provider_of(symbol);
    const std::string name = readable(symbol);
    missing.push_back(provider.empty() ? fmt::format("undefined symbol {}: no library that it names has it; add the "
                                                     "one that does to LIBRARIES, or the source file that defines it",
                                                     name)
                                       : fmt::format("undefined symbol {}: {}", name, provider));
  }
  for (void* library : libraries) dlclose(library);
  return missing;
}

}  // namespace lightsout
