// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Values between Java and C: texts are bytes in UTF-8, memory that C shows is copied, handles are numbers. Internal.
#ifndef LIGHTSOUT_JAVA_MARSHAL_H
#define LIGHTSOUT_JAVA_MARSHAL_H

#include <jni.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace lightsout::java {

// The bytes as C has texts; NULL for null.
class Text {
 public:
  Text(JNIEnv* env, jbyteArray bytes) : is_null_(bytes == nullptr) {
    if (is_null_) return;
    text_.resize(std::size_t(env->GetArrayLength(bytes)));
    env->GetByteArrayRegion(bytes, 0, jsize(text_.size()), reinterpret_cast<jbyte*>(text_.data()));
  }
  operator const char*() const { return is_null_ ? nullptr : text_.c_str(); }

 private:
  bool is_null_;
  std::string text_;
};

// Java has looked at the length (Native.numbers).
template <int count>
class Doubles {
 public:
  Doubles(JNIEnv* env, jdoubleArray array) { env->GetDoubleArrayRegion(array, 0, count, values_); }
  operator const double*() const { return values_; }

 private:
  double values_[count];
};

inline jbyteArray bytes(JNIEnv* env, const void* data, jsize size) {
  if (!data || size < 0) return nullptr;
  jbyteArray array = env->NewByteArray(size);
  if (array) env->SetByteArrayRegion(array, 0, size, static_cast<const jbyte*>(data));
  return array;
}

inline jbyteArray text(JNIEnv* env, const char* c_text) {
  return bytes(env, c_text, c_text ? jsize(std::strlen(c_text)) : 0);
}

// Of text that the caller frees.
inline jbyteArray owned_text(JNIEnv* env, const char* c_text) {
  jbyteArray array = text(env, c_text);
  std::free(const_cast<char*>(c_text));
  return array;
}

inline jdoubleArray doubles(JNIEnv* env, const double* data, jsize size) {
  if (!data || size < 0) return nullptr;
  jdoubleArray array = env->NewDoubleArray(size);
  if (array) env->SetDoubleArrayRegion(array, 0, size, data);
  return array;
}

inline jfloatArray floats(JNIEnv* env, const float* data, jsize size) {
  if (!data || size < 0) return nullptr;
  jfloatArray array = env->NewFloatArray(size);
  if (array) env->SetFloatArrayRegion(array, 0, size, data);
  return array;
}

// Four bytes B, G, R, A are the number 0xAARRGGBB on a machine that has the lowest byte first.
inline jintArray pixels(JNIEnv* env, const unsigned char* data, jsize size) {
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
  if (!data || size < 0) return nullptr;
  jintArray array = env->NewIntArray(size);
  if (array) env->SetIntArrayRegion(array, 0, size, reinterpret_cast<const jint*>(data));
  return array;
}

inline jlong number(const void* handle) { return jlong(reinterpret_cast<std::intptr_t>(handle)); }

template <class Handle>
Handle pointer(jlong number) {
  return reinterpret_cast<Handle>(std::intptr_t(number));
}

}  // namespace lightsout::java

#endif
