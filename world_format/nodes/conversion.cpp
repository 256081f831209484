// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "world_format/nodes/conversion.h"

namespace lightsout {

Value converted(const Value& value, FieldType type) {
  if (type == FieldType::SFFloat && value.type() == FieldType::SFInt32) return Value(double(value.as<std::int32_t>()));
  if (type == FieldType::SFVec3f && value.type() == FieldType::SFRotation) {
    const Rotation& rotation = value.as<Rotation>();
    return Value(Vec3{rotation.x, rotation.y, rotation.z});
  }
  if (type == FieldType::SFVec3f && value.type() == FieldType::SFFloat) return Value(Vec3{value.as<double>(), 0, 0});
  if (is_multiple(type) && element_type(type) == value.type()) {
    Value list = Value::empty(type);
    std::visit(
        [&value]<class T>(T& elements) {
          if constexpr (!std::same_as<T, MFNode> && !std::same_as<T, std::string> &&
                        requires { typename T::value_type; })
            elements.push_back(value.as<typename T::value_type>());
        },
        list.storage());
    return list;
  }
  return value.clone();
}

}  // namespace lightsout
