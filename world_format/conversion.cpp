#include "world_format/conversion.h"

namespace lightsout {

Value converted(const Value& value, FieldType type) {
  if (type == FieldType::SFFloat && value.type() == FieldType::SFInt32) return Value(double(value.as<std::int32_t>()));
  if (type == FieldType::SFVec3f && value.type() == FieldType::SFRotation) {
    const Rotation& rotation = value.as<Rotation>();
    return Value(Vec3{rotation.x, rotation.y, rotation.z});
  }
  if (type == FieldType::SFVec3f && value.type() == FieldType::SFFloat) return Value(Vec3{value.as<double>(), 0, 0});
  return value.clone();
}

}  // namespace lightsout
