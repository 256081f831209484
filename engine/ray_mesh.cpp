#include "engine/ray_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightsout {

RayMesh::RayMesh(std::shared_ptr<const TriangleMesh> triangles, std::shared_ptr<const EmbreeDevice> device)
    : mesh_(std::move(triangles)), device_(std::move(device)) {
  for (const Eigen::Vector3f& vertex : mesh_->vertices) bounds_.extend(vertex.cast<double>());
  if (mesh_->vertices.empty()) bounds_.extend(Vector3d::Zero());
  if (device_ && !mesh_->triangles.empty()) build();
}

RayMesh::~RayMesh() {
  if (scene_) device_->api().rtcReleaseScene(scene_);
}

void RayMesh::build() {
  const EmbreeLibrary& api = device_->api();
  scene_ = api.rtcNewScene(device_->handle());
  api.rtcSetSceneFlags(scene_, RTCSceneFlags(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION));
  RTCGeometry geometry = api.rtcNewGeometry(device_->handle(), RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(api.rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh_->vertices.size()));
  for (const Eigen::Vector3f& vertex : mesh_->vertices) vertices = std::copy_n(vertex.data(), 3, vertices);
  auto* indices = static_cast<unsigned*>(api.rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), mesh_->triangles.size()));
  for (const Eigen::Vector3i& triangle : mesh_->triangles) indices = std::copy_n(triangle.data(), 3, indices);
  api.rtcCommitGeometry(geometry);
  api.rtcAttachGeometry(scene_, geometry);
  api.rtcReleaseGeometry(geometry);
  api.rtcCommitScene(scene_);
}

Vector3d RayMesh::vertex(int triangle, int corner) const {
  return mesh_->vertices[std::size_t(mesh_->triangles[std::size_t(triangle)][corner])].cast<double>();
}

Vector3d RayMesh::area(int triangle) const {
  const Vector3d a = vertex(triangle, 0);
  return (vertex(triangle, 1) - a).cross(vertex(triangle, 2) - a);
}

// Whether the triangle turns its outside to the ray, which begins before it.
bool RayMesh::faces(int triangle, const Vector3d& origin, const Vector3d& direction) const {
  const Vector3d normal = area(triangle);
  return normal.dot(direction) < 0 && normal.dot(vertex(triangle, 0) - origin) < 0;
}

std::optional<RayMesh::Hit> RayMesh::hit(const Vector3d& origin, const Vector3d& direction, double length,
                                         bool from_outside) const {
  return scene_ ? hit_by_embree(origin, direction, length, from_outside)
                : hit_by_trying_all(origin, direction, length, from_outside);
}

// With the plane of a triangle whose edges the ray passes inside.
std::optional<double> RayMesh::distance_to_plane(int triangle, const Vector3d& origin,
                                                 const Vector3d& direction) const {
  const Vector3d normal = area(triangle);
  const double along = normal.dot(direction);
  if (along == 0) return std::nullopt;
  return normal.dot(vertex(triangle, 0) - origin) / along;
}

struct RayMesh::Look {
  RTCIntersectContext context;  // first: Embree hands a pointer to it back
  const RayMesh* mesh;
  const Vector3d *origin, *direction;
};

void RayMesh::let_pass(const RTCFilterFunctionNArguments* arguments) {
  const Look& look = *reinterpret_cast<const Look*>(arguments->context);
  const int triangle = int(RTCHitN_primID(arguments->hit, arguments->N, 0));
  if (!look.mesh->faces(triangle, *look.origin, *look.direction)) arguments->valid[0] = 0;
}

std::optional<RayMesh::Hit> RayMesh::hit_by_embree(const Vector3d& origin, const Vector3d& direction, double length,
                                                   bool from_outside) const {
  Look look{{}, this, &origin, &direction};
  rtcInitIntersectContext(&look.context);
  if (from_outside) look.context.filter = let_pass;
  alignas(16) RTCRayHit ray{};
  ray.ray.org_x = float(origin.x());
  ray.ray.org_y = float(origin.y());
  ray.ray.org_z = float(origin.z());
  ray.ray.dir_x = float(direction.x());
  ray.ray.dir_y = float(direction.y());
  ray.ray.dir_z = float(direction.z());
  ray.ray.tfar = std::nextafter(float(length) * 1.000001f, std::numeric_limits<float>::infinity());
  ray.ray.mask = ~0u;
  ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  device_->api().rtcIntersect1(scene_, &look.context, &ray);
  if (ray.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
  const int triangle = int(ray.hit.primID);
  const double distance = distance_to_plane(triangle, origin, direction).value_or(double(ray.ray.tfar));
  return Hit{std::max(distance, 0.0), triangle};
}

// Plücker coordinates: the ray passes inside if it sees all edges turn the same way.
std::optional<RayMesh::Hit> RayMesh::hit_by_trying_all(const Vector3d& origin, const Vector3d& direction, double length,
                                                       bool from_outside) const {
  std::optional<Hit> best;
  for (int i = 0; i < int(mesh_->triangles.size()); ++i) {
    const Vector3d a = vertex(i, 0) - origin, b = vertex(i, 1) - origin, c = vertex(i, 2) - origin;
    const double u = direction.dot(b.cross(c)), v = direction.dot(c.cross(a)), w = direction.dot(a.cross(b));
    if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) continue;
    if (from_outside && !faces(i, origin, direction)) continue;
    const std::optional<double> distance = distance_to_plane(i, origin, direction);
    if (distance && *distance >= 0 && *distance <= (best ? best->distance : length) &&
        (!best || *distance < best->distance))
      best = Hit{*distance, i};
  }
  return best;
}

}  // namespace lightsout
