// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What objects of equal settings have in common and none changes: there once, and so once in the caches, not once per
// object.
#pragma once

#include <algorithm>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <map>
#include <string>
#include <type_traits>

#include "engine/state/pose.h"

namespace lightsout {

// What may be shared derives from this. Those that share it hold one pointer each.
class SharedSetting : public boost::intrusive_ref_counter<SharedSetting> {
 public:
  virtual ~SharedSetting() = default;
};
template <class T>
using Shared = boost::intrusive_ptr<const T>;

class SharedSettings {
 public:
  // All that a thing is made of. Begins with the name of its type.
  class Key {
   public:
    explicit Key(std::string type) : bytes_(std::move(type)) { bytes_ += '\0'; }
    // A number, or a struct of numbers without padding.
    template <class T>
    requires std::is_trivially_copyable_v<T> Key& add(const T& value) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
      return *this;
    }
    Key& add(const Vector3d& vector) { return add(vector.x()).add(vector.y()).add(vector.z()); }
    Key& add(const Pose& pose) {
      for (int axis = 0; axis < 3; ++axis) add(Vector3d(pose.rotation.col(axis)));
      return add(pose.position);
    }

   private:
    friend class SharedSettings;
    std::string bytes_;
  };

  // What is made for this key and in use, else what make() answers.
  template <class T, class Make>
  Shared<T> find(const Key& key, Make make) {
    const auto found = by_key_.find(key.bytes_);
    if (found != by_key_.end()) return boost::static_pointer_cast<const T>(found->second);
    if (by_key_.size() >= enough_) forget_unused();
    const Shared<T> made(new T(make()));
    by_key_.emplace(key.bytes_, made);
    return made;
  }

 private:
  // Settings that are edited all the time do not pile up.
  void forget_unused() {
    std::erase_if(by_key_, [](const auto& known) { return known.second->use_count() == 1; });
    enough_ = std::max(enough_, 2 * by_key_.size());
  }

  std::map<std::string, Shared<SharedSetting>> by_key_;
  std::size_t enough_ = 64;
};

}  // namespace lightsout
