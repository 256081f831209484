// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Display: its images as objects.
#include <webots/display.h>

#include <webots/Display.hpp>

namespace webots {

static ImageRef* image(WbImageRef ref) { return ref ? new ImageRef(ref) : NULL; }
static WbImageRef handle(ImageRef* image) { return image ? image->getImageRef() : NULL; }

static void delete_image(int tag, ImageRef* image) {
  wb_display_image_delete(WbDeviceTag(tag), handle(image));
  delete image;
}

ImageRef* Display::imageNew(int width, int height, const void* data, int format) const {
  return image(wb_display_image_new(getTag(), width, height, data, format));
}

ImageRef* Display::imageCopy(int x, int y, int width, int height) const {
  return image(wb_display_image_copy(getTag(), x, y, width, height));
}

void Display::imagePaste(ImageRef* ir, int x, int y, bool blend) {
  wb_display_image_paste(getTag(), handle(ir), x, y, blend);
}

ImageRef* Display::imageLoad(const std::string& filename) const {
  return image(wb_display_image_load(getTag(), filename.c_str()));
}

void Display::imageSave(ImageRef* ir, const std::string& filename) const {
  wb_display_image_save(getTag(), handle(ir), filename.c_str());
}

void Display::imageDelete(ImageRef* ir) const { delete_image(getTag(), ir); }

}  // namespace webots
