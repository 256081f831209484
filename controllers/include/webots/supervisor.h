/* A robot with supervisor TRUE sees and changes the whole world.
 * Field sets travel with the next wb_robot_step; everything else takes effect at once, in order. Pointers to doubles
 * and strings belong to the library and are valid until the next step, or the next call of the same function for the
 * same object. */
#ifndef WB_SUPERVISOR_H
#define WB_SUPERVISOR_H

#include "contact_point.h"
#include "nodes.h"
#include "types.h"

typedef enum {
  WB_NO_FIELD = 0x00,
  WB_SF_BOOL = 0x01,
  WB_SF_INT32,
  WB_SF_FLOAT,
  WB_SF_VEC2F,
  WB_SF_VEC3F,
  WB_SF_ROTATION,
  WB_SF_COLOR,
  WB_SF_STRING,
  WB_SF_NODE,
  WB_MF = 0x10, /* bit of the types that are lists */
  WB_MF_BOOL,
  WB_MF_INT32,
  WB_MF_FLOAT,
  WB_MF_VEC2F,
  WB_MF_VEC3F,
  WB_MF_ROTATION,
  WB_MF_COLOR,
  WB_MF_STRING,
  WB_MF_NODE
} WbFieldType;

typedef enum {
  WB_SUPERVISOR_SIMULATION_MODE_PAUSE = 0,
  WB_SUPERVISOR_SIMULATION_MODE_REAL_TIME,
  WB_SUPERVISOR_SIMULATION_MODE_FAST
} WbSimulationMode;

/* Older name of the last. */
#define WB_SUPERVISOR_SIMULATION_MODE_RUN WB_SUPERVISOR_SIMULATION_MODE_FAST

/* Results of wb_supervisor_movie_get_status. */
#define WB_SUPERVISOR_MOVIE_READY 0
#define WB_SUPERVISOR_MOVIE_RECORDING 1
#define WB_SUPERVISOR_MOVIE_SAVING 2
#define WB_SUPERVISOR_MOVIE_WRITE_ERROR 3
#define WB_SUPERVISOR_MOVIE_ENCODING_ERROR 4
#define WB_SUPERVISOR_MOVIE_SIMULATION_ERROR 5

#ifdef __cplusplus
extern "C" {
#endif

/* The simulation. */
void wb_supervisor_world_load(const char* filename);
bool wb_supervisor_world_save(const char* filename); /* NULL: the file that was loaded */
void wb_supervisor_world_reload();
void wb_supervisor_simulation_quit(int status);
/* Before Webots 6.3 there was no status. */
#define wb_supervisor_simulation_quit(...) wb_supervisor_simulation_quit((__VA_ARGS__ + 0))
void wb_supervisor_simulation_reset();
void wb_supervisor_simulation_reset_physics();
WbSimulationMode wb_supervisor_simulation_get_mode();
void wb_supervisor_simulation_set_mode(WbSimulationMode mode);

/* Pictures of it. Label: x and y from 0 to 1 of the view, colour 0xRRGGBB, transparency 0 to 1. */
void wb_supervisor_set_label(int id, const char* text, double x, double y, double size, int color, double transparency,
                             const char* font);
/* Before R2018 a label had no font. */
#define WB_LABEL_FONT(transparency, font, ...) transparency, font
#define wb_supervisor_set_label(id, text, x, y, size, color, ...) \
  wb_supervisor_set_label(id, text, x, y, size, color, WB_LABEL_FONT(__VA_ARGS__, "Arial", ""))
void wb_supervisor_export_image(const char* filename, int quality);
void wb_supervisor_movie_start_recording(const char* filename, int width, int height, int codec, int quality,
                                         int acceleration, bool caption);
void wb_supervisor_movie_stop_recording();
bool wb_supervisor_movie_is_ready();
bool wb_supervisor_movie_failed();
bool wb_supervisor_animation_start_recording(const char* filename);
bool wb_supervisor_animation_stop_recording();

/* Nodes: NULL if there is no such node. A DEF may be a path with dots. */
WbNodeRef wb_supervisor_node_get_root();
WbNodeRef wb_supervisor_node_get_self();
WbNodeRef wb_supervisor_node_get_selected();
WbNodeRef wb_supervisor_node_get_from_id(int id);
WbNodeRef wb_supervisor_node_get_from_device(WbDeviceTag tag);
WbNodeRef wb_supervisor_node_get_from_def(const char* def);
WbNodeRef wb_supervisor_node_get_from_proto_def(WbNodeRef node, const char* def);
WbNodeRef wb_supervisor_node_get_parent_node(WbNodeRef node);

int wb_supervisor_node_get_id(WbNodeRef node);
WbNodeType wb_supervisor_node_get_type(WbNodeRef node);
const char* wb_supervisor_node_get_def(WbNodeRef node);
const char* wb_supervisor_node_get_type_name(WbNodeRef node); /* the PROTO's name for a PROTO node */
const char* wb_supervisor_node_get_base_type_name(WbNodeRef node);
bool wb_supervisor_node_is_proto(WbNodeRef node);
WbProtoRef wb_supervisor_node_get_proto(WbNodeRef node);
/* The node as text of a world file. */
const char* wb_supervisor_node_export_string(WbNodeRef node);

/* Fields of the node as written (a PROTO's parameters), and of the node behind it. */
WbFieldRef wb_supervisor_node_get_field(WbNodeRef node, const char* field_name);
WbFieldRef wb_supervisor_node_get_field_by_index(WbNodeRef node, const int index);
int wb_supervisor_node_get_number_of_fields(WbNodeRef node);
WbFieldRef wb_supervisor_node_get_base_node_field(WbNodeRef node, const char* field_name);
WbFieldRef wb_supervisor_node_get_base_node_field_by_index(WbNodeRef node, int index);
int wb_supervisor_node_get_number_of_base_node_fields(WbNodeRef node);

/* Motion. Position: 3, m. Orientation: 3x3, pose: 4x4, row by row; relative to `from_node`, or to the world for NULL.
 * Velocity: linear m/s, then angular rad/s, world axes. */
const double* wb_supervisor_node_get_position(WbNodeRef node);
const double* wb_supervisor_node_get_orientation(WbNodeRef node);
const double* wb_supervisor_node_get_pose(WbNodeRef node, WbNodeRef from_node);
const double* wb_supervisor_node_get_center_of_mass(WbNodeRef node);
const double* wb_supervisor_node_get_velocity(WbNodeRef node);
void wb_supervisor_node_set_velocity(WbNodeRef node, const double velocity[6]);
bool wb_supervisor_node_get_static_balance(WbNodeRef node);
/* N and N m for the next step; relative: axes of the node. The offset is always in the axes of the node. */
void wb_supervisor_node_add_force(WbNodeRef node, const double force[3], bool relative);
void wb_supervisor_node_add_force_with_offset(WbNodeRef node, const double force[3], const double offset[3],
                                              bool relative);
void wb_supervisor_node_add_torque(WbNodeRef node, const double torque[3], bool relative);
void wb_supervisor_node_reset_physics(WbNodeRef node);
void wb_supervisor_node_set_joint_position(WbNodeRef node, double position, int index); /* index 1 to 3 */
void wb_supervisor_node_save_state(WbNodeRef node, const char* state_name);
void wb_supervisor_node_load_state(WbNodeRef node, const char* state_name);
void wb_supervisor_node_restart_controller(WbNodeRef node);
void wb_supervisor_node_remove(WbNodeRef node);
void wb_supervisor_node_set_visibility(WbNodeRef node, WbNodeRef from, bool visible);
void wb_supervisor_node_move_viewpoint(WbNodeRef node);

/* Contacts of the last step. */
WbContactPoint* wb_supervisor_node_get_contact_points(WbNodeRef node, bool include_descendants, int* size);

/* Tracking: the value comes with each step (every `sampling_period` ms), so that getting it costs nothing. */
void wb_supervisor_node_enable_pose_tracking(WbNodeRef node, int sampling_period, WbNodeRef from_node);
void wb_supervisor_node_disable_pose_tracking(WbNodeRef node, WbNodeRef from_node);
void wb_supervisor_node_enable_contact_points_tracking(WbNodeRef node, int sampling_period, bool include_descendants);
void wb_supervisor_node_disable_contact_points_tracking(WbNodeRef node);
void wb_supervisor_field_enable_sf_tracking(WbFieldRef field, int sampling_period);
void wb_supervisor_field_disable_sf_tracking(WbFieldRef field);

/* Fields. The count is -1 for a field that is no list. The actual field of a PROTO's parameter is the one it stands
 * for. */
const char* wb_supervisor_field_get_name(WbFieldRef field);
WbFieldType wb_supervisor_field_get_type(WbFieldRef field);
const char* wb_supervisor_field_get_type_name(WbFieldRef field);
int wb_supervisor_field_get_count(WbFieldRef field);
WbFieldRef wb_supervisor_field_get_actual_field(WbFieldRef field);

bool wb_supervisor_field_get_sf_bool(WbFieldRef field);
int wb_supervisor_field_get_sf_int32(WbFieldRef field);
double wb_supervisor_field_get_sf_float(WbFieldRef field);
const double* wb_supervisor_field_get_sf_vec2f(WbFieldRef field);
const double* wb_supervisor_field_get_sf_vec3f(WbFieldRef field);
const double* wb_supervisor_field_get_sf_rotation(WbFieldRef field);
const double* wb_supervisor_field_get_sf_color(WbFieldRef field);
const char* wb_supervisor_field_get_sf_string(WbFieldRef field);
WbNodeRef wb_supervisor_field_get_sf_node(WbFieldRef field);

/* An index below 0 counts from the end: -1 is the last. */
bool wb_supervisor_field_get_mf_bool(WbFieldRef field, int index);
int wb_supervisor_field_get_mf_int32(WbFieldRef field, int index);
double wb_supervisor_field_get_mf_float(WbFieldRef field, int index);
const double* wb_supervisor_field_get_mf_vec2f(WbFieldRef field, int index);
const double* wb_supervisor_field_get_mf_vec3f(WbFieldRef field, int index);
const double* wb_supervisor_field_get_mf_rotation(WbFieldRef field, int index);
const double* wb_supervisor_field_get_mf_color(WbFieldRef field, int index);
const char* wb_supervisor_field_get_mf_string(WbFieldRef field, int index);
WbNodeRef wb_supervisor_field_get_mf_node(WbFieldRef field, int index);

void wb_supervisor_field_set_sf_bool(WbFieldRef field, bool value);
void wb_supervisor_field_set_sf_int32(WbFieldRef field, int value);
void wb_supervisor_field_set_sf_float(WbFieldRef field, double value);
void wb_supervisor_field_set_sf_vec2f(WbFieldRef field, const double values[2]);
void wb_supervisor_field_set_sf_vec3f(WbFieldRef field, const double values[3]);
void wb_supervisor_field_set_sf_rotation(WbFieldRef field, const double values[4]);
void wb_supervisor_field_set_sf_color(WbFieldRef field, const double values[3]);
void wb_supervisor_field_set_sf_string(WbFieldRef field, const char* value);

void wb_supervisor_field_set_mf_bool(WbFieldRef field, int index, bool value);
void wb_supervisor_field_set_mf_int32(WbFieldRef field, int index, int value);
void wb_supervisor_field_set_mf_float(WbFieldRef field, int index, double value);
void wb_supervisor_field_set_mf_vec2f(WbFieldRef field, int index, const double values[2]);
void wb_supervisor_field_set_mf_vec3f(WbFieldRef field, int index, const double values[3]);
void wb_supervisor_field_set_mf_rotation(WbFieldRef field, int index, const double values[4]);
void wb_supervisor_field_set_mf_color(WbFieldRef field, int index, const double values[3]);
void wb_supervisor_field_set_mf_string(WbFieldRef field, int index, const char* value);

/* Before `index`; -1 appends. */
void wb_supervisor_field_insert_mf_bool(WbFieldRef field, int index, bool value);
void wb_supervisor_field_insert_mf_int32(WbFieldRef field, int index, int value);
void wb_supervisor_field_insert_mf_float(WbFieldRef field, int index, double value);
void wb_supervisor_field_insert_mf_vec2f(WbFieldRef field, int index, const double values[2]);
void wb_supervisor_field_insert_mf_vec3f(WbFieldRef field, int index, const double values[3]);
void wb_supervisor_field_insert_mf_rotation(WbFieldRef field, int index, const double values[4]);
void wb_supervisor_field_insert_mf_color(WbFieldRef field, int index, const double values[3]);
void wb_supervisor_field_insert_mf_string(WbFieldRef field, int index, const char* value);

void wb_supervisor_field_remove_mf(WbFieldRef field, int index);
void wb_supervisor_field_remove_sf(WbFieldRef field);
void wb_supervisor_field_import_mf_node_from_string(WbFieldRef field, int position, const char* node_string);
void wb_supervisor_field_import_sf_node_from_string(WbFieldRef field, const char* node_string);

/* The PROTO that a node comes from. */
const char* wb_supervisor_proto_get_type_name(WbProtoRef proto);
bool wb_supervisor_proto_is_derived(WbProtoRef proto);
WbProtoRef wb_supervisor_proto_get_parent(WbProtoRef proto);
WbFieldRef wb_supervisor_proto_get_field(WbProtoRef proto, const char* field_name);
WbFieldRef wb_supervisor_proto_get_field_by_index(WbProtoRef proto, int index);
int wb_supervisor_proto_get_number_of_fields(WbProtoRef proto);

bool wb_supervisor_virtual_reality_headset_is_used();
const double* wb_supervisor_virtual_reality_headset_get_position();
const double* wb_supervisor_virtual_reality_headset_get_orientation();

/* Names of older releases. */
const double* wb_supervisor_node_get_contact_point(WbNodeRef node, int index);
WbNodeRef wb_supervisor_node_get_contact_point_node(WbNodeRef node, int index);
int wb_supervisor_node_get_number_of_contact_points(WbNodeRef node, bool include_descendants);
void wb_supervisor_node_enable_contact_point_tracking(WbNodeRef node, int sampling_period, bool include_descendants);
void wb_supervisor_node_disable_contact_point_tracking(WbNodeRef node, bool include_descendants);
void wb_supervisor_simulation_revert() WB_DEPRECATED;
void wb_supervisor_simulation_physics_reset() WB_DEPRECATED;
void wb_supervisor_load_world(const char* filename) WB_DEPRECATED;
bool wb_supervisor_save_world(const char* filename) WB_DEPRECATED;
void wb_supervisor_field_remove_mf_node(WbFieldRef field, int position) WB_DEPRECATED;
int wb_supervisor_movie_get_status();
void wb_supervisor_start_movie(const char* filename, int width, int height, int codec, int quality, int acceleration,
                               bool caption) WB_DEPRECATED;
/* Before Webots 7.2.2 it took the first five. */
#define WB_MOVIE_SPEED(quality, acceleration, caption, ...) quality, acceleration, caption
#define wb_supervisor_start_movie(filename, width, height, codec, ...) \
  wb_supervisor_start_movie(filename, width, height, codec, WB_MOVIE_SPEED(__VA_ARGS__, 1, false, ))
void wb_supervisor_stop_movie() WB_DEPRECATED;
int wb_supervisor_get_movie_status() WB_DEPRECATED;
void wb_supervisor_field_import_mf_node(WbFieldRef field, int position, const char* filename);
void wb_supervisor_field_import_sf_node(WbFieldRef field, const char* filename);
WbFieldRef wb_supervisor_node_get_proto_field(WbNodeRef node, const char* field_name);
WbFieldRef wb_supervisor_node_get_proto_field_by_index(WbNodeRef node, int index);
int wb_supervisor_node_get_proto_number_of_fields(WbNodeRef node);
const char* wb_supervisor_node_get_name(WbNodeRef node); /* the type's name */
void wb_supervisor_simulator_quit(int status);
void wb_supervisor_simulator_revert();
bool wb_supervisor_start_animation(const char* filename);
bool wb_supervisor_stop_animation();

#ifdef __cplusplus
}
#endif

#endif
