// Display: polygons, and its images as objects.
package com.cyberbotics.webots.controller;

/** Draws on an image. Pixels count from the top left; colours are 0xRRGGBB. */
public class Display extends DisplayFunctions {
  public Display(String name) {
    super(name);
  }

  protected Display(int tag) {
    super(tag);
  }

  /** Draws the outline of a polygon by its corners. */
  public void drawPolygon(int[] x, int[] y, int size) {
    Native.polygon(getTag(), x, y, size, false);
  }

  public void drawPolygon(int[] x, int[] y) {
    drawPolygon(x, y, Math.min(x.length, y.length));
  }

  /** Fills a polygon by its corners. */
  public void fillPolygon(int[] x, int[] y, int size) {
    Native.polygon(getTag(), x, y, size, true);
  }

  public void fillPolygon(int[] x, int[] y) {
    fillPolygon(x, y, Math.min(x.length, y.length));
  }

  /**
   * Makes an image of pixels, null on failure. A pixel is a number whose highest byte is what the format names first:
   * what Camera.getImage answers is ARGB.
   */
  public ImageRef imageNew(int width, int height, int[] data, int format) {
    return ImageRef.find(Native.image_new(getTag(), width, height, data, format));
  }

  @Override
  public void imageDelete(ImageRef image) {
    super.imageDelete(image);
    if (image != null)
      image.forget();
  }
}
