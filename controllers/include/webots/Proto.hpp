// The PROTO that a node comes from. The functions wb_supervisor_proto_* of supervisor.h as a class.
#ifndef WEBOTS_PROTO_HPP
#define WEBOTS_PROTO_HPP

#include <webots/types.h>

#include <string>
#include <webots/Field.hpp>

namespace webots {

class Field;

class Proto {
 public:
  std::string getTypeName() const;
  bool isDerived() const;
  Proto* getParent() const;
  Field* getField(const std::string& fieldName) const;
  Field* getFieldByIndex(const int index) const;
  int getNumberOfFields() const;

  // The object of a handle; NULL for NULL.
  static Proto* findProto(WbProtoRef ref);
  static void cleanup();

 private:
  Proto(WbProtoRef ref) : protoRef(ref) {}
  ~Proto() {}
  WbProtoRef protoRef;
};

}  // namespace webots

#endif
