#include "engine/mesh/assimp_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>

#include "engine/mesh/module.h"
#include "limits/limits.h"

namespace lightsout {
namespace {

using Reader = bool (*)(const char*, const MeshSelection&, TriangleMesh&, std::string&);

// What the child writes, before the error or the vertices and triangles.
struct Head {
  enum Result : std::uint64_t { Mesh, Error, OutOfMemory } result;
  std::uint64_t vertices = 0, triangles = 0;
};

void write_all(int pipe, const void* bytes, std::size_t count) {
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::write(pipe, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(1);
    at += written;
    count -= std::size_t(written);
  }
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

[[noreturn]] void run_child(int pipe, pid_t parent, Reader reader, const std::filesystem::path& path,
                            const MeshSelection& selection) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  // The parent's handlers would say that the parent has crashed.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) ::signal(signal, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, std::uint64_t(value_of(Limit::MeshSeconds)));
  limit(RLIMIT_DATA, data_size() + std::uint64_t(value_of(Limit::MeshMemory)));
  TriangleMesh mesh;
  std::string error;
  Head head{Head::Mesh};
  try {
    if (!reader(path.c_str(), selection, mesh, error)) head.result = Head::Error;
  } catch (const std::bad_alloc&) {
    head.result = Head::OutOfMemory;
  }
  // assimp catches what is thrown, and gives its name.
  if (error.find("bad_alloc") != error.npos) head.result = Head::OutOfMemory;
  if (head.result == Head::Mesh) head = {Head::Mesh, mesh.vertices.size(), mesh.triangles.size()};
  write_all(pipe, &head, sizeof head);
  if (head.result == Head::Error) write_all(pipe, error.data(), error.size());
  if (head.result == Head::Mesh) {
    write_all(pipe, mesh.vertices.data(), mesh.vertices.size() * sizeof mesh.vertices[0]);
    write_all(pipe, mesh.triangles.data(), mesh.triangles.size() * sizeof mesh.triangles[0]);
  }
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

std::expected<TriangleMesh, std::string> receive(int pipe) {
  Head head{Head::Error};
  if (read_up_to(pipe, &head, sizeof head) != sizeof head) return std::unexpected("");
  if (head.result == Head::OutOfMemory)
    return std::unexpected("takes too much memory: " + how_to_raise(Limit::MeshMemory));
  if (head.result == Head::Error) {
    std::string error(4096, '\0');
    error.resize(read_up_to(pipe, error.data(), error.size()));
    return std::unexpected(error.empty() ? "cannot be read" : error);
  }
  TriangleMesh mesh;
  mesh.vertices.resize(head.vertices);
  mesh.triangles.resize(head.triangles);
  const std::size_t vertex_bytes = head.vertices * sizeof mesh.vertices[0],
                    triangle_bytes = head.triangles * sizeof mesh.triangles[0];
  if (read_up_to(pipe, mesh.vertices.data(), vertex_bytes) != vertex_bytes ||
      read_up_to(pipe, mesh.triangles.data(), triangle_bytes) != triangle_bytes)
    return std::unexpected("");
  for (const Eigen::Vector3i& triangle : mesh.triangles)
    for (int i = 0; i < 3; ++i)
      if (triangle[i] < 0 || std::uint64_t(triangle[i]) >= head.vertices)
        return std::unexpected("names a vertex that it does not have");
  return mesh;
}

// How a reader ended that has not told all.
std::string describe(int status) {
  if (!WIFSIGNALED(status)) return "the reader ended before it was done";
  if (WTERMSIG(status) == SIGXCPU) return "takes too long: " + how_to_raise(Limit::MeshSeconds);
  const char* name = ::sigabbrev_np(WTERMSIG(status));
  return fmt::format("the reader was killed by SIG{}", name ? name : std::to_string(WTERMSIG(status)));
}

}  // namespace

std::expected<TriangleMesh, std::string> read_with_assimp(const std::filesystem::path& path,
                                                          const MeshSelection& selection) {
  // Loaded before the fork: once for all files.
  const auto reader = find_in_module("lightsout_assimp", "lightsout_read_with_assimp");
  if (!reader) return std::unexpected(reader.error());
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::unexpected(std::strerror(errno));
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) run_child(ends[1], parent, reinterpret_cast<Reader>(*reader), path, selection);
  const int fork_error = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return std::unexpected(fmt::format("no process to read it: {}", std::strerror(fork_error)));
  }
  auto mesh = receive(ends[0]);
  ::close(ends[0]);  // whoever still writes ends
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!mesh && mesh.error().empty()) return std::unexpected(describe(status));
  return mesh;
}

}  // namespace lightsout
