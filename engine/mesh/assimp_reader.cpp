// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/mesh/assimp_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <new>
#include <span>
#include <vector>

#include "engine/descriptors/write_all.h"
#include "engine/mesh/model_file.h"
#include "engine/mesh/module.h"
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
void tell(int pipe, const void* bytes, std::size_t count) {
  if (!write_all(pipe, {static_cast<const char*>(bytes), count})) ::_exit(1);
}

// Memory that the process may write to, in bytes, as RLIMIT_DATA counts it.
std::uint64_t data_size() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return std::uint64_t(pages) * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

void limit(int resource, std::uint64_t most) {
  rlimit limits{};
  ::getrlimit(__rlimit_resource(resource), &limits);
  limits.rlim_cur = std::min<rlim_t>(limits.rlim_max, most);
  ::setrlimit(__rlimit_resource(resource), &limits);
}

[[noreturn]] void run_child(int pipe, pid_t parent, const Read& read) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  // What the parent has printed and not written yet is in this copy's buffers too, and abort() may write it.
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere < 0 || ::dup2(nowhere, 1) < 0) ::close(1);
  // The parent's handlers would say that the parent has crashed.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) ::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, std::uint64_t(value_of(Limit::MeshSeconds)));
  limit(RLIMIT_DATA, data_size() + std::uint64_t(value_of(Limit::MeshMemory)));
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
  tell(pipe, &head, sizeof head);
  if (head.result == Head::Error) tell(pipe, error.data(), error.size());
  if (head.result == Head::Payload)
    for (const Bytes& part : payload) tell(pipe, part.data(), part.size());
  ::_exit(0);
}

// So many bytes, or fewer where they end.
std::size_t read_up_to(int pipe, void* to, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t read = ::read(pipe, static_cast<char*>(to) + done, count - done);
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    done += std::size_t(read);
  }
  return done;
}

std::expected<std::vector<std::byte>, std::string> receive(int pipe) {
  Head head{Head::Error};
  if (read_up_to(pipe, &head, sizeof head) != sizeof head) return std::unexpected("");
  if (head.result == Head::OutOfMemory)
    return std::unexpected("takes too much memory: " + how_to_raise(Limit::MeshMemory));
  if (head.result == Head::Error) {
    std::string error(4096, '\0');
    error.resize(read_up_to(pipe, error.data(), error.size()));
    return std::unexpected(error.empty() ? "cannot be read" : error);
  }
  std::vector<std::byte> payload(head.bytes);
  if (read_up_to(pipe, payload.data(), payload.size()) != payload.size()) return std::unexpected("");
  return payload;
}

// How a reader ended that has not told all.
std::string describe(int status) {
  if (!WIFSIGNALED(status)) return "the reader ended before it was done";
  if (WTERMSIG(status) == SIGXCPU) return "takes too long: " + how_to_raise(Limit::MeshSeconds);
  const char* name = ::sigabbrev_np(WTERMSIG(status));
  return fmt::format("the reader was killed by SIG{}", name ? name : std::to_string(WTERMSIG(status)));
}

std::expected<std::vector<std::byte>, std::string> read_in_child(const Read& read) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::unexpected(std::strerror(errno));
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) run_child(ends[1], parent, read);
  const int fork_error = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return std::unexpected(fmt::format("no process to read it: {}", std::strerror(fork_error)));
  }
  auto payload = receive(ends[0]);
  ::close(ends[0]);  // whoever still writes ends
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
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
