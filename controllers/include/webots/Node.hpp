// A node of the world. The functions wb_supervisor_node_* of supervisor.h as a class; objects belong to the library.
#ifndef WEBOTS_NODE_HPP
#define WEBOTS_NODE_HPP

#include <webots/contact_point.h>
#include <webots/types.h>

#include <string>
#include <webots/Field.hpp>
#include <webots/Proto.hpp>

namespace webots {

typedef WbContactPoint ContactPoint;
class Field;
class Proto;

class Node {
 public:
  // The numbers of nodes.h.
  typedef enum {
    NO_NODE = 0,
    APPEARANCE,
    BACKGROUND,
    BILLBOARD,
    BOX,
    CAD_SHAPE,
    CAPSULE,
    COLOR,
    CONE,
    COORDINATE,
    CYLINDER,
    DIRECTIONAL_LIGHT,
    ELEVATION_GRID,
    FOG,
    GROUP,
    IMAGE_TEXTURE,
    INDEXED_FACE_SET,
    INDEXED_LINE_SET,
    MATERIAL,
    MESH,
    MUSCLE,
    NORMAL,
    PBR_APPEARANCE,
    PLANE,
    POINT_LIGHT,
    POINT_SET,
    POSE,
    SHAPE,
    SPHERE,
    SPOT_LIGHT,
    TEXTURE_COORDINATE,
    TEXTURE_TRANSFORM,
    TRANSFORM,
    VIEWPOINT,
    ROBOT,
    ACCELEROMETER,
    ALTIMETER,
    BRAKE,
    CAMERA,
    COMPASS,
    CONNECTOR,
    DISPLAY,
    DISTANCE_SENSOR,
    EMITTER,
    GPS,
    GYRO,
    INERTIAL_UNIT,
    LED,
    LIDAR,
    LIGHT_SENSOR,
    LINEAR_MOTOR,
    PEN,
    POSITION_SENSOR,
    PROPELLER,
    RADAR,
    RANGE_FINDER,
    RECEIVER,
    ROTATIONAL_MOTOR,
    SKIN,
    SPEAKER,
    TOUCH_SENSOR,
    VACUUM_GRIPPER,
    BALL_JOINT,
    BALL_JOINT_PARAMETERS,
    CHARGER,
    CONTACT_PROPERTIES,
    DAMPING,
    FLUID,
    FOCUS,
    HINGE_JOINT,
    HINGE_JOINT_PARAMETERS,
    HINGE_2_JOINT,
    IMMERSION_PROPERTIES,
    JOINT_PARAMETERS,
    LENS,
    LENS_FLARE,
    PHYSICS,
    RECOGNITION,
    SLIDER_JOINT,
    SLOT,
    SOLID,
    SOLID_REFERENCE,
    TRACK,
    TRACK_WHEEL,
    WORLD_INFO,
    ZOOM,
    MICROPHONE,
    RADIO,
    // types of older releases
    DIFFERENTIAL_WHEELS,
    SUPERVISOR,
    SERVO
  } Type;

  virtual void remove();
  int getId() const;
  Type getType() const;
  std::string getDef() const;
  std::string getTypeName() const;
  std::string getBaseTypeName() const;
  Node* getParentNode() const;
  bool isProto() const;
  Proto* getProto() const;
  Node* getFromProtoDef(const std::string& name) const;
  int getNumberOfFields() const;
  int getNumberOfBaseNodeFields() const;
  Field* getField(const std::string& fieldName) const;
  Field* getBaseNodeField(const std::string& fieldName) const;
  Field* getFieldByIndex(const int index) const;
  Field* getBaseNodeFieldByIndex(const int index) const;

  const double* getPosition() const;
  const double* getOrientation() const;
  const double* getPose() const;
  const double* getPose(const Node* fromNode) const;
  void enableContactPointsTracking(int samplingPeriod, bool includeDescendants = false) const;
  void disableContactPointsTracking(bool includeDescendants = false) const;
  void enablePoseTracking(int samplingPeriod) const;
  void disablePoseTracking() const;
  void enablePoseTracking(int samplingPeriod, const Node* fromNode) const;
  void disablePoseTracking(const Node* fromNode) const;
  ContactPoint* getContactPoints(bool includeDescendants, int* size) const;
  const double* getCenterOfMass() const;
  const double* getContactPoint(int index) const;
  Node* getContactPointNode(int index) const;
  int getNumberOfContactPoints(bool includeDescendants = false) const;
  bool getStaticBalance() const;
  const double* getVelocity() const;
  std::string exportString() const;

  void setVelocity(const double velocity[6]);
  void resetPhysics();
  void restartController();
  void moveViewpoint() const;
  void setVisibility(Node* from, bool visible);
  void addForce(const double force[3], bool relative);
  void addForceWithOffset(const double force[3], const double offset[3], bool relative);
  void addTorque(const double torque[3], bool relative);
  void saveState(const std::string& stateName);
  void loadState(const std::string& stateName);
  void setJointPosition(double position, int index = 1);

  // Names of older releases.
  Field* getProtoField(const std::string& fieldName) const;
  Field* getProtoFieldByIndex(const int index) const;
  int getProtoNumberOfFields() const;

  // The object of a handle; NULL for NULL.
  static Node* findNode(WbNodeRef ref);
  static void cleanup();

 private:
  Node(WbNodeRef ref) : nodeRef(ref) {}
  virtual ~Node() {}
  WbNodeRef nodeRef;
};

}  // namespace webots

#endif
