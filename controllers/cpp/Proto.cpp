// Proto: the functions wb_supervisor_proto_*.
#include <webots/supervisor.h>

#include <webots/Proto.hpp>

#include "controllers/cpp/session_objects.h"
#include "controllers/cpp/text.h"

namespace webots {

Proto* Proto::findProto(WbProtoRef ref) {
  if (!ref) return NULL;
  Proto*& proto = session_objects().protos[ref];
  if (!proto) proto = new Proto(ref);
  return proto;
}

void Proto::cleanup() {
  for (auto& entry : session_objects().protos) delete entry.second;
  session_objects().protos.clear();
}

std::string Proto::getTypeName() const { return text(wb_supervisor_proto_get_type_name(protoRef)); }
bool Proto::isDerived() const { return wb_supervisor_proto_is_derived(protoRef); }
Proto* Proto::getParent() const { return findProto(wb_supervisor_proto_get_parent(protoRef)); }
Field* Proto::getField(const std::string& fieldName) const {
  return Field::findField(wb_supervisor_proto_get_field(protoRef, fieldName.c_str()));
}
Field* Proto::getFieldByIndex(const int index) const {
  return Field::findField(wb_supervisor_proto_get_field_by_index(protoRef, index));
}
int Proto::getNumberOfFields() const { return wb_supervisor_proto_get_number_of_fields(protoRef); }

}  // namespace webots
