# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Field:
    """A field of a node of the world."""
    prefix = 'wb_supervisor_field'
    handle = 'WbFieldRef'

    class Type(WbFieldType):
        "What fields hold; MF is the bit of those that are lists."
        c(names='WB_{}')
        NO_FIELD = 0x00
        SF_BOOL = 0x01
        SF_INT32 = 0x02
        SF_FLOAT = 0x03
        SF_VEC2F = 0x04
        SF_VEC3F = 0x05
        SF_ROTATION = 0x06
        SF_COLOR = 0x07
        SF_STRING = 0x08
        SF_NODE = 0x09
        MF = 0x10
        MF_BOOL = 0x11
        MF_INT32 = 0x12
        MF_FLOAT = 0x13
        MF_VEC2F = 0x14
        MF_VEC3F = 0x15
        MF_ROTATION = 0x16
        MF_COLOR = 0x17
        MF_STRING = 0x18
        MF_NODE = 0x19

    def get_name() -> text: "Its name in its node."
    def get_type() -> Type: "Its type: one of the constants."
    def get_type_name() -> text: "What it holds, in words: \"SFVec3f\"."
    def get_count() -> int: "How many elements a list has; -1: it is no list."
    def get_actual_field() -> Field: "The field that a PROTO's parameter stands for; itself if it is none."
    @since('R2021b')
    def enable_sf_tracking(sampling_period: int['ms', '>= 0']):
        """Its value comes with a step once in every period from now on; asking for it costs nothing then."""
    @since('R2021b')
    def disable_sf_tracking(): "Its value comes no more with each step."

    # VALUE is what a field of that kind holds.
    each(KIND=dict(bool=bool, int32=cut, float=double, vec2f=doubles[2], vec3f=doubles[3], rotation=doubles[4],
                   color=doubles[3], string=text, node=Node))
    def get_sf_KIND() -> VALUE: "Its value; it must be of kind KIND."
    def get_mf_KIND(index: int) -> VALUE: "An element of a list of that kind; -1 is the last."
    each(KIND=dict(bool=bool, int32=cut, float=double, vec2f=doubles[2], vec3f=doubles[3], rotation=doubles[4],
                   color=doubles[3], string=text))
    def set_sf_KIND(value: VALUE): "Sets its value; it must be of kind KIND. It takes effect with the next step."
    def set_mf_KIND(index: int, value: VALUE): "Sets an element of a list of that kind; -1 is the last."
    def insert_mf_KIND(index: int, value: VALUE): "Inserts an element before the one of that index; -1 appends it."
    each()
    def remove_mf(index: int): "Takes an element out of a list; -1 is the last."
    def remove_sf(): "Takes the node out of an SFNode field."
    def import_mf_node_from_string(position: int, node_string: text):
        """Makes nodes of text, and puts them into a list before that element; -1 appends them."""
    def import_sf_node_from_string(node_string: text): "Makes a node of text, and puts it into an SFNode field."
    @old
    def import_mf_node(position: int, filename: text):
        """Reads nodes from a file, and puts them into a list before that element."""
    @old
    def import_sf_node(filename: text): "Reads a node from a file, and puts it into an SFNode field."
    @old
    @deprecated
    def remove_mf_node(position: int): "Takes a node out of a list."
    c(header='webots/supervisor.h')
    cpp(header='webots/Node.hpp',
        before='''
            // A header of some systems has a macro of that name.
            #ifdef MF_STRING
            #undef MF_STRING
            #endif
        ''',
        aliases=dict(removeMFItem='removeMF'))
    python(
        property={'get_name': 'name', 'get_type_name': 'type_name', 'get_count': 'count'}, plain='*',
        arguments={'enable_sf_tracking': 'samplingPeriod', 'import_mf_node_from_string': 'position, nodeString',
                   'import_sf_node_from_string': 'nodeString'},
        by_hand='get_type set_sf_vec2f set_sf_vec3f set_sf_rotation set_sf_color')
