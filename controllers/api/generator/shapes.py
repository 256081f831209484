# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""How large the memory is that functions of C show, for languages that copy it: what the description calls `bytes_of`,
`floats_of`, `table` and `data`."""

from dataclasses import dataclass

from model import Class, Function

_IMAGE = ('{prefix}_get_width(tag)', '{prefix}_get_height(tag)')

_SHAPES = {
    'wb_camera_get_image': _IMAGE,
    'wb_camera_recognition_get_segmentation_image': _IMAGE,
    'wb_camera_get_range_image': _IMAGE,
    'wb_range_finder_get_range_image': _IMAGE,
    'wb_range_finder_get_image': _IMAGE,
    'wb_lidar_get_range_image': ('wb_lidar_get_horizontal_resolution(tag)', 'wb_lidar_get_number_of_layers(tag)'),
    'wb_lidar_get_layer_range_image': ('wb_lidar_get_horizontal_resolution(tag)', '1'),
    'wb_receiver_get_data': ('wb_receiver_get_data_size(tag)', '1'),
    'wb_microphone_get_sample_data': ('wb_microphone_get_sample_size(tag)', '1'),
}


@dataclass(frozen=True)
class Shape:
    """Expressions of C, which may name the tag."""
    columns: str
    rows: str


def shape(owner: Class, function: Function) -> Shape:
    """Of what the function answers: elements of a row, and rows."""
    name = owner.c_name(function)
    if function.result and function.result.name == 'table':
        return Shape('3', f'{owner.prefix}_get_lookup_table_size(tag)')
    columns, rows = _SHAPES[name]
    return Shape(columns.format(prefix=owner.prefix), rows.format(prefix=owner.prefix))
