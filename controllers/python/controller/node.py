"""A node of the world."""

import ctypes
from typing import List, Optional

from .constants import constant
from .field import Field
from .proto import Proto
from .wb import (array, boolean, decoded, encoded, function, handle, integer, numbers, real, reals, tag, text, view)

_get_root = function('wb_supervisor_node_get_root', handle)
_get_self = function('wb_supervisor_node_get_self', handle)
_get_selected = function('wb_supervisor_node_get_selected', handle)
_get_from_id = function('wb_supervisor_node_get_from_id', handle, integer)
_get_from_device = function('wb_supervisor_node_get_from_device', handle, tag)
_get_from_def = function('wb_supervisor_node_get_from_def', handle, text)
_get_from_proto_def = function('wb_supervisor_node_get_from_proto_def', handle, handle, text)
_get_parent_node = function('wb_supervisor_node_get_parent_node', handle, handle)
_get_proto = function('wb_supervisor_node_get_proto', handle, handle)
_get_id = function('wb_supervisor_node_get_id', integer, handle)
_get_type = function('wb_supervisor_node_get_type', integer, handle)
_get_def = function('wb_supervisor_node_get_def', text, handle)
_get_type_name = function('wb_supervisor_node_get_type_name', text, handle)
_get_base_type_name = function('wb_supervisor_node_get_base_type_name', text, handle)
_is_proto = function('wb_supervisor_node_is_proto', boolean, handle)
_export_string = function('wb_supervisor_node_export_string', text, handle)
_get_number_of_fields = function('wb_supervisor_node_get_number_of_fields', integer, handle)
_get_number_of_base_node_fields = function('wb_supervisor_node_get_number_of_base_node_fields', integer, handle)
_get_position = function('wb_supervisor_node_get_position', reals, handle)
_get_orientation = function('wb_supervisor_node_get_orientation', reals, handle)
_get_center_of_mass = function('wb_supervisor_node_get_center_of_mass', reals, handle)
_get_velocity = function('wb_supervisor_node_get_velocity', reals, handle)
_get_static_balance = function('wb_supervisor_node_get_static_balance', boolean, handle)
_get_field = function('wb_supervisor_node_get_field', handle, handle, text)
_get_field_by_index = function('wb_supervisor_node_get_field_by_index', handle, handle, integer)
_get_base_node_field = function('wb_supervisor_node_get_base_node_field', handle, handle, text)
_get_base_node_field_by_index = function('wb_supervisor_node_get_base_node_field_by_index', handle, handle, integer)
_get_pose = function('wb_supervisor_node_get_pose', reals, handle, handle)
_enable_pose_tracking = function('wb_supervisor_node_enable_pose_tracking', None, handle, integer, handle)
_disable_pose_tracking = function('wb_supervisor_node_disable_pose_tracking', None, handle, handle)
_get_contact_points = function('wb_supervisor_node_get_contact_points', handle, handle, boolean,
                               ctypes.POINTER(ctypes.c_int))
_enable_contact_points_tracking = function('wb_supervisor_node_enable_contact_points_tracking', None, handle,
                                           integer, boolean)
_disable_contact_points_tracking = function('wb_supervisor_node_disable_contact_points_tracking', None, handle)
_set_velocity = function('wb_supervisor_node_set_velocity', None, handle, reals)
_add_force = function('wb_supervisor_node_add_force', None, handle, reals, boolean)
_add_force_with_offset = function('wb_supervisor_node_add_force_with_offset', None, handle, reals, reals, boolean)
_add_torque = function('wb_supervisor_node_add_torque', None, handle, reals, boolean)
_set_joint_position = function('wb_supervisor_node_set_joint_position', None, handle, real, integer)
_save_state = function('wb_supervisor_node_save_state', None, handle, text)
_load_state = function('wb_supervisor_node_load_state', None, handle, text)
_set_visibility = function('wb_supervisor_node_set_visibility', None, handle, handle, boolean)
_reset_physics = function('wb_supervisor_node_reset_physics', None, handle)
_restart_controller = function('wb_supervisor_node_restart_controller', None, handle)
_move_viewpoint = function('wb_supervisor_node_move_viewpoint', None, handle)
_remove = function('wb_supervisor_node_remove', None, handle)


class ContactPoint(ctypes.Structure):
    """Where a solid touches another; the struct of the C header."""

    _fields_ = [('_point', ctypes.c_double * 3), ('node_id', ctypes.c_int), ('_padding', ctypes.c_int)]

    @property
    def point(self) -> List[float]:
        return self._point[:]

    def getPoint(self) -> List[float]:
        return self.point

    def getNodeId(self) -> int:
        return self.node_id


class Node:
    NO_NODE = constant('NODE_NO_NODE')
    APPEARANCE = constant('NODE_APPEARANCE')
    BACKGROUND = constant('NODE_BACKGROUND')
    BILLBOARD = constant('NODE_BILLBOARD')
    BOX = constant('NODE_BOX')
    CAD_SHAPE = constant('NODE_CAD_SHAPE')
    CAPSULE = constant('NODE_CAPSULE')
    COLOR = constant('NODE_COLOR')
    CONE = constant('NODE_CONE')
    COORDINATE = constant('NODE_COORDINATE')
    CYLINDER = constant('NODE_CYLINDER')
    DIRECTIONAL_LIGHT = constant('NODE_DIRECTIONAL_LIGHT')
    ELEVATION_GRID = constant('NODE_ELEVATION_GRID')
    FOG = constant('NODE_FOG')
    GROUP = constant('NODE_GROUP')
    IMAGE_TEXTURE = constant('NODE_IMAGE_TEXTURE')
    INDEXED_FACE_SET = constant('NODE_INDEXED_FACE_SET')
    INDEXED_LINE_SET = constant('NODE_INDEXED_LINE_SET')
    MATERIAL = constant('NODE_MATERIAL')
    MESH = constant('NODE_MESH')
    MUSCLE = constant('NODE_MUSCLE')
    NORMAL = constant('NODE_NORMAL')
    PBR_APPEARANCE = constant('NODE_PBR_APPEARANCE')
    PLANE = constant('NODE_PLANE')
    POINT_LIGHT = constant('NODE_POINT_LIGHT')
    POINT_SET = constant('NODE_POINT_SET')
    POSE = constant('NODE_POSE')
    SHAPE = constant('NODE_SHAPE')
    SPHERE = constant('NODE_SPHERE')
    SPOT_LIGHT = constant('NODE_SPOT_LIGHT')
    TEXTURE_COORDINATE = constant('NODE_TEXTURE_COORDINATE')
    TEXTURE_TRANSFORM = constant('NODE_TEXTURE_TRANSFORM')
    TRANSFORM = constant('NODE_TRANSFORM')
    VIEWPOINT = constant('NODE_VIEWPOINT')
    ROBOT = constant('NODE_ROBOT')
    ACCELEROMETER = constant('NODE_ACCELEROMETER')
    ALTIMETER = constant('NODE_ALTIMETER')
    BRAKE = constant('NODE_BRAKE')
    CAMERA = constant('NODE_CAMERA')
    COMPASS = constant('NODE_COMPASS')
    CONNECTOR = constant('NODE_CONNECTOR')
    DISPLAY = constant('NODE_DISPLAY')
    DISTANCE_SENSOR = constant('NODE_DISTANCE_SENSOR')
    EMITTER = constant('NODE_EMITTER')
    GPS = constant('NODE_GPS')
    GYRO = constant('NODE_GYRO')
    INERTIAL_UNIT = constant('NODE_INERTIAL_UNIT')
    LED = constant('NODE_LED')
    LIDAR = constant('NODE_LIDAR')
    LIGHT_SENSOR = constant('NODE_LIGHT_SENSOR')
    LINEAR_MOTOR = constant('NODE_LINEAR_MOTOR')
    PEN = constant('NODE_PEN')
    POSITION_SENSOR = constant('NODE_POSITION_SENSOR')
    PROPELLER = constant('NODE_PROPELLER')
    RADAR = constant('NODE_RADAR')
    RANGE_FINDER = constant('NODE_RANGE_FINDER')
    RECEIVER = constant('NODE_RECEIVER')
    ROTATIONAL_MOTOR = constant('NODE_ROTATIONAL_MOTOR')
    SKIN = constant('NODE_SKIN')
    SPEAKER = constant('NODE_SPEAKER')
    TOUCH_SENSOR = constant('NODE_TOUCH_SENSOR')
    VACUUM_GRIPPER = constant('NODE_VACUUM_GRIPPER')
    BALL_JOINT = constant('NODE_BALL_JOINT')
    BALL_JOINT_PARAMETERS = constant('NODE_BALL_JOINT_PARAMETERS')
    CHARGER = constant('NODE_CHARGER')
    CONTACT_PROPERTIES = constant('NODE_CONTACT_PROPERTIES')
    DAMPING = constant('NODE_DAMPING')
    FLUID = constant('NODE_FLUID')
    FOCUS = constant('NODE_FOCUS')
    HINGE_JOINT = constant('NODE_HINGE_JOINT')
    HINGE_JOINT_PARAMETERS = constant('NODE_HINGE_JOINT_PARAMETERS')
    HINGE_2_JOINT = constant('NODE_HINGE_2_JOINT')
    IMMERSION_PROPERTIES = constant('NODE_IMMERSION_PROPERTIES')
    JOINT_PARAMETERS = constant('NODE_JOINT_PARAMETERS')
    LENS = constant('NODE_LENS')
    LENS_FLARE = constant('NODE_LENS_FLARE')
    PHYSICS = constant('NODE_PHYSICS')
    RECOGNITION = constant('NODE_RECOGNITION')
    SLIDER_JOINT = constant('NODE_SLIDER_JOINT')
    SLOT = constant('NODE_SLOT')
    SOLID = constant('NODE_SOLID')
    SOLID_REFERENCE = constant('NODE_SOLID_REFERENCE')
    TRACK = constant('NODE_TRACK')
    TRACK_WHEEL = constant('NODE_TRACK_WHEEL')
    WORLD_INFO = constant('NODE_WORLD_INFO')
    ZOOM = constant('NODE_ZOOM')
    MICROPHONE = constant('NODE_MICROPHONE')
    RADIO = constant('NODE_RADIO')
    # Types of older releases.
    DIFFERENTIAL_WHEELS = constant('NODE_DIFFERENTIAL_WHEELS')
    SUPERVISOR = constant('NODE_SUPERVISOR')
    SERVO = constant('NODE_SERVO')

    def __init__(self, DEF: Optional[str] = None, tag: Optional[int] = None, id: Optional[int] = None,
                 selected: Optional[bool] = None, ref: Optional[int] = None):
        """The node of a handle, an id, a device (tag 0: the robot itself), a DEF, the selected one, or the root."""
        if ref is None:
            if id is not None:
                ref = _get_from_id(id)
            elif tag is not None:
                ref = _get_from_device(tag) if tag else _get_self()
            elif DEF is not None:
                ref = _get_from_def(encoded(DEF))
            else:
                ref = _get_selected() if selected else _get_root()
        self._ref = ref

    def __eq__(self, other) -> bool:
        return isinstance(other, Node) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    @staticmethod
    def _of(ref: Optional[int]) -> Optional['Node']:
        return Node(ref=ref) if ref else None

    @property
    def DEF(self) -> str:
        return decoded(_get_def(self._ref))

    @property
    def id(self) -> int:
        return _get_id(self._ref)

    @property
    def type(self) -> int:
        return _get_type(self._ref)

    @property
    def type_name(self) -> str:
        return decoded(_get_type_name(self._ref))

    @property
    def base_type_name(self) -> str:
        return decoded(_get_base_type_name(self._ref))

    @property
    def number_of_fields(self) -> int:
        return _get_number_of_fields(self._ref)

    @property
    def number_of_base_node_fields(self) -> int:
        return _get_number_of_base_node_fields(self._ref)

    def getDef(self) -> str:
        return self.DEF

    def getId(self) -> int:
        return self.id

    def getType(self) -> int:
        return self.type

    def getTypeName(self) -> str:
        return self.type_name

    def getBaseTypeName(self) -> str:
        return self.base_type_name

    def getNumberOfFields(self) -> int:
        return self.number_of_fields

    def getNumberOfBaseNodeFields(self) -> int:
        return self.number_of_base_node_fields

    def getParentNode(self) -> Optional['Node']:
        return Node._of(_get_parent_node(self._ref))

    def getFromProtoDef(self, DEF: str) -> Optional['Node']:
        return Node._of(_get_from_proto_def(self._ref, encoded(DEF)))

    def isProto(self) -> bool:
        return _is_proto(self._ref)

    def getProto(self) -> Optional[Proto]:
        ref = _get_proto(self._ref)
        return Proto(ref) if ref else None

    def exportString(self) -> str:
        return decoded(_export_string(self._ref))

    def remove(self):
        _remove(self._ref)

    def getField(self, fieldName: str) -> Optional[Field]:
        ref = _get_field(self._ref, encoded(fieldName))
        return Field(ref) if ref else None

    def getFieldByIndex(self, index: int) -> Optional[Field]:
        ref = _get_field_by_index(self._ref, index)
        return Field(ref) if ref else None

    def getBaseNodeField(self, fieldName: str) -> Optional[Field]:
        ref = _get_base_node_field(self._ref, encoded(fieldName))
        return Field(ref) if ref else None

    def getBaseNodeFieldByIndex(self, index: int) -> Optional[Field]:
        ref = _get_base_node_field_by_index(self._ref, index)
        return Field(ref) if ref else None

    def getProtoField(self, fieldName: str) -> Optional[Field]:
        """The name that older releases had for getBaseNodeField."""
        return self.getBaseNodeField(fieldName)

    def getProtoFieldByIndex(self, index: int) -> Optional[Field]:
        return self.getBaseNodeFieldByIndex(index)

    def getProtoNumberOfFields(self) -> int:
        return self.number_of_base_node_fields

    def getPosition(self) -> List[float]:
        return numbers(_get_position(self._ref), 3)

    def getOrientation(self) -> List[float]:
        return numbers(_get_orientation(self._ref), 9)

    def getPose(self, fromNode: Optional['Node'] = None) -> List[float]:
        return numbers(_get_pose(self._ref, fromNode._ref if fromNode else None), 16)

    def enablePoseTracking(self, samplingPeriod: int, fromNode: Optional['Node'] = None):
        _enable_pose_tracking(self._ref, samplingPeriod, fromNode._ref if fromNode else None)

    def disablePoseTracking(self, fromNode: Optional['Node'] = None):
        _disable_pose_tracking(self._ref, fromNode._ref if fromNode else None)

    def getCenterOfMass(self) -> List[float]:
        return numbers(_get_center_of_mass(self._ref), 3)

    def getVelocity(self) -> List[float]:
        return numbers(_get_velocity(self._ref), 6)

    def setVelocity(self, velocity: List[float]):
        _set_velocity(self._ref, array(velocity, 6))

    def getStaticBalance(self) -> bool:
        return _get_static_balance(self._ref)

    def getContactPoints(self, includeDescendants: bool = False) -> List[ContactPoint]:
        size = ctypes.c_int(0)
        points = view(_get_contact_points(self._ref, includeDescendants, ctypes.byref(size)), size.value, ContactPoint)
        return [ContactPoint.from_buffer_copy(point) for point in points] if points is not None else []

    def getNumberOfContactPoints(self, includeDescendants: bool = False) -> int:
        return len(self.getContactPoints(includeDescendants))

    def getContactPoint(self, index: int) -> List[float]:
        points = self.getContactPoints()
        return points[index].point if index < len(points) else [float('nan')] * 3

    def enableContactPointsTracking(self, samplingPeriod: int, includeDescendants: bool = False):
        _enable_contact_points_tracking(self._ref, samplingPeriod, includeDescendants)

    def disableContactPointsTracking(self, includeDescendants: bool = False):
        _disable_contact_points_tracking(self._ref)

    def addForce(self, force: List[float], relative: bool):
        _add_force(self._ref, array(force, 3), relative)

    def addForceWithOffset(self, force: List[float], offset: List[float], relative: bool):
        _add_force_with_offset(self._ref, array(force, 3), array(offset, 3), relative)

    def addTorque(self, torque: List[float], relative: bool):
        _add_torque(self._ref, array(torque, 3), relative)

    def setJointPosition(self, position: float, index: int = 1):
        _set_joint_position(self._ref, position, index)

    def saveState(self, stateName: str):
        _save_state(self._ref, encoded(stateName))

    def loadState(self, stateName: str):
        _load_state(self._ref, encoded(stateName))

    def resetPhysics(self):
        _reset_physics(self._ref)

    def restartController(self):
        _restart_controller(self._ref)

    def moveViewpoint(self):
        _move_viewpoint(self._ref)

    def setVisibility(self, fromNode: 'Node', visible: bool):
        _set_visibility(self._ref, fromNode._ref, visible)
