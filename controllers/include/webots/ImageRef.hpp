// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A clipboard image of a Display.
#ifndef WEBOTS_IMAGE_REF_HPP
#define WEBOTS_IMAGE_REF_HPP

#include <webots/types.h>

namespace webots {

class ImageRef {
 public:
  explicit ImageRef(const WbImageRef& ref) : imageRef(ref) {}
  virtual ~ImageRef() {}
  WbImageRef getImageRef() { return imageRef; }

 private:
  WbImageRef imageRef;
};

}  // namespace webots

#endif
