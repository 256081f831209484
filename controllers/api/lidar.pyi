# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Lidar(Sensor):
    """Measures ranges in all directions of a fan: rows of ranges, a row a layer."""
    kind = 14
    def get_range_image() -> floats_of: "The last ranges in m, if there are any; they change with the next."
    def get_layer_range_image(layer: int) -> floats_of: "The ranges of one layer."
    def enable_point_cloud(): "Makes point clouds from now on."
    def disable_point_cloud(): "Makes no more point clouds."
    def is_point_cloud_enabled() -> bool: "Whether it makes point clouds now."
    def get_point_cloud() -> structs['LidarPoint']: "The last point cloud, if there is one."
    def get_layer_point_cloud(layer: int) -> structs['LidarPoint']: "The points of one layer."
    def get_number_of_points() -> int: "Points of a cloud."
    def get_horizontal_resolution() -> int: "Points of a layer."
    def get_number_of_layers() -> int: "Layers, from the top."
    def get_min_frequency() -> double['Hz']: "The slowest that the head turns."
    def get_max_frequency() -> double['Hz']: "The fastest that the head turns."
    def get_frequency() -> double['Hz']: "How fast the head turns."
    def set_frequency(frequency: double['Hz', 'min..max']): "How fast the head turns from now on."
    def get_fov() -> double['rad']: "Horizontal field of view."
    def get_vertical_fov() -> double['rad']: "Vertical field of view."
    def get_min_range() -> double['m']: "What is nearer is not measured."
    def get_max_range() -> double['m']: "What is farther is not measured."
    @c_only
    def get_point(index: int) -> structs['LidarPoint']: "A point of the last point cloud, if there is one."
    c(includes='lidar_point.h types.h')
    cpp(header='webots/lidar_point.h', before='typedef WbLidarPoint LidarPoint;')
    python(plain='is_point_cloud_enabled',
           by_hand='get_range_image get_layer_range_image get_point_cloud get_layer_point_cloud', exports='LidarPoint')
