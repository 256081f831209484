// The picture that a supervisor asks for: as the Viewpoint sees the world, 800 x 600 pixels.
#include <fmt/format.h>

#include "engine/image/image_writer.h"
#include "engine/render/picture.h"
#include "engine/render/renderer.h"
#include "engine/scene/scene.h"
#include "engine/supervision/supervised.h"
#include "engine/supervision/supervisor_request.h"

namespace lightsout {

void Supervisor::export_image(const Request& request, Answer& answer) {
  View view;
  view.width = 800;
  view.height = 600;
  double exposure = 1;
  Renderer& renderer = simulation_.scene().part<Renderer>();
  // World and motion are read anew: an edit may have come since the last image.
  renderer.moved();
  renderer.rearranged();
  if (const Node* viewpoint = renderer.scene().top_node("Viewpoint")) {
    view.pose = {to_eigen(viewpoint->get<Vec3>("position")), to_matrix(viewpoint->get<Rotation>("orientation"))};
    view.field_of_view = viewpoint->get<double>("fieldOfView");
    view.near = viewpoint->get<double>("near");
    view.far = viewpoint->get<double>("far");
    exposure = viewpoint->get<double>("exposure");
  }
  Picture picture;
  renderer.take(view, picture);
  std::vector<std::uint8_t> bgra(4 * std::size_t(view.width) * std::size_t(view.height));
  show(picture, exposure, bgra);
  const std::string path = file_of(request);
  if (const auto written = write_image_file(path, view.width, view.height, bgra, request.index); !written)
    return answer.no(fmt::format("{}: {}", path, written.error()));
  answer.yes();
}

}  // namespace lightsout
