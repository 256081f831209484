// An image of a display.
package com.cyberbotics.webots.controller;

/** An image of a display, until it is deleted. */
public class ImageRef {
  private long handle;

  private ImageRef(long handle) {
    this.handle = handle;
  }

  static ImageRef find(long handle) {
    return handle == 0 ? null : new ImageRef(handle);
  }

  static long handleOf(ImageRef image) {
    return image == null ? 0 : image.handle;
  }

  /** For an image that is deleted. */
  void forget() {
    handle = 0;
  }
}
