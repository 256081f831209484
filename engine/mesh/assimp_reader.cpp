// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/assimp_reader.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <span>
#include <vector>

#include "engine/descriptors/write_all.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/module.h"
#include "engine/programs/limited_child.h"
#include "engine/programs/outside.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

using MeshReaderFunction = bool (*)(const char*, const MeshSelection&, TriangleMesh&, std::string&);
using ModelReaderFunction = bool (*)(const char*, const MeshSelection&, Model&, std::string&);
using Bytes = std::span<const std::byte>;
// Reads in the child; false with an error, or true with what the parent is to get, which outlives the call.
using Read = std::function<bool(std::vector<Bytes>& payload, std::string& error)>;

// What the child writes, before the error or the payload.
struct Head {
  enum Result : std::uint64_t { Payload, Error, OutOfMemory } result;
  std::uint64_t bytes = 0;
};

// In the child, which is of no use where nobody reads.
void tell(int connection, const void* bytes, std::size_t count) {
  if (!write_all(connection, {static_cast<const char*>(bytes), count})) ::_exit(1);
}

void read_and_tell(int connection, const Read& read) {
  std::vector<Bytes> payload;
  std::string error;
  Head head{Head::Payload};
  try {
    if (!read(payload, error)) head.result = Head::Error;
  } catch (const std::bad_alloc&) {
    head.result = Head::OutOfMemory;
  }
  // assimp catches what is thrown, and gives its name.
  if (error.find("bad_alloc") != error.npos) head.result = Head::OutOfMemory;
  if (head.result == Head::Payload)
    for (const Bytes& part : payload) head.bytes += part.size();
  tell(connection, &head, sizeof head);
  if (head.result == Head::Error) tell(connection, error.data(), error.size());
  if (head.result == Head::Payload)
    for (const Bytes& part : payload) tell(connection, part.data(), part.size());
}

std::expected<std::vector<std::byte>, std::string> receive(const LimitedChild& child) {
  Head head{Head::Error};
  if (child.receive(&head, sizeof head) != sizeof head) return std::unexpected("");
  if (head.result == Head::OutOfMemory)
    return std::unexpected("takes too much memory: " + how_to_raise(Limit::MeshMemory));
  if (head.result == Head::Error) {
    std::string error(4096, '\0');
    error.resize(child.receive(error.data(), error.size()));
    return std::unexpected(error.empty() ? "cannot be read" : error);
  }
  std::vector<std::byte> payload(head.bytes);
  if (child.receive(payload.data(), payload.size()) != payload.size()) return std::unexpected("");
  return payload;
}

// How a reader ended that has not told all. Throws MachineLacks if that was the system's doing.
std::string describe(int status) {
  if (!WIFSIGNALED(status)) return "the reader ended before it was done";
  if (WTERMSIG(status) == SIGXCPU) return "takes too long: " + how_to_raise(Limit::MeshSeconds);
  const std::string how = fmt::format("the reader was killed by {}", name_of_signal(WTERMSIG(status)));
  if (comes_from_outside(WTERMSIG(status))) throw MachineLacks("of a mesh file " + how);
  return how;
}

std::expected<std::vector<std::byte>, std::string> read_in_child(const Read& read) {
  LimitedChild child(
      {.memory = std::uint64_t(value_of(Limit::MeshMemory)), .seconds = std::uint64_t(value_of(Limit::MeshSeconds))},
      [&](int connection) { read_and_tell(connection, read); });
  auto payload = receive(child);
  const int status = child.wait();
  if (!payload && payload.error().empty()) return std::unexpected(describe(status));
  return payload;
}

template <class T>
Bytes bytes_in(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::expected<TriangleMesh, std::string> read_mesh(const char* module, const char* symbol,
                                                   const std::filesystem::path& path, const MeshSelection& selection) {
  // Loaded before the fork: once for all files.
  const auto reader = find_in_module(module, symbol);
  if (!reader) return std::unexpected(reader.error());
  TriangleMesh mesh;
  std::array<std::uint64_t, 2> counts = {};
  const auto payload = read_in_child([&](std::vector<Bytes>& parts, std::string& error) {
    if (!reinterpret_cast<MeshReaderFunction>(*reader)(path.c_str(), selection, mesh, error)) return false;
    counts = {mesh.vertices.size(), mesh.triangles.size()};
    parts = {std::as_bytes(std::span(counts)), bytes_in(mesh.vertices), bytes_in(mesh.triangles)};
    return true;
  });
  if (!payload) return std::unexpected(payload.error());
  const std::size_t size = payload->size();
  if (size >= sizeof counts) std::memcpy(counts.data(), payload->data(), sizeof counts);
  const std::size_t vertex_bytes = counts[0] * sizeof mesh.vertices[0],
                    triangle_bytes = counts[1] * sizeof mesh.triangles[0];
  if (counts[0] > size || counts[1] > size || sizeof counts + vertex_bytes + triangle_bytes != size)
    return std::unexpected("is damaged");
  mesh.vertices.resize(counts[0]);
  mesh.triangles.resize(counts[1]);
  if (vertex_bytes > 0)
    std::memcpy(static_cast<void*>(mesh.vertices.data()), payload->data() + sizeof counts, vertex_bytes);
  if (triangle_bytes > 0)
    std::memcpy(static_cast<void*>(mesh.triangles.data()), payload->data() + sizeof counts + vertex_bytes,
                triangle_bytes);
  for (const Eigen::Vector3i& triangle : mesh.triangles)
    for (int i = 0; i < 3; ++i)
      if (triangle[i] < 0 || std::uint64_t(triangle[i]) >= counts[0])
        return std::unexpected("names a vertex that it does not have");
  return mesh;
}

}  // namespace

std::expected<TriangleMesh, std::string> read_with_assimp(const std::filesystem::path& path,
                                                          const MeshSelection& selection) {
  return read_mesh("lightsout_assimp", "lightsout_read_with_assimp", path, selection);
}

std::expected<TriangleMesh, std::string> read_octree(const std::filesystem::path& path) {
  return read_mesh("lightsout_octomap", "lightsout_read_octree", path, {});
}

std::expected<Model, std::string> read_model_with_assimp(const std::filesystem::path& path,
                                                         const MeshSelection& selection) {
  const auto reader = find_in_module("lightsout_assimp", "lightsout_read_model_with_assimp");
  if (!reader) return std::unexpected(reader.error());
  std::vector<std::byte> told;
  const auto payload = read_in_child([&](std::vector<Bytes>& parts, std::string& error) {
    Model model;
    if (!reinterpret_cast<ModelReaderFunction>(*reader)(path.c_str(), selection, model, error)) return false;
    told = bytes_of(model);
    parts = {Bytes(told)};
    return true;
  });
  if (!payload) return std::unexpected(payload.error());
  return model_of(*payload);
}

}  // namespace lightsout
