// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Mesh files: both kinds of STL, one format of assimp's, and what each broken file is told.
#include "engine/mesh/mesh_file.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/mesh/triangle_mesh.h"

using namespace lightsout;

namespace {

// A tetrahedron with the right angle at the origin.
constexpr float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
constexpr int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::string binary_stl(std::string header) {
  header.resize(80, ' ');
  std::string bytes = header + std::string("\4\0\0\0", 4);
  for (const auto& face : faces) {
    bytes.append(12, '\0');
    for (const int corner : face) bytes.append(reinterpret_cast<const char*>(corners[corner]), 12);
    bytes.append(2, '\0');
  }
  return bytes;
}

const std::string ascii_stl = R"(solid a name with spaces
 facet normal 0 0 -1
  outer loop
   vertex 0 0 0
   vertex 0.0 +2e0 0
   vertex 1 -0 0
  endloop
 endfacet
 FACET NORMAL nan nan nan
  OUTER LOOP
   VERTEX 0 0 0
   VERTEX 1 0 1e-60
   VERTEX 0 0 3
  ENDLOOP
 ENDFACET
endsolid a
)";

// Tests run side by side, each in a process of its own.
struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("lightsout_mesh_file_test_" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
    return path / name;
  }
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("a binary STL is known by its length, whatever its header says") {
  for (const char* header : {"", "solid written by an exporter that knows no better"}) {
    const auto mesh = read_stl(binary_stl(header));
    REQUIRE(mesh.has_value());
    CHECK(mesh->vertices.size() == 4);  // welded from 12
    REQUIRE(mesh->triangles.size() == 4);
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k)
        CHECK(mesh->vertices[std::size_t(mesh->triangles[std::size_t(i)][k])] ==
              Eigen::Vector3f(corners[faces[i][k]][0], corners[faces[i][k]][1], corners[faces[i][k]][2]));
  }
}

TEST_CASE("padding behind a binary STL is no fault, missing bytes are") {
  CHECK(read_stl(binary_stl("") + "xyz")->triangles.size() == 4);
  std::string cut = binary_stl("");
  cut.pop_back();
  CHECK(read_stl(cut).error() == "its header promises 4 facets (284 bytes), the file has 283 bytes: cut off or no STL");
  CHECK(read_stl("hello").error() == "5 bytes are too few for an STL file");
  CHECK(read_stl("").error() == "0 bytes are too few for an STL file");
}

TEST_CASE("an ASCII STL is read in either case, with signs, and numbers too small for a float are 0") {
  const auto mesh = read_stl(ascii_stl);
  REQUIRE(mesh.has_value());
  CHECK(mesh->triangles.size() == 2);
  CHECK(mesh->vertices.size() == 4);  // -0 is 0
}

TEST_CASE("a broken ASCII STL names the line") {
  CHECK(read_stl(replaced(ascii_stl, "+2e0", "2e0x")).error() == "line 5: '2e0x' is no finite number");
  CHECK(read_stl(replaced(ascii_stl, "+2e0", "1e99")).error() == "line 5: '1e99' is no finite number");
  CHECK(read_stl(replaced(ascii_stl, "+2e0", "inf")).error() == "line 5: 'inf' is no finite number");
  CHECK(read_stl(replaced(ascii_stl, "endloop", "vertex")).error() == "line 7: expected endloop, found 'vertex'");
  CHECK(read_stl(ascii_stl.substr(0, ascii_stl.find("endsolid"))).error().find("ends before endsolid") !=
        std::string::npos);
  CHECK(read_stl(ascii_stl.substr(0, 60)).error().find("the end of the file") != std::string::npos);
}

TEST_CASE("a binary STL with a coordinate that is no number names the facet") {
  std::string bytes = binary_stl("");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  std::memcpy(bytes.data() + 84 + 50 + 12, &nan, 4);
  CHECK(read_stl(bytes).error() == "facet 2 has a coordinate that is no finite number");
}

TEST_CASE("an STL without facets is empty, not wrong") {
  CHECK(read_stl("solid nothing\nendsolid nothing\n")->triangles.empty());
}

TEST_CASE("files are read by their kind, errors name the file") {
  const Folder folder;
  CHECK(read_mesh_file(folder.write("a.STL", binary_stl("")))->triangles.size() == 4);
  const auto obj = read_mesh_file(folder.write(
      "quad.obj", "o quad\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 5 5 5\nf 1 2 3 4\no second\nv 0 0 1\nf 1 2 6\n"));
  REQUIRE(obj.has_value());
  CHECK(obj->triangles.size() == 3);
  CHECK(obj->vertices.size() == 5);  // the unused one is gone
  CHECK(read_mesh_file(folder.path / "quad.obj", {.name = "second"})->triangles.size() == 1);
  const std::string file = (folder.path / "quad.obj").string();
  CHECK(read_mesh_file(folder.path / "quad.obj", {.name = "third"}).error() ==
        file + ": has no triangles of name 'third' and material -1");
  CHECK(read_mesh_file(folder.path / "none.stl").error() ==
        (folder.path / "none.stl").string() + ": No such file or directory");
  CHECK(read_mesh_file(folder.path / "none.obj").error() ==
        (folder.path / "none.obj").string() + ": No such file or directory");
  CHECK(read_mesh_file(folder.path).error() == folder.path.string() + ": is a folder, not a mesh");
  CHECK(read_mesh_file(folder.write("bad.dae", "<COLLADA>no")).error().starts_with((folder.path / "bad.dae").string()));
}

TEST_CASE("what is up in a Collada file is along z") {
  // COLLADA 1.4.1, `up_axis`: Y_UP without it. A corner 3 above a base of 1 x 2.
  const Folder folder;
  const auto collada = [](const std::string& up_axis, const std::string& points) {
    return R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/>)" +
           up_axis + R"(</asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="a" count="9">)" +
           points + R"(</float_array><technique_common>
<accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
  };
  for (const auto& [up_axis, points] :
       {std::pair{"<up_axis>Z_UP</up_axis>", "1 0 0 0 2 0 0 0 3"},
        std::pair{"<up_axis>Y_UP</up_axis>", "1 0 0 0 0 -2 0 3 0"}, std::pair{"", "1 0 0 0 0 -2 0 3 0"}}) {
    INFO(up_axis);
    const auto mesh = read_mesh_file(folder.write("a.dae", collada(up_axis, points)));
    REQUIRE(mesh.has_value());
    REQUIRE(mesh->vertices.size() == 3);
    CHECK(mesh->vertices[0].isApprox(Eigen::Vector3f(1, 0, 0)));
    CHECK(mesh->vertices[1].isApprox(Eigen::Vector3f(0, 2, 0)));
    CHECK(mesh->vertices[2].isApprox(Eigen::Vector3f(0, 0, 3)));
  }
}
