// What objects of equal settings have in common and none changes: there once, and so once in the caches, not once per
// object.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <type_traits>

namespace lightsout {

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

   private:
    friend class SharedSettings;
    std::string bytes_;
  };

  // What is made for this key and in use, else what make() answers.
  template <class T, class Make>
  std::shared_ptr<const T> find(const Key& key, Make make) {
    std::weak_ptr<const void>& known = by_key_[key.bytes_];
    if (auto found = std::static_pointer_cast<const T>(known.lock())) return found;
    auto made = std::make_shared<const T>(make());
    known = made;
    return made;
  }

 private:
  std::map<std::string, std::weak_ptr<const void>> by_key_;
};

}  // namespace lightsout
