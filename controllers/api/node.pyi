# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Node:
    """A node of the world."""
    prefix = 'wb_supervisor_node'
    handle = 'WbNodeRef'

    class Type(WbNodeType):
        """Types of nodes as numbers: of devices, and of all nodes that a supervisor sees. They are those of the R2025a
        release, because compiled controllers carry them; those of types of older releases are our own."""
        c(names='WB_NODE_{}', header='webots/nodes.h')
        node_types()  # those of controllers/wire/node_types.def

    def remove(): "Takes it out of the world."
    def get_id() -> int: "Its number: the same as long as it is there."
    def get_type() -> Type: "The type of the node behind it: one of the constants."
    def get_def() -> text: "Its DEF name; empty if it has none."
    def get_type_name() -> text: "Its type in words: a PROTO's name, if it comes from one."
    def get_base_type_name() -> text: "The type of the node behind it in words."
    def get_parent_node() -> Node: "The node that it is in."
    def is_proto() -> bool: "Whether it comes from a PROTO."
    def get_proto() -> Proto: "The PROTO that it comes from."
    def get_from_proto_def(def_name: text) -> Node: "The node of that DEF name in the body of its PROTO."
    @since('R2021b')
    def get_number_of_fields() -> int: "How many fields it has as it is written: a PROTO's parameters."
    @since('R2021b')
    def get_number_of_base_node_fields() -> int: "How many fields the node behind it has."
    def get_field(field_name: text) -> Field: "A field as it is written: a PROTO's parameter."
    def get_base_node_field(field_name: text) -> Field: "A field of the node behind it."
    @since('R2021b')
    def get_field_by_index(index: int) -> Field: "The field of that number as it is written."
    @since('R2021b')
    def get_base_node_field_by_index(index: int) -> Field: "The field of that number of the node behind it."
    def get_position() -> doubles[3, 'm']: "Where it is in the world."
    def get_orientation() -> doubles[9]: "How it is turned in the world: a rotation matrix, row by row."
    @since('R2021b')
    def get_pose(from_node: Node) -> doubles[16]:
        """Where it is and how it is turned, seen from another node or from the world: a 4 x 4 matrix, row by row."""
    @since('R2021b')
    def enable_contact_points_tracking(sampling_period: int['ms', '>= 0'], include_descendants: bool):
        """Its contact points come with a step once in every period from now on; asking for them costs nothing then."""
    @since('R2021b')
    def disable_contact_points_tracking(): "Its contact points come no more with each step."
    @since('R2021b')
    def enable_pose_tracking(sampling_period: int['ms', '>= 0'], from_node: Node):
        """Its pose comes with a step once in every period from now on; asking for it costs nothing then."""
    @since('R2021b')
    def disable_pose_tracking(from_node: Node): "Its pose comes no more with each step."
    def get_contact_points(include_descendants: bool, size: int_out) -> own_structs['ContactPoint']:
        """The points where it touched others in the last step; with its descendants, also those where they did."""
    def get_center_of_mass() -> doubles[3, 'm']: "Its centre of mass, in the world."
    @cpp_only
    def get_contact_point(index: int) -> doubles[3, 'm']: "One of the points where it touches others."
    @cpp_only
    def get_contact_point_node(index: int) -> Node: "The node that touches there."
    @cpp_only
    def get_number_of_contact_points(include_descendants: bool) -> int: "In how many points it touches others."
    def get_static_balance() -> bool: "Whether its centre of mass stands above what it touches the ground with."
    def get_velocity() -> doubles[6, 'm/s, rad/s']: "Linear and angular velocity along the axes of the world."
    @since('R2021b')
    def export_string() -> text: "The node as text of a world file."
    def set_velocity(velocity: doubles[6, 'm/s, rad/s']):
        """Sets linear and angular velocity along the axes of the world."""
    def reset_physics(): "Stops it, and all that is in it: no velocity, no forces."
    def restart_controller(): "Starts its controller anew."
    def move_viewpoint(): "Moves the view to it."
    def set_visibility(from_node: Node, visible: bool): "Whether a camera, or the view, shows it."
    def add_force(force: doubles[3, 'N'], relative: bool):
        """Pushes at its centre of mass during the next step, along its own axes or the world's."""
    def add_force_with_offset(force: doubles[3, 'N'], offset: doubles[3, 'm'], relative: bool):
        """Pushes at a point that is given in its own axes, during the next step; the force is along its own axes or
        the world's."""
    def add_torque(torque: doubles[3, 'N m'], relative: bool):
        """Turns it during the next step, about its own axes or the world's."""
    @since('R2021b')
    def save_state(state_name: text): "Remembers how it stands, under that name."
    @since('R2021b')
    def load_state(state_name: text):
        """Puts it as it stood when that name was saved; "__init__" is how the world began."""
    @since('R2021b')
    def set_joint_position(position: double['rad or m'], index: int['', '1..3']):
        """Puts a joint into a position: its first, second or third axis."""
    @c_only
    @old
    def enable_contact_point_tracking(sampling_period: int['ms', '>= 0'], include_descendants: bool):
        "Its contact points come with a step once in every period from now on."
    @c_only
    @old
    def disable_contact_point_tracking(include_descendants: bool): "Its contact points come no more with each step."
    c(header='webots/supervisor.h',
      macros=dict(
          get_number_of_contact_points=r'''
              /* Before R2021a it took the node alone. */
              #define WB_CONTACT_POINTS(node, include_descendants, ...) node, include_descendants
              #define wb_supervisor_node_get_number_of_contact_points(...) \
                wb_supervisor_node_get_number_of_contact_points(WB_CONTACT_POINTS(__VA_ARGS__, false, ))
          '''),
      aliases=dict(wb_supervisor_node_get_proto_field='get_base_node_field',
                   wb_supervisor_node_get_proto_field_by_index='get_base_node_field_by_index',
                   wb_supervisor_node_get_proto_number_of_fields='get_number_of_base_node_fields',
                   wb_supervisor_node_get_name='get_type_name'))
    cpp(header='webots/contact_point.h webots/Field.hpp webots/Proto.hpp',
        before='typedef WbContactPoint ContactPoint;', virtual='remove', virtual_destructor=True,
        const='enable_contact_points_tracking disable_contact_points_tracking enable_pose_tracking disable_pose_tracking '
              'export_string move_viewpoint',
        arguments={'get_pose': 'const Node* fromNode', 'enable_pose_tracking': 'int samplingPeriod, const Node* fromNode',
                   'disable_pose_tracking': 'const Node* fromNode', 'set_visibility': 'Node* from, bool visible',
                   'enable_contact_points_tracking': 'int samplingPeriod, bool includeDescendants = false',
                   'disable_contact_points_tracking': 'bool includeDescendants = false',
                   'get_number_of_contact_points': 'bool includeDescendants = false',
                   'set_joint_position': 'double position, int index = 1'},
        by_hand='disable_contact_points_tracking',
        extra='''
            const double* getPose() const;
            void enablePoseTracking(int samplingPeriod) const;
            void disablePoseTracking() const;
        ''',
        aliases=dict(getProtoField='getBaseNodeField', getProtoFieldByIndex='getBaseNodeFieldByIndex',
                     getProtoNumberOfFields='getNumberOfBaseNodeFields'))
    matlab(arguments={'get_contact_points': 'include_descendants=False'})
    python(
        property={'get_def': 'DEF', 'get_id': 'id', 'get_type': 'type', 'get_type_name': 'type_name',
                  'get_base_type_name': 'base_type_name', 'get_number_of_fields': 'number_of_fields',
                  'get_number_of_base_node_fields': 'number_of_base_node_fields'}, plain='*',
        arguments={'get_from_proto_def': 'DEF', 'get_field': 'fieldName', 'get_base_node_field': 'fieldName',
                   'get_pose': 'fromNode=None', 'enable_pose_tracking': 'samplingPeriod, fromNode=None',
                   'disable_pose_tracking': 'fromNode=None', 'set_visibility': 'fromNode, visible',
                   'enable_contact_points_tracking': 'samplingPeriod, includeDescendants=False',
                   'save_state': 'stateName', 'load_state': 'stateName', 'set_joint_position': 'position, index=1'},
        by_hand='get_contact_points disable_contact_points_tracking', exports='node.ContactPoint')
