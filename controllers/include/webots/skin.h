/* Bones of an animated skin. Orientations are axis and angle; absolute is in the world, else relative to the parent
 * bone. */
#ifndef WB_SKIN_H
#define WB_SKIN_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

int wb_skin_get_bone_count(WbDeviceTag tag);
const char* wb_skin_get_bone_name(WbDeviceTag tag, int index);
void wb_skin_set_bone_orientation(WbDeviceTag tag, int index, const double orientation[4], bool absolute);
void wb_skin_set_bone_position(WbDeviceTag tag, int index, const double position[3], bool absolute);
const double* wb_skin_get_bone_orientation(WbDeviceTag tag, int index, bool absolute);
const double* wb_skin_get_bone_position(WbDeviceTag tag, int index, bool absolute);

#ifdef __cplusplus
}
#endif

#endif
