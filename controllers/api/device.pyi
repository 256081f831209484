# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Device:
    """A device of the robot."""
    def get_name() -> text: "Its field name, by which the controller asks for it."
    def get_model() -> text: "Its field model: what thing of the real world it stands for."
    def get_node_type() -> node_type: "The type of its node: one of the constants of Node."
    @c_only
    @old
    @deprecated
    def get_type() -> node_type: "The type of its node."
    c(includes='nodes.h types.h', head='NULL and WB_NODE_NO_NODE for a tag that is no device.')
    cpp(class_by_hand=True)
    python(class_by_hand=True)
