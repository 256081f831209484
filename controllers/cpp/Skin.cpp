// Skin: the functions of skin.h.
#include <webots/skin.h>

#include <webots/Skin.hpp>

#include "controllers/cpp/text.h"

namespace webots {

void Skin::setBoneOrientation(int index, const double orientation[4], bool absolute) {
  wb_skin_set_bone_orientation(getTag(), index, orientation, absolute);
}
void Skin::setBonePosition(int index, const double position[3], bool absolute) {
  wb_skin_set_bone_position(getTag(), index, position, absolute);
}
int Skin::getBoneCount() const { return wb_skin_get_bone_count(getTag()); }
const std::string Skin::getBoneName(int index) const { return text(wb_skin_get_bone_name(getTag(), index)); }
const double* Skin::getBoneOrientation(int index, bool absolute) const {
  return wb_skin_get_bone_orientation(getTag(), index, absolute);
}
const double* Skin::getBonePosition(int index, bool absolute) const {
  return wb_skin_get_bone_position(getTag(), index, absolute);
}

}  // namespace webots
